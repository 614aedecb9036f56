// A slot map: elements in slots, each with a generation that distinguishes successive elements.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

struct Key {
    std::uint64_t index, generation;
};

class SlotMap {
public:
    // At most `capacity` elements, if that is not 0.
    explicit SlotMap(std::size_t capacity) : capacity(capacity) {}

    std::size_t size() const { return slots.size() - vacant.size(); }

    // Returns nothing if there is no room.
    std::optional<Key> insert(std::int64_t element)
    {
        if (capacity > 0 && size() == capacity)
            return std::nullopt;
        if (vacant.empty()) {
            vacant.push_back(slots.size());
            slots.emplace_back();
        }
        std::uint64_t index = vacant.back();
        vacant.pop_back();
        slots[index].element = element;
        return Key{index, slots[index].generation};
    }

    // Returns a pointer to the element of a key; null if it was removed.
    std::int64_t *at(Key key)
    {
        bool found = key.index < slots.size() && slots[key.index].generation == key.generation;
        return found && slots[key.index].element ? &*slots[key.index].element : nullptr;
    }

    std::optional<std::int64_t> remove(Key key)
    {
        if (at(key) == nullptr)
            return std::nullopt;
        std::int64_t element = *at(key);
        slots[key.index] = {key.generation + 1, std::nullopt};
        vacant.push_back(key.index);
        return element;
    }

    template <class Visit> void each(Visit visit) const
    {
        for (std::size_t i = 0; i < slots.size(); i++)
            if (slots[i].element)
                visit(Key{i, slots[i].generation}, *slots[i].element);
    }

private:
    struct Slot {
        std::uint64_t generation = 0;
        std::optional<std::int64_t> element;
    };

    std::size_t capacity;
    std::vector<Slot> slots;
    std::vector<std::uint64_t> vacant;
};
