// What `cairn view` answers, and what it must not.

#include "view_site.hpp"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <thread>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/error.hpp>

#include "tests/support/own_folder.hpp"
#include "view_server.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class View : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = cairn::test::own_path(test->name());
        std::filesystem::create_directories(folder_ / "site" / "assets");
        write("site/index.html", "<title>page</title>");
        write("site/assets/engine.wasm", std::string("\0asm", 4));
        write("secret.txt", "secret");
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
    }
    ViewSite site() const { return ViewSite(folder_ / "site"); }

    std::filesystem::path folder_;
};

std::string get(const std::string& path, const std::string& host = "localhost:8460") {
    return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

TEST_F(View, GivesTheFilesOfTheSite) {
    const std::string page = site().answer(get("/?x=1"), 8460);
    EXPECT_THAT(page, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(page, HasSubstr("Content-Type: text/html"));
    EXPECT_THAT(page, HasSubstr("<title>page</title>"));
    EXPECT_THAT(page, HasSubstr("Cross-Origin-Embedder-Policy: require-corp"));
    const std::string engine = site().answer(get("/assets/engine.wasm", "127.0.0.1:8460"), 8460);
    EXPECT_THAT(engine, HasSubstr("Content-Type: application/wasm"));
    EXPECT_THAT(engine, HasSubstr("Content-Length: 4\r\n"));
}

TEST_F(View, PackedFilesGoToThoseWhoTakeThem) {
    write("site/assets/engine.wasm.gz", "packed");
    const std::string request =
        "GET /assets/engine.wasm HTTP/1.1\r\nHost: localhost:8460\r\nAccept-Encoding: ";
    const std::string packed = site().answer(request + "deflate, GZIP\r\n\r\n", 8460);
    EXPECT_THAT(packed, HasSubstr("Content-Encoding: gzip\r\n"));
    EXPECT_THAT(packed, HasSubstr("Content-Type: application/wasm"));
    EXPECT_THAT(packed, HasSubstr("packed"));
    EXPECT_THAT(site().answer(request + "br\r\n\r\n", 8460), Not(HasSubstr("gzip")));
}

TEST_F(View, NothingOutsideTheSiteCanBeAskedFor) {
    for (const char* path :
         {"/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "//etc/passwd", "../secret.txt",
          "/assets", "/assets/", "", "/\\..\\secret.txt"}) {
        const std::string answer = site().answer(get(path), 8460);
        EXPECT_THAT(answer, Not(HasSubstr("secret\n"))) << path;
        EXPECT_THAT(answer, StartsWith("HTTP/1.1 404")) << path;
    }
}

TEST_F(View, AnotherNameForThisMachineIsRefused) {
    for (const char* host :
         {"evil.example:8460", "localhost.evil.example:8460", "localhost:80", "localhost", ""}) {
        EXPECT_THAT(site().answer(get("/", host), 8460), StartsWith("HTTP/1.1 403")) << host;
    }
    EXPECT_THAT(site().answer("GET / HTTP/1.1\r\n\r\n", 8460), StartsWith("HTTP/1.1 403"));
}

TEST_F(View, OnlyReadsAreAnswered) {
    EXPECT_THAT(site().answer("POST / HTTP/1.1\r\nHost: localhost:8460\r\n\r\n", 8460),
                StartsWith("HTTP/1.1 405"));
    EXPECT_THAT(site().answer("nonsense", 8460), StartsWith("HTTP/1.1 405"));
    const std::string head = site().answer("HEAD / HTTP/1.1\r\nhost:localhost:8460\r\n\r\n", 8460);
    EXPECT_THAT(head, StartsWith("HTTP/1.1 200"));
    EXPECT_THAT(head, Not(HasSubstr("<title>")));
}

TEST_F(View, ASceneFileGetsAPlainName) {
    ViewSite with_file = site();
    EXPECT_EQ(with_file.add_file("my scene<b>.json", "{}"), "my-scene-b-.json");
    EXPECT_EQ(with_file.add_file("index.html", "other"), "index.html-");
    EXPECT_THAT(with_file.answer(get("/my-scene-b-.json"), 8460), HasSubstr("application/json"));
}

TEST_F(View, AFolderWithoutAPageIsAnError) { EXPECT_THROW(ViewSite(folder_ / "site" / "assets"), Error); }

std::string ask(int port, const std::string& request) {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(port));
    const timeval patience{120, 0};  // a server that does not answer fails this test, and does not hold it up
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    EXPECT_EQ(connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(send(socket, request.data(), request.size(), 0), static_cast<ssize_t>(request.size()));
    errno = 0;
    std::string answer;
    char bytes[4096];
    for (ssize_t count; (count = recv(socket, bytes, sizeof bytes, 0)) > 0;)
        answer.append(bytes, static_cast<size_t>(count));
    EXPECT_NE(errno, EAGAIN) << "no answer in two minutes";
    close(socket);
    return answer;
}

TEST_F(View, ServesWhileAnotherConnectionStaysSilent) {
    write("site/large.js", std::string(3'000'000, 'x'));
    const ViewSite large = site();
    ViewServer server(large, 0);
    ASSERT_GT(server.port(), 0);
    std::atomic<bool> stop{false};
    std::thread serving([&] { server.serve(stop); });
    const int silent = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(server.port()));
    EXPECT_EQ(connect(silent, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    const std::string host = "localhost:" + std::to_string(server.port());
    EXPECT_GT(ask(server.port(), get("/large.js", host)).size(), 3'000'000u);
    EXPECT_THAT(ask(server.port(), get("/", host)), HasSubstr("<title>page</title>"));
    EXPECT_THROW(ViewServer(large, server.port()), Error) << "the port is taken";
    stop = true;
    serving.join();
    close(silent);
}

}  // namespace
}  // namespace cairn
