#pragma once
// Ctrl+C while something long is running: the first one asks it to come to an end, the second one ends it.

namespace cairn {

/// For as long as it lives.
class Interruption {
public:
    Interruption();
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    bool asked() const;
};

/// The status of a command that came to an early end: what the shell gives a program that SIGINT ended.
inline constexpr int interrupted_status = 130;

}  // namespace cairn
