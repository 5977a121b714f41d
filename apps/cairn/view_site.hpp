#pragma once
// What `cairn view` serves: the files of the viewer, held in memory, and one answer for each request. No path
// of a request ever reaches the file system.

#include <filesystem>
#include <map>
#include <string>

namespace cairn {

class ViewSite {
public:
    /// Reads every file below `folder`; throws Error where it holds no index.html.
    explicit ViewSite(const std::filesystem::path& folder);

    /// A file beside the page, e.g. the scene to show; its name as a link may hold it.
    std::string add_file(const std::string& name, std::string content);

    /// The whole answer to the head of a request, for a server at this port. Only GET and HEAD, and only by
    /// the names of this machine: a page of another site must not read files through a name of its own that
    /// leads here.
    std::string answer(const std::string& request_head, int port) const;

private:
    std::map<std::string, std::string> files_;  // by path, without the leading slash
};

/// Where the viewer was built or installed, seen from this program; empty where it was not.
std::filesystem::path find_viewer();

}  // namespace cairn
