// The port of cpp-list: std::list behind the conformance kit's line protocol, version 3.
//
// Every operation is carried out by the list; the port keeps only the table of its iterators by number.

#include <algorithm>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

namespace {

const char HANDSHAKE[] =
    "port protocol=3 name=cpp-list version=17 system=slab level=contract stale=undefined remove=silent "
    "without=contains,drain,forge,insert_with,lend,put,reload,repack,reserve,shrink_to_fit";

// The numbers between the colons of a word.
using Operands = std::vector<int>;

std::string listed(std::vector<int> elements)
{
    std::sort(elements.begin(), elements.end());
    std::string list;
    for (int element : elements)
        list += (list.empty() ? "" : ",") + std::to_string(element);
    return "[" + list + "]";
}

// A fresh list, and what its insertions returned.
class Program {
public:
    std::string answer(const std::string &word)
    {
        std::istringstream parts(word);
        std::string name, operand;
        std::getline(parts, name, ':');
        Operands operands;
        while (std::getline(parts, operand, ':'))
            operands.push_back(std::atoi(operand.c_str()));
        auto operation = OPERATIONS.find(name);
        return operation == OPERATIONS.end() ? "!other" : operation->second(*this, operands);
    }

private:
    static const std::map<std::string, std::function<std::string(Program &, const Operands &)>> OPERATIONS;

    std::list<int> list;
    std::vector<std::list<int>::iterator> keys;

    std::string add(const Operands &)
    {
        keys.push_back(list.insert(list.end(), static_cast<int>(keys.size())));
        return "ok";
    }

    std::string extend(const Operands &operands)
    {
        std::vector<int> elements(operands[0]);
        std::iota(elements.begin(), elements.end(), static_cast<int>(keys.size()));
        auto first = list.insert(list.end(), elements.begin(), elements.end());
        std::string words;
        for (; first != list.end(); ++first) {
            keys.push_back(first);
            words += words.empty() ? "ok" : ",ok";
        }
        return "[" + words + "]";
    }

    std::string remove(const Operands &operands)
    {
        list.erase(keys[operands[0]]);
        return "ok";
    }

    std::string at(const Operands &operands)
    {
        return std::to_string(*keys[operands[0]]);
    }

    std::string pair(const Operands &operands)
    {
        const int &one = *keys[operands[0]], &other = *keys[operands[1]];
        return std::to_string(one) + "/" + std::to_string(other);
    }

    std::string replace(const Operands &operands)
    {
        *keys[operands[0]] = operands[1];
        return "yes";
    }

    std::string at_mut(const Operands &operands)
    {
        return std::to_string(*keys[operands[0]] += operands[1]);
    }

    std::string len(const Operands &)
    {
        return std::to_string(list.size());
    }

    std::string is_empty(const Operands &)
    {
        return list.empty() ? "yes" : "no";
    }

    std::string clear(const Operands &)
    {
        list.clear();
        return "ok";
    }

    std::string each(const Operands &)
    {
        return listed({list.begin(), list.end()});
    }

    std::string found(const Operands &)
    {
        std::vector<int> elements;
        for (auto key = list.begin(); key != list.end(); ++key)
            elements.push_back(*key);
        return listed(elements);
    }

    std::string each_mut(const Operands &operands)
    {
        for (int &element : list)
            element += operands[0];
        return "ok";
    }

    std::string retain(const Operands &operands)
    {
        std::vector<int> removed;
        list.remove_if([&](int element) {
            bool kept = element % operands[0] == operands[1];
            if (!kept)
                removed.push_back(element);
            return !kept;
        });
        return listed(removed);
    }
};

const std::map<std::string, std::function<std::string(Program &, const Operands &)>> Program::OPERATIONS = {
    {"add", &Program::add},           {"extend", &Program::extend},   {"remove", &Program::remove},
    {"at", &Program::at},             {"pair", &Program::pair},       {"replace", &Program::replace},
    {"at_mut", &Program::at_mut},     {"len", &Program::len},         {"is_empty", &Program::is_empty},
    {"clear", &Program::clear},       {"each", &Program::each},       {"keys", &Program::found},
    {"each_mut", &Program::each_mut}, {"retain", &Program::retain},
};

// Answers `contract name=value … : operation …`.
void answer_program(const std::string &line)
{
    std::istringstream words(line);
    std::string word;
    while (words >> word && word != ":") {
    }
    Program program;
    for (bool first = true; words >> word; first = false)
        std::cout << (first ? "" : " ") << program.answer(word);
}

} // namespace

int main()
{
    std::string line;
    while (std::getline(std::cin, line)) {
        if (line.find_first_not_of('\r') == std::string::npos)
            continue;
        if (line.rfind("hello ", 0) == 0)
            std::cout << HANDSHAKE;
        else
            answer_program(line);
        std::cout << std::endl;
    }
}
