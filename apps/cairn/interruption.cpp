#include "interruption.hpp"

#include <csignal>

namespace cairn {

namespace {

volatile std::sig_atomic_t asked_to_end = 0;

}  // namespace

Interruption::Interruption() {
    asked_to_end = 0;
    std::signal(SIGINT, [](int) {
        asked_to_end = 1;
        std::signal(SIGINT, SIG_DFL);
    });
}

Interruption::~Interruption() { std::signal(SIGINT, SIG_DFL); }

bool Interruption::asked() const { return asked_to_end != 0; }

}  // namespace cairn
