#pragma once
// A running scene as JavaScript holds it.

#include <memory>
#include <sstream>

#include "capi/handles.hpp"
#include "scene/recording.hpp"

/// A scene, or the replay of a recording, with the C API's view of its world.
struct cairn_scene {
    std::unique_ptr<cairn::Recording> recording;
    std::unique_ptr<cairn::Replayer> replayer;  // null unless it replays `recording`
    std::unique_ptr<cairn::Scene> own;          // null where the replayer has the scene
    std::unique_ptr<cairn_world> view;
    std::ostringstream record;
    std::unique_ptr<cairn::Recorder> recorder;  // while a recording is being made

    cairn::Scene& scene() { return replayer ? replayer->scene() : *own; }
    void look() { view.reset(new cairn_world{nullptr, nullptr, scene().world(), {}}); }
};
