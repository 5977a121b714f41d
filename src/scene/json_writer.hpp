#pragma once
// Writes the fields of one object, leaving out what equals the default.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "scene/json_fields.hpp"
#include "scene/json_text.hpp"

namespace cairn {

inline Json to_json(Vec3 v) { return Json::array({v.x, v.y, v.z}); }

/// Bit by bit: what is left out comes back as the default, and minus zero is none.
inline bool same_bits(const Json& a, const Json& b) {
    if (a != b) return false;
    if (a.is_number_float()) return std::signbit(a.get<float>()) == std::signbit(b.get<float>());
    return !a.is_structured() || std::equal(a.begin(), a.end(), b.begin(), same_bits);
}

class JsonWriter {
public:
    explicit JsonWriter(const std::vector<SceneBody>* bodies) : bodies_(bodies) {}

    struct Field {
        const char* key;
        Json value;
        Need need;
    };
    std::vector<Field> fields;

    void number(const char* key, float value, Range, const char*, Need need = Need::may) {
        put(key, value, need);
    }
    void integer(const char* key, int value, Range, const char*, Need need = Need::may) {
        put(key, value, need);
    }
    void natural(const char* key, uint64_t value, const char*, Need need = Need::may) {
        put(key, value, need);
    }
    void flag(const char* key, bool value, const char*) { put(key, value); }
    void text(const char* key, const std::string& value, const char*, Need need = Need::may) {
        put(key, value.empty() ? Json() : Json(value), need);
    }
    void vector(const char* key, Vec3 value, Range, const char*, Need need = Need::may) {
        put(key, to_json(value), need);
    }
    void maybe_vector(const char* key, const std::optional<Vec3>& value, const char*) {
        put(key, value ? to_json(*value) : Json());
    }
    void direction(const char* key, Vec3 value, const char*) { put(key, to_json(value)); }
    void rotation(const char* key, Quat q, const char*) { put(key, Json::array({q.x, q.y, q.z, q.w})); }
    void color(const char* key, const std::optional<uint32_t>& value, const char*) {
        if (!value) return put(key, Json());
        char text[16];
        std::snprintf(text, sizeof text, "#%06x", *value & 0xffffffu);
        put(key, text);
    }
    void limits(const char* key, const Limits& value, const char*) {
        put(key, value.enabled ? Json::array({value.lower, value.upper}) : Json());
    }
    void motor(const char* key, const Motor& value, const char*) {
        put(key, value.enabled ? write(value) : Json());
    }
    void body(const char* key, int index, const char*) {
        const bool known = bodies_ && index >= 0 && index < static_cast<int>(bodies_->size());
        put(key, known ? Json((*bodies_)[static_cast<size_t>(index)].name) : Json(), Need::must);
    }
    template <class Enum, size_t count>
    void choice(const char* key, Enum value, const char* const (&names)[count], const char*,
                Need need = Need::may) {
        put(key, names[static_cast<size_t>(value)], need);
    }
    template <class T>
    void object(const char* key, const T& value, const char*) {
        put(key, write(value));
    }
    template <class T>
    void optional_object(const char* key, const std::optional<T>& value, const char*) {
        put(key, value ? write(*value) : Json());
    }

    /// The object with every field that must be there and every field that differs from the default.
    template <class T>
    Json write(T value) const {
        T blank{};
        JsonWriter written(bodies_), defaults(bodies_);
        visit_fields(written, value);
        visit_fields(defaults, blank);
        Json result = Json::object();
        for (size_t i = 0; i < written.fields.size(); ++i) {
            const Field& field = written.fields[i];
            const bool differs = !same_bits(field.value, defaults.fields[i].value);
            if (field.need == Need::must || differs) result[field.key] = field.value;
        }
        return result;
    }

private:
    void put(const char* key, Json value, Need need = Need::may) {
        fields.push_back({key, std::move(value), need});
    }

    const std::vector<SceneBody>* bodies_;
};

}  // namespace cairn
