#pragma once
// Vectors whose data starts on a cache line, for records that wide kernels load whole.

#include <cstddef>
#include <new>
#include <vector>

namespace cairn {

template <class T>
struct AlignedAllocator {
    using value_type = T;
    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}

    T* allocate(size_t n) { return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64})); }
    void deallocate(T* p, size_t) { ::operator delete (p, std::align_val_t{64}); }
    template <class U>
    bool operator==(const AlignedAllocator<U>&) const {
        return true;
    }
};

template <class T>
using Buffer = std::vector<T, AlignedAllocator<T>>;

/// As resize, but where there is no room it is made for a quarter more: by doubling, half of the memory of a
/// large world can lie idle.
template <class V, class... Value>
void grow(V& v, size_t size, const Value&... value) {
    if (size > v.capacity()) v.reserve(size + size / 4 + 8);
    v.resize(size, value...);
}

template <class V>
size_t bytes_of(const V& v) {
    return v.capacity() * sizeof(v[0]);
}

}  // namespace cairn
