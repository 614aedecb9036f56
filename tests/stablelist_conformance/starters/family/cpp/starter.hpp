// The port protocol of the stablelist conformance kit, version 6, for a container of any family in C++20.
//
// Copy this file beside your port; it needs nothing but the standard library. `starter::serve` is given the table of the
// family, one line for each operation, and the functions of those that the container has. The others are left out: the
// handshake says so, and the judge never sends them.
//
// A function is given an operation of a program: the container, and the operands by their places. It returns a number,
// whether something is so, nothing, an optional, a pair, a range, or a word, which the functions of this namespace make;
// an insertion returns `inserted(key)`. It throws `refusal` for a refusal of the family. Any other exception is answered
// by `!other`, and the program goes on.
//
// A program may have two containers; a word such as 2.push:3 is on the second. A function that concerns both has the
// other one, too; one that clones its container returns `cloned(std::move(clone))`. Each container has keys of its own,
// which the clone has, too, and which are exchanged with everything else.
//
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#ifdef STABLELIST_COVERAGE
#include <csignal>
#endif
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace starter {

using choices = std::map<std::string, std::string>;
constexpr std::int64_t most_items = 1 << 20; // of a list
inline const std::string levels[] = {"contract", "layout", "cost"};

inline std::string done() { return "ok"; }
inline std::string none() { return "none"; }
inline std::string truth(bool is) { return is ? "yes" : "no"; }
inline std::string number(std::int64_t value) { return std::to_string(value); }
inline std::string both(std::int64_t one, std::int64_t other) { return number(one) + "/" + number(other); }

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

// A refusal of the family, by its name without the exclamation mark: `throw refusal("full")`.
struct refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};
inline std::string refused(const std::string &name) { return "!" + name; }

inline std::string items(const std::vector<std::string> &words)
{
    std::string word = "[";
    for (std::size_t i = 0; i < words.size(); i++)
        word += (i > 0 ? "," : "") + words[i];
    return word + "]";
}

inline std::vector<std::string> split(std::string_view text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream{std::string(text)};
    for (std::string part; std::getline(stream, part, separator);)
        if (!part.empty())
            parts.push_back(part);
    return parts;
}

inline std::string joined(const std::vector<std::string> &parts, std::string_view separator)
{
    std::string text;
    for (const auto &part : parts)
        text += (text.empty() ? "" : std::string(separator)) + part;
    return text;
}

// One operation of a program. Operands are numbered from 0, in the order of the table. If the container hands out no keys,
// K does not matter.
template <class C, class K = int> struct operation {
    C &container;
    std::int64_t element; // of an insertion, or the first of several
    std::vector<std::string> words;
    std::map<std::int64_t, K> &keys;
    std::int64_t most; // items of a list
    C *other = nullptr; // the other container, if the function concerns both
    std::unique_ptr<C> clone = nullptr;

    // The answer of a function that clones its container; the clone takes the place of the other one.
    std::string cloned(std::unique_ptr<C> made)
    {
        clone = std::move(made);
        return done();
    }

    K key(std::size_t place) const
    {
        if (auto key = found(place))
            return *key;
        throw std::logic_error("the adapter asks for key(" + std::to_string(place) + "), which is no key in the table");
    }
    std::int64_t number(std::size_t place) const { return std::stoll(words[place + 1]); }
    std::string word(std::size_t place) const { return words[place + 1]; }

    // The answer of an insertion, whose key is remembered.
    std::string inserted(K key)
    {
        keys.insert_or_assign(element, std::move(key));
        return done();
    }

    // The answer of an insertion of several elements.
    std::string inserted_all(const std::vector<K> &issued)
    {
        for (std::size_t i = 0; i < issued.size(); i++)
            keys.insert_or_assign(element + static_cast<std::int64_t>(i), issued[i]);
        return "[" + joined(std::vector<std::string>(issued.size(), done()), ",") + "]";
    }

    // Several elements, or several pairs of elements, in the order of the container. It stops at more than the container can
    // have, because an iteration that is wrong may never end.
    template <class R> std::string list(R &&range) const
    {
        std::vector<std::string> words;
        for (auto it = std::begin(range); it != std::end(range); ++it) {
            if constexpr (std::is_convertible_v<decltype(*it), std::int64_t>)
                words.push_back(starter::number(*it));
            else
                words.push_back(both((*it).first, (*it).second));
            if (words.size() >= static_cast<std::size_t>(most))
                break;
        }
        return items(words);
    }

    // What a function returned, as a word.
    template <class V> std::string said(V &&value) const
    {
        using type = std::remove_cvref_t<V>;
        if constexpr (std::is_convertible_v<V, std::string>)
            return value;
        else if constexpr (std::is_same_v<type, bool>)
            return truth(value);
        else if constexpr (std::is_integral_v<type>)
            return starter::number(value);
        else if constexpr (requires { std::begin(value); })
            return list(value);
        else if constexpr (requires { value.has_value(); })
            return value ? said(*value) : none();
        else
            return both(value.first, value.second);
    }

    // The key of an operand, unless its insertion failed, or it is forged.
    const K *found(std::size_t place) const
    {
        const auto &text = words[place + 1];
        if (text.find_first_not_of("0123456789") != std::string::npos)
            return nullptr;
        auto at = keys.find(std::stoll(text));
        return at == keys.end() ? nullptr : &at->second;
    }
};

