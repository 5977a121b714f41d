#include "soccer_film.hpp"

#include <cairn/error.hpp>

#include "image_gif.hpp"
#include "progress.hpp"
#include "render_picture.hpp"
#include "scene/output_file.hpp"
#include "soccer_run.hpp"

namespace cairn::soccer {

namespace {

constexpr int frames_a_picture = 3;  // 20 pictures a second: 5 hundredths each, which GIF can say exactly
constexpr int centiseconds = 5;

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

render::Image picture(const Match& match, const Film& film) {
    return render::render_picture(picture_of(match), camera_for(match, film.view, film.size), film.size);
}

uint64_t frame_at(double seconds) { return frames_in(seconds / 60); }

}  // namespace

void check_film(const Film& film) {
    if (!ends_with(film.file, ".png") && !ends_with(film.file, ".gif")) {
        throw Error("--render '" + film.file + "': expected a name that ends in .png or .gif");
    }
}

MatchCounts shoot(const MatchDef& def, const Film& film) {
    Match match(def);
    const uint64_t first = frame_at(film.begin);
    while (match.counts().frames < first) match.frame();
    if (ends_with(film.file, ".png")) {
        render::write_png(film.file, picture(match, film));
        return match.counts();
    }
    const uint64_t count = frame_at(film.seconds) / frames_a_picture + 1;
    std::vector<render::Image> sample{picture(match, film)};
    render::GifWriter writer(sample, centiseconds);
    Progress progress("rendering", count);
    for (uint64_t i = 0; i < count; ++i) {
        writer.add(i == 0 ? sample[0] : picture(match, film));
        for (int k = 0; k < frames_a_picture; ++k) match.frame();
        progress.at(i + 1);
    }
    write_file(film.file, writer.finish());
    return match.counts();
}

}  // namespace cairn::soccer
