#pragma once
// A program that a test starts. It never outlives the test, and one that hangs is ended and named.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <string>
#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace cairn::test {

class Program {
public:
    using Clock = std::chrono::steady_clock;

    /// `command` is for the shell, which it replaces where it begins with exec: then signals reach the
    /// program itself.
    explicit Program(std::string command) : command_(std::move(command)) {
        process_ = fork();
        if (process_ < 0) throw std::runtime_error("no process for: " + command_);
        if (process_ > 0) return;
        prctl(PR_SET_PDEATHSIG, SIGKILL);  // even where ctest kills the test
        execl("/bin/sh", "sh", "-c", command_.c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    ~Program() { end(); }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void send(int signal) const {
        if (running_) kill(process_, signal);
    }

    /// Waits until `holds()`, or the program has ended, which is an error here.
    template <class Condition>
    void until(const char* what, const Condition& holds, double seconds) {
        poll(what, seconds, [&] {
            if (holds()) return true;
            if (has_ended()) throw std::runtime_error(command_ + "\nended before this was so: " + what);
            return false;
        });
    }

    /// Its status when it has ended: 128 and more where a signal ended it.
    int wait(double seconds) {
        poll("it ends", seconds, [this] { return has_ended(); });
        return WIFSIGNALED(status_) ? 128 + WTERMSIG(status_) : WEXITSTATUS(status_);
    }

private:
    template <class Condition>
    void poll(const char* what, double seconds, const Condition& holds) {
        const Clock::time_point last = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                          std::chrono::duration<double>(seconds));
        for (int turn = 0; !holds(); ++turn) {
            if (Clock::now() > last) {
                end();
                throw std::runtime_error(command_ + "\nhung and was ended: after " +
                                         std::to_string(static_cast<int>(seconds)) +
                                         " seconds this was still not so: " + what);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(std::min(1 + turn / 4, 20)));
        }
    }
    bool has_ended() {
        if (running_ && waitpid(process_, &status_, WNOHANG) == process_) running_ = false;
        return !running_;
    }
    void end() {
        if (!running_) return;
        kill(process_, SIGKILL);
        waitpid(process_, &status_, 0);
        running_ = false;
    }

    std::string command_;
    pid_t process_ = -1;
    int status_ = 0;
    bool running_ = true;
};

}  // namespace cairn::test
