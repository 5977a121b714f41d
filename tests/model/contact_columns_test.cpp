#include "model/contact_columns.hpp"

#include <gtest/gtest.h>

#include <map>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

TEST(ContactColumns, ANewContactIsAllZero) {
    ContactColumns columns;
    columns.lanes = 4;
    const int slot = columns.add(3, 2, 77, 5, ~6);
    EXPECT_EQ(slot, 0);
    for (int column = 0; column < class_columns(2); ++column) EXPECT_EQ(columns.at(3, 2, slot, column), 0);
    EXPECT_EQ(columns.groups[3][2].contacts[0], 77);
    EXPECT_EQ(columns.groups[3][2].body_a[0], 5);
    EXPECT_EQ(columns.groups[3][2].body_b[0], ~6);
    EXPECT_EQ(columns.groups[3][2].body_a[1], ~0) << "lanes without a contact read the world";
    EXPECT_EQ(columns.block_count(3, 2), 1);
}

TEST(ContactColumns, LanesLieSideBySideInABlock) {
    ContactColumns columns;
    columns.lanes = 8;
    for (int i = 0; i < 10; ++i) columns.add(0, 1, i, i, i + 1);
    EXPECT_EQ(columns.block_count(0, 1), 2);
    EXPECT_EQ(&columns.at(0, 1, 3, 5) - &columns.at(0, 1, 2, 5), 1);
    EXPECT_EQ(&columns.at(0, 1, 3, 6) - &columns.at(0, 1, 3, 5), 8);
    EXPECT_EQ(&columns.at(0, 1, 8, 0) - &columns.at(0, 1, 0, 0), 8 * class_columns(1));
}

TEST(ContactColumns, EveryContactOfTheOverflowHasABlockOfItsOwn) {
    ContactColumns columns;
    columns.lanes = 16;
    for (int i = 0; i < 3; ++i) columns.add(overflow_color, 0, i, 1, 2);
    EXPECT_EQ(columns.block_count(overflow_color, 0), 3);
    EXPECT_EQ(&columns.at(overflow_color, 0, 0, 1) - &columns.at(overflow_color, 0, 0, 0), 1);
}

TEST(ContactColumns, KeepTheValuesOfEachContactThroughAnyOrderOfAddingAndRemoving) {
    for (const int lanes : {1, 4, 8, 16}) {
        ContactColumns columns;
        columns.lanes = lanes;
        std::map<int32_t, int> slots;  // contact to slot
        test::Dice dice(static_cast<uint64_t>(lanes));
        const auto value = [](int32_t contact, int column) {
            return static_cast<float>(contact * 100 + column);
        };
        for (int32_t i = 0; i < 2000; ++i) {
            if (slots.empty() || dice.below(5) < 3) {
                const int slot = columns.add(7, 2, i, i, ~i);
                for (int column = 0; column < class_columns(2); ++column)
                    columns.at(7, 2, slot, column) = value(i, column);
                slots[i] = slot;
            } else {
                auto victim = slots.begin();
                std::advance(victim, dice.below(static_cast<int>(slots.size())));
                const int slot = victim->second;
                slots.erase(victim);
                const int32_t moved = columns.remove(7, 2, slot);
                if (moved != -1) slots[moved] = slot;
            }
            ASSERT_EQ(columns.groups[7][2].count(), static_cast<int>(slots.size()));
        }
        for (const auto& [contact, slot] : slots) {
            ASSERT_EQ(columns.groups[7][2].contacts[static_cast<size_t>(slot)], contact);
            ASSERT_EQ(columns.groups[7][2].body_a[static_cast<size_t>(slot)], contact);
            for (int column = 0; column < class_columns(2); ++column)
                ASSERT_EQ(columns.at(7, 2, slot, column), value(contact, column));
        }
    }
}

}  // namespace
}  // namespace cairn
