#include <gtest/gtest.h>

#include <set>

#include <cairn/ids.hpp>

#include "base/check.hpp"
#include "base/hash.hpp"
#include "base/id_pool.hpp"

namespace cairn {
namespace {

TEST(IdPool, HandsOutSlotsInOrder) {
    IdPool<BodyId> pool;
    for (uint32_t i = 0; i < 5; ++i) EXPECT_EQ(pool.create().index, i);
    EXPECT_EQ(pool.count(), 5u);
}

TEST(IdPool, KnowsAnIdThatOutlivedItsThing) {
    IdPool<BodyId> pool;
    const BodyId first = pool.create();
    EXPECT_TRUE(pool.valid(first));
    pool.destroy(first.index);
    EXPECT_FALSE(pool.valid(first));
    EXPECT_FALSE(pool.alive(first.index));
    const BodyId second = pool.create();
    EXPECT_EQ(second.index, first.index);
    EXPECT_TRUE(pool.valid(second));
    EXPECT_FALSE(pool.valid(first));
    EXPECT_EQ(pool.id(first.index), second);
}

TEST(IdPool, ReusesSlotsLastInFirstOut) {
    IdPool<ShapeId> pool;
    for (int i = 0; i < 4; ++i) pool.create();
    pool.destroy(1);
    pool.destroy(3);
    EXPECT_EQ(pool.create().index, 3u);
    EXPECT_EQ(pool.create().index, 1u);
    EXPECT_EQ(pool.create().index, 4u);
}

TEST(IdPool, RefusesIdsFromElsewhere) {
    IdPool<BodyId> pool;
    pool.create();
    EXPECT_FALSE(pool.valid(BodyId{}));
    EXPECT_FALSE(pool.valid({7, 1}));
    EXPECT_FALSE(pool.valid({0, 0}));
    EXPECT_FALSE(pool.valid({0, 3}));
    EXPECT_TRUE(BodyId{}.is_null());
}

template <class... Values>
uint64_t hash_of(Values... values) {
    Hash hash;
    (hash.add(values), ...);
    return hash.value();
}

TEST(Hash, DependsOnValuesAndOrder) {
    EXPECT_EQ(hash_of(1.5f, 2.5f), hash_of(1.5f, 2.5f));
    EXPECT_NE(hash_of(1.5f, 2.5f), hash_of(2.5f, 1.5f));
    EXPECT_NE(hash_of(0u), hash_of());
    EXPECT_NE(hash_of(0u), hash_of(0u, 0u));
    EXPECT_NE(hash_of(0.0f), hash_of(-0.0f)) << "bits count, not values";
    EXPECT_EQ(hash_of(Vec3{1, 2, 3}), hash_of(1.0f, 2.0f, 3.0f));
}

TEST(Hash, SingleBitsNeverCancel) {
    std::set<uint64_t> seen;
    for (int word = 0; word < 4; ++word)
        for (int bit = 0; bit < 64; ++bit) {
            Hash hash;
            for (int i = 0; i < 4; ++i) hash.add(i == word ? uint64_t{1} << bit : uint64_t{0});
            EXPECT_TRUE(seen.insert(hash.value()).second) << word << " " << bit;
        }
}

TEST(Hash, IsTheSameOnEveryMachine) {
    // a value taken down once; it changes only if recordings become unreadable
    EXPECT_EQ(hash_of(uint64_t{1}), (0xcbf29ce484222325ull ^ 1) * 0x9e3779b97f4a7c15ull ^
                                        ((0xcbf29ce484222325ull ^ 1) * 0x9e3779b97f4a7c15ull) >> 32);
}

TEST(Check, KnowsWhatIsFinite) {
    const float inf = 1e38f * 100;
    EXPECT_TRUE(is_finite(0.0f) && is_finite(-3e38f) && is_finite(1e-45f));
    EXPECT_FALSE(is_finite(inf) || is_finite(-inf) || is_finite(inf - inf));
    EXPECT_FALSE(is_finite(Vec3{0, inf, 0}));
    EXPECT_FALSE(is_finite(Quat{0, 0, 0, inf}));
}

}  // namespace
}  // namespace cairn
