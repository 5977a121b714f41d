#pragma once
// Cairn: 3D rigid bodies, the same bits everywhere. Includes the whole public API.

#include <cairn/body.hpp>
#include <cairn/debug_draw.hpp>
#include <cairn/error.hpp>
#include <cairn/events.hpp>
#include <cairn/ids.hpp>
#include <cairn/joint.hpp>
#include <cairn/math.hpp>
#include <cairn/report.hpp>
#include <cairn/shape.hpp>
#include <cairn/solver.hpp>
#include <cairn/task.hpp>
#include <cairn/world.hpp>
