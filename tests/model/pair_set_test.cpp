#include "model/pair_set.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

TEST(PairSet, KeysDoNotDependOnTheOrder) {
    EXPECT_EQ(PairSet::key(3, 9), PairSet::key(9, 3));
    EXPECT_NE(PairSet::key(3, 9), PairSet::key(3, 10));
    EXPECT_NE(PairSet::key(0, 1), PairSet::key(1, 1));
}

TEST(PairSet, IsEmptyAtFirst) {
    PairSet set;
    EXPECT_EQ(set.size(), 0u);
    EXPECT_FALSE(set.contains(PairSet::key(1, 2)));
    set.erase(PairSet::key(1, 2));
    EXPECT_EQ(set.size(), 0u);
}

TEST(PairSet, TellsNewFromKnown) {
    PairSet set;
    EXPECT_TRUE(set.insert(PairSet::key(1, 2)));
    EXPECT_FALSE(set.insert(PairSet::key(2, 1)));
    EXPECT_EQ(set.size(), 1u);
    set.erase(PairSet::key(2, 1));
    EXPECT_TRUE(set.insert(PairSet::key(1, 2)));
}

TEST(PairSet, DoesWhatAnOrdinarySetDoes) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        PairSet set;
        std::set<uint64_t> reference;
        test::Dice dice(seed);
        // few shapes give many collisions and erasures inside runs
        const int shapes = seed % 2 ? 40 : 400;
        for (int i = 0; i < 40000; ++i) {
            const uint64_t key = PairSet::key(static_cast<uint32_t>(dice.below(shapes)),
                                              static_cast<uint32_t>(dice.below(shapes)));
            if (dice.below(5) < (i / 4000 % 2 ? 2 : 3)) {
                ASSERT_EQ(set.insert(key), reference.insert(key).second);
            } else {
                set.erase(key);
                reference.erase(key);
            }
            ASSERT_EQ(set.size(), reference.size());
            const uint64_t other = PairSet::key(static_cast<uint32_t>(dice.below(shapes)),
                                                static_cast<uint32_t>(dice.below(shapes)));
            ASSERT_EQ(set.contains(other), reference.count(other) == 1);
        }
        for (const uint64_t key : reference) ASSERT_TRUE(set.contains(key));
    }
}

}  // namespace
}  // namespace cairn
