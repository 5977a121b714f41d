// Bullet as its manual sets it up: sequential impulses with 10 iterations, dynamic bounds tree, default
// margins. The Debian package is built without threads.

#include <btBulletDynamicsCommon.h>

#include <map>

#include "bench/peers/engine.hpp"
#include "scene/scene.hpp"

namespace cairn::bench {

namespace {

btVector3 to_bullet(Vec3 v) { return {v.x, v.y, v.z}; }
btTransform to_bullet(const Transform& t) {
    return btTransform(btQuaternion(t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w),
                       to_bullet(t.position));
}
Vec3 from_bullet(const btVector3& v) { return {v.x(), v.y(), v.z()}; }
Transform from_bullet(const btTransform& t) {
    const btQuaternion q = t.getRotation();
    return {from_bullet(t.getOrigin()), {q.x(), q.y(), q.z(), q.w()}};
}

/// Cairn's default rules for the friction and restitution of a pair.
btScalar geometric_friction(const btCollisionObject* a, const btCollisionObject* b) {
    return btSqrt(a->getFriction() * b->getFriction());
}
btScalar greater_restitution(const btCollisionObject* a, const btCollisionObject* b) {
    return btMax(a->getRestitution(), b->getRestitution());
}

struct PairFilter final : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy* a, btBroadphaseProxy* b) const override {
        if (!(a->m_collisionFilterGroup & b->m_collisionFilterMask)) return false;
        if (!(b->m_collisionFilterGroup & a->m_collisionFilterMask)) return false;
        return may_collide(body_of(a).filter, body_of(b).filter);
    }
    static const PeerBody& body_of(const btBroadphaseProxy* proxy) {
        const auto* object = static_cast<const btCollisionObject*>(proxy->m_clientObject);
        return *static_cast<const PeerBody*>(object->getUserPointer());
    }
};

class BulletEngine final : public Engine {
public:
    explicit BulletEngine(const PeerScene& scene)
        : scene_(scene),
          dispatcher_(&configuration_),
          world_(&dispatcher_, &broad_phase_, &solver_, &configuration_) {
        gCalculateCombinedFrictionCallback = geometric_friction;
        gCalculateCombinedRestitutionCallback = greater_restitution;
        world_.getPairCache()->setOverlapFilterCallback(&filter_);
        world_.setGravity(to_bullet(scene.description.gravity));
        for (const PeerBody& body : scene.bodies) add_body(body);
        for (const SceneJoint& joint : scene.description.joints) add_joint(joint);
    }
    ~BulletEngine() override {
        for (const auto& joint : joints_) world_.removeConstraint(joint.get());
        for (const auto& body : bodies_) world_.removeRigidBody(body.get());
    }

    void step() override {
        const float dt = scene_.description.dt;
        for (const SceneMotion& motion : scene_.description.motions) move(motion, dt);
        time_ += static_cast<double>(dt);
        world_.stepSimulation(dt, 0);  // one step of exactly dt
    }

    BodyState state(size_t body) const override {
        const btRigidBody& rigid = *bodies_[body];
        return {scene_.bodies[body].own_frame(from_bullet(rigid.getCenterOfMassTransform())),
                from_bullet(rigid.getLinearVelocity())};
    }

private:
    template <class Shape, class... Values>
    btCollisionShape* keep(Values&&... values) {
        shapes_.push_back(std::make_unique<Shape>(std::forward<Values>(values)...));
        return shapes_.back().get();
    }
    btCollisionShape* make(const Sphere& sphere) { return keep<btSphereShape>(sphere.radius); }
    btCollisionShape* make(const Rod& rod) { return keep<btCapsuleShape>(rod.radius, 2 * rod.half_length); }
    btCollisionShape* make(const Box& box) { return keep<btBoxShape>(to_bullet(box.half_extents)); }
    btCollisionShape* make(const HalfSpace& plane) {
        return keep<btStaticPlaneShape>(to_bullet(plane.normal), plane.offset);
    }
    btCollisionShape* make(const Hull& hull) {
        btCollisionShape*& shape = hulls_[hull.shared().get()];
        if (shape) return shape;
        auto points = std::make_unique<btConvexHullShape>();
        for (const Vec3& vertex : hull.vertices()) points->addPoint(to_bullet(vertex), false);
        points->recalcLocalAabb();
        shape = points.get();
        shapes_.push_back(std::move(points));
        return shape;
    }

