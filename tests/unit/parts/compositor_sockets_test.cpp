// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/compositor_sockets.h"

#include "parts/heard_windows.h"

#include <glib-unix.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

namespace headroom {

namespace {

using seen::comes_true;

using seen::Said;

std::string fixture(const std::string &name)
{
    std::ifstream file{std::string{HEADROOM_FIXTURES_DIR} + "/compositors/" + name,
                       std::ios::binary};
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>{file}, {}};
}

/// A compositor's end of a socket: what it receives, and what it sends.
class Server {
public:
    explicit Server(const std::string &path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        m_listening.reset(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
        EXPECT_EQ(
            bind(m_listening.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address),
            0)
            << path;
        EXPECT_EQ(listen(m_listening.get(), 8), 0);
        m_source = SourceId{g_unix_fd_add(
            m_listening.get(), G_IO_IN,
            [](int fd, GIOCondition, gpointer self) -> gboolean {
                static_cast<Server *>(self)->taken(
                    accept4(fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
                return G_SOURCE_CONTINUE;
            },
            this)};
    }

    /// Waits until all of it is sent, and lets the other end read meanwhile.
    void say(std::string_view text) const
    {
        EXPECT_TRUE(comes_true([&] { return is_there(); }));
        while (!text.empty() && !hung_up) {
            const ssize_t sent = send(m_client.get(), text.data(), text.size(), MSG_NOSIGNAL);
            if (sent > 0)
                text.remove_prefix(static_cast<std::size_t>(sent));
            g_main_context_iteration(nullptr, FALSE);
        }
    }

    /// The kernel reports the process that listened last.
    void listen_here() const { EXPECT_EQ(listen(m_listening.get(), 8), 0); }
    void listen_in_another_process() const
    {
        const pid_t child = fork();
        if (child == 0)
            _exit(listen(m_listening.get(), 8));
        int status = -1;
        EXPECT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }

    void hang_up()
    {
        m_reading.reset();
        m_client.reset();
    }
    [[nodiscard]] bool is_there() const { return static_cast<bool>(m_client); }
    std::string heard;
    /// Sent to each caller, whose connection is then closed. Empty: none is closed.
    std::string answer;
    bool keeps_the_first = false; ///< later connections only ask
    std::string asked;            ///< on the last of these
    int questions = 0;
    int calls = 0;
    bool hung_up = false;

private:
    void taken(int client)
    {
        ++calls;
        if (keeps_the_first) {
            m_asking.reset(client);
            m_asked = SourceId{g_unix_fd_add(
                client, G_IO_IN,
                [](int fd, GIOCondition, gpointer data) -> gboolean {
                    std::array<char, 4096> piece;
                    const ssize_t got = read(fd, piece.data(), piece.size());
                    if (got > 0)
                        static_cast<Server *>(data)->asked.append(piece.data(),
                                                                  static_cast<std::size_t>(got));
                    return got > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
                },
                this)};
            return;
        }
        m_client.reset(client);
        m_reading = SourceId{g_unix_fd_add(
            client, G_IO_IN,
            [](int fd, GIOCondition, gpointer data) -> gboolean {
                auto *self = static_cast<Server *>(data);
                std::array<char, 4096> piece;
                const ssize_t got = read(fd, piece.data(), piece.size());
                if (got > 0)
                    self->heard.append(piece.data(), static_cast<std::size_t>(got));
                if (got > 0 && !self->answer.empty()) {
                    ++self->questions;
                    self->m_reading.forget();
                    self->say(self->answer);
                    self->hang_up();
                    return G_SOURCE_REMOVE;
                }
                if (got <= 0) {
                    self->hung_up = true;
                    self->m_reading.forget();
                }
                return got > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
            },
            this)};
    }

    UniqueFd m_listening, m_client, m_asking;
    SourceId m_source, m_reading, m_asked;
};

class Sockets : public seen::HeardWindows {
protected:
    std::unique_ptr<CompositorSockets> sockets;

    std::string display{}; ///< $WAYLAND_DISPLAY
    void start()
    {
        scratch.dir("run");
        sockets = std::make_unique<CompositorSockets>(OwnDisplay{.runtime_dir = scratch.path("run"),
                                                                 .wayland_display = display,
                                                                 .x_display = {}},
                                                      processes, sources, emit);
        sockets->start();
    }
};

std::string sway_message(std::uint32_t type, std::string_view payload)
{
    std::string text = "i3-ipc";
    const auto size = static_cast<std::uint32_t>(payload.size());
    text.append(reinterpret_cast<const char *>(&size), sizeof size)
        .append(reinterpret_cast<const char *>(&type), sizeof type);
    return text.append(payload);
}

constexpr std::uint32_t tree = 4;
constexpr std::uint32_t window_event = 0x80000003;

TEST_F(Sockets, Niri)
{
    scratch.dir("run");
    Server niri{scratch.path("run/niri.wayland-1.77.sock")};
    start();
    ASSERT_TRUE(comes_true([&] { return niri.heard == "\"EventStream\"\n"; })) << niri.heard;
    niri.say(fixture("niri.jsonl"));
    hears({"source niri", "4 Alacritty", "5 org.mozilla.firefox", "6 org.gnome.Geary hidden",
           "focus 4", // all there is
           "focus 5", "focus nobody", "4 Alacritty hidden", "5 org.mozilla.firefox hidden",
           "6 org.gnome.Geary", "focus 6", // the other workspace
           "7 org.gnome.Geary", "focus 7", "7 gone", "focus 6"});
}

TEST_F(Sockets, NiriClosesAWindow)
{
    scratch.dir("run");
    Server niri{scratch.path("run/niri.wayland-1.77.sock")};
    start();
    niri.say(fixture("niri.jsonl"));
    ASSERT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 6"; }));
    niri.keeps_the_first = true;
    ASSERT_TRUE(sources.close({"6"}));
    EXPECT_TRUE(comes_true([&] {
        return niri.asked == "{\"Action\":{\"CloseWindow\":{\"id\":6}}}\n";
    })) << "the event connection accepts no requests";
}

TEST_F(Sockets, NiriInPiecesOfOneByte)
{
    scratch.dir("run");
    Server niri{scratch.path("run/niri.wayland-1.77.sock")};
    start();
    ASSERT_TRUE(comes_true([&] { return !niri.heard.empty(); }));
    for (const char c : fixture("niri.jsonl")) {
        niri.say({&c, 1});
        g_main_context_iteration(nullptr, FALSE);
    }
    EXPECT_TRUE(
        comes_true([&] { return !said.empty() && said.back() == "focus 6" && said.size() > 12; }));
    EXPECT_EQ(said.size(), 15U);
}

TEST_F(Sockets, Sway)
{
    scratch.dir("run");
    Server sway{scratch.path("run/sway-ipc.1000.77.sock")};
    start();
    const std::string wanted =
        sway_message(2, R"(["window","workspace","binding"])") + sway_message(tree, "");
    ASSERT_TRUE(comes_true([&] { return sway.heard == wanted; }));
    sway.say(sway_message(2, R"({"success":true})")
             + sway_message(tree, fixture("sway.tree.json")));
    hears({"source sway", "6 foot", "7 XTerm hidden full", "9 org.gnome.Notes hidden", "focus 6"});
    sway.heard.clear();
    std::istringstream events{fixture("sway.events.jsonl")};
    for (std::string line; std::getline(events, line);)
        sway.say(sway_message(window_event, line));
    hears({"7 XTerm full", "focus 7", "9 gone"});
    ASSERT_TRUE(comes_true([&] { return sway.heard == sway_message(tree, ""); }))
        << "the state of the other windows is requested once";
    sway.heard.clear();
    ASSERT_TRUE(sources.close({"6", "7"}));
    EXPECT_TRUE(comes_true([&] {
        return sway.heard
            == sway_message(0, "[con_id=6] kill") + sway_message(0, "[con_id=7] kill");
    }));
}

/// Nor is there an event for the windows that it hides.
TEST_F(Sockets, SwaysLayoutShowsWindowsWithoutAnEvent)
{
    scratch.dir("run");
    Server sway{scratch.path("run/sway-ipc.1000.77.sock")};
    start();
    sway.say(sway_message(tree, fixture("sway.tree.json")));
    hears({"source sway", "6 foot", "7 XTerm hidden full", "9 org.gnome.Notes hidden", "focus 6"});
    sway.heard.clear();
    sway.say(sway_message(0x80000005,
                          R"({"change":"run","binding":{"command":"layout toggle split"}})"));
    EXPECT_TRUE(comes_true([&] { return sway.heard == sway_message(tree, ""); })) << sway.heard;
}

/// A group's other tab: the same workspace, and hidden.
std::string with_a_group(std::string answer, std::string_view hidden, std::string_view shown)
{
    const auto put = [&](std::string_view address, const std::string &member) {
        const auto at = answer.find("\"mapped\"", answer.find(address));
        answer.insert(at, member);
    };
    put(hidden, R"("visible": false, )");
    put(shown, R"("visible": true, )");
    return answer;
}

TEST_F(Sockets, HyprlandsGroupShowsAnotherTabWithoutAnEvent)
{
    scratch.dir("run/hypr/abc_1");
    Server questions{scratch.path("run/hypr/abc_1/.socket.sock")};
    const std::string answer = fixture("hyprland.answer-1");
    questions.answer = with_a_group(answer, "55d0c0a01000", "55d0c0a02000");
    const Server events{scratch.path("run/hypr/abc_1/.socket2.sock")};
    start();
    hears({"source hyprland", "55d0c0a01000 kitty hidden", "55d0c0a02000 firefox hidden",
           "55d0c0a03000 Spotify hidden", "focus 55d0c0a01000"});
    questions.answer = answer;
    events.say("activewindowv2>>55d0c0a01000\n");
    hears({"55d0c0a01000 kitty"});
}

TEST_F(Sockets, HyprlandIsAskedOnAConnectionOfItsOwn)
{
    scratch.dir("run/hypr/abc_1");
    Server questions{scratch.path("run/hypr/abc_1/.socket.sock")};
    questions.answer = fixture("hyprland.answer-1");
    Server events{scratch.path("run/hypr/abc_1/.socket2.sock")};
    start();
    hears({"source hyprland", "55d0c0a01000 kitty", "55d0c0a02000 firefox hidden",
           "55d0c0a03000 Spotify hidden", "focus 55d0c0a01000"});
    EXPECT_EQ(questions.heard,
              "[[BATCH]]j/monitors;j/clients;j/activewindow;"
              "j/getoption misc:enable_anr_dialog");
    questions.answer = fixture("hyprland.answer-2");
    events.say(fixture("hyprland.events"));
    hears({"focus nobody", "focus 55d0c0a02000", "55d0c0a01000 kitty hidden",
           "55d0c0a02000 firefox full"});
    EXPECT_EQ(questions.questions, 2) << "however many events there were";
    questions.heard.clear();
    questions.answer = "ok";
    ASSERT_TRUE(sources.close({"55d0c0a02000"}));
    EXPECT_TRUE(comes_true([&] {
        return questions.heard == "dispatch closewindow address:0x55d0c0a02000";
    })) << questions.heard;
    EXPECT_TRUE(comes_true([&] { return questions.questions == 3; })) << "it was answered";
}

TEST_F(Sockets, HyprlandIsAskedWhetherItOffersToEndApps)
{
    const std::string off = fixture("hyprland.answer-1");
    const std::string windows = off.substr(0, off.find("{\"option\""));
    const auto option = [&](const std::string &value) {
        return windows + "{\"option\": \"misc:enable_anr_dialog\", " + value + ", \"set\": false }";
    };
    scratch.dir("run/hypr/abc_1");
    Server questions{scratch.path("run/hypr/abc_1/.socket.sock")};
    questions.answer = option("\"int\": 1");
    const Server events{scratch.path("run/hypr/abc_1/.socket2.sock")};
    start();
    const std::string offers = "source hyprland that offers to end apps";
    hears({offers, "55d0c0a01000 kitty", "55d0c0a02000 firefox hidden",
           "55d0c0a03000 Spotify hidden", "focus 55d0c0a01000"});
    for (const auto &[answer, said_of_it] : std::vector<std::pair<std::string, std::string>>{
             {windows + "no such option", "source hyprland"}, // before 0.48
             {windows, offers}, // nothing is unknown
             {off, "source hyprland"},
             {windows + "unknown request", offers},
             {option("\"bool\": false"), "source hyprland"}, // since 0.55
             {windows + "{", offers},
             {option("\"int\": 0"), "source hyprland"},
             {option("\"bool\": true"), offers},
             {windows + "\n\n\nno such option", "source hyprland"},
             {option("\"str\": \"no\""), offers}}) {
        questions.answer = answer;
        events.say("configreloaded>>\n");
        hears({said_of_it});
    }
}

/// With all windows on the first workspace: nothing else is requested when the focus moves.
std::string all_visible(std::string answer)
{
    for (auto at = answer.find("\"id\": 2"); at != std::string::npos; at = answer.find("\"id\": 2"))
        answer.replace(at, 7, "\"id\": 1");
    return answer;
}

TEST_F(Sockets, AnAnswerOfHyprlandDoesNotUndoANewerFocus)
{
    scratch.dir("run/hypr/abc_1");
    const std::string answer = all_visible(fixture("hyprland.answer-1"));
    Server questions{scratch.path("run/hypr/abc_1/.socket.sock")};
    questions.answer = answer;
    const Server events{scratch.path("run/hypr/abc_1/.socket2.sock")};
    start();
    ASSERT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 55d0c0a01000"; }));
    said.clear();
    questions.heard.clear();
    questions.answer.clear();
    events.say("workspacev2>>1,1\n");
    ASSERT_TRUE(comes_true([&] { return !questions.heard.empty(); }));
    questions.say(answer);
    events.say("activewindowv2>>55d0c0a02000\n");
    hears({"focus 55d0c0a02000"});
    questions.hang_up();
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_THAT(said, testing::IsEmpty()) << "that answer was written before the focus moved";
    questions.answer = answer;
    events.say("workspacev2>>1,1\n");
    hears({"focus 55d0c0a01000"});
}

TEST_F(Sockets, OneInAWindowOfAnotherIsNotHeardAndTheSessionsOwnIs)
{
    scratch.dir("run");
    auto nested = std::make_unique<Server>(scratch.path("run/sway-ipc.1000.9.sock"));
    const Server session{scratch.path("run/wayland-1")};
    session.listen_in_another_process();
    display = "wayland-1";
    start();
    EXPECT_TRUE(comes_true([&] { return nested->calls > 0 && nested->hung_up; }));
    EXPECT_TRUE(seen::becomes_quiet()) << "and isn't asked repeatedly";
    EXPECT_TRUE(said.empty());
    nested.reset();
    session.listen_here();
    Server own{scratch.path("run/niri.wayland-1.3.sock")};
    own.say(fixture("niri.jsonl"));
    EXPECT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 6"; }));
    EXPECT_EQ(said.front(), "source niri");
}

TEST_F(Sockets, OneThatCrashedIsNoneAndTheNextIsFound)
{
    scratch.dir("run");
    {
        Server crashed{scratch.path("run/sway-ipc.1000.1.sock")};
    } // its socket file stays, but no process listens
    start();
    auto sway = std::make_unique<Server>(scratch.path("run/sway-ipc.1000.2.sock"));
    sway->say(sway_message(tree, fixture("sway.tree.json")));
    ASSERT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 6"; }));
    said.clear();
    sway.reset();
    hears({"source "});
    Server niri{scratch.path("run/niri.wayland-1.3.sock")};
    niri.say(fixture("niri.jsonl"));
    ASSERT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 6"; }));
    EXPECT_EQ(said.front(), "source niri");
}

TEST_F(Sockets, HyprlandsDirectoryComesLater)
{
    start();
    scratch.dir("run/hypr/late_1");
    Server questions{scratch.path("run/hypr/late_1/.socket.sock")};
    questions.answer = fixture("hyprland.answer-1");
    const Server events{scratch.path("run/hypr/late_1/.socket2.sock")};
    EXPECT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 55d0c0a01000"; }));
}

TEST_F(Sockets, NonsenseEndsTheConnectionAndNothingElse)
{
    struct Case {
        const char *socket;
        std::string nonsense;
        bool ends;
    };
    const std::string endless(3U << 20U, 'x');
    for (const Case &one : {
             Case{"sway-ipc.1000.2.sock", "HTTP/1.1 400 Bad Request", true},
             Case{"sway-ipc.1000.3.sock", sway_message(window_event, "{"), false},
             Case{"sway-ipc.1000.4.sock",
                  sway_message(window_event,
                               R"({"change":"focus","container":{"id":"7","pid":-1}})"),
                  false},
             Case{"sway-ipc.1000.5.sock", std::string{"i3-ipc\xff\xff\xff\xff\x04\0\0\0", 14},
                  true},
             Case{"niri.a.sock", endless, true},
             Case{"niri.b.sock",
                  "[1]\nnull\n{\"WindowFocusChanged\":7}\n{\"WindowsChanged\":{\"windows\":[{},[],{"
                  "\"id\":\"x\"}]}}\n",
                  false},
         }) {
        seen::Scratch own;
        Server server{own.path(one.socket)};
        CompositorSockets here{
            OwnDisplay{.runtime_dir = own.path(), .wayland_display = {}, .x_display = {}},
            processes, sources, emit};
        here.start();
        ASSERT_TRUE(comes_true([&] { return server.is_there() && !server.heard.empty(); }))
            << one.socket;
        if (one.ends) {
            server.say(one.nonsense);
            EXPECT_TRUE(comes_true([&] { return server.hung_up; })) << one.socket;
            // Not a compositor's, so there is nothing new to look at.
            const Server other{own.path("sway-ipc.1000.9.txt")};
            bool over = false;
            constexpr guint five_looks_ms = 100;
            g_timeout_add(
                five_looks_ms,
                [](gpointer is_over) -> gboolean {
                    *static_cast<bool *>(is_over) = true;
                    return G_SOURCE_REMOVE;
                },
                &over);
            EXPECT_TRUE(comes_true([&] { return over; }));
            EXPECT_EQ(server.calls, 1) << one.socket;
        } else {
            server.say(one.nonsense);
            server.say(one.socket[0] == 's' ? sway_message(tree, fixture("sway.tree.json"))
                                            : fixture("niri.jsonl"));
            EXPECT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 6"; }))
                << one.socket;
        }
        said.clear();
    }
}

TEST_F(Sockets, AFloodIsTakenInAndTheFocusIsRightAfterwards)
{
    scratch.dir("run");
    Server sway{scratch.path("run/sway-ipc.1000.77.sock")};
    start();
    sway.say(sway_message(tree, fixture("sway.tree.json")));
    ASSERT_TRUE(comes_true([&] { return !said.empty() && said.back() == "focus 6"; }));
    sway.heard.clear();
    const std::string to_6 =
        R"({"change":"focus","container":{"id":6,"pid":4194301,"app_id":"foot","visible":true,)"
        R"("fullscreen_mode":0}})";
    const std::string to_7 =
        R"({"change":"focus","container":{"id":7,"pid":4194302,"app_id":"XTerm","visible":true,)"
        R"("fullscreen_mode":0}})";
    const gint64 began = g_get_monotonic_time();
    for (int i = 0; i < 10'000; ++i)
        sway.say(sway_message(window_event, i % 2 == 0 ? to_7 : to_6));
    sway.say(sway_message(window_event, to_7));
    EXPECT_TRUE(comes_true([&] { return said.back() == "focus 7"; }));
    const double seconds = static_cast<double>(g_get_monotonic_time() - began) / 1e6;
    EXPECT_LE(static_cast<double>(sway.heard.size())
                  / static_cast<double>(sway_message(tree, "").size()),
              1 + seconds * 10)
        << "ten questions a second at most";
}

} // namespace

} // namespace headroom
