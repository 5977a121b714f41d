// Every lane gives the bits of the scalar function.
#define CAIRN_LANES 4
#include "base/lanes.hpp"
#include "math/trigonometry.hpp"

#include <gtest/gtest.h>

namespace cairn {
namespace {

using wide4::Float;

TEST(TrigonometryInLanes, GivesTheBitsOfTheScalarFunctions) {
    for (int i = -100'000; i < 100'000; i += 4) {
        alignas(16) float angle[4], other[4];
        for (int k = 0; k < 4; ++k) {
            angle[k] = float(i + k) * 0.0131f;
            other[k] = float((i + k) % 97) * 0.71f;
        }
        const SineCosine<Float> wide = sine_cosine_in_range(wide4::load(angle));
        const Float tangent = arc_tangent2_of(wide4::load(angle), wide4::load(other));
        const Float arc = arc_cosine_of(wide.sine);
        for (int k = 0; k < 4; ++k) {
            const SineCosine<float> scalar = sine_cosine(angle[k]);
            ASSERT_EQ(wide.sine[k], scalar.sine) << angle[k];
            ASSERT_EQ(wide.cosine[k], scalar.cosine) << angle[k];
            ASSERT_EQ(tangent[k], arc_tangent2(angle[k], other[k])) << angle[k] << " " << other[k];
            ASSERT_EQ(arc[k], arc_cosine(scalar.sine)) << angle[k];
        }
    }
}

}  // namespace
}  // namespace cairn
