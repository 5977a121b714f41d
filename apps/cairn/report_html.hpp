#pragma once
// Pieces of a self-contained HTML page: everything it shows is inside the file, and it follows the reader's
// light or dark setting.

#include <string>
#include <string_view>
#include <vector>

namespace cairn::report {

/// Text made safe between tags and inside quoted attributes.
std::string escape(std::string_view text);
std::string base64(std::string_view bytes);
/// An <img> that carries its PNG with it. `alt` is escaped.
std::string picture(std::string_view png, std::string_view alt, int width, int height);

struct Column {
    std::string title;
    bool number = false;  ///< set in figures of equal width, to the right
};

/// A table; titles and cells are escaped.
std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);

/// The whole page. `title` is escaped, `body` is HTML.
std::string page(std::string_view title, std::string_view body);

/// The CSS colour of a series: eight of them, legible on light and dark, repeated after that.
std::string series_color(int index);

}  // namespace cairn::report
