// The port of pugixml as a forest: elements of a document, which are kept under their names. What it lacks is left out.

#include <pugixml.hpp>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"
#include "../tables/forest/table.hpp"

struct Forest {
    pugi::xml_document document;
    std::map<std::int64_t, pugi::xml_node> nodes;
};

using Operation = starter::operation<Forest>;

std::optional<std::vector<std::int64_t>> names(pugi::xml_node node, const char *path)
{
    std::vector<std::int64_t> found;
    for (auto each : node.select_nodes(path))
        found.push_back(std::stoll(each.node().name()));
    return node ? std::optional(found) : std::nullopt;
}

// A move returns no node if it would make a circle. Roots are the children of the document.
template <class Move> auto moved(bool beside, Move move)
{
    return [=](Operation &o) {
        auto node = o.container.nodes[o.number(0)], other = o.container.nodes[o.number(1)];
        if (!node || !other)
            throw starter::refusal("missing");
        if (beside && other != node && other.parent() == o.container.document)
            throw starter::refusal("root");
        if (!move(node, other))
            throw starter::refusal("cycle");
    };
}

bool node(Operation &o)
{
    auto &node = o.container.nodes[o.number(0)];
    return !node && (node = o.container.document.append_child(o.word(0).c_str()));
}

bool remove_subtree(Operation &o)
{
    auto node = o.container.nodes[o.number(0)];
    for (auto each : names(node, "descendant-or-self::*").value_or(std::vector<std::int64_t>()))
        o.container.nodes.erase(each);
    return node.parent().remove_child(node);
}

// The document, which is the parent of roots, has no name.
std::optional<std::int64_t> parent(Operation &o)
{
    std::string name = o.container.nodes[o.number(0)].parent().name();
    return name.empty() ? std::nullopt : std::optional<std::int64_t>(std::stoll(name));
}

const starter::functions<Forest> functions = {
    {"node", node},
    {"remove_subtree", remove_subtree},
    {"clear", [](Operation &o) { o.container.nodes.clear(), o.container.document.reset(); }},
    {"append", moved(false, [](auto node, auto other) { return other.append_move(node); })},
    {"prepend", moved(false, [](auto node, auto other) { return other.prepend_move(node); })},
    {"before", moved(true, [](auto node, auto other) { return other.parent().insert_move_before(node, other); })},
    {"after", moved(true, [](auto node, auto other) { return other.parent().insert_move_after(node, other); })},
    {"descendants", [](Operation &o) { return names(o.container.nodes[o.number(0)], "descendant::*"); }},
    {"parent", parent},
    {"children", [](Operation &o) { return names(o.container.nodes[o.number(0)], "*"); }},
    {"roots", [](Operation &o) { return names(o.container.document, "*"); }},
};

int main()
{
    return starter::serve("protocol=6 name=pugixml version=1.13 system=forest", table,
                          [](const starter::choices &) { return std::make_unique<Forest>(); }, functions);
}
