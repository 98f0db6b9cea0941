// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/x11.h"

#include "parts/fake_x_server.h"
#include "parts/heard_windows.h"
#include "parts/main_context.h"

#include <cstdint>
#include <format>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::comes_true;
using seen::Said;

class X11WindowsTest : public seen::HeardWindows {
protected:
    static constexpr xcb_window_t root = seen::FakeXServer::root;
    static constexpr std::uint32_t no_process = 2'000'000'001; ///< no pid is as large

    seen::FakeXServer server{scratch.path("X77")};
    X11Windows windows{scratch.path("X77"), processes, sources, emit};

    void connect()
    {
        auto accepted = server.accept();
        windows.start();
        accepted.get();
    }

    /// The manager's list of windows, after connect().
    void show(const std::vector<std::uint32_t> &listed)
    {
        server.set_values(root, server.atom("_NET_CLIENT_LIST"), listed);
        EXPECT_TRUE(comes_true([this] {
            server.serve();
            return !said.empty();
        }));
    }

    void start(const std::vector<std::uint32_t> &listed)
    {
        connect();
        show(listed);
    }

    void list(const std::vector<std::uint32_t> &listed)
    {
        server.set_values(root, server.atom("_NET_CLIENT_LIST"), listed);
        server.change(root, server.atom("_NET_CLIENT_LIST"));
    }

    /// Waits until nothing is under way, and expects these events alone.
    void expects(const Said &all)
    {
        do {
            EXPECT_TRUE(becomes_quiet());
        } while (server.serve());
        EXPECT_EQ(said, all);
        said.clear();
    }

    /// In percent. nullopt: it no longer shows any.
    void shows_progress(xcb_window_t window, std::optional<std::uint32_t> progress)
    {
        const xcb_atom_t property = server.atom("_NET_WM_XAPP_PROGRESS");
        server.set_values(window, property,
                          progress ? std::vector{*progress} : std::vector<std::uint32_t>{});
        server.change(window, property);
    }

    [[nodiscard]] bool is_asked_for_all_windows() const
    {
        return (server.mask(root) & XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY) != 0;
    }
};

TEST_F(X11WindowsTest, ARequestToCloseAWindowIsHeardWhileAnAppIsFrozen)
{
    start({101});
    expects({"source x11", "101 ", "focus nobody"});
    EXPECT_FALSE(is_asked_for_all_windows()) << "each move of a window would wake us";
    windows.listen_for_closing(true);
    expects({});
    EXPECT_TRUE(is_asked_for_all_windows());
    server.request_to_close(101);
    expects({"101 awaited"});
    server.request_to_close(102); // in no list
    expects({});
    windows.listen_for_closing(false);
    expects({});
    EXPECT_FALSE(is_asked_for_all_windows());
}

TEST_F(X11WindowsTest, AServerThatAppearsWhileAnAppIsFrozenIsAskedTheSame)
{
    windows.listen_for_closing(true);
    start({101});
    expects({"source x11", "101 ", "focus nobody"});
    EXPECT_TRUE(is_asked_for_all_windows());
}

TEST_F(X11WindowsTest, AQuestionOfAnotherProcessAboutAWindowShowsThatItIsAwaited)
{
    start({101});
    expects({"source x11", "101 ", "focus nobody"});
    server.set_values(102, XCB_ATOM_WM_TRANSIENT_FOR, {101}); // the app's own dialog
    list({101, 102});
    expects({"102 "});
    server.set_values(103, XCB_ATOM_WM_TRANSIENT_FOR, {101});
    server.set_process(103, no_process);
    list({101, 102, 103});
    expects({"101 awaited", "103 "});
}

TEST_F(X11WindowsTest, ProgressOnAWindowIsADutyFromOneTo99Percent)
{
    start({});
    expects({"source x11", "focus nobody"});
    server.set_text(101, XCB_ATOM_WM_CLASS, std::string{"Navigator\0firefox", 18});
    list({101});
    expects({"101 firefox"});
    shows_progress(101, 0);
    expects({});
    shows_progress(101, 1);
    expects({"window-progress 101 of firefox"});
    shows_progress(101, 99);
    expects({});
    shows_progress(101, 100);
    expects({"window-progress 101 over"});
    shows_progress(101, 50);
    expects({"window-progress 101 of firefox"});
    shows_progress(101, std::nullopt);
    expects({"window-progress 101 over"});
}

TEST_F(X11WindowsTest, ProgressEndsWithTheWindowAndWithTheList)
{
    start({101, 102});
    expects({"source x11", "101 ", "102 ", "focus nobody"});
    shows_progress(101, 50);
    shows_progress(102, 50);
    expects({"window-progress 101 of ", "window-progress 102 of "});
    list({102});
    expects({"window-progress 101 over", "101 gone"});
    server.end();
    EXPECT_TRUE(comes_true([this] { return said.size() >= 2; }));
    EXPECT_EQ(said, (Said{"window-progress 102 over", "source "}));
    said.clear();
}

TEST_F(X11WindowsTest, ProgressOnEightWindowsOfAProcessIsEnough)
{
    connect();
    std::vector<std::uint32_t> listed;
    Said known{"source x11"};
    Said all;
    for (std::uint32_t window = 101; window <= 110; ++window) {
        listed.push_back(window);
        known.push_back(std::format("{} ", window));
        server.set_values(window, server.atom("_NET_WM_XAPP_PROGRESS"), {50});
        if (window <= 108 || window == 110)
            all.push_back(std::format("window-progress {} of ", window));
    }
    server.set_process(110, no_process); // the others are of one
    show(listed);
    known.push_back("focus nobody");
    all.insert(all.end(), known.begin(), known.end());
    expects(all);
}

} // namespace

} // namespace headroom
