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

template <class V>
size_t bytes_of(const V& v) {
    return v.capacity() * sizeof(v[0]);
}

}  // namespace cairn
