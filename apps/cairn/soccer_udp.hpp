#pragma once
// UDP over IPv4: datagrams in and out without waiting.

#include <cstdint>
#include <optional>
#include <string>

namespace cairn::soccer {

struct Address {
    uint32_t host = 0;  ///< in the machine's byte order
    uint16_t port = 0;

    bool operator==(const Address&) const = default;
};

/// "127.0.0.1:10020"; throws Error naming `what` where it is none.
Address parse_address(const std::string& what, const std::string& text);
uint32_t parse_host(const std::string& what, const std::string& text);
std::string to_text(Address address);

struct Datagram {
    std::string bytes;
    Address sender;
};

class UdpSocket {
public:
    /// Bound to this address (port 0: any that is free); throws Error that says what is wrong with it.
    explicit UdpSocket(Address address);
    ~UdpSocket();
    UdpSocket(const UdpSocket&) = delete;
    UdpSocket& operator=(const UdpSocket&) = delete;

    uint16_t port() const { return port_; }
    /// The next datagram that waits, if any.
    std::optional<Datagram> receive();
    /// False where the system would not take it (nobody listens, or its queue is full): datagrams may be
    /// lost.
    bool send(const std::string& bytes, Address to);

private:
    int handle_ = -1;
    uint16_t port_ = 0;
};

}  // namespace cairn::soccer
