#include "scene/json_text.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <cairn/error.hpp>

namespace cairn {

namespace {

/// Watches the parser: throws as soon as a limit is passed or a key comes twice in one object; knows the
/// place.
class Watch {
public:
    void see(int depth, Json::parse_event_t event, const Json& parsed) {
        using Event = Json::parse_event_t;
        if (event == Event::object_start || event == Event::array_start) {
            if (depth >= JsonLimits::depth) {
                throw Error("nested deeper than " + std::to_string(JsonLimits::depth) + " levels");
            }
            count();
            open_.push_back({event == Event::array_start, 0, {}});
        } else if (event == Event::object_end || event == Event::array_end) {
            open_.pop_back();
            end_element();
        } else if (event == Event::key) {
            add_key(parsed.get_ref<const std::string&>());
        } else if (event == Event::value) {
            count();
            end_element();
        }
    }

    /// Of the value that is next, with what separates it from the words after it.
    std::string place() const {
        std::string path;
        for (const Open& open : open_) {
            if (open.array) {
                path += "[" + std::to_string(open.elements) + "]";
            } else if (!open.keys.empty()) {
                const std::string& key = open.keys.back();
                path += (path.empty() ? "" : ".") + (key.size() > 64 ? key.substr(0, 64) + "..." : key);
            }
        }
        return path.empty() ? "" : path + ": ";
    }

private:
    struct Open {
        bool array;
        size_t elements;  ///< of an array, so far
        std::vector<std::string> keys;
    };

    void count() {
        if (++values_ > JsonLimits::values) {
            throw Error("more than " + std::to_string(JsonLimits::values) + " values");
        }
    }
    void end_element() {
        if (!open_.empty()) ++open_.back().elements;
    }
    void add_key(const std::string& key) {
        std::vector<std::string>& keys = open_.back().keys;
        if (keys.size() >= JsonLimits::keys) {
            throw Error("an object with more than " + std::to_string(JsonLimits::keys) + " keys");
        }
        if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
            throw Error("the key " + shown(Json(key)) + " comes twice in one object");
        }
        keys.push_back(key);
    }

    std::vector<Open> open_;
    size_t values_ = 0;
};

/// What stands in quotes in the parser's "number overflow parsing '1e300'".
std::string overflown(const std::string& message) {
    const size_t begin = message.find('\'') + 1;
    const std::string number = message.substr(begin, message.rfind('\'') - begin);
    return number.size() > 48 ? number.substr(0, 48) + "..." : number;
}

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
    } catch (const Json::out_of_range& error) {  // JSON it is: numbers have no bounds there
        throw Error(watch.place() + "the number " + overflown(error.what()) + " is too large");
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
