// ODE as its manual sets it up: QuickStep with 20 iterations, a hash space, contacts of at most four points a
// pair with a friction pyramid. With several threads QuickStep runs on ODE's own pool; collision has none.

#include <ode/ode.h>

#include <cstdarg>
#include <cstdio>
#include <map>

#include "bench/peers/engine.hpp"
#include "scene/scene.hpp"

namespace cairn::bench {

namespace {

constexpr int quick_step_iterations = 20;
constexpr int most_contacts = 4;

/// ODE ends the program where it gives up; here only the run ends.
void give_up(int, const char* message, va_list values) {
    char text[200];
    std::vsnprintf(text, sizeof text, message, values);
    throw Error(std::string("ODE gave up: ") + text);
}

void start_ode() {
    static const bool started = [] {
        dInitODE2(0);
        dAllocateODEDataForThread(dAllocateMaskAll);
        dSetErrorHandler(give_up);
        dSetDebugHandler(give_up);
        return true;
    }();
    static_cast<void>(started);
}

Vec3 from_ode(const dReal* v) {
    return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}
Transform pose_of(dBodyID body) {
    const dReal* q = dBodyGetQuaternion(body);
    return {from_ode(dBodyGetPosition(body)),
            {static_cast<float>(q[1]), static_cast<float>(q[2]), static_cast<float>(q[3]),
             static_cast<float>(q[0])}};
}
struct OdeQuaternion {
    dQuaternion value;
    explicit OdeQuaternion(Quat q) : value{q.w, q.x, q.y, q.z} {}
};

/// Arrays that a convex geom refers to: planes (normal, distance), points, and polygons as count and indices.
struct ConvexArrays {
    std::vector<dReal> planes, points;
    std::vector<unsigned> polygons;

    explicit ConvexArrays(const Hull& hull) {
        const auto vertices = hull.vertices();
        for (const Vec3& v : vertices) points.insert(points.end(), {v.x, v.y, v.z});
        for (int i = 0; i < hull.face_count(); ++i) {
            const auto face = hull.face(i);
            const Vec3 corner = vertices[face[0]];
            Vec3 normal{};
            for (size_t k = 1; k + 1 < face.size(); ++k) {
                normal += cross(vertices[face[k]] - corner, vertices[face[k + 1]] - corner);
            }
            normal = normalized(normal);
            planes.insert(planes.end(), {normal.x, normal.y, normal.z, dot(normal, corner)});
            polygons.push_back(static_cast<unsigned>(face.size()));
            polygons.insert(polygons.end(), face.begin(), face.end());
        }
    }
};

/// What a geom carries: its material and its body's filter.
struct GeomInfo {
    const PeerShape* shape;
    const PeerBody* body;
};

/// Threads for QuickStep.
class Pool {
public:
    Pool(dWorldID world, int threads) : world_(world) {
        if (threads <= 1) return;
        threading_ = dThreadingAllocateMultiThreadedImplementation();
        if (!threading_) throw Error("this ODE was built without threads");
        pool_ =
            dThreadingAllocateThreadPool(static_cast<unsigned>(threads), 0, dAllocateFlagBasicData, nullptr);
        dThreadingThreadPoolServeMultiThreadedImplementation(pool_, threading_);
        dWorldSetStepThreadingImplementation(world, dThreadingImplementationGetFunctions(threading_),
                                             threading_);
    }
    ~Pool() {
        if (!threading_) return;
        dThreadingImplementationShutdownProcessing(threading_);
        dThreadingFreeThreadPool(pool_);
        dWorldSetStepThreadingImplementation(world_, nullptr, nullptr);
        dThreadingFreeImplementation(threading_);
    }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

private:
    dWorldID world_;
    dThreadingImplementationID threading_ = nullptr;
    dThreadingThreadPoolID pool_ = nullptr;
};

/// Owns world, space and contacts, so that they go when a constructor after it throws.
struct OdeWorld {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;

    OdeWorld() {
        start_ode();
        dRandSetSeed(0);  // QuickStep shuffles its rows
        world = dWorldCreate();
        space = dHashSpaceCreate(nullptr);
        contacts = dJointGroupCreate(0);
    }
    ~OdeWorld() {
        dJointGroupDestroy(contacts);
        dSpaceDestroy(space);
        dWorldDestroy(world);
    }
    OdeWorld(const OdeWorld&) = delete;
    OdeWorld& operator=(const OdeWorld&) = delete;
};

class OdeEngine final : public Engine {
public:
    OdeEngine(const PeerScene& scene, int threads) : scene_(scene), pool_(ode_.world, threads) {
        const Vec3 gravity = scene.description.gravity;
        dWorldSetGravity(ode_.world, gravity.x, gravity.y, gravity.z);
        dWorldSetQuickStepNumIterations(ode_.world, quick_step_iterations);
        dWorldSetAutoDisableFlag(ode_.world, 0);
        infos_.reserve(count_shapes(scene));  // geoms point at them
        for (const PeerBody& body : scene.bodies) add_body(body);
        for (const SceneJoint& joint : scene.description.joints) add_joint(joint);
    }

