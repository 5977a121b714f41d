#pragma once
// Slots with generations. Freed slots are reused last in, first out, so that ids depend on the calls alone.

#include <cstdint>
#include <vector>

#include <cairn/ids.hpp>

namespace cairn {

template <class Id>
class IdPool {
public:
    Id create() {
        uint32_t index;
        if (free_.empty()) {
            index = static_cast<uint32_t>(generations_.size());
            generations_.push_back(0);
        } else {
            index = free_.back();
            free_.pop_back();
        }
        // odd while alive
        return {index, ++generations_[index]};
    }

    void destroy(uint32_t index) {
        ++generations_[index];
        free_.push_back(index);
    }

    bool valid(Id id) const {
        return id.index < generations_.size() && generations_[id.index] == id.generation && alive(id.index);
    }
    bool alive(uint32_t index) const { return (generations_[index] & 1u) != 0; }
    Id id(uint32_t index) const { return {index, generations_[index]}; }
    uint32_t capacity() const { return static_cast<uint32_t>(generations_.size()); }
    uint32_t count() const { return capacity() - static_cast<uint32_t>(free_.size()); }
    /// Everything that decides which ids come next.
    template <class Hash>
    void hash_into(Hash& hash) const {
        for (uint32_t generation : generations_) hash.add(generation);
        for (uint32_t index : free_) hash.add(index);
    }
    size_t bytes() const { return (generations_.capacity() + free_.capacity()) * sizeof(uint32_t); }

private:
    std::vector<uint32_t> generations_;
    std::vector<uint32_t> free_;
};

}  // namespace cairn
