#include "view_server.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cairn/error.hpp>

namespace cairn {

namespace {

constexpr size_t longest_head = 16 * 1024;
constexpr size_t most_connections = 64;
constexpr auto patience = std::chrono::seconds(20);  // browsers open connections that they may never use

[[noreturn]] void refuse(const std::string& what) { throw Error(what + ": " + std::strerror(errno)); }

}  // namespace

/// A browser that asked, or is about to.
struct ViewServer::Connection {
    int socket = -1;
    std::string head, reply;
    size_t sent = 0;
    std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();

    /// False when it is over.
    bool read(const ViewSite& site, int port) {
        char bytes[4096];
        const ssize_t count = recv(socket, bytes, sizeof bytes, 0);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        if (count == 0) return false;
        head.append(bytes, static_cast<size_t>(count));
        if (head.find("\r\n\r\n") != std::string::npos) reply = site.answer(head, port);
        return head.size() <= longest_head;
    }
    bool write() {
        const ssize_t count = send(socket, reply.data() + sent, reply.size() - sent, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN || errno == EINTR;
        sent += static_cast<size_t>(count);
        if (sent < reply.size()) return true;
        shutdown(socket, SHUT_WR);
        return false;
    }
};

ViewServer::ViewServer(const ViewSite& site, int port) : site_(site) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener_ < 0) refuse("no socket");
    const int yes = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    socklen_t size = sizeof address;
    const bool good = bind(listener_, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                      listen(listener_, 32) == 0 &&
                      getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    if (!good) {
        const int problem = errno;
        close(listener_);
        errno = problem;
        refuse("port " + std::to_string(port));
    }
    port_ = ntohs(address.sin_port);
}

ViewServer::~ViewServer() { close(listener_); }

void ViewServer::serve(const std::atomic<bool>& stop) {
    std::vector<Connection> open;
    while (!stop) {
        const short room = open.size() < most_connections ? POLLIN : 0;  // a full house does not spin
        std::vector<pollfd> waiting{{listener_, room, 0}};
        for (const Connection& connection : open) {
            const short events = connection.reply.empty() ? POLLIN : POLLOUT;
            waiting.push_back({connection.socket, events, 0});
        }
        if (poll(waiting.data(), waiting.size(), 250) < 0 && errno != EINTR) refuse("poll");
        const auto now = std::chrono::steady_clock::now();
        std::vector<Connection> still_open;
        for (size_t i = 0; i < open.size(); ++i) {
            Connection& connection = open[i];
            const bool ready = waiting[i + 1].revents != 0;
            const bool reading = connection.reply.empty();
            const bool goes_on = !ready || (reading ? connection.read(site_, port_) : connection.write());
            if (goes_on && now - connection.since < patience) {
                still_open.push_back(std::move(connection));
            } else {
                close(connection.socket);
            }
        }
        open = std::move(still_open);
        if ((waiting[0].revents & POLLIN) != 0) {
            const int accepted = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
            if (accepted >= 0) {
                open.emplace_back();
                open.back().socket = accepted;
            }
        }
    }
    for (const Connection& connection : open) close(connection.socket);
}

}  // namespace cairn
