#include "view_site.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include <cairn/error.hpp>

namespace cairn {

namespace {

std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    if (!file) throw Error(path.string() + ": cannot be read");
    return content.str();
}

std::string media_type(const std::string& name) {
    static const std::pair<const char*, const char*> types[] = {
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".json", "application/json"},
    };
    for (const auto& [ending, type] : types) {
        const std::string end = ending;
        if (name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0)
            return type;
    }
    return "text/plain; charset=utf-8";
}

struct Request {
    std::string method, path, host;
    bool takes_gzip = false;
};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

Request parse(const std::string& head) {
    Request request;
    std::istringstream lines(head);
    std::string target, line;
    lines >> request.method >> target;
    request.path = target.substr(0, target.find_first_of("?#"));
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        const size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        const std::string name = lower(line.substr(0, colon));
        const size_t first = line.find_first_not_of(" \t", colon + 1);
        const size_t last = line.find_last_not_of(" \t\r");
        if (first == std::string::npos || last < first) continue;
        const std::string value = lower(line.substr(first, last - first + 1));
        if (name == "host") request.host = value;
        if (name == "accept-encoding") request.takes_gzip = value.find("gzip") != std::string::npos;
    }
    return request;
}

/// The two headers before the last isolate the page, which shared memory for threads asks for.
std::string reply(const char* status, const std::string& type, const std::string& content, bool with_body,
                  bool gzip = false) {
    std::string text = std::string("HTTP/1.1 ") + status + "\r\n";
    text += "Content-Type: " + type + "\r\n";
    text += "Content-Length: " + std::to_string(content.size()) + "\r\n";
    if (gzip) text += "Content-Encoding: gzip\r\n";
    text +=
        "Cache-Control: no-cache\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Content-Security-Policy: frame-ancestors 'none'\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\n"
        "Cross-Origin-Embedder-Policy: require-corp\r\n"
        "Connection: close\r\n\r\n";
    if (with_body) text += content;
    return text;
}

}  // namespace

ViewSite::ViewSite(const std::filesystem::path& folder) {
    if (!std::filesystem::is_regular_file(folder / "index.html")) {
        throw Error(folder.string() + ": holds no viewer (no index.html)");
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) continue;
        const std::string name = entry.path().lexically_relative(folder).generic_string();
        files_[name] = read_bytes(entry.path());
    }
}

std::string ViewSite::add_file(const std::string& name, std::string content) {
    std::string plain;
    for (const char c : name) {
        const bool good = std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
        plain += good ? c : '-';
    }
    while (files_.count(plain) != 0) plain += "-";
    files_[plain] = std::move(content);
    return plain;
}

std::string ViewSite::answer(const std::string& request_head, int port) const {
    const Request request = parse(request_head);
    const std::string text = "text/plain; charset=utf-8";
    const bool get = request.method == "GET";
    if (!get && request.method != "HEAD") return reply("405 Method Not Allowed", text, "only GET\n", true);
    const std::string at_port = ":" + std::to_string(port);
    if (request.host != "localhost" + at_port && request.host != "127.0.0.1" + at_port) {
        return reply("403 Forbidden", text, "this server answers to localhost alone\n", get);
    }
    const std::string name =
        request.path == "/" ? "index.html" : request.path.substr(request.path.find('/') == 0);
    const auto packed = files_.find(name + ".gz");
    if (request.takes_gzip && packed != files_.end()) {
        return reply("200 OK", media_type(name), packed->second, get, true);
    }
    const auto found = files_.find(name);
    if (found == files_.end()) return reply("404 Not Found", text, "there is no such file\n", get);
    return reply("200 OK", media_type(name), found->second, get);
}

std::filesystem::path find_viewer() {
    std::error_code error;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path folder = error ? std::filesystem::path() : program.parent_path();
    // build/release/bin/cairn: build/web/viewer; bin/cairn: share/cairn/viewer
    for (const char* place : {"../../web/viewer", "../share/cairn/viewer"}) {
        const std::filesystem::path site = (folder / place).lexically_normal();
        if (!folder.empty() && std::filesystem::is_regular_file(site / "index.html", error)) return site;
    }
    return {};
}

}  // namespace cairn
