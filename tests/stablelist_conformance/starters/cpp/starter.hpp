// The port protocol of the stablelist conformance kit, version 6, for a container written in C++20. MIT licence.
//
// Copy this file beside your port; it needs nothing but the standard library. A port is a table of functions, one for each
// operation. An empty operation is left out: the handshake says so, and the judge never sends it.
//
//     const starter::Port<Map, Key> port{
//         .fields = "name=my-map version=1.0.0 system=slotmap id_bits=32",
//         .open = [](const starter::Parameters &) { return Map(); },
//         .add = [](Map &map, starter::Element element) { return map.insert(element); },
//         .remove = [](Map &map, Key key) { return map.remove(key); },
//     };
//     int main() { starter::serve(port); }
//
// A program may have two containers; a word such as 2.add is on the second. A function that concerns both is given the
// other one, too; copy returns the clone, in which the same keys are live.
//
// Elements are of type std::int64_t. An exception is answered by !other, or by the word of one of the exceptions below.
#pragma once

#include <algorithm>
#include <charconv>
#ifdef STABLELIST_COVERAGE
#include <csignal>
#endif
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace starter {

constexpr int PROTOCOL = 6;

// The most elements that are added at once, because memory for more may be missing. The judge adds far fewer.
constexpr std::size_t MOST_ADDED = 1'000'000;

using Element = std::int64_t;
using Found = std::optional<Element>;
using Elements = std::vector<Element>;
template <class... Types> using Function = std::function<Types...>;

inline int asked_way = 1;

// The way in which the operation in progress is to be done, if the handshake declares several: ways=add:2.
inline int way() { return asked_way; }

// A word such as add@2 without the way, which is kept.
inline std::string without_way(std::string word)
{
    auto mark = word.find('@');
    asked_way = mark == std::string::npos ? 1 : std::atoi(word.c_str() + mark + 1);
    return mark == std::string::npos ? word : word.erase(mark, std::min(word.find(':', mark), word.size()) - mark);
}

// There is no room.
struct Full : std::runtime_error {
    Full() : std::runtime_error("there is no room") {}
};

// The container is lent.
struct Borrowed : std::runtime_error {
    Borrowed() : std::runtime_error("the container is lent") {}
};

// The parameters of a program, by name.
class Parameters {
public:
    explicit Parameters(std::map<std::string, std::string> words) : words(std::move(words)) {}

    // A number, or a default if the program does not name it.
    std::uint64_t number(const std::string &name, std::uint64_t otherwise) const
    {
        return words.contains(name) ? std::stoull(words.at(name)) : otherwise;
    }

    // A word, or a default.
    std::string text(const std::string &name, const std::string &otherwise) const
    {
        return words.contains(name) ? words.at(name) : otherwise;
    }

private:
    std::map<std::string, std::string> words;
};

// An element, and what a view of all others shows.
struct Lent {
    Element pivot;
    std::size_t length;
    Elements others;
};

// The functions of a pool C that hands out keys K. `fields`, `open`, `add` and `remove` are required.
template <class C, class K> struct Port {
    // name, version, system, and the fields that the system asks for; `without=` lists abilities that are left out.
    std::string fields;
    Function<C(const Parameters &)> open;

    Function<K(C &, Element)> add;
    // Adds the element that the factory returns for the key.
    Function<void(C &, const Function<Element(K)> &)> insert_with{};
    // Adds all elements, or none.
    Function<std::vector<K>(C &, const Elements &)> extend{};
    // Adds at an index, and returns the element that was there.
    Function<std::pair<K, Found>(C &, std::size_t, Element)> put{};
    // Adds at the slot of a key, and returns the element that was there.
    Function<std::pair<K, Found>(C &, K, Element)> insert_at{};
    // With `ids=only` or `remove=silent`, any element means yes.
    Function<Found(C &, K)> remove;
    Function<std::pair<Found, Found>(C &, K, K)> remove_many{};
    Function<Found(C &, K)> at{};
    Function<std::pair<Found, Found>(C &, K, K)> pair{};
    // The key that is live at the index of a key, and its element.
    Function<std::optional<std::pair<K, Element>>(C &, K)> key_at{};
    Function<bool(C &, K)> contains{};
    // Whether the key was found.
    Function<bool(C &, K, Element)> replace{};
    // Adds to the element in place, and returns the new one.
    Function<Found(C &, K, Element)> at_mut{};
    Function<void(C &, Element)> each_mut{};
    Function<std::size_t(C &)> len{};
    Function<bool(C &)> is_empty{};
    Function<void(C &)> clear{};
    Function<void(C &, const Function<void(K, Element)> &)> each{};
    // Needs `at`, as does `repack`.
    Function<std::vector<K>(C &)> keys{};
    Function<std::optional<Lent>(C &, K)> apply{};
    Function<std::optional<Lent>(C &, K)> inspect{};
    // Both elements as they were.
    Function<std::optional<std::pair<Element, Found>>(C &, K, K)> exchange{};
    // Pivot, length and sum of each view.
    Function<std::vector<std::tuple<Element, std::size_t, Element>>(C &)> traverse{};
    // Whether the container refuses changes while `each` runs.
    bool lend = false;
    Function<Elements(C &)> drain{};
    // Removes the elements for which `keep` is false, and returns them.
    Function<Elements(C &, const Function<bool(Element)> &)> retain{};
    // Removes the same during an iteration, and returns all elements, as they were visited.
    Function<Elements(C &, const Function<bool(Element)> &)> each_removing{};
    // Sorts by ascending rank; elements of the same rank keep their order.
    Function<void(C &, const Function<Element(Element)> &)> sort{};
    Function<void(C &, std::size_t)> reserve{};
    Function<void(C &)> shrink_to_fit{};
    // The key, packed and unpacked.
    Function<std::optional<K>(C &, K)> repack{};
    // A copy in which the same keys are live.
    Function<C(C &)> reload{};
    // A clone in which the same keys are live.
    Function<C(C &)> copy{};
    // Exchanges everything between both.
    Function<void(C &, C &)> swap_containers{};
    // Whether both have the same elements under the same keys.
    Function<bool(C &, C &)> equal{};
    // The text that the page of the system describes.
    Function<std::string(C &)> layout{};
    Function<std::string(C &)> cost{};
    // The key with this index and id, if there can be such a key.
    Function<std::optional<K>(std::uint64_t, std::uint64_t)> forge{};
    // Index and id; required above level contract, and by `forge`.
    Function<std::pair<std::uint64_t, std::uint64_t>(K)> parts{};
};

namespace detail {

using Words = std::vector<std::string>;

inline Words split(const std::string &text, char separator)
{
    Words parts(1);
    for (char character : text)
        if (character == separator)
            parts.emplace_back();
        else
            parts.back() += character;
    return parts;
}

inline std::uint64_t number(const std::string &word)
{
    return std::stoull(word);
}

// Returns a key of the same index with an id that every key can have.
inline std::string with_any_id(const std::string &word)
{
    std::size_t point = word.find('.');
    return point == std::string::npos ? word : word.substr(0, point) + ".0";
}

inline std::string shown(const Found &element)
{
    return element ? std::to_string(*element) : "none";
}

inline std::string shown(const std::pair<Found, Found> &elements)
{
    return shown(elements.first) + "/" + shown(elements.second);
}

inline std::string yes(bool truth)
{
    return truth ? "yes" : "no";
}

inline std::string listed(const Words &items)
{
    std::string list = "[";
    for (const std::string &item : items)
        list += (list.size() > 1 ? "," : "") + item;
    return list + "]";
}

inline std::string listed(const Elements &elements)
{
    Words items;
    for (Element element : elements)
        items.push_back(std::to_string(element));
    return listed(items);
}

inline std::string shown(const std::optional<Lent> &lent)
{
    if (!lent)
        return "none";
    return std::to_string(lent->pivot) + "/" + std::to_string(lent->length) + "/" + listed(lent->others);
}

// Writes each new error to standard error, once.
inline std::string tell(const std::string &what)
{
    constexpr std::size_t MOST_TOLD = 20;
    static std::set<std::string> told;
    if (told.size() < MOST_TOLD && told.insert(what).second)
        std::cerr << "answered !other: " << what << std::endl;
    return "!other";
}

// The answer to an operation, even if it fails.
inline std::string attempt(const Function<std::string()> &operate)
{
    try {
        return operate();
    } catch (const Full &) {
        return "!full";
    } catch (const Borrowed &) {
        return "!borrow";
    } catch (const std::exception &error) {
        return tell(error.what());
    } catch (...) {
        return tell("something that is no std::exception");
    }
}

// A word with its list in ascending order, because a container may iterate in any order.
inline std::string ascending(const std::string &word)
{
    std::size_t start = word.find('[');
    if (start == std::string::npos || word[start + 1] == ']')
        return word;
    Words items = split(word.substr(start + 1, word.size() - start - 2), ',');
    auto leading = [](const std::string &item) {
        Element number = 0;
        std::from_chars(item.data(), item.data() + item.size(), number);
        return number;
    };
    std::ranges::stable_sort(items, {}, leading);
    return word.substr(0, start) + listed(items);
}

// An operation: whether the port has it, and how it is carried out with its operands.
struct Operation {
    std::string name;
    bool offered;
    std::size_t operands;
    Function<std::string(const Words &)> run;
};

// A program in progress: a fresh container, and the keys that its insertions returned; and the same of the other one, which
// is opened when it is needed. Insertions are numbered together.
template <class C, class K> class Program {
public:
    Program(const Port<C, K> &port, const Parameters &parameters, bool shows_keys)
        : port(port), parameters(parameters), container(port.open(parameters)), shows_keys(shows_keys)
    {
    }

    // The answer to an operation on the second container.
    std::string on_second(const Function<std::string()> &operate)
    {
        std::string failed = attempt([this] { return turn(), ""; });
        if (!failed.empty())
            return failed;
        std::string answered = operate();
        turn();
        return answered;
    }

    // The operations of pools, in the order in which the handshake lists those left out. Nothing is carried out yet.
    static std::vector<Operation> operations(const Port<C, K> &port, Program *program)
    {
        return {
            {"add", bool(port.add), 0, [program](const Words &) { return program->add(); }},
            {"insert_with", bool(port.insert_with), 0, [program](const Words &) { return program->insert_with(); }},
            {"extend", bool(port.extend), 1, [program](const Words &o) { return program->extend(number(o[0])); }},
            {"put", bool(port.put), 1, [program](const Words &o) { return program->put(number(o[0])); }},
            {"insert_at", bool(port.insert_at), 1, [program](const Words &o) { return program->insert_at(o[0]); }},
            {"remove", bool(port.remove), 1, [program](const Words &o) { return program->remove(o[0]); }},
            {"remove_many", bool(port.remove_many), 2,
             [program](const Words &o) { return program->both(o, program->port.remove_many, program->port.remove); }},
            {"at", bool(port.at), 1, [program](const Words &o) { return shown(program->find(program->key(o[0]), program->port.at)); }},
            {"pair", bool(port.pair), 2, [program](const Words &o) { return program->both(o, program->port.pair, program->port.at); }},
            {"key_at", bool(port.key_at), 1, [program](const Words &o) { return program->key_at(program->key(with_any_id(o[0]))); }},
            {"contains", bool(port.contains), 1,
             [program](const Words &o) {
                 std::optional<K> found = program->key(o[0]);
                 return yes(found && program->port.contains(program->container, *found));
             }},
            {"replace", bool(port.replace), 2,
             [program](const Words &o) {
                 std::optional<K> found = program->key(o[0]);
                 return yes(found && program->port.replace(program->container, *found, Element(number(o[1]))));
             }},
            {"at_mut", bool(port.at_mut), 2,
             [program](const Words &o) {
                 std::optional<K> found = program->key(o[0]);
                 return shown(found ? program->port.at_mut(program->container, *found, Element(number(o[1]))) : Found());
             }},
            {"each_mut", bool(port.each_mut), 1,
             [program](const Words &o) {
                 program->port.each_mut(program->container, Element(number(o[0])));
                 return "ok";
             }},
            {"len", bool(port.len), 0, [program](const Words &) { return std::to_string(program->port.len(program->container)); }},
            {"is_empty", bool(port.is_empty), 0, [program](const Words &) { return yes(program->port.is_empty(program->container)); }},
            {"clear", bool(port.clear), 0, [program](const Words &) { return program->port.clear(program->container), "ok"; }},
            {"each", bool(port.each), 0, [program](const Words &) { return program->each(); }},
            {"keys", port.keys && port.at, 0, [program](const Words &) { return program->keys_found(); }},
            {"apply", bool(port.apply), 1, [program](const Words &o) { return shown(program->find(program->key(o[0]), program->port.apply)); }},
            {"inspect", bool(port.inspect), 1, [program](const Words &o) { return shown(program->find(program->key(o[0]), program->port.inspect)); }},
            {"exchange", bool(port.exchange), 2, [program](const Words &o) { return program->exchange(program->key(o[0]), program->key(o[1])); }},
            {"traverse", bool(port.traverse), 0, [program](const Words &) { return program->traverse(); }},
            {"lend", port.lend, 1, [program](const Words &o) { return program->lend(o); }},
            {"drain", bool(port.drain), 0, [program](const Words &) { return listed(program->port.drain(program->container)); }},
            {"retain", bool(port.retain), 2, [program](const Words &o) { return program->keeping(program->port.retain, o); }},
            {"each_removing", bool(port.each_removing), 2,
             [program](const Words &o) { return program->keeping(program->port.each_removing, o); }},
            {"sort", bool(port.sort), 1, [program](const Words &o) { return program->sort(number(o[0])); }},
            {"reserve", bool(port.reserve), 1,
             [program](const Words &o) { return program->port.reserve(program->container, number(o[0])), "ok"; }},
            {"shrink_to_fit", bool(port.shrink_to_fit), 0,
             [program](const Words &) { return program->port.shrink_to_fit(program->container), "ok"; }},
            {"repack", port.repack && port.at, 1,
             [program](const Words &o) { return shown(program->find(program->find(program->key(o[0]), program->port.repack), program->port.at)); }},
            {"reload", bool(port.reload), 0,
             [program](const Words &) { return program->container = program->port.reload(program->container), "ok"; }},
            {"copy", bool(port.copy), 0, [program](const Words &) { return program->copy(); }},
            {"swap_containers", bool(port.swap_containers), 0, [program](const Words &) { return program->swap_containers(); }},
            {"equal", bool(port.equal), 0,
             [program](const Words &) { return yes(program->port.equal(program->container, program->beside().first)); }},
            {"layout", bool(port.layout), 0, [program](const Words &) { return program->port.layout(program->container); }},
            {"cost", bool(port.cost), 0, [program](const Words &) { return program->port.cost(program->container); }},
            {"forge", bool(port.forge), std::numeric_limits<std::size_t>::max(), {}},
        };
    }

private:
    using Keys = std::vector<std::optional<K>>;

    const Port<C, K> &port;
    Parameters parameters;
    C container;
    bool shows_keys;
    Keys keys;
    std::optional<std::pair<C, Keys>> other;
    std::optional<K> otherwise; // replaces a missing key while elements are lent

    // The other container, and its keys, which have numbers up to now.
    std::pair<C, Keys> &beside()
    {
        if (!other)
            other.emplace(port.open(parameters), Keys());
        other->second.resize(std::max(keys.size(), other->second.size()));
        return *other;
    }

    // Goes on with the other container.
    void turn()
    {
        std::swap(container, beside().first);
        std::swap(keys, other->second);
    }

    std::string copy()
    {
        other.emplace(port.copy(container), keys);
        return "ok";
    }

    std::string swap_containers()
    {
        port.swap_containers(container, beside().first);
        std::swap(keys, other->second);
        return "ok";
    }

    // Calls a function with a key, if there is one.
    template <class R> std::optional<R> find(const std::optional<K> &key, const Function<std::optional<R>(C &, K)> &ask)
    {
        return key ? ask(container, *key) : std::optional<R>();
    }

    // Calls a function with two keys; if one is missing, the other goes to a function for one key.
    std::string both(const Words &words, const Function<std::pair<Found, Found>(C &, K, K)> &two,
                     const Function<Found(C &, K)> &one)
    {
        std::optional<K> first = key(words[0]), second = key(words[1]);
        if (first && second)
            return shown(two(container, *first, *second));
        return shown(find(first, one)) + "/" + shown(find(second, one));
    }

    // Returns the key with this number, a forged key for `#index.id`, or a key near another for `number~index.id`.
    std::optional<K> key(const std::string &word)
    {
        std::optional<K> found = named(word);
        return found ? found : otherwise;
    }

    std::optional<K> named(const std::string &word)
    {
        if (word[0] == '#')
            return forged({0, 0}, word.substr(1));
        std::size_t near = word.find('~'), place = number(word.substr(0, near));
        if (place >= keys.size() || !keys[place] || near == std::string::npos)
            return place < keys.size() ? keys[place] : std::nullopt;
        return forged(port.parts(*keys[place]), word.substr(near + 1));
    }

    // The key at a distance from these parts; none if no key can be that far.
    std::optional<K> forged(const std::pair<std::uint64_t, std::uint64_t> &near, const std::string &distance)
    {
        Words distances = split(distance, '.');
        std::optional<std::uint64_t> index = moved(near.first, distances[0]), id = moved(near.second, distances.at(1));
        return index && id ? port.forge(*index, *id) : std::nullopt;
    }

    static std::optional<std::uint64_t> moved(std::uint64_t number, const std::string &distance)
    {
        bool below = distance[0] == '-';
        std::uint64_t by = detail::number(distance.substr(below));
        if (below ? number < by : number + by < number)
            return std::nullopt;
        return below ? number - by : number + by;
    }

    // Numbers the next insertions, which keep their numbers if they fail.
    std::size_t numbered(std::size_t count)
    {
        keys.resize(keys.size() + count);
        return keys.size() - count;
    }

    // Records the key of an insertion, and returns the answer.
    std::string inserted(std::size_t place, const K &key)
    {
        keys[place].emplace(key);
        return shows_keys ? key_shown(key) : "ok";
    }

    std::string key_shown(const K &key)
    {
        auto [index, id] = port.parts(key);
        return std::to_string(index) + "." + std::to_string(id);
    }

    std::string item(const K &key, Element element)
    {
        return (shows_keys ? key_shown(key) + "=" : "") + std::to_string(element);
    }

    std::string add()
    {
        std::size_t place = numbered(1);
        return inserted(place, port.add(container, Element(place)));
    }

    // The key of this insertion is the argument of the factory.
    std::string insert_with()
    {
        std::size_t place = numbered(1);
        std::optional<K> given;
        port.insert_with(container, [&](K key) {
            given.emplace(key);
            return Element(place);
        });
        return inserted(place, given.value());
    }

    std::string extend(std::size_t count)
    {
        if (count > MOST_ADDED)
            throw std::length_error("there is no memory for so many elements");
        std::size_t first = numbered(count);
        Elements elements(count);
        for (std::size_t i = 0; i < count; i++)
            elements[i] = Element(first + i);
        Words items;
        for (const K &key : port.extend(container, elements))
            items.push_back(inserted(first++, key));
        return listed(items);
    }

    std::string put(std::size_t index)
    {
        std::size_t place = numbered(1);
        auto [key, displaced] = port.put(container, index, Element(place));
        inserted(place, key);
        return shown(displaced);
    }

    std::string insert_at(const std::string &word)
    {
        std::size_t place = numbered(1);
        std::optional<K> slot = key(word);
        if (!slot)
            return shown(Found());
        auto [its, displaced] = port.insert_at(container, *slot, Element(place));
        inserted(place, its);
        return shown(displaced);
    }

    std::string remove(const std::string &word)
    {
        Found removed = find(key(word), port.remove);
        Words says = split(port.fields, ' ');
        if (std::ranges::count(says, "ids=only"))
            return yes(removed.has_value());
        return std::ranges::count(says, "remove=silent") ? "ok" : shown(removed);
    }

    std::string key_at(const std::optional<K> &key)
    {
        auto live = key ? port.key_at(container, *key) : std::nullopt;
        return live ? item(live->first, live->second) : "none";
    }

    struct Enough {};

    // Visits at most one element more than there were insertions, since a wrong iteration may never end.
    void visit(const std::function<void(K, Element)> &item)
    {
        std::size_t visits = 0, most = keys.size();
        try {
            port.each(container, [&](K key, Element element) {
                item(key, element);
                if (++visits > most)
                    throw Enough{};
            });
        } catch (const Enough &) { // the answer has what was visited
        }
    }

    std::string each()
    {
        Words items;
        visit([&](K key, Element element) { items.push_back(item(key, element)); });
        return listed(items);
    }

    std::string keys_found()
    {
        Words items;
        for (const K &key : port.keys(container))
            items.push_back(shown(port.at(container, key)));
        return listed(items);
    }

    std::string exchange(const std::optional<K> &key, const std::optional<K> &other)
    {
        if (key && other) {
            auto exchanged = port.exchange(container, *key, *other);
            return exchanged ? shown({Found(exchanged->first), exchanged->second}) : "none";
        }
        std::optional<Lent> alone = find(key, port.apply);
        return alone ? shown({Found(alone->pivot), Found()}) : "none";
    }

    std::string traverse()
    {
        Words items;
        for (auto [pivot, length, sum] : port.traverse(container))
            items.push_back(std::to_string(pivot) + "/" + std::to_string(length) + "/" + std::to_string(sum));
        return listed(items);
    }

    // Calls a function that is given what to keep, and answers elements.
    template <class F> std::string keeping(const F &function, const Words &operands)
    {
        std::uint64_t modulus = number(operands[0]), rest = number(operands[1]);
        if (modulus == 0)
            throw std::invalid_argument("an element cannot be divided by 0");
        return listed(function(container, [&](Element element) { return std::uint64_t(element) % modulus == rest; }));
    }

    std::string sort(std::uint64_t modulus)
    {
        if (modulus == 0)
            throw std::invalid_argument("sort cannot divide by 0");
        port.sort(container, [&](Element element) { return Element(std::uint64_t(element) % modulus); });
        return "ok";
    }

    // Tries an operation while the first element is lent. Inserted elements get no number. Any key replaces a missing
    // one, because the container refuses before it looks.
    std::string lend(const Words &operands)
    {
        std::optional<std::string> answer;
        visit([&](K first, Element) {
            if (answer)
                return;
            std::size_t insertions = keys.size();
            otherwise.emplace(first);
            answer = "!other";
            for (const Operation &operation : operations(port, this))
                if (operation.name == operands[0] && operands.size() > operation.operands)
                    answer = attempt([&] { return operation.run({operands.begin() + 1, operands.end()}); });
            otherwise.reset();
            keys.resize(insertions);
        });
        return answer.value_or("none");
    }
};

template <class C, class K> Program<C, K> program_of(const Port<C, K> &);

// The type that carries out the programs of a table.
template <class Table> using ProgramOf = decltype(program_of(std::declval<const Table &>()));

// The handshake, which lists the operations that the port leaves out.
template <class Table> std::string handshake(const Table &table)
{
    std::string said = "port protocol=" + std::to_string(PROTOCOL);
    Words without;
    for (const Operation &operation : ProgramOf<Table>::operations(table, nullptr))
        if (!operation.offered)
            without.push_back(operation.name);
    if (table.fields.find("level=") == std::string::npos)
        said += " level=contract";
    for (const std::string &field : split(table.fields, ' '))
        if (field.starts_with("without="))
            without.push_back(field.substr(8));
        else
            said += " " + field;
    std::string listed_names = listed(without);
    return without.empty() ? said : said + " without=" + listed_names.substr(1, listed_names.size() - 2);
}

// The answer to one word.
inline std::string answer_word(const std::vector<Operation> &operations, const std::string &word)
{
    Words operands = split(word, ':');
    std::string name = operands.front();
    operands.erase(operands.begin());
    for (const Operation &operation : operations) {
        if (operation.name != name || operands.size() < operation.operands)
            continue;
        return operation.offered ? attempt([&] { return operation.run(operands); }) : tell("the port has no " + name);
    }
    return tell("there is no operation " + word);
}

inline std::pair<std::string, Parameters> configured(const std::string &configuration)
{
    Words words = split(configuration, ' ');
    std::map<std::string, std::string> parameters;
    for (std::size_t i = 1; i < words.size(); i++)
        parameters[words[i].substr(0, words[i].find('='))] = words[i].substr(words[i].find('=') + 1);
    return {words.front(), Parameters(parameters)};
}

} // namespace detail

// The answer to one line.
template <class Table> std::string answer(const Table &table, const std::string &line)
{
    using namespace detail;
    if (line.starts_with("hello "))
        return handshake(table);
    std::size_t colon = line.find(" : ");
    if (colon == std::string::npos)
        return "!other";
    auto [level, parameters] = configured(line.substr(0, colon));
    bool shows_keys = level != "contract";
    std::string answers;
    std::optional<ProgramOf<Table>> program;
    attempt([&, &parameters = parameters] { return program.emplace(table, parameters, shows_keys), ""; });
    std::vector<Operation> operations;
    if (program)
        operations = ProgramOf<Table>::operations(table, &*program);
    for (const std::string &word : split(line.substr(colon + 3), ' ')) {
        std::string alone = without_way(word), answered = "!other";
        if (program && alone.starts_with("2."))
            answered = program->on_second([&] { return answer_word(operations, alone.substr(2)); });
        else if (program)
            answered = answer_word(operations, alone);
        answers += (answers.empty() ? "" : " ") + (shows_keys ? answered : ascending(answered));
    }
    return answers;
}

// Answers every line of the input, until it ends; ignores an incomplete last line. If the answers cannot be written, the
// program ends with a failure.
template <class Table> void serve(const Table &table, std::istream &input = std::cin, std::ostream &output = std::cout)
{
    for (std::string line; std::getline(input, line) && !input.eof() && output;) {
        if (line.ends_with('\r'))
            line.pop_back();
        if (!line.empty())
            output << answer(table, line) << std::endl;
    }
    if (!output)
        std::exit(EXIT_FAILURE);
}

} // namespace starter

#ifdef STABLELIST_COVERAGE
// It is built with --coverage: what gcov reads is written, too, if a signal ends the program.
extern "C" void __gcov_dump();

namespace starter
{

inline void write_coverage(int number)
{
    __gcov_dump();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

inline bool watch_signals()
{
    static char stack[1 << 16]; // that of the program may be used up
    stack_t other{};
    other.ss_sp = stack, other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action{};
    action.sa_handler = write_coverage, action.sa_flags = SA_ONSTACK;
    for (int number : {SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL})
        sigaction(number, &action, nullptr);
    return true;
}

inline const bool watching = watch_signals();

} // namespace starter
#endif
