// Functions that C++ hands to the C API may throw: nothing of it crosses the boundary, and the world is as it
// was.

#include <cairn/cairn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <thread>

namespace {

using testing::HasSubstr;
using testing::StartsWith;

void throw_mine() { throw std::runtime_error("mine"); }

class CApiException : public testing::Test {
protected:
    ~CApiException() override { cairn_world_destroy(world); }

    cairn_body add_ball(float y) {
        cairn_body_def def = cairn_body_def_default();
        def.position.y = y;
        const cairn_body body = cairn_body_add(world, &def);
        const cairn_geometry sphere = cairn_geometry_sphere(0.5f);
        cairn_shape_add(world, body, &sphere, nullptr);
        return body;
    }

    cairn_world* world = cairn_world_create(nullptr);
};

TEST_F(CApiException, of_drawing_ends_the_drawing_alone) {
    add_ball(5);
    cairn_debug_draw draw{};
    draw.shape = [](void*, const cairn_geometry*, const cairn_transform*, uint32_t) { throw_mine(); };
    const uint64_t hash = cairn_world_hash(world);
    EXPECT_FALSE(cairn_world_draw(world, &draw, nullptr));
    EXPECT_STREQ(cairn_last_error(), "cairn_world_draw: mine");
    draw.shape = [](void*, const cairn_geometry*, const cairn_transform*, uint32_t) { throw 7; };
    EXPECT_FALSE(cairn_world_draw(world, &draw, nullptr));
    EXPECT_STREQ(cairn_last_error(), "cairn_world_draw: unknown error");
    EXPECT_EQ(cairn_world_hash(world), hash);
    EXPECT_TRUE(cairn_world_step(world, 1.0f / 60)) << cairn_last_error();
}

TEST_F(CApiException, of_rows_is_told_by_who_adds_them) {
    cairn_joint_def def = cairn_joint_def_default(CAIRN_JOINT_USER);
    def.body_b = add_ball(5);
    def.as.user.evaluate = [](void*, const cairn_transform*, const cairn_transform*, cairn_row*) {
        throw std::bad_alloc();
    };
    const uint64_t hash = cairn_world_hash(world);
    EXPECT_TRUE(cairn_joint_is_null(cairn_joint_add(world, &def)));
    EXPECT_THAT(cairn_last_error(), StartsWith("cairn_joint_add: "));
    EXPECT_EQ(cairn_world_hash(world), hash);
    EXPECT_TRUE(cairn_body_remove(world, def.body_b)) << cairn_last_error();
}

/// A scheduler that throws where it is told to.
struct Thrower {
    bool at_count = false, at_start = false;

    static Thrower& of(void* context) { return *static_cast<Thrower*>(context); }
    cairn_task_system functions() {
        cairn_task_system tasks{};
        tasks.context = this;
        tasks.worker_count = [](void* context) {
            if (of(context).at_count) throw_mine();
            return 2;
        };
        tasks.start = [](void* context, int, void (*)(void*, int), void*) {
            if (of(context).at_start) throw_mine();
        };
        tasks.wait = [](void*) {};
        return tasks;
    }
};

TEST_F(CApiException, of_a_scheduler_leaves_the_world_and_its_events) {
    Thrower thrower;
    const cairn_task_system tasks = thrower.functions();
    cairn_world_def def = cairn_world_def_default();
    def.tasks = &tasks;
    cairn_world_destroy(world);
    world = cairn_world_create(&def);
    add_ball(0), add_ball(0.9f);
    ASSERT_TRUE(cairn_world_step(world, 1.0f / 60));
    const uint64_t hash = cairn_world_hash(world);
    for (bool* place : {&thrower.at_count, &thrower.at_start}) {
        *place = true;
        EXPECT_FALSE(cairn_world_step(world, 1.0f / 60));
        EXPECT_STREQ(cairn_last_error(), "cairn_world_step: mine");
        *place = false;
        cairn_events events{};
        ASSERT_TRUE(cairn_world_events(world, &events));
        EXPECT_EQ(events.contact_begin_count, 1) << "the last step's, since there was none after it";
        EXPECT_EQ(cairn_world_hash(world), hash);
    }
    EXPECT_TRUE(cairn_world_step(world, 1.0f / 60)) << cairn_last_error();
    thrower.at_count = true;
    EXPECT_EQ(cairn_world_create(&def), nullptr);
    EXPECT_STREQ(cairn_last_error(), "cairn_world_create: mine");
}

TEST(CApiError, is_of_the_thread_in_which_it_happened) {
    EXPECT_FALSE(cairn_world_step(nullptr, 1));
    std::thread([] {
        EXPECT_STREQ(cairn_last_error(), "");
        EXPECT_EQ(cairn_hull_create(nullptr, 4), nullptr);
        EXPECT_THAT(cairn_last_error(), HasSubstr("cairn_hull_create"));
    }).join();
    EXPECT_THAT(cairn_last_error(), HasSubstr("cairn_world_step"));
}

TEST(CApiError, that_is_long_is_cut_and_still_ends) {
    const std::string name(100000, 'x');
    cairn_world* world = cairn_world_create(nullptr);
    const std::string many = "pgs:" + name + "=1";
    EXPECT_FALSE(cairn_world_set_stage_solver(world, many.c_str()));
    EXPECT_THAT(cairn_last_error(), StartsWith("cairn_world_set_stage_solver: "));
    EXPECT_LT(std::string(cairn_last_error()).size(), 1024u);
    cairn_world_destroy(world);
}

}  // namespace
