#pragma once
// Pictures and animations of a match.

#include <string>

#include "render_camera.hpp"
#include "soccer/match.hpp"
#include "soccer_picture.hpp"

namespace cairn::soccer {

struct Film {
    std::string file;     ///< .png or .gif
    double begin = 20;    ///< seconds into the match
    double seconds = 10;  ///< of an animation
    View view = View::field;
    render::Size size{960, 540};
};

/// Throws Error where the name ends in neither.
void check_film(const Film& film);

/// Plays the match up to the film's end and writes it; what happened in it.
MatchCounts shoot(const MatchDef& def, const Film& film);

}  // namespace cairn::soccer
