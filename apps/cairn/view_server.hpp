#pragma once
// A file server for this machine alone: listens on 127.0.0.1 and answers one request a connection.

#include <atomic>

#include "view_site.hpp"

namespace cairn {

class ViewServer {
public:
    /// Listens at `port`; 0: at a free one. Throws Error where it cannot.
    ViewServer(const ViewSite& site, int port);
    ~ViewServer();
    ViewServer(const ViewServer&) = delete;
    ViewServer& operator=(const ViewServer&) = delete;

    int port() const { return port_; }
    /// Serves until `stop` is set (looked at four times a second).
    void serve(const std::atomic<bool>& stop);

private:
    struct Connection;

    const ViewSite& site_;
    int listener_ = -1;
    int port_ = 0;
};

}  // namespace cairn
