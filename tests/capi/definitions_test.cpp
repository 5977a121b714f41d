// Definitions of the C API start out as the C++ ones, and no field is lost or swapped on the way in or out.

#include <gtest/gtest.h>

#include "capi/convert.hpp"
#include "tests/capi/same_fields.hpp"

namespace cairn::capi_test {
namespace {

/// The part of a C definition that belongs to one kind of joint.
const cairn_ball_joint& part(const cairn_joint_def& def, const BallJoint&) { return def.as.ball; }
const cairn_hinge_joint& part(const cairn_joint_def& def, const HingeJoint&) { return def.as.hinge; }
const cairn_slider_joint& part(const cairn_joint_def& def, const SliderJoint&) { return def.as.slider; }
const cairn_fixed_joint& part(const cairn_joint_def& def, const FixedJoint&) { return def.as.fixed; }
const cairn_distance_joint& part(const cairn_joint_def& def, const DistanceJoint&) { return def.as.distance; }
const cairn_wheel_joint& part(const cairn_joint_def& def, const WheelJoint&) { return def.as.wheel; }
const cairn_motor_joint& part(const cairn_joint_def& def, const MotorJoint&) { return def.as.motor; }
const cairn_user_joint& part(const cairn_joint_def& def, const UserJoint&) { return def.as.user; }

template <class Joint>
class CApiJoint : public testing::Test {};
using Joints = testing::Types<BallJoint, HingeJoint, SliderJoint, FixedJoint, DistanceJoint, WheelJoint,
                              MotorJoint, UserJoint>;
TYPED_TEST_SUITE(CApiJoint, Joints);

TYPED_TEST(CApiJoint, has_the_defaults_of_cpp) {
    const TypeParam cpp;
    const int type = static_cast<int>(JointDef(cpp).index());
    const cairn_joint_def c = cairn_joint_def_default(type);
    EXPECT_EQ(c.type, type);
    expect_same(c, static_cast<const JointBase&>(cpp));
    expect_same(part(c, cpp), cpp);
}

TYPED_TEST(CApiJoint, keeps_every_field_both_ways) {
    TypeParam cpp;
    Numbers numbers;
    number(numbers, static_cast<JointBase&>(cpp));
    number(numbers, cpp);
    const cairn_joint_def c = capi::to_c(JointDef(cpp));
    expect_same(c, static_cast<const JointBase&>(cpp));
    expect_same(part(c, cpp), cpp);
    const JointDef back = capi::to_cpp(c);
    ASSERT_TRUE(std::holds_alternative<TypeParam>(back));
    expect_same(c, static_cast<const JointBase&>(std::get<TypeParam>(back)));
    expect_same(part(c, cpp), std::get<TypeParam>(back));
}

TEST(CApiDefaults, of_definitions_are_those_of_cpp) {
    expect_same(cairn_world_def_default(), WorldDef{});
    expect_same(cairn_body_def_default(), BodyDef{});
    expect_same(cairn_shape_def_default(), ShapeDef{});
    EXPECT_TRUE(cairn_soft_step_default() == SoftStep{});
    EXPECT_TRUE(cairn_filter_default() == Filter{});
    EXPECT_EQ(cairn_query_filter_default().mask, QueryFilter{}.mask);
    EXPECT_TRUE(cairn_body_is_null(cairn_query_filter_default().ignored));
}

template <class Def>
void expect_kept_both_ways() {
    Def cpp;
    Numbers numbers;
    number(numbers, cpp);
    const auto c = capi::to_c(cpp);
    expect_same(c, cpp);
    expect_same(c, capi::to_cpp(c));
}

TEST(CApiDefinition, keeps_every_field_both_ways) {
    expect_kept_both_ways<WorldDef>();
    expect_kept_both_ways<BodyDef>();
    expect_kept_both_ways<ShapeDef>();
}

TEST(CApiDefaults, of_geometries_are_those_of_cpp) {
    EXPECT_EQ(cairn_geometry_default(CAIRN_GEOMETRY_SPHERE).as.sphere.radius, Sphere{}.radius);
    const cairn_capsule capsule = cairn_geometry_default(CAIRN_GEOMETRY_CAPSULE).as.capsule;
    EXPECT_TRUE(capsule.a == Capsule{}.a && capsule.b == Capsule{}.b);
    EXPECT_EQ(capsule.radius, Capsule{}.radius);
    const cairn_box box = cairn_geometry_default(CAIRN_GEOMETRY_BOX).as.box;
    EXPECT_TRUE(box.half_extents == Box{}.half_extents && box.center == Box{}.center &&
                box.rotation == Quat{});
    EXPECT_EQ(cairn_geometry_default(CAIRN_GEOMETRY_HULL).as.hull, nullptr);
    const cairn_half_space half_space = cairn_geometry_default(CAIRN_GEOMETRY_HALF_SPACE).as.half_space;
    EXPECT_TRUE(half_space.normal == HalfSpace{}.normal);
    EXPECT_EQ(half_space.offset, HalfSpace{}.offset);
}

TEST(CApiDefaults, of_rows_and_drawing_are_those_of_cpp) {
    const cairn_row row = cairn_row_default();
    EXPECT_EQ(row.lower, Row{}.lower);
    EXPECT_EQ(row.upper, Row{}.upper);
    EXPECT_EQ(row.active, Row{}.active);
    EXPECT_EQ(row.speed, Row{}.speed);
    const cairn_debug_draw_options options = cairn_debug_draw_options_default();
    EXPECT_EQ(options.shapes, DebugDrawOptions{}.shapes);
    EXPECT_EQ(options.bounds, DebugDrawOptions{}.bounds);
    EXPECT_EQ(options.centers, DebugDrawOptions{}.centers);
}

}  // namespace
}  // namespace cairn::capi_test
