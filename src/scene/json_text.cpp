#include "scene/json_text.hpp"

#include <filesystem>

#include <cairn/error.hpp>

#include "base/suggest.hpp"

namespace cairn {

namespace {

/// What stands in quotes in the parser's "number overflow parsing '1e300'".
std::string overflown(const std::string& message) {
    const size_t begin = message.find('\'') + 1;
    const std::string number = message.substr(begin, message.rfind('\'') - begin);
    return number.size() > 48 ? number.substr(0, 48) + "..." : number;
}

/// The parser's message without its own numbering: "... parse error at line 3, column 7: ...".
std::string plain(const std::string& message) {
    const size_t close = message.find("] ");
    return printable(close == std::string::npos ? message : message.substr(close + 2), 240);
}

/// Builds the document as the parser meets its parts; throws as soon as a limit is passed or a key comes
/// twice in one object. The parser's own builder, when it is watched, looks at all that came before in an
/// array whenever an object in it ends: a file of many bodies would take the square of their number.
class DocumentBuilder final : public nlohmann::json_sax<Json> {
public:
    Json document;

    bool null() override { return leaf(Json()); }
    bool boolean(bool value) override { return leaf(Json(value)); }
    bool number_integer(int64_t value) override { return leaf(Json(value)); }
    bool number_unsigned(uint64_t value) override { return leaf(Json(value)); }
    bool number_float(float value, const std::string&) override { return leaf(Json(value)); }
    bool string(std::string& value) override { return leaf(Json(std::move(value))); }
    bool binary(Json::binary_t&) override { return false; }  // no part of a text

    bool start_object(size_t) override { return open(Json::object()); }
    bool start_array(size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& key) override {
        auto& object = open_.back()->get_ref<Json::object_t&>();
        if (object.size() >= JsonLimits::keys) {
            throw Error("an object with more than " + std::to_string(JsonLimits::keys) + " keys");
        }
        make_room(object);
        if (!object.emplace(key, Json()).second) {
            throw Error(place(open_.size() - 1) + "the key " + shown(Json(key)) +
                        " comes twice in one object");
        }
        return true;
    }

    bool parse_error(size_t, const std::string&, const Json::exception& error) override {
        constexpr int number_overflow = 406;  // JSON it is: numbers have no bounds there
        if (error.id != number_overflow) throw Error("not JSON: " + plain(error.what()));
        throw Error(place(open_.size()) + "the number " + overflown(error.what()) + " is too large");
    }

private:
    /// Where the value that is next belongs, or what holds it, with what separates it from the words after
    /// it.
    std::string place(size_t depth) const {
        std::string path;
        for (size_t i = 0; i < depth; ++i) {
            const Json* open = open_[i];
            if (open->is_array()) {
                const size_t unfinished = open == open_.back() ? 0 : 1;
                path += "[" + std::to_string(open->size() - unfinished) + "]";
            } else {
                const std::string& key = open->get_ref<const Json::object_t&>().back().first;
                path += (path.empty() ? "" : ".") + shown_key(key);
            }
        }
        return path.empty() ? "" : path + ": ";
    }

    bool leaf(Json&& value) {
        add(std::move(value));
        return true;
    }
    bool open(Json&& value) {
        if (open_.size() >= static_cast<size_t>(JsonLimits::depth)) {
            throw Error("nested deeper than " + std::to_string(JsonLimits::depth) + " levels");
        }
        open_.push_back(&add(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    /// Moves what is in the object: left to itself it copies all of it when it grows, for its keys are
    /// constant, and a large value below many objects is then copied again and again.
    static void make_room(Json::object_t& object) {
        if (object.size() < object.capacity()) return;
        Json::object_t larger;
        larger.reserve(2 * object.size() + 1);
        for (auto& [key, value] : object) larger.emplace_back(key, std::move(value));
        object.swap(larger);
    }

    Json& add(Json&& value) {
        if (++values_ > JsonLimits::values) {
            throw Error("more than " + std::to_string(JsonLimits::values) + " values");
        }
        Json& slot = next();
        slot = std::move(value);
        return slot;
    }
    Json& next() {
        if (open_.empty()) return document;
        if (open_.back()->is_array()) return open_.back()->get_ref<Json::array_t&>().emplace_back();
        return open_.back()->get_ref<Json::object_t&>().back().second;
    }

    /// From the document inwards; they stay where they are, for only the innermost one grows.
    std::vector<Json*> open_;
    size_t values_ = 0;
};

}  // namespace

Json parse_json(const std::string& text) {
    if (text.size() > JsonLimits::bytes) {
        throw Error("larger than " + std::to_string(JsonLimits::bytes >> 20) + " MiB");
    }
    // The parser takes a zero byte for the end, and would not look at what follows.
    if (const size_t zero = text.find('\0'); zero != std::string::npos)
        throw Error("not JSON: a zero byte at position " + std::to_string(zero));
    DocumentBuilder builder;
    Json::sax_parse(text, &builder);
    return std::move(builder.document);
}

std::ifstream open_text_file(const std::string& path) {
    std::error_code code;
    const auto status = std::filesystem::status(path, code);
    if (!std::filesystem::exists(status)) throw Error(path + ": no such file");
    if (!std::filesystem::is_regular_file(status)) throw Error(path + ": not a regular file");
    std::ifstream file(path, std::ios::binary);
    if (!file) throw Error(path + ": cannot be read");
    return file;
}

std::string read_text_file(const std::string& path) {
    std::ifstream file = open_text_file(path);
    std::error_code code;
    const auto size = std::filesystem::file_size(path, code);
    if (!code && size > JsonLimits::bytes) {
        throw Error(path + ": larger than " + std::to_string(JsonLimits::bytes >> 20) + " MiB");
    }
    std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!file) throw Error(path + ": cannot be read");
    return text;
}

std::string shown(const Json& value) {
    if (value.is_structured() && value.size() > 8)
        return value.is_array() ? "a long array" : "a large object";
    return printable(value.dump(-1, ' ', false, Json::error_handler_t::replace), 48);
}

std::string shown_key(const std::string& key) { return key.empty() ? "\"\"" : printable(key); }

}  // namespace cairn
