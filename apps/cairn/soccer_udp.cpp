#include "soccer_udp.hpp"

#include <cerrno>
#include <charconv>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cairn/error.hpp>

namespace cairn::soccer {

namespace {

constexpr size_t largest_datagram = 65536;

sockaddr_in to_system(Address address) {
    sockaddr_in system{};
    system.sin_family = AF_INET;
    system.sin_addr.s_addr = htonl(address.host);
    system.sin_port = htons(address.port);
    return system;
}

Address from_system(const sockaddr_in& system) {
    return {ntohl(system.sin_addr.s_addr), ntohs(system.sin_port)};
}

std::string bind_error(Address address, int error) {
    const std::string where = "UDP " + to_text(address) + ": ";
    if (error == EADDRINUSE)
        return where + "the port is in use, perhaps by another simulator; choose another";
    if (error == EADDRNOTAVAIL) return where + "this machine has no such address";
    if (error == EACCES) return where + "not allowed; ports below 1024 need more rights";
    return where + std::strerror(error);
}

}  // namespace

uint32_t parse_host(const std::string& what, const std::string& text) {
    in_addr host{};
    if (inet_pton(AF_INET, text.c_str(), &host) != 1)
        throw Error(what + " '" + text + "': expected an address, as 127.0.0.1");
    return ntohl(host.s_addr);
}

Address parse_address(const std::string& what, const std::string& text) {
    const size_t colon = text.rfind(':');
    in_addr host{};
    unsigned port = 0;
    const char* end = text.data() + text.size();
    const bool good = colon != std::string::npos &&
                      inet_pton(AF_INET, text.substr(0, colon).c_str(), &host) == 1 &&
                      std::from_chars(text.data() + colon + 1, end, port).ptr == end &&
                      colon + 1 < text.size() && port < 65536;
    if (!good) throw Error(what + " '" + text + "': expected an address and a port, as 127.0.0.1:10020");
    return {ntohl(host.s_addr), static_cast<uint16_t>(port)};
}

std::string to_text(Address address) {
    std::string text;
    for (const int shift : {24, 16, 8, 0}) {
        text += std::to_string((address.host >> shift) & 0xff) + (shift == 0 ? ":" : ".");
    }
    return text + std::to_string(address.port);
}

UdpSocket::UdpSocket(Address address)
    : handle_(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    if (handle_ < 0) throw Error(std::string("no UDP socket: ") + std::strerror(errno));
    sockaddr_in system = to_system(address);
    if (bind(handle_, reinterpret_cast<const sockaddr*>(&system), sizeof system) != 0) {
        const int error = errno;
        close(handle_);
        throw Error(bind_error(address, error));
    }
    socklen_t size = sizeof system;
    getsockname(handle_, reinterpret_cast<sockaddr*>(&system), &size);
    port_ = from_system(system).port;
}

UdpSocket::~UdpSocket() { close(handle_); }

std::optional<Datagram> UdpSocket::receive() {
    Datagram datagram;
    datagram.bytes.resize(largest_datagram);
    sockaddr_in sender{};
    socklen_t size = sizeof sender;
    ssize_t count = -1;
    do {
        // ECONNREFUSED tells that an answer sent earlier found nobody; it is no datagram.
        count = recvfrom(handle_, datagram.bytes.data(), datagram.bytes.size(), 0,
                         reinterpret_cast<sockaddr*>(&sender), &size);
    } while (count < 0 && (errno == EINTR || errno == ECONNREFUSED));
    if (count < 0) return std::nullopt;
    datagram.bytes.resize(static_cast<size_t>(count));
    datagram.sender = from_system(sender);
    return datagram;
}

bool UdpSocket::send(const std::string& bytes, Address to) {
    const sockaddr_in system = to_system(to);
    return sendto(handle_, bytes.data(), bytes.size(), MSG_NOSIGNAL,
                  reinterpret_cast<const sockaddr*>(&system),
                  sizeof system) == static_cast<ssize_t>(bytes.size());
}

}  // namespace cairn::soccer