// The function of an operation, whatever it returns.
template <class C, class K> struct function : std::function<std::string(operation<C, K> &)> {
    template <class F>
        requires(!std::is_same_v<F, function>)
    function(F returned)
        : std::function<std::string(operation<C, K> &)>([returned](operation<C, K> &asked) {
              if constexpr (std::is_void_v<std::invoke_result_t<F, operation<C, K> &>>)
                  return returned(asked), done();
              else
                  return asked.said(returned(asked));
          })
    {
    }
};

template <class C, class K = int> using functions = std::map<std::string, function<C, K>>;

// What the table says of an operation, such as "add_edge* key key > key !missing"; a star marks what is needed.
struct row {
    std::string name;
    std::vector<std::string> operands;
    std::string answer, nothing;
    bool needed, both; // whether it concerns both containers
};

inline std::vector<row> read(std::string_view table)
{
    std::vector<row> rows;
    for (const auto &line : split(table, '\n')) {
        auto left = split(line.substr(0, line.find('>')), ' ');
        auto right = split(line.substr(line.find('>') + 1), ' ');
        auto name = left.front();
        bool needed = name.back() == '*';
        if (needed)
            name.pop_back();
        rows.push_back({name, {left.begin() + 1, left.end()}, right[0], right[1], needed, right.size() > 2});
    }
    return rows;
}

// A list in ascending order, because a container may iterate in any order.
inline std::string ascending(const std::string &word)
{
    auto words = split(word.substr(1, word.size() - 2), ',');
    auto numbers = [](const std::string &item) {
        auto slash = item.find('/');
        return std::pair(std::stoll(item), slash == item.npos ? 0 : std::atoll(item.c_str() + slash + 1));
    };
    std::stable_sort(words.begin(), words.end(),
                     [&](const auto &one, const auto &other) { return numbers(one) < numbers(other); });
    return items(words);
}

// One more item than a list can have after an operation: elements were added, or as many as an operand says.
inline std::int64_t most_after(std::int64_t most, const std::vector<std::string> &words)
{
    for (std::size_t i = 1; i < words.size(); i++)
        most += std::clamp<std::int64_t>(std::strtoll(words[i].c_str(), nullptr, 10), 0, most_items);
    return std::min(most + 1, most_items);
}

template <class C, class K>
std::string answered(const row &row, const function<C, K> &carry, operation<C, K> &asked, bool shows)
{
    for (std::size_t place = 0; place < row.operands.size(); place++)
        if (row.operands[place] == "key" && !asked.found(place))
            return row.nothing;
    try {
        auto answer = carry(asked);
        return row.answer == "value" && !shows && answer.starts_with("[") ? ascending(answer) : answer;
    } catch (const refusal &reason) {
        return refused(reason.what());
    } catch (const std::exception &error) {
        std::cerr << "answered !other: " << error.what() << std::endl;
    }
    return "!other";
}

