#pragma once
// A 64-bit hash of state, word by word; the same on every machine of either word size (little-endian values,
// no padding).

#include <cstdint>
#include <cstring>

#include <cairn/math.hpp>

namespace cairn {

class Hash {
public:
    void add(uint64_t word) {
        state_ = (state_ ^ word) * 0x9e3779b97f4a7c15ull;
        state_ ^= state_ >> 32;
    }
    void add(uint32_t word) { add(static_cast<uint64_t>(word)); }
    void add(int32_t word) { add(static_cast<uint64_t>(static_cast<uint32_t>(word))); }
    void add(bool value) { add(static_cast<uint64_t>(value)); }
    void add(float value) {
        uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        add(bits);
    }
    void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
    void add(Quat q) { add(q.x), add(q.y), add(q.z), add(q.w); }
    void add(const Transform& t) { add(t.position), add(t.rotation); }

    uint64_t value() const { return state_; }

private:
    uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace cairn
