// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/x11.h"

#include "parts/fake_x_server.h"
#include "parts/heard_windows.h"
#include "parts/main_context.h"

#include <cstdint>
#include <gtest/gtest.h>
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

    /// With the manager's list of windows.
    void start(const std::vector<std::uint32_t> &listed)
    {
        auto accepted = server.accept();
        windows.start();
        accepted.get();
        server.set_values(root, server.atom("_NET_CLIENT_LIST"), listed);
        EXPECT_TRUE(comes_true([this] {
            server.serve();
            return !said.empty();
        }));
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

} // namespace

} // namespace headroom
