#include "scene/json_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <cairn/error.hpp>

namespace cairn {

namespace {

/// Watches the parser: throws as soon as a limit is passed or a key comes twice in one object.
class Watch {
public:
    void see(int depth, Json::parse_event_t event, const Json& parsed) {
        using Event = Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) {
            if (depth >= JsonLimits::depth) {
                throw Error("nested deeper than " + std::to_string(JsonLimits::depth) + " levels");
            }
            count();
            if (event == Event::object_start) open_objects_.emplace_back();
        } else if (event == Event::object_end) {
            open_objects_.pop_back();
        } else if (event == Event::key) {
            add_key(parsed.get_ref<const std::string&>());
        } else if (event == Event::value) {
            count();
        }
    }

private:
    void count() {
        if (++values_ > JsonLimits::values) {
            throw Error("more than " + std::to_string(JsonLimits::values) + " values");
        }
    }
    void add_key(const std::string& key) {
        std::vector<std::string>& keys = open_objects_.back();
        if (keys.size() >= JsonLimits::keys) {
            throw Error("an object with more than " + std::to_string(JsonLimits::keys) + " keys");
        }
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
            throw Error("the key " + shown(Json(key)) + " comes twice in one object");
        }
        keys.push_back(key);
    }

    std::vector<std::vector<std::string>> open_objects_;
    size_t values_ = 0;
};

/// The parser's message without its own numbering: "... parse error at line 3, column 7: ...".
std::string plain(const std::string& message) {
    const size_t close = message.find("] ");
    std::string text = close == std::string::npos ? message : message.substr(close + 2);
    for (char& letter : text) {
        if (static_cast<unsigned char>(letter) < 0x20) letter = ' ';
    }
    return text.size() > 240 ? text.substr(0, 240) + "..." : text;
}

}  // namespace

Json parse_json(const std::string& text) {
    if (text.size() > JsonLimits::bytes) {
        throw Error("larger than " + std::to_string(JsonLimits::bytes >> 20) + " MiB");
    }
    Watch watch;
    const auto callback = [&watch](int depth, Json::parse_event_t event, Json& parsed) {
        watch.see(depth, event, parsed);
        return true;
    };
    try {
        return Json::parse(text, callback);
    } catch (const Json::exception& error) {
        throw Error("not JSON: " + plain(error.what()));
    }
}

std::string read_text_file(const std::string& path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status)) throw Error(path + ": no such file");
    if (!std::filesystem::is_regular_file(status)) throw Error(path + ": not a regular file");
    const auto size = std::filesystem::file_size(path, code);
    if (!code && size > JsonLimits::bytes) {
        throw Error(path + ": larger than " + std::to_string(JsonLimits::bytes >> 20) + " MiB");
    }
    std::ifstream file(path, std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) throw Error(path + ": cannot be read");
    return text;
}

std::string shown(const Json& value) {
    if (value.is_structured() && value.size() > 8)
        return value.is_array() ? "a long array" : "a large object";
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    return text.size() > 48 ? text.substr(0, 48) + "..." : text;
}

}  // namespace cairn