    void step() override {
        const float dt = scene_.description.dt;
        for (const SceneMotion& motion : scene_.description.motions) drive(motion, dt);
        time_ += static_cast<double>(dt);
        dSpaceCollide(ode_.space, this, near);
        dWorldQuickStep(ode_.world, dt);
        dJointGroupEmpty(ode_.contacts);
    }

    BodyState state(size_t body) const override {
        if (!bodies_[body]) return {scene_.bodies[body].own_frame(), {}};
        return {scene_.bodies[body].own_frame(pose_of(bodies_[body])),
                from_ode(dBodyGetLinearVel(bodies_[body]))};
    }

private:
    static size_t count_shapes(const PeerScene& scene) {
        size_t count = 0;
        for (const PeerBody& body : scene.bodies) count += body.shapes.size();
        return count;
    }

    static void near(void* engine, dGeomID a, dGeomID b) { static_cast<OdeEngine*>(engine)->collide(a, b); }

    void collide(dGeomID a, dGeomID b) {
        const GeomInfo& info_a = *static_cast<GeomInfo*>(dGeomGetData(a));
        const GeomInfo& info_b = *static_cast<GeomInfo*>(dGeomGetData(b));
        if (!info_a.body->dynamic() && !info_b.body->dynamic()) return;
        if (!may_collide(info_a.body->filter, info_b.body->filter)) return;
        const dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
        if (body_a && body_b && dAreConnectedExcluding(body_a, body_b, dJointTypeContact)) return;
        dContact contacts[most_contacts];
        const int count = dCollide(a, b, most_contacts, &contacts[0].geom, sizeof(dContact));
        const float restitution = max_of(info_a.shape->restitution, info_b.shape->restitution);
        for (int i = 0; i < count; ++i) {
            dSurfaceParameters& surface = contacts[i].surface;
            surface.mode = dContactApprox1;
            surface.mu = std::sqrt(info_a.shape->friction * info_b.shape->friction);
            if (restitution > 0) {
                surface.mode |= dContactBounce;
                surface.bounce = restitution;
                surface.bounce_vel = 0.1;
            }
            dJointAttach(dJointCreateContact(ode_.world, ode_.contacts, contacts + i), body_a, body_b);
        }
    }

    dGeomID make(const Sphere& sphere) { return dCreateSphere(ode_.space, sphere.radius); }
    dGeomID make(const Rod& rod) { return dCreateCapsule(ode_.space, rod.radius, 2 * rod.half_length); }
    dGeomID make(const Box& box) {
        const Vec3 size = 2.0f * box.half_extents;
        return dCreateBox(ode_.space, size.x, size.y, size.z);
    }
    dGeomID make(const HalfSpace& plane) {
        return dCreatePlane(ode_.space, plane.normal.x, plane.normal.y, plane.normal.z, plane.offset);
    }
    dGeomID make(const Hull& hull) {
        std::unique_ptr<ConvexArrays>& arrays = hulls_[hull.shared().get()];
        if (!arrays) arrays = std::make_unique<ConvexArrays>(hull);
        return dCreateConvex(ode_.space, arrays->planes.data(), static_cast<unsigned>(hull.face_count()),
                             arrays->points.data(), static_cast<unsigned>(hull.vertices().size()),
                             arrays->polygons.data());
    }

    void add_body(const PeerBody& body) {
        const BodyDef& def = body.def;
        if (def.gravity_scale != 1 && body.dynamic()) throw Error("ODE has no gravity scale");
        if (!(def.locks == Locks{})) throw Error("ODE has no locked axes");
        dBodyID id = nullptr;
        if (def.type != BodyType::fixed) {
            id = dBodyCreate(ode_.world);
            const Transform start = body.start();
            dBodySetPosition(id, start.position.x, start.position.y, start.position.z);
            dBodySetQuaternion(id, OdeQuaternion(start.rotation).value);
            dBodySetLinearVel(id, def.velocity.x, def.velocity.y, def.velocity.z);
            dBodySetAngularVel(id, def.angular_velocity.x, def.angular_velocity.y, def.angular_velocity.z);
        }
        if (body.dynamic()) {
            dMass mass;
            dMassSetParameters(&mass, body.mass, 0, 0, 0, body.inertia.x, body.inertia.y, body.inertia.z, 0,
                               0, 0);
            dBodySetMass(id, &mass);
        } else if (id) {
            dBodySetKinematic(id);
        }
        bodies_.push_back(id);
        for (const PeerShape& shape : body.shapes) add_shape(body, shape, id);
    }

