#include "report_html.hpp"

#include <cstdint>

namespace cairn::report {
namespace {

constexpr std::string_view style = R"css(
:root { --paper:#fbfaf7; --card:#fff; --ink:#23272b; --soft:#6a7178; --line:#e2dfd8; --grid:#ece9e2; --accent:#3f6f8f;
  --s0:#3f6f8f; --s1:#c8643f; --s2:#c9922b; --s3:#5f8f7a; --s4:#8a5a6b; --s5:#7f9440; --s6:#6fa3b5; --s7:#a08560; }
@media (prefers-color-scheme: dark) {
  :root { --paper:#16191c; --card:#1e2226; --ink:#e6e4df; --soft:#9aa2a9; --line:#31373d; --grid:#2a2f34; --accent:#7fb0cf;
    --s0:#6da3c6; --s1:#e08260; --s2:#dfb052; --s3:#82b59e; --s4:#b9879a; --s5:#a9bf6a; --s6:#93c5d6; --s7:#c8ad86; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 36px 20px 60px; }
h1 { font-size: 30px; line-height: 1.2; margin: 0 0 6px; letter-spacing: -0.01em; }
h2 { font-size: 20px; margin: 0 0 2px; }
p { margin: 4px 0 12px; max-width: 95ch; }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px; margin: 22px 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 14px; margin: 12px 0; }
.trio { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); gap: 14px; }
figure { margin: 0; min-width: 0; }
figcaption { color: var(--soft); font-size: 13px; margin-top: 3px; }
img { display: block; width: 100%; height: auto; border-radius: 6px; }
svg { display: block; width: 100%; height: auto; font-size: 11px; }
svg text { fill: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 6px 20px 6px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { color: var(--soft); font-weight: 600; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.legend { display: flex; flex-wrap: wrap; gap: 2px 12px; font-size: 12px; color: var(--soft); margin: 4px 0; }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 5px; }
.plot-title { font-weight: 600; font-size: 13px; }
code { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; }
)css";

}  // namespace

std::string escape(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += c;
        }
    }
    return out;
}

std::string base64(std::string_view bytes) {
    constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t group = 0;
        for (size_t k = 0; k < 3; ++k) {
            group = group << 8 | (i + k < bytes.size() ? static_cast<uint8_t>(bytes[i + k]) : 0u);
        }
        for (size_t k = 0; k < 4; ++k) {
            const bool padding = i + k > bytes.size();
            out += padding ? '=' : digits[group >> (18 - 6 * k) & 63];
        }
    }
    return out;
}

std::string picture(std::string_view png, std::string_view alt, int width, int height) {
    return "<img src=\"data:image/png;base64," + base64(png) + "\" alt=\"" + escape(alt) + "\" width=\"" +
           std::to_string(width) + "\" height=\"" + std::to_string(height) + "\">";
}

std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows) {
    const auto open = [&](const char* tag, size_t column) {
        const bool number = column < columns.size() && columns[column].number;
        return std::string("<") + tag + (number ? " class=\"number\">" : ">");
    };
    std::string out = "<div class=\"scroll\"><table><thead><tr>";
    for (size_t i = 0; i < columns.size(); ++i) out += open("th", i) + escape(columns[i].title) + "</th>";
    out += "</tr></thead><tbody>\n";
    for (const std::vector<std::string>& row : rows) {
        out += "<tr>";
        for (size_t i = 0; i < row.size(); ++i) out += open("td", i) + escape(row[i]) + "</td>";
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

std::string page(std::string_view title, std::string_view body) {
    std::string out = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n";
    out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    out +=
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" + escape(title) + "</title>\n<style>";
    out += style;
    out += "</style></head>\n<body><main>\n";
    out += body;
    return out + "</main></body></html>\n";
}

std::string series_color(int index) { return "var(--s" + std::to_string(index % 8) + ")"; }

}  // namespace cairn::report
