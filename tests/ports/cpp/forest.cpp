// The port of pugixml as a forest: elements of a document, which are kept under their names.

#include <pugixml.hpp>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"

constexpr auto table = R"(
node* number > truth -
remove number > truth -
remove_subtree number > truth -
clear > done -
append* number number > done -
prepend number number > done -
before number number > done -
after number number > done -
descendants number > sequence -
contains number > truth -
parent number > value -
children number > sequence -
roots > value -
len > number -
)";

struct Forest {
    pugi::xml_document document;
    std::map<std::int64_t, pugi::xml_node> nodes;
};

using Operation = starter::operation<Forest, int>;
using Names = std::vector<std::int64_t>;

std::int64_t name(pugi::xml_node node) { return std::stoll(node.name()); }

void children(pugi::xml_node node, Names &names)
{
    for (pugi::xml_node child : node.children())
        names.push_back(name(child));
}

// What is below a node, each before its children.
void descendants(pugi::xml_node node, Names &names)
{
    for (pugi::xml_node child : node.children()) {
        names.push_back(name(child));
        descendants(child, names);
    }
}

std::string listed(Operation &o, void (*list)(pugi::xml_node, Names &))
{
    auto found = o.container.nodes.find(o.number(0));
    if (found == o.container.nodes.end())
        return starter::none();
    Names names;
    list(found->second, names);
    return o.list(names);
}

// A move returns no node if it would make a circle. Roots are the children of the document.
template <class Move> starter::function<Forest, int> moved(bool beside, Move move)
{
    return [=](Operation &o) {
        auto node = o.container.nodes.find(o.number(0)), other = o.container.nodes.find(o.number(1));
        if (node == o.container.nodes.end() || other == o.container.nodes.end())
            return starter::refused("missing");
        bool below = false;
        for (auto above = other->second; above && !below; above = above.parent())
            below = above == node->second;
        if (beside && !below && other->second.parent() == o.container.document)
            return starter::refused("root");
        return move(node->second, other->second) ? starter::done() : starter::refused("cycle");
    };
}

std::string removed(Operation &o)
{
    auto node = o.container.nodes.extract(o.number(0));
    if (!node)
        return starter::truth(false);
    auto parent = node.mapped().parent();
    while (auto child = node.mapped().first_child())
        parent.insert_move_before(child, node.mapped());
    return starter::truth(parent.remove_child(node.mapped()));
}

std::string subtree_removed(Operation &o)
{
    auto node = o.container.nodes.extract(o.number(0));
    if (!node)
        return starter::truth(false);
    Names below;
    descendants(node.mapped(), below);
    for (auto each : below)
        o.container.nodes.erase(each);
    return starter::truth(node.mapped().parent().remove_child(node.mapped()));
}

const starter::functions<Forest, int> functions = {
    {"node",
     [](Operation &o) {
         bool adds = !o.container.nodes.contains(o.number(0));
         if (adds)
             o.container.nodes[o.number(0)] = o.container.document.append_child(o.word(0).c_str());
         return starter::truth(adds);
     }},
    {"remove", removed},
    {"remove_subtree", subtree_removed},
    {"clear", [](Operation &o) { return o.container.nodes.clear(), o.container.document.reset(), starter::done(); }},
    {"append", moved(false, [](auto node, auto other) { return other.append_move(node); })},
    {"prepend", moved(false, [](auto node, auto other) { return other.prepend_move(node); })},
    {"before", moved(true, [](auto node, auto other) { return other.parent().insert_move_before(node, other); })},
    {"after", moved(true, [](auto node, auto other) { return other.parent().insert_move_after(node, other); })},
    {"descendants", [](Operation &o) { return listed(o, descendants); }},
    {"children", [](Operation &o) { return listed(o, children); }},
    {"contains", [](Operation &o) { return starter::truth(o.container.nodes.contains(o.number(0))); }},
    {"parent",
     [](Operation &o) {
         auto node = o.container.nodes.find(o.number(0));
         bool below = node != o.container.nodes.end() && node->second.parent() != o.container.document;
         return below ? starter::number(name(node->second.parent())) : starter::none();
     }},
    {"roots",
     [](Operation &o) {
         Names names;
         children(o.container.document, names);
         return o.list(names);
     }},
    {"len", [](Operation &o) { return starter::number(o.container.nodes.size()); }},
};

int main()
{
    return starter::serve("protocol=6 name=pugixml version=1.13 system=forest", table,
                          [](const starter::choices &) { return std::make_unique<Forest>(); }, functions);
}