// How many insertions an operation is.
template <class C, class K> std::int64_t insertions(const row &row, const operation<C, K> &asked)
{
    auto counted = std::find(row.operands.begin(), row.operands.end(), "count");
    if (!row.answer.starts_with("key"))
        return 0;
    return counted == row.operands.end() ? 1 : asked.number(counted - row.operands.begin());
}

// The answers to a program.
template <class C, class K, class Open>
std::string answers(const std::string &line, const std::vector<row> &rows, Open open, const functions<C, K> &known)
{
    auto colon = line.find(" : ");
    choices chosen;
    for (const auto &each : split(line.substr(0, colon), ' '))
        if (auto at = each.find('='); at != std::string::npos)
            chosen[each.substr(0, at)] = each.substr(at + 1);
    auto words = split(line.substr(colon + 3), ' ');
    bool shows = !line.starts_with(levels[0]);
    std::unique_ptr<C> containers[2];
    try {
        containers[0] = open(chosen);
    } catch (const std::exception &error) { // it refuses this configuration, so that every operation fails
        std::cerr << "answered !other: " << error.what() << std::endl;
    }
    std::map<std::int64_t, K> keys[2];
    std::int64_t most = 1, inserted = 0;
    for (auto &word : words) {
        auto alone = without_way(word);
        std::size_t on = alone.starts_with("2.");
        auto parts = split(alone.substr(2 * on), ':');
        auto which = std::find_if(rows.begin(), rows.end(), [&](const row &each) { return each.name == parts[0]; });
        if (!containers[0] || which == rows.end()) {
            word = "!other";
            continue;
        }
        if (!containers[1] && (on || which->both)) // the second is made when it is needed
            containers[1] = open(chosen);
        most = most_after(which->both ? 2 * most : most, parts);
        operation<C, K> asked{*containers[on], inserted, parts, keys[on], most};
        inserted += insertions(*which, asked);
        asked.other = which->both ? containers[1 - on].get() : nullptr;
        word = answered(*which, known.at(parts[0]), asked, shows);
        if (asked.clone) {
            containers[1 - on] = std::move(asked.clone);
            keys[1 - on] = keys[on];
        }
        if (which->answer == "exchange" && word == done())
            std::swap(keys[0], keys[1]);
    }
    return joined(words, " ");
}

// Answers every line of standard input, until it ends. If the answers cannot be written, the status is 1.
template <class C, class K, class Open>
int serve(const std::string &fields, std::string_view table, Open open, const functions<C, K> &known)
{
    auto rows = read(table);
    std::vector<std::string> names, missing, without, visible;
    bool keyed = false;
    std::size_t level = 0, shown = 0;
    for (const auto &each : rows) {
        names.push_back(each.name);
        if (each.answer != "shown")
            visible.push_back(each.name);
        else if (shown++ == level && known.contains(each.name))
            level++;
        keyed = keyed || std::find(each.operands.begin(), each.operands.end(), "key") != each.operands.end();
        if (known.contains(each.name))
            continue;
        without.push_back(each.name);
        if (each.needed)
            missing.push_back(each.name);
    }
    for (const auto &[name, _] : known)
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            std::cerr << "there is no operation " << name << "; choose one of " << joined(names, ", ") << std::endl;
            return 1;
        }
    if (known.empty() && missing.empty())
        missing = visible;
    if (!missing.empty()) {
        std::cerr << "nothing can be verified yet; fill in " << joined(missing, ", ") << std::endl;
        return 1;
    }
    if (keyed)
        without.push_back("forge");
    auto hello = "port " + fields + " level=" + levels[level];
    if (!without.empty())
        hello += " without=" + joined(without, ",");
    for (std::string line; std::getline(std::cin, line);) {
        while (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (line.empty())
            continue;
        std::cout << (line.starts_with("hello") ? hello : answers<C, K>(line, rows, open, known)) << std::endl;
        if (!std::cout)
            return 1;
    }
    return 0;
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
