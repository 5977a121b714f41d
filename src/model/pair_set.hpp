#pragma once
// The set of shape pairs that have a contact: open addressing with backward-shift deletion. Never iterated,
// so its order matters to nobody.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ask.hpp"
#include "base/buffer.hpp"

namespace cairn {

class PairSet {
public:
    static uint64_t key(uint32_t a, uint32_t b) {
        return a < b ? static_cast<uint64_t>(a) << 32 | b : static_cast<uint64_t>(b) << 32 | a;
    }

    bool contains(uint64_t key) const {
        if (keys_.empty()) return false;
        for (size_t i = home(key);; i = (i + 1) & mask()) {
            if (keys_[i] == key) return true;
            if (keys_[i] == empty) return false;
        }
    }

    /// Brings what `contains` will look at nearer.
    void ask_for(uint64_t key) const {
        if (!keys_.empty()) cairn::ask_for(&keys_[home(key)]);
    }

    /// False where it was there already.
    bool insert(uint64_t key) {
        if (2 * (count_ + 1) > keys_.size()) grow();
        for (size_t i = home(key);; i = (i + 1) & mask()) {
            if (keys_[i] == key) return false;
            if (keys_[i] == empty) {
                keys_[i] = key;
                ++count_;
                return true;
            }
        }
    }

    void erase(uint64_t key) {
        if (keys_.empty()) return;
        size_t i = home(key);
        while (keys_[i] != key) {
            if (keys_[i] == empty) return;
            i = (i + 1) & mask();
        }
        --count_;
        // close the gap: move back every later key of the run that may stand here
        for (size_t j = (i + 1) & mask(); keys_[j] != empty; j = (j + 1) & mask()) {
            const size_t wanted = home(keys_[j]);
            if (((j - wanted) & mask()) >= ((j - i) & mask())) {
                keys_[i] = keys_[j];
                i = j;
            }
        }
        keys_[i] = empty;
    }

    size_t size() const { return count_; }
    size_t bytes() const { return keys_.capacity() * sizeof(uint64_t); }

private:
    static constexpr uint64_t empty = ~uint64_t{0};

    size_t mask() const { return keys_.size() - 1; }
    size_t home(uint64_t key) const { return (key * 0x9e3779b97f4a7c15ull >> 20) & mask(); }
    void grow() {
        Buffer<uint64_t> old(keys_.empty() ? 64 : 2 * keys_.size(), empty);
        old.swap(keys_);
        count_ = 0;
        for (uint64_t k : old)
            if (k != empty) insert(k);
    }

    Buffer<uint64_t> keys_;
    size_t count_ = 0;
};

}  // namespace cairn