    void add_shape(const PeerBody& body, const PeerShape& shape, dBodyID id) {
        const dGeomID geom = std::visit([&](const auto& g) { return this->make(g); }, shape.geometry);
        infos_.push_back({&shape, &body});
        dGeomSetData(geom, &infos_.back());
        if (std::holds_alternative<HalfSpace>(shape.geometry)) return;
        Transform pose = id ? shape.pose : body.start() * shape.pose;
        // capsules of ODE lie along z
        if (std::holds_alternative<Rod>(shape.geometry)) {
            pose.rotation = pose.rotation * rotation_between({0, 0, 1}, {0, 1, 0});
        }
        const Vec3 p = pose.position;
        if (!id) {
            dGeomSetPosition(geom, p.x, p.y, p.z);
            dGeomSetQuaternion(geom, OdeQuaternion(pose.rotation).value);
            return;
        }
        dGeomSetBody(geom, id);
        if (pose == Transform{}) return;
        dGeomSetOffsetPosition(geom, p.x, p.y, p.z);
        dGeomSetOffsetQuaternion(geom, OdeQuaternion(pose.rotation).value);
    }

    void drive(const SceneMotion& motion, float dt) {
        const auto index = static_cast<size_t>(motion.body);
        const Vec3 position = from_ode(dBodyGetPosition(bodies_[index]));
        const Twist twist = motion_velocity(motion, time_, dt, scene_.bodies[index].def.position, position);
        dBodySetLinearVel(bodies_[index], twist.velocity.x, twist.velocity.y, twist.velocity.z);
        dBodySetAngularVel(bodies_[index], twist.angular_velocity.x, twist.angular_velocity.y,
                           twist.angular_velocity.z);
    }

    dBodyID body_at(int index) { return index < 0 ? nullptr : bodies_[static_cast<size_t>(index)]; }
    dJointID attached(dJointID id, const SceneJoint& joint) {
        dJointAttach(id, body_at(joint.body_a), body_at(joint.body_b));
        return id;
    }
    bool make(const SceneJoint& joint, const BallJoint& ball) {
        if (ball.cone_limit < infinity || ball.twist.enabled) return false;
        const dJointID id = attached(dJointCreateBall(ode_.world, nullptr), joint);
        dJointSetBallAnchor(id, ball.anchor.x, ball.anchor.y, ball.anchor.z);
        return true;
    }
    bool make(const SceneJoint& joint, const HingeJoint& hinge) {
        if (hinge.limits.enabled || hinge.motor.enabled || hinge.spring.hertz > 0) return false;
        const dJointID id = attached(dJointCreateHinge(ode_.world, nullptr), joint);
        dJointSetHingeAnchor(id, hinge.anchor.x, hinge.anchor.y, hinge.anchor.z);
        dJointSetHingeAxis(id, hinge.axis.x, hinge.axis.y, hinge.axis.z);
        return true;
    }
    bool make(const SceneJoint& joint, const SliderJoint& slider) {
        if (slider.limits.enabled || slider.motor.enabled || slider.spring.hertz > 0) return false;
        const dJointID id = attached(dJointCreateSlider(ode_.world, nullptr), joint);
        dJointSetSliderAxis(id, slider.axis.x, slider.axis.y, slider.axis.z);
        return true;
    }
    bool make(const SceneJoint& joint, const FixedJoint&) {
        dJointSetFixed(attached(dJointCreateFixed(ode_.world, nullptr), joint));
        return true;
    }
    bool make(const SceneJoint& joint, const DistanceJoint& distance) {
        if (distance.limits.enabled || distance.motor.enabled || distance.spring.hertz > 0) return false;
        if (distance.length >= 0) return false;
        const dJointID id = attached(dJointCreateDBall(ode_.world, nullptr), joint);
        dJointSetDBallAnchor1(id, distance.anchor_a.x, distance.anchor_a.y, distance.anchor_a.z);
        dJointSetDBallAnchor2(id, distance.anchor_b.x, distance.anchor_b.y, distance.anchor_b.z);
        return true;
    }
    template <class Other>
    bool make(const SceneJoint&, const Other&) {
        return false;
    }
    void add_joint(const SceneJoint& joint) {
        const bool made = std::visit([&](const auto& def) { return this->make(joint, def); }, joint.def);
        if (!made || base_of(joint.def).collide_connected) {
            throw Error("joint '" + joint.name + "' is of a kind not translated to ODE");
        }
    }

    const PeerScene& scene_;
    double time_ = 0;
    std::map<const HullData*, std::unique_ptr<ConvexArrays>> hulls_;  // outlive their geoms
    std::vector<GeomInfo> infos_;
    OdeWorld ode_;
    Pool pool_;
    std::vector<dBodyID> bodies_;
};

}  // namespace

std::unique_ptr<Engine> make_ode(const PeerScene& scene, int threads) {
    return std::make_unique<OdeEngine>(scene, threads);
}

}  // namespace cairn::bench
