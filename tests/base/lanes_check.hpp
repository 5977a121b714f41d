// The test of one lane count. A file defines CAIRN_LANES and includes this. Each operation must give, in
// every lane, the bits that plain scalar code gives.

#include "base/lane_records.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace cairn::CAIRN_WIDE {
namespace {

/// Numbers of all sizes and both signs, zeros among them.
struct Numbers {
    uint32_t state;

    float operator()() {
        state = state * 1664525u + 1013904223u;
        const uint32_t pick = state >> 28;
        if (pick == 0) return 0.0f;
        if (pick == 1) return -0.0f;
        uint32_t bits = (state << 3) ^ (state >> 7);
        bits = (bits & 0x80000000u) | ((87 + bits % 80) << 23) | (bits >> 5 & 0x7fffffu);  // 2^-40 to 2^40
        float value;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
};

struct alignas(64) Row {
    float v[lane_count];
};

Row fill(Numbers& numbers) {
    Row row;
    for (float& value : row.v) value = numbers();
    return row;
}

bool same_bits(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0; }

template <class Wide, class Scalar>
void expect_same(const char* name, const Row& a, const Row& b, Wide wide, Scalar scalar) {
    Row result;
    store(result.v, wide(load(a.v), load(b.v)));
    for (int i = 0; i < lane_count; ++i)
        EXPECT_TRUE(same_bits(result.v[i], scalar(a.v[i], b.v[i])))
            << name << " of " << a.v[i] << " and " << b.v[i] << " in lane " << i << ": " << result.v[i];
}

#define CAIRN_LANES_TEST CAIRN_JOIN(Lanes, CAIRN_LANES)

TEST(CAIRN_LANES_TEST, ArithmeticHasTheBitsOfScalars) {
    Numbers numbers{7};
    for (int repeat = 0; repeat < 500; ++repeat) {
        const Row a = fill(numbers), b = fill(numbers);
        expect_same(
            "sum", a, b, [](Float x, Float y) { return x + y; }, [](float x, float y) { return x + y; });
        expect_same(
            "difference", a, b, [](Float x, Float y) { return x - y; },
            [](float x, float y) { return x - y; });
        expect_same(
            "product", a, b, [](Float x, Float y) { return x * y; }, [](float x, float y) { return x * y; });
        expect_same(
            "minus", a, b, [](Float x, Float) { return -x; }, [](float x, float) { return -x; });
        expect_same(
            "minimum", a, b, [](Float x, Float y) { return min_of(x, y); },
            [](float x, float y) { return x < y ? x : y; });
        expect_same(
            "maximum", a, b, [](Float x, Float y) { return max_of(x, y); },
            [](float x, float y) { return x > y ? x : y; });
        expect_same(
            "root", a, b, [](Float x, Float) { return square_root(x * x); },
            [](float x, float) { return std::sqrt(x * x); });
        expect_same(
            "quotient", a, b, [](Float x, Float y) { return x / select(y == Float(0.0f), Float(3.0f), y); },
            [](float x, float y) { return x / (y == 0 ? 3.0f : y); });
        expect_same(
            "a product and a sum, not fused", a, b, [](Float x, Float y) { return x * y + x; },
            [](float x, float y) {
                volatile float product = x * y;
                return product + x;
            });
    }
}

TEST(CAIRN_LANES_TEST, TheLesserAndTheGreaterOfAnythingAreThoseOfScalars) {
    const float values[] = {0.0f, -0.0f, 1.0f, -1.0f, INFINITY, -INFINITY, NAN};
    for (const float x : values)
        for (const float y : values) {
            Row a, b;
            std::fill(a.v, a.v + lane_count, x), std::fill(b.v, b.v + lane_count, y);
            expect_same(
                "minimum", a, b, [](Float p, Float q) { return min_of(p, q); },
                [](float p, float q) { return p < q ? p : q; });
            expect_same(
                "maximum", a, b, [](Float p, Float q) { return max_of(p, q); },
                [](float p, float q) { return p > q ? p : q; });
        }
}

TEST(CAIRN_LANES_TEST, ComparisonsChooseLaneByLane) {
    Numbers numbers{9};
    for (int repeat = 0; repeat < 200; ++repeat) {
        const Row a = fill(numbers), b = fill(numbers);
        const auto pick = [](Mask m) { return select(m, Float(1.0f), Float(0.0f)); };
        expect_same(
            "less", a, b, [&](Float x, Float y) { return pick(x < y); },
            [](float x, float y) { return x < y ? 1.0f : 0.0f; });
        expect_same(
            "greater", a, b, [&](Float x, Float y) { return pick(x > y); },
            [](float x, float y) { return x > y ? 1.0f : 0.0f; });
        expect_same(
            "at most", a, b, [&](Float x, Float y) { return pick(x <= y); },
            [](float x, float y) { return x <= y ? 1.0f : 0.0f; });
        expect_same(
            "at least", a, b, [&](Float x, Float y) { return pick(x >= y); },
            [](float x, float y) { return x >= y ? 1.0f : 0.0f; });
        expect_same(
            "and", a, b, [&](Float x, Float y) { return pick((x > Float(0.0f)) & (y > Float(0.0f))); },
            [](float x, float y) { return x > 0 && y > 0 ? 1.0f : 0.0f; });
        expect_same(
            "neither", a, b, [&](Float x, Float y) { return pick(~((x > Float(0.0f)) | (y > Float(0.0f)))); },
            [](float x, float y) { return x > 0 || y > 0 ? 0.0f : 1.0f; });
    }
}

TEST(CAIRN_LANES_TEST, AnyFindsASingleLane) {
    for (int lane = 0; lane < lane_count; ++lane) {
        Row row{};
        EXPECT_FALSE(any(load(row.v) > Float(0.5f)));
        row.v[lane] = 1;
        EXPECT_TRUE(any(load(row.v) > Float(0.5f))) << lane;
        EXPECT_EQ(load(row.v)[lane], 1);
    }
}

/// As many as a record has, aligned as such records are.
template <int count>
struct alignas(4 * count) Floats {
    float v[count] = {};
};

template <int count>
std::vector<Floats<count>> random_records(uint32_t seed) {
    Numbers numbers{seed};
    std::vector<Floats<count>> records(40);
    for (Floats<count>& record : records)
        for (float& value : record.v) value = numbers();
    return records;
}

TEST(CAIRN_LANES_TEST, GatherAndScatterAreARoundTrip) {
    using Record = Floats<4>;
    const std::vector<Record> records = random_records<4>(3);
    std::vector<Record> copies(records.size());
    const float* from[lane_count];
    float* to[lane_count];
    Record rubbish{};
    for (int i = 0; i < lane_count; ++i) {
        const size_t index = static_cast<size_t>((i * 7 + 3) % 40);
        from[i] = records[index].v;
        to[i] = i % 3 == 2 ? rubbish.v : copies[index].v;  // some lanes must not be written
    }
    Float x, y, z, w;
    gather4([&](int lane) { return from[lane]; }, x, y, z, w);
    for (int i = 0; i < lane_count; ++i) {
        EXPECT_TRUE(same_bits(x[i], from[i][0]) && same_bits(y[i], from[i][1]) &&
                    same_bits(z[i], from[i][2]) && same_bits(w[i], from[i][3]))
            << "lane " << i;
    }
    scatter4([&](int lane) { return to[lane]; }, x, y, z, w);
    for (int i = 0; i < lane_count; ++i)
        EXPECT_TRUE(to[i] == rubbish.v || std::memcmp(to[i], from[i], 16) == 0) << "lane " << i;
    int written = 0;
    for (const Record& copy : copies)
        written += copy.v[0] != 0 || copy.v[1] != 0 || copy.v[2] != 0 || copy.v[3] != 0;
    EXPECT_EQ(written, lane_count - lane_count / 3) << "and nothing else";
}

TEST(CAIRN_LANES_TEST, EightFloatsGatherAndScatterAsTwiceFour) {
    const std::vector<Floats<8>> records = random_records<8>(4);
    std::vector<Floats<8>> copies(records.size());
    const auto index = [](int lane) { return static_cast<size_t>((lane * 7 + 3) % 40); };
    const Octet octet = gather8([&](int lane) { return records[index(lane)].v; });
    for (int half = 0; half < 2; ++half) {
        Float four[4];
        gather4([&](int lane) { return records[index(lane)].v + 4 * half; }, four[0], four[1], four[2],
                four[3]);
        for (int i = 0; i < 4; ++i)
            for (int lane = 0; lane < lane_count; ++lane)
                EXPECT_TRUE(same_bits((half == 0 ? octet.first : octet.second)[i][lane], four[i][lane]))
                    << half << ", " << i << ", lane " << lane;
    }
    scatter8([&](int lane) { return copies[index(lane)].v; }, octet);
    for (int lane = 0; lane < lane_count; ++lane)
        EXPECT_EQ(std::memcmp(copies[index(lane)].v, records[index(lane)].v, 32), 0) << "lane " << lane;
}

TEST(CAIRN_LANES_TEST, InverseOfASymmetricMatrixIsItsInverse) {
    Numbers numbers{5};
    for (int repeat = 0; repeat < 50; ++repeat) {
        Row d[6];
        for (Row& row : d)
            for (float& value : row.v) value = 0.5f + std::fmod(std::fabs(numbers()), 1.0f);
        // 4 on the diagonal keeps it well conditioned
        const Sym3w m{load(d[0].v) + Float(4.0f),
                      load(d[1].v) + Float(4.0f),
                      load(d[2].v) + Float(4.0f),
                      load(d[3].v),
                      load(d[4].v),
                      load(d[5].v)};
        const Sym3w inverted = inverse(m);
        const Vec3w v = m * (inverted * Vec3w{Float(1.0f), Float(2.0f), Float(3.0f)});
        for (int i = 0; i < lane_count; ++i) {
            EXPECT_NEAR(v.x[i], 1, 1e-5);
            EXPECT_NEAR(v.y[i], 2, 1e-5);
            EXPECT_NEAR(v.z[i], 3, 1e-5);
        }
    }
    const Float zero(0.0f);
    const Sym3w nothing = inverse(Sym3w{zero, zero, zero, zero, zero, zero});
    EXPECT_EQ(nothing.xx[0], 0) << "a singular matrix has the inverse zero";
}

TEST(CAIRN_LANES_TEST, RotationTurnsAsQuaternionsDo) {
    const float half = std::sqrt(0.5f);
    const Quatw q{Float(0.0f), Float(0.0f), Float(half), Float(half)};
    const Vec3w v = rotate(q, Vec3w{Float(1.0f), Float(0.0f), Float(2.0f)});
    for (int i = 0; i < lane_count; ++i) {
        EXPECT_NEAR(v.x[i], 0, 1e-6);
        EXPECT_NEAR(v.y[i], 1, 1e-6);
        EXPECT_NEAR(v.z[i], 2, 1e-6);
    }
}

}  // namespace
}  // namespace cairn::CAIRN_WIDE