    btCollisionShape* make_shape(const PeerBody& body) {
        if (body.shapes.empty()) return keep<btEmptyShape>();
        std::vector<btCollisionShape*> parts;
        for (const PeerShape& shape : body.shapes) {
            parts.push_back(std::visit([&](const auto& g) { return this->make(g); }, shape.geometry));
        }
        if (parts.size() == 1 && body.shapes[0].pose == Transform{}) return parts[0];
        auto compound = std::make_unique<btCompoundShape>();
        for (size_t i = 0; i < parts.size(); ++i) {
            compound->addChildShape(to_bullet(body.shapes[i].pose), parts[i]);
        }
        shapes_.push_back(std::move(compound));
        return shapes_.back().get();
    }

    void add_body(const PeerBody& body) {
        const bool plane = !body.shapes.empty() && std::holds_alternative<HalfSpace>(body.shapes[0].geometry);
        states_.push_back(
            std::make_unique<btDefaultMotionState>(to_bullet(plane ? Transform{} : body.start())));
        btRigidBody::btRigidBodyConstructionInfo info(body.mass, states_.back().get(), make_shape(body),
                                                      to_bullet(body.inertia));
        info.m_friction = body.shapes.empty() ? 0 : body.shapes[0].friction;
        info.m_restitution = body.shapes.empty() ? 0 : body.shapes[0].restitution;
        info.m_linearDamping = body.def.linear_damping;
        info.m_angularDamping = body.def.angular_damping;
        auto rigid = std::make_unique<btRigidBody>(info);
        rigid->setUserPointer(const_cast<PeerBody*>(&body));
        rigid->setActivationState(DISABLE_DEACTIVATION);
        if (body.def.type == BodyType::kinematic) {
            rigid->setCollisionFlags(rigid->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
        }
        rigid->setLinearVelocity(to_bullet(body.def.velocity));
        rigid->setAngularVelocity(to_bullet(body.def.angular_velocity));
        world_.addRigidBody(rigid.get());
        if (body.dynamic()) rigid->setGravity(body.def.gravity_scale * world_.getGravity());
        bodies_.push_back(std::move(rigid));
    }

    /// Kinematic bodies of Bullet go where their motion state says.
    void move(const SceneMotion& motion, float dt) {
        const auto index = static_cast<size_t>(motion.body);
        btTransform pose;
        states_[index]->getWorldTransform(pose);
        const Vec3 position = from_bullet(pose.getOrigin());
        const Twist twist = motion_velocity(motion, time_, dt, scene_.bodies[index].def.position, position);
        btTransform next;
        btTransformUtil::integrateTransform(pose, to_bullet(twist.velocity),
                                            to_bullet(twist.angular_velocity), dt, next);
        states_[index]->setWorldTransform(next);
    }

    btRigidBody& rigid(int index) {
        return index < 0 ? btTypedConstraint::getFixedBody() : *bodies_[static_cast<size_t>(index)];
    }
    /// A frame of the world as seen from a body.
    btTransform seen_from(int index, Vec3 anchor, Vec3 x_axis) {
        const Quat rotation = rotation_between({1, 0, 0}, normalized(x_axis, {1, 0, 0}));
        return rigid(index).getCenterOfMassTransform().inverse() * to_bullet(Transform{anchor, rotation});
    }

    std::unique_ptr<btTypedConstraint> make(const SceneJoint& joint, const BallJoint& ball) {
        const Vec3 axis = ball.axis;  // the cone and twist joint of Bullet turns about x
        const btTransform a = seen_from(joint.body_a, ball.anchor, axis),
                          b = seen_from(joint.body_b, ball.anchor, axis);
        if (!(ball.cone_limit < infinity) && !ball.twist.enabled) {
            return std::make_unique<btPoint2PointConstraint>(rigid(joint.body_a), rigid(joint.body_b),
                                                             a.getOrigin(), b.getOrigin());
        }
        auto cone = std::make_unique<btConeTwistConstraint>(rigid(joint.body_a), rigid(joint.body_b), a, b);
        const btScalar swing = ball.cone_limit < infinity ? ball.cone_limit : btScalar(SIMD_PI);
        cone->setLimit(swing, swing, ball.twist.enabled ? ball.twist.upper : btScalar(SIMD_PI));
        return cone;
    }
    std::unique_ptr<btTypedConstraint> make(const SceneJoint& joint, const HingeJoint& hinge) {
        if (hinge.limits.enabled || hinge.motor.enabled || hinge.spring.hertz > 0) return nullptr;
        const btTransform a = seen_from(joint.body_a, hinge.anchor, hinge.axis),
                          b = seen_from(joint.body_b, hinge.anchor, hinge.axis);
        return std::make_unique<btHingeConstraint>(rigid(joint.body_a), rigid(joint.body_b), a.getOrigin(),
                                                   b.getOrigin(), a.getBasis().getColumn(0),
                                                   b.getBasis().getColumn(0));
    }
    std::unique_ptr<btTypedConstraint> make(const SceneJoint& joint, const SliderJoint& slider) {
        if (slider.limits.enabled || slider.motor.enabled || slider.spring.hertz > 0) return nullptr;
        return std::make_unique<btSliderConstraint>(
            rigid(joint.body_a), rigid(joint.body_b), seen_from(joint.body_a, slider.anchor, slider.axis),
            seen_from(joint.body_b, slider.anchor, slider.axis), true);
    }
    std::unique_ptr<btTypedConstraint> make(const SceneJoint& joint, const FixedJoint& fixed) {
        return std::make_unique<btFixedConstraint>(rigid(joint.body_a), rigid(joint.body_b),
                                                   seen_from(joint.body_a, fixed.anchor, {1, 0, 0}),
                                                   seen_from(joint.body_b, fixed.anchor, {1, 0, 0}));
    }
    template <class Other>
    std::unique_ptr<btTypedConstraint> make(const SceneJoint&, const Other&) {
        return nullptr;
    }

    void add_joint(const SceneJoint& joint) {
        auto constraint = std::visit([&](const auto& def) { return this->make(joint, def); }, joint.def);
        if (!constraint) throw Error("joint '" + joint.name + "' is of a kind not translated to Bullet");
        world_.addConstraint(constraint.get(), !base_of(joint.def).collide_connected);
        joints_.push_back(std::move(constraint));
    }

    const PeerScene& scene_;
    double time_ = 0;
    PairFilter filter_;
    std::vector<std::unique_ptr<btCollisionShape>> shapes_;
    std::map<const HullData*, btCollisionShape*> hulls_;
    std::vector<std::unique_ptr<btDefaultMotionState>> states_;
    std::vector<std::unique_ptr<btRigidBody>> bodies_;
    std::vector<std::unique_ptr<btTypedConstraint>> joints_;
    btDefaultCollisionConfiguration configuration_;
    btCollisionDispatcher dispatcher_;
    btDbvtBroadphase broad_phase_;
    btSequentialImpulseConstraintSolver solver_;
    btDiscreteDynamicsWorld world_;
};

}  // namespace

std::unique_ptr<Engine> make_bullet(const PeerScene& scene, int) {
    return std::make_unique<BulletEngine>(scene);
}

}  // namespace cairn::bench
