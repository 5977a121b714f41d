// `cairn view`: serves the viewer on this machine and opens it.

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/core.h>
#include <spawn.h>

#include <cairn/error.hpp>

#include "commands.hpp"
#include "option_checks.hpp"
#include "scene/json_text.hpp"
#include "scene/load.hpp"
#include "scene/recording.hpp"
#include "scene/scene_json.hpp"
#include "scene_options.hpp"
#include "view_server.hpp"

extern char** environ;

namespace cairn {

namespace {

constexpr int usual_port = 8460;  // the same every time, so that the browser remembers the page's settings

struct ViewOptions {
    SceneOptions scene;
    std::string name, site;
    int port = -1;
    bool no_open = false;
};

std::atomic<bool> serving_stopped{false};

std::string escape(const std::string& text) {
    const std::string plain = "-_.:,=";
    std::string result;
    for (const char c : text) {
        const bool keep = std::isalnum(static_cast<unsigned char>(c)) || plain.find(c) != std::string::npos;
        result += keep ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return result;
}

bool is_recording(const std::string& text) { return text.compare(0, 18, "{\"cairn_recording\"") == 0; }

/// The part of the address behind the #; what cannot be shown is refused here, before any page opens.
std::string link_to(const ViewOptions& options, ViewSite& site) {
    if (options.name.empty()) return "";
    std::string link;
    if (is_scene_file(options.name) || std::filesystem::is_regular_file(options.name)) {
        if (!options.scene.settings.empty()) throw Error("--set needs a built-in scene");
        std::string text = read_text_file(options.name);
        if (is_recording(text)) {
            read_recording_file(options.name);
        } else {
            read_scene_file(options.name);
        }
        link = "#file=" +
               site.add_file(std::filesystem::path(options.name).filename().string(), std::move(text));
    } else {
        describe(options.name, options.scene);
        NamedScene scene = named_scene(options.name);
        for (SceneSetting& setting : parse_settings(options.scene.settings))
            scene.settings.push_back(std::move(setting));
        link = "#scene=" + escape(scene.name);
        for (const SceneSetting& setting : scene.settings)
            link += "&" + escape(setting.first) + "=" + fmt::format("{}", setting.second);
    }
    if (!options.scene.solver.empty()) link += "&solver=" + escape(options.scene.solver);
    return link;
}

std::unique_ptr<ViewServer> listen_at(const ViewSite& site, int port) {
    if (port >= 0) return std::make_unique<ViewServer>(site, port);
    try {
        return std::make_unique<ViewServer>(site, usual_port);
    } catch (const Error&) {
        return std::make_unique<ViewServer>(site, 0);  // somebody else has it
    }
}

void open_browser(const std::string& address, int port) {
#ifdef __APPLE__
    const std::string program = "open";
#else
    const std::string program = "xdg-open";
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) {
        fmt::print(stderr,
                   "cairn: no display here, so no browser was opened; from another machine: ssh -L "
                   "{0}:localhost:{0} THIS-MACHINE, then open the address there\n",
                   port);
        return;
    }
#endif
    char* words[] = {const_cast<char*>(program.c_str()), const_cast<char*>(address.c_str()), nullptr};
    pid_t child = 0;
    if (posix_spawnp(&child, words[0], nullptr, nullptr, words, environ) != 0) {
        fmt::print(stderr, "cairn: no {} here; open the address yourself\n", program);
    }
}

void view(const ViewOptions& options) {
    const std::filesystem::path folder =
        options.site.empty() ? find_viewer() : std::filesystem::path(options.site);
    if (folder.empty())
        throw Error(
            "the viewer was not built here: './run view' in Cairn's sources builds and opens it, cmake "
            "--install takes it " +
            std::string("along from there, and --site names the folder of one"));
    ViewSite site(folder);
    const std::string link = link_to(options, site);
    const std::unique_ptr<ViewServer> server = listen_at(site, options.port);
    const std::string address = fmt::format("http://localhost:{}/{}", server->port(), link);
    fmt::print("{}\n", address);
    std::fflush(stdout);
    fmt::print(stderr, "cairn: the viewer is at this address, for this machine alone; Ctrl+C ends it\n");
    std::signal(SIGINT, [](int) { serving_stopped = true; });
    std::signal(SIGTERM, [](int) { serving_stopped = true; });
    std::signal(SIGCHLD, SIG_IGN);  // the browser's end is no concern of ours
    if (!options.no_open) open_browser(address, server->port());
    server->serve(serving_stopped);
}

}  // namespace

void add_view_command(CLI::App& app) {
    const auto options = std::make_shared<ViewOptions>();
    CLI::App* command = app.add_subcommand("view", "serve the viewer on this machine and open it");
    command->add_option("SCENE", options->name, "built-in scene, JSON file or recording")->type_name("");
    command->add_option("--set", options->scene.settings, "parameter of the scene, key=value (repeatable)")
        ->type_name("K=V")
        ->allow_extra_args(false);
    command->add_option("--solver", options->scene.solver, "NAME[:key=value,...]")->type_name("NAME");
    command
        ->add_option("--port", options->port,
                     "port to listen at; 0: a free one (default 8460, or a free one)")
        ->check(whole_number(0, 65535))
        ->type_name("N");
    command->add_option("--site", options->site, "folder of the built viewer")->type_name("DIR");
    command->add_flag("--no-open", options->no_open, "only serve, open no browser");
    command->callback([options] { view(*options); });
}

}  // namespace cairn
