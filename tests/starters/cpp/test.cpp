// Tests of the starter by its answers to programs.

#include <sstream>

#include "port.hpp"

using namespace starter;
using Maps = Port<SlotMap, Key>;

namespace {

int failures = 0;

template <class Table> void check(const Table &table, const std::string &line, const std::string &expected)
{
    std::string answered = answer(table, line);
    if (answered != expected) {
        std::cout << line << "\n  expected " << expected << "\n  answered " << answered << std::endl;
        failures++;
    }
}

std::vector<Key> keys(SlotMap &map)
{
    std::vector<Key> found;
    map.each([&](Key key, Element) { found.push_back(key); });
    return found;
}

Found found(SlotMap &map, Key key)
{
    Element *element = map.at(key);
    return element ? Found(*element) : Found();
}

// All common operations of pools, and those of a StableList.
Maps whole()
{
    Maps table = port();
    table.insert_with = [](SlotMap &map, const auto &factory) {
        Key key = *map.insert(-1);
        *map.at(key) = factory(key);
    };
    table.extend = [](SlotMap &map, const Elements &elements) {
        std::vector<Key> added;
        if (elements.size() > 1000)
            throw Full();
        for (Element element : elements)
            added.push_back(*map.insert(element));
        return added;
    };
    table.put = [](SlotMap &map, std::size_t index, Element element) {
        Key key{index, 0};
        Found displaced = found(map, key);
        if (!displaced)
            throw Full();
        *map.at(key) = element;
        return std::pair(key, displaced);
    };
    table.pair = [](SlotMap &map, Key one, Key other) { return std::pair(found(map, one), found(map, other)); };
    table.remove_many = [](SlotMap &map, Key one, Key other) {
        Found first = map.remove(one);
        return std::pair(first, map.remove(other));
    };
    table.key_at = [](SlotMap &map, Key key) {
        return map.at(key) ? std::optional(std::pair(key, *map.at(key))) : std::nullopt;
    };
    table.at_mut = [](SlotMap &map, Key key, Element difference) {
        if (map.at(key))
            *map.at(key) += difference;
        return found(map, key);
    };
    table.each_mut = [](SlotMap &map, Element difference) {
        for (Key key : keys(map))
            *map.at(key) += difference;
    };
    table.clear = [](SlotMap &map) { map = SlotMap(0); };
    table.keys = keys;
    table.retain = [](SlotMap &map, const auto &keep) {
        Elements removed;
        for (Key key : keys(map))
            if (!keep(*map.at(key)))
                removed.push_back(*map.remove(key));
        return removed;
    };
    table.drain = [](SlotMap &map) {
        Elements removed;
        for (Key key : keys(map))
            removed.push_back(*map.remove(key));
        return removed;
    };
    table.sort = [](SlotMap &map, const auto &rank) { // to show the ranks
        for (Key key : keys(map))
            *map.at(key) = rank(*map.at(key));
    };
    table.reserve = [](SlotMap &, std::size_t additional) {
        if (additional > 1000)
            throw Full();
    };
    table.shrink_to_fit = [](SlotMap &) {};
    table.repack = [](SlotMap &, Key key) { return std::optional(key); };
    table.reload = [](SlotMap &map) { return map; };
    table.apply = [](SlotMap &map, Key key) {
        return map.at(key) ? std::optional(Lent{*map.at(key), 2, {5, 3}}) : std::nullopt;
    };
    table.inspect = table.apply;
    table.exchange = [](SlotMap &map, Key one, Key other) { return std::optional(std::pair(*map.at(one), found(map, other))); };
    table.traverse = [](SlotMap &) {
        return std::vector<std::tuple<Element, std::size_t, Element>>{{4, 1, 2}, {2, 1, 4}};
    };
    table.layout = [](SlotMap &map) { return std::to_string(map.size()) + "|0"; };
    table.cost = [](SlotMap &) { return "0/0"; };
    return table;
}

void the_handshake()
{
    check(port(), "hello 5",
          "port protocol=5 level=contract " FIELDS " without=insert_with,extend,put,remove_many,pair,key_at,at_mut,each_mut,"
          "clear,keys,apply,inspect,exchange,traverse,lend,drain,retain,sort,reserve,shrink_to_fit,repack,reload,layout,cost");
    Maps other = whole();
    other.fields = "name=x version=1 system=stablelist level=cost id_bits=32 without=negative";
    other.forge = {};
    check(other, "hello 5",
          "port protocol=5 name=x version=1 system=stablelist level=cost id_bits=32 without=lend,forge,negative");
    other.at = {}; // keys and repack need it
    check(other, "hello 5",
          "port protocol=5 name=x version=1 system=stablelist level=cost id_bits=32 without=at,keys,lend,repack,forge,negative");
}

void every_operation_has_its_word()
{
    Maps table = whole();
    check(table, "contract : add add remove:0 at:0 at:1 contains:0 contains:1 len is_empty", "ok ok 0 none 1 no yes 1 no");
    check(table, "contract : add replace:0:7 at:0 remove:0 replace:0:8", "ok yes 7 7 no");
    check(table, "contract : insert_with at:0 extend:2 at:2 extend:1001 add at:1004", "ok 0 [ok,ok] 2 !full ok 1004");
    check(table, "contract : extend:0 put:0 add put:0 at:2", "[] !full ok 1 2");
    check(table, "contract : add add pair:1:0 remove:0 pair:1:0", "ok ok 1/0 0 1/none");
    check(table, "contract : add at_mut:0:5 each_mut:2 at:0 remove:0 at_mut:0:1", "ok 5 ok 7 7 none");
    check(table, "contract : extend:3 keys retain:2:1 keys clear keys", "[ok,ok,ok] [0,1,2] [0,2] [1] ok []");
    check(table, "contract : extend:4 sort:3 at:2 at:3", "[ok,ok,ok,ok] ok 2 0");
    check(table, "contract : extend:2 reserve:3 reserve:2000 shrink_to_fit repack:1 reload drain each",
          "[ok,ok] ok !full ok 1 ok [0,1] []");
    check(table, "contract : add add remove_many:0:1 add apply:0 apply:2 traverse",
          "ok ok 0/1 ok none 2/2/[3,5] [2/1/4,4/1/2]");
    check(table, "layout : add add key_at:0 inspect:0 exchange:0:1 traverse layout cost",
          "0.0 1.0 0.0=0 0/2/[5,3] 0/1 [4/1/2,2/1/4] 2|0 0/0");
}

void keys_that_are_not_there()
{
    Maps table = whole();
    check(table, "contract capacity=1 : add add at:1 remove:1 at:1~0.0 remove:0 add at:2", "ok !full none none none 0 ok 2");
    check(table, "contract : add at:#0.0 at:#0.1 at:#-1.0 at:0~0.0 at:0~0.1 at:0~0.-1 at:0~1.0",
          "ok 0 none none 0 none none none");
    check(table, "contract : add remove:0 add at:#18446744073709551615.0 at:1~0.18446744073709551615", "ok 0 ok none none");
    check(table, "contract : add pair:0:#7.7 pair:#-7.7:0 exchange:0:#-1.1 exchange:#-1.1:0 at_mut:#-1.0:1",
          "ok 0/none none/0 0/none none none");
    check(table, "contract : add remove_many:#-1.0:0 at:0", "ok none/0 none");
}

void failures_have_their_words()
{
    Maps table = port();
    table.at = [](SlotMap &, Key) -> Found { throw 7; };
    table.clear = [](SlotMap &) { throw std::logic_error("oops"); };
    check(table, "contract : add at:0 clear nonsense at len", "ok !other !other !other !other 1");
    table.open = [](const Parameters &) -> SlotMap { throw Full(); };
    check(table, "contract : add len", "!other !other");
}

void what_a_container_documents_differently()
{
    Maps table = port();
    table.fields = FIELDS " remove=silent";
    check(table, "contract : add remove:0 remove:0", "ok ok ok");
    table.fields = FIELDS " ids=only";
    check(table, "contract : add add remove:1 remove:1", "ok ok yes no");
}

void a_container_that_is_lent()
{
    Maps table = port();
    table.lend = true;
    check(table, "contract : add lend:add add each at:1", "ok ok ok [0,1,1] 1");
    table.remove = [](SlotMap &, Key) -> Found { throw Borrowed(); };
    check(table, "contract : lend:remove:0 add lend:remove:0 lend:remove:#-1.1", "none ok !borrow !borrow");
}

void lists_are_sorted_at_level_contract()
{
    Maps table = port();
    table.each = [](SlotMap &map, const auto &visit) {
        std::vector<Key> all = keys(map);
        for (auto key = all.rbegin(); key != all.rend(); ++key)
            visit(*key, *map.at(*key));
    };
    check(table, "contract : add add add add add add add add add add add each",
          "ok ok ok ok ok ok ok ok ok ok ok [0,1,2,3,4,5,6,7,8,9,10]");
    check(table, "layout : add add each", "0.0 1.0 [1.0=1,0.0=0]");
}

// `key_at` ignores the id, even if no key can have it.
void keys_by_index()
{
    Maps table = whole();
    table.forge = [](std::uint64_t index, std::uint64_t id) { return id == 0 ? std::optional(Key{index, id}) : std::nullopt; };
    check(table, "contract : add key_at:0 key_at:#0.7 key_at:#0.-1 key_at:0~0.-1 at:0~0.-1", "ok 0 0 0 0 none");
    check(table, "contract : add key_at:#1.0 key_at:#-1.0 key_at:0~1.0 key_at:9", "ok none none none none");
}

// Lines that the judge never sends do no harm.
void operands_that_make_no_sense()
{
    Maps table = whole();
    table.lend = true;
    check(table, "contract : add retain:0:0 sort:0 extend:99999999999 extend:1000001 len", "ok !other !other !other !other 1");
    check(table, "contract : add at:#9 at:0~9 at:#9. at:#. at:#", "ok !other !other !other !other !other");
    check(table, "contract : add lend:remove lend: lend len", "ok !other !other !other 1");
}

void lines()
{
    std::istringstream input("\n\r\ncontract : add at:0\r\nnonsense\ncontract : add\ncontract : ad");
    std::ostringstream output;
    serve(port(), input, output);
    if (output.str() != "ok 0\n!other\nok\n") {
        std::cout << output.str();
        failures++;
    }
}

void huge_lines()
{
    std::string adds;
    for (int i = 0; i < 30000; i++)
        adds += "add ";
    std::istringstream input("contract : " + adds + "each\n" + std::string(100'000'000, 'x') + "\n");
    std::ostringstream output;
    serve(port(), input, output);
    if (!output.str().ends_with(",29999]\n!other\n")) {
        std::cout << "huge lines are answered wrongly\n";
        failures++;
    }
}

const std::map<std::string, void (*)()> TESTS = {
    {"the_handshake", the_handshake},
    {"every_operation_has_its_word", every_operation_has_its_word},
    {"keys_that_are_not_there", keys_that_are_not_there},
    {"failures_have_their_words", failures_have_their_words},
    {"what_a_container_documents_differently", what_a_container_documents_differently},
    {"a_container_that_is_lent", a_container_that_is_lent},
    {"lists_are_sorted_at_level_contract", lists_are_sorted_at_level_contract},
    {"keys_by_index", keys_by_index},
    {"operands_that_make_no_sense", operands_that_make_no_sense},
    {"lines", lines},
    {"huge_lines", huge_lines},
};

} // namespace

int main(int count, char **arguments)
{
    if (count != 2 || !TESTS.contains(arguments[1])) {
        std::cerr << "name one test\n";
        return 2;
    }
    TESTS.at(arguments[1])();
    return failures > 0;
}
