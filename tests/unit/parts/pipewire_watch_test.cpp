// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/pipewire.h"

#include "parts/local_server.h"
#include "parts/main_context.h"
#include "parts/scratch.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <poll.h>
#include <string>

namespace headroom {

namespace {

using seen::comes_true;
using seen::LocalServer;

class PipewireWatchTest : public testing::Test {
protected:
    PipewireWatchTest()
    {
        setenv("PIPEWIRE_RUNTIME_DIR", scratch.path("run").c_str(), 1);
        unsetenv("PIPEWIRE_REMOTE");
        scratch.dir("run");
        watch.first_pause_ms = 1;
    }
    ~PipewireWatchTest() override { unsetenv("PIPEWIRE_RUNTIME_DIR"); }

    [[nodiscard]] std::string socket() const { return scratch.path("run/pipewire-0"); }
    [[nodiscard]] static bool is_called(const LocalServer &server)
    {
        pollfd waiting{.fd = server.listener.get(), .events = POLLIN, .revents = 0};
        return poll(&waiting, 1, 0) == 1;
    }

    seen::Scratch scratch;
    Emit emit = [](const Event &) {};
    Result<CgroupDirs> dirs{(scratch.dir("root/m"), CgroupDirs::open(scratch.path("root")))};
    UnitWatch units{*dirs, "/m", emit};
    ProcessWatch processes{ProcessTable{}, units, emit};
    PipewireWatch watch{ProcessTable{}, processes, emit};
};

TEST_F(PipewireWatchTest, AfterTheLastAttemptANewSocketIsFound)
{
    {
        const LocalServer ends_early{socket()};
        watch.start();
        for (int i = 0; i < 8; ++i) {
            ASSERT_TRUE(comes_true([&] { return is_called(ends_early); })) << i;
            (void)ends_early.accept(); // and closes it before it has answered
        }
        EXPECT_TRUE(seen::becomes_quiet()) << "it is not polled";
        EXPECT_FALSE(is_called(ends_early));
    }
    std::filesystem::remove(socket());
    const LocalServer next{socket()};
    EXPECT_TRUE(comes_true([&] { return is_called(next); }));
}

} // namespace

} // namespace headroom
