#pragma once
// Reads one JSON object field by field; every complaint begins with the path of the value inside the file.

#include <cmath>
#include <iterator>
#include <string>
#include <unordered_map>
#include <vector>

#include <cairn/error.hpp>

#include "base/suggest.hpp"
#include "scene/json_fields.hpp"
#include "scene/json_text.hpp"

namespace cairn {

using BodyNames = std::unordered_map<std::string, int>;

class JsonReader {
public:
    /// `bodies` resolves the names of bodies; needed only where fields refer to them.
    JsonReader(const Json& json, std::string path, const BodyNames* bodies = nullptr);

    void number(const char* key, float& value, Range range, const char*, Need need = Need::may);
    void integer(const char* key, int& value, Range range, const char*, Need need = Need::may);
    void natural(const char* key, uint64_t& value, const char*, Need need = Need::may);
    void flag(const char* key, bool& value, const char*);
    void text(const char* key, std::string& value, const char*, Need need = Need::may);
    void vector(const char* key, Vec3& value, Range range, const char*, Need need = Need::may);
    void maybe_vector(const char* key, std::optional<Vec3>& value, const char*);
    void direction(const char* key, Vec3& value, const char*);
    void rotation(const char* key, Quat& value, const char*);
    void color(const char* key, std::optional<uint32_t>& value, const char*);
    void limits(const char* key, Limits& value, const char*);
    void motor(const char* key, Motor& value, const char* doc);
    void body(const char* key, int& value, const char*);

    template <class Enum, size_t count>
    void choice(const char* key, Enum& value, const char* const (&names)[count], const char*,
                Need need = Need::may) {
        const Json* found = find(key, need);
        if (found) value = static_cast<Enum>(index_of(key, *found, names, count));
    }
    /// A nested object starts from the defaults of its own type, whatever the parent's default was.
    template <class T>
    void object(const char* key, T& value, const char*) {
        const Json* found = find(key, Need::may);
        if (!found) return;
        T fresh{};
        JsonReader nested(*found, path_of(key), bodies_);
        visit_fields(nested, fresh);
        nested.finish();
        value = fresh;
    }
    template <class T>
    void optional_object(const char* key, std::optional<T>& value, const char* doc) {
        if (!find(key, Need::may)) return;
        T fresh{};
        object(key, fresh, doc);
        value = fresh;
    }

    /// The value of a key, or null; every key asked for counts as known.
    const Json* find(const char* key, Need need);
    /// An array with at most `most` elements, or null where the key is absent.
    const Json* array(const char* key, size_t most);
    /// Which of `count` names the string is; suggests the nearest otherwise.
    size_t index_of(const char* key, const Json& value, const char* const* names, size_t count) const;
    /// Complains about keys that nobody asked for.
    void finish() const;

    std::string path_of(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }
    [[noreturn]] void fail(const std::string& key, const std::string& problem) const {
        throw Error(path_of(key) + ": " + problem);
    }

private:
    double checked(const std::string& key, const Json& value, Range range) const;
    Vec3 triple(const std::string& key, const Json& value, Range range) const;

    const Json& json_;
    std::string path_;
    const BodyNames* bodies_;
    std::vector<std::string> known_;
};

/// path[index]
std::string element_path(const std::string& path, size_t index);

/// "must be an array of 3 numbers, got ..." and the like.
[[noreturn]] void wrong_type(const std::string& path, const char* expected, const Json& value);

/// A name: 1 to 256 bytes, no control characters.
std::string read_name(const std::string& path, const Json& value);

/// Three finite numbers.
Vec3 read_point(const std::string& path, const Json& value);

}  // namespace cairn
