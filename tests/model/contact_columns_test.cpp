#include "model/contact_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

TEST(ContactColumns, ANewContactIsAllZero) {
    ContactColumns columns;
    columns.lanes = 4;
    const int slot = columns.add(3, 2, 77, 5, ~6);
    EXPECT_EQ(slot, 0);
    for (int column = 0; column < class_columns(2); ++column) EXPECT_EQ(columns.at(3, 2, slot, column), 0);
    EXPECT_EQ(columns.groups[3][2].members[0], 77);
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

/// Contacts of several parts that come, go and are put in order now and then.
struct Parted {
    static constexpr int parts = 5;
    ContactColumns columns;
    LaneOrder order;
    std::map<int32_t, int> slots;  // contact to slot
    int32_t next = 1;

    static float value(int32_t contact, int column) { return static_cast<float>(contact * 100 + column); }
    const LaneGroup& group() const { return columns.groups[7][2]; }

    void add(test::Dice& dice) {
        const int32_t contact = next++, part = dice.below(parts);
        const int slot = columns.add(7, 2, contact, contact * parts + part, ~contact, part);
        ASSERT_EQ(slots.count(contact), 0u);
        for (int column = 0; column < class_columns(2); ++column)
            columns.at(7, 2, slot, column) = value(contact, column);
        slots[contact] = slot;
    }

    void remove(test::Dice& dice) {
        auto victim = slots.begin();
        std::advance(victim, dice.below(static_cast<int>(slots.size())));
        const int slot = victim->second;
        slots.erase(victim);
        const int32_t moved = columns.remove(7, 2, slot);
        if (moved != -1) slots[moved] = slot;
    }

    void put_in_order(int count) {
        order.entries.clear();
        for (const auto& [contact, slot] : slots) {
            const BodyRef body = group().body_a[static_cast<size_t>(slot)];
            order.entries.push_back({count > 1 ? body % parts : 0, body, slot});
        }
        std::sort(order.entries.begin(), order.entries.end());
        columns.groups[7][2].permute(columns.shape(7, 2), order, count);
        for (int32_t slot = 0; slot < group().slots(); ++slot)
            if (group().members[static_cast<size_t>(slot)] != -1)
                slots[group().members[static_cast<size_t>(slot)]] = slot;
    }

    void expect_whole() const {
        ASSERT_EQ(group().count(), static_cast<int>(slots.size()));
        for (const auto& [contact, slot] : slots) {
            ASSERT_EQ(group().members[static_cast<size_t>(slot)], contact);
            ASSERT_EQ(group().body_a[static_cast<size_t>(slot)] / parts, contact);
            for (int column = 0; column < class_columns(2); ++column)
                ASSERT_EQ(columns.at(7, 2, slot, column), value(contact, column));
        }
        int in_runs = 0;
        group().for_each_run([&](int first, int last) { in_runs += last - first; });
        ASSERT_EQ(in_runs, group().count()) << "runs hold every contact and nothing else";
    }

    /// Blocks of the widest kind in which two parts meet.
    int mixed_blocks() const {
        std::map<int, std::set<int>> met;
        for (const auto& [contact, slot] : slots)
            met[slot / segment_grain].insert(group().body_a[static_cast<size_t>(slot)] % parts);
        int mixed = 0;
        for (const auto& [block, found] : met) mixed += found.size() > 1;
        return mixed;
    }
};

TEST(ContactColumns, KeepTheValuesOfEachContactThroughAnyOrderOfAddingAndRemoving) {
    for (const int lanes : {1, 4, 8, 16}) {
        test::Dice dice(static_cast<uint64_t>(lanes));
        Parted parted;
        parted.columns.lanes = lanes;
        for (int i = 0; i < 2000; ++i) {
            if (parted.slots.empty() || dice.below(5) < 3)
                parted.add(dice);
            else
                parted.remove(dice);
            ASSERT_EQ(parted.group().count(), static_cast<int>(parted.slots.size()));
        }
        parted.expect_whole();
        EXPECT_EQ(parted.group().slots(), parted.group().count());
    }
}

TEST(ContactColumns, KeepPartsInBlocksOfTheirOwnAndEveryValueWhileContactsComeAndGo) {
    for (const int lanes : {1, 4, 8, 16}) {
        test::Dice dice(static_cast<uint64_t>(100 + lanes));
        Parted parted;
        parted.columns.lanes = lanes;
        for (int round = 0; round < 30; ++round) {
            for (int i = 0; i < 200; ++i)
                if (parted.slots.empty() || dice.below(10) < (round < 20 ? 7 : 3))
                    parted.add(dice);
                else
                    parted.remove(dice);
            parted.expect_whole();
            if (round % 7 != 0) {
                EXPECT_EQ(parted.mixed_blocks(), 0) << "however many came";
            }
            parted.put_in_order(round % 7 == 6 ? 1 : Parted::parts);
            parted.expect_whole();
            if (round % 7 != 6) {
                EXPECT_EQ(parted.mixed_blocks(), 0);
            } else {
                EXPECT_EQ(parted.group().slots(), parted.group().count()) << "one part has no gaps";
            }
        }
    }
}

TEST(ContactColumns, GiveANewContactAPlaceWithItsPartWhileThereIsRoom) {
    ContactColumns columns;
    columns.lanes = 4;
    LaneOrder order;
    for (int32_t i = 0; i < 40; ++i) {
        columns.add(0, 0, i, i, ~0);
        order.entries.push_back({i / 20, i, i});
    }
    columns.groups[0][0].permute(columns.shape(0, 0), order, 2);
    const Segment second = columns.groups[0][0].segments[1];
    EXPECT_EQ(second.begin % segment_grain, 0);
    EXPECT_EQ(second.used, 20);
    EXPECT_EQ(columns.add(0, 0, 40, 40, ~0, 1), second.begin + 20);
    EXPECT_EQ(columns.remove(0, 0, second.begin), 40) << "the last of the same part takes the place";
    while (columns.groups[0][0].segments[1].used < second.room) columns.add(0, 0, 50, 50, ~0, 1);
    const int end = columns.groups[0][0].slots();
    EXPECT_EQ(columns.add(0, 0, 98, 98, ~0, 1), end) << "and then in a block at the end";
    EXPECT_EQ(columns.add(0, 0, 99, 99, ~0, 1), end + 1);
}

}  // namespace
}  // namespace cairn
