#pragma once
// A list of the indices that have some property, in no order that matters to anybody, but one that depends on
// the calls alone. Each member knows its place in the list, so that it leaves as fast as it came: the last
// one takes its place.

#include <cstdint>
#include <vector>

#include "base/index.hpp"

namespace cairn {

/// `place(i)` is a reference to what member i knows of its place.
template <class Place>
void join_list(std::vector<int32_t>& list, int32_t member, Place&& place) {
    place(member) = static_cast<int32_t>(list.size());
    list.push_back(member);
}

/// What it knew of its place is none from now on.
template <class Place>
void leave_list(std::vector<int32_t>& list, int32_t member, Place&& place) {
    const int32_t last = list.back();
    list[at(place(member))] = last;
    place(last) = place(member);
    list.pop_back();
    place(member) = -1;
}

}  // namespace cairn
