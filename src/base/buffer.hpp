#pragma once
// Vectors for whatever a world has many of. Their data starts on a cache line, for records that wide kernels
// load whole; and where there are megabytes of it, on a large page (buffer.cpp says why).

#include <cstddef>
#include <vector>

namespace cairn {

void* allocate_buffer(size_t bytes);
void free_buffer(void* memory, size_t bytes);

template <class T>
struct AlignedAllocator {
    using value_type = T;
    AlignedAllocator() = default;
    template <class U>
    AlignedAllocator(const AlignedAllocator<U>&) {}

    T* allocate(size_t n) { return static_cast<T*>(allocate_buffer(n * sizeof(T))); }
    void deallocate(T* p, size_t n) { free_buffer(p, n * sizeof(T)); }
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
