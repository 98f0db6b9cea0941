// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/service_manager.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <array>
#include <cerrno>
#include <gmock/gmock.h>
#include <optional>
#include <sys/socket.h>
#include <sys/un.h>
#include <vector>

namespace headroom {
namespace {

using testing::ElementsAre;

/// The socket of a service manager that reads only when the test tells it to.
class Manager {
public:
    Manager() : m_socket(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0))
    {
        m_address.sun_family = AF_UNIX;
        path.copy(m_address.sun_path, sizeof m_address.sun_path - 1);
        EXPECT_EQ(
            bind(m_socket.get(), reinterpret_cast<const sockaddr *>(&m_address), sizeof m_address),
            0);
    }

    /// Other processes fill its queue.
    void is_kept_busy() const
    {
        const UniqueFd other{socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};
        while (sendto(other.get(), "X", 1, MSG_DONTWAIT,
                      reinterpret_cast<const sockaddr *>(&m_address), sizeof m_address)
               == 1) {
        }
        EXPECT_EQ(errno, EAGAIN);
    }

    /// The next message; nullopt if there is none.
    [[nodiscard]] std::optional<std::string> read() const
    {
        std::array<char, 4096> buffer{};
        const ssize_t got = recv(m_socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        return got < 0 ? std::nullopt
                       : std::optional{std::string(buffer.data(), static_cast<std::size_t>(got))};
    }

    /// The next `count` messages, without those of others.
    [[nodiscard]] std::vector<std::string> next(std::size_t count) const
    {
        std::vector<std::string> states;
        EXPECT_TRUE(seen::comes_true([&] {
            while (const auto state = read()) {
                if (*state != "X")
                    states.push_back(*state);
            }
            return states.size() >= count;
        }));
        return states;
    }

private:
    seen::Scratch m_scratch;
    UniqueFd m_socket;
    sockaddr_un m_address{};

public:
    const std::string path = m_scratch.path("notify");
};

TEST(ServiceManager, IsNotifiedAtOnce)
{
    const Manager manager;
    ServiceManager notifier{manager.path};
    notifier.notify("WATCHDOG_USEC=10\nWATCHDOG=1");
    EXPECT_EQ(manager.read(), "WATCHDOG_USEC=10\nWATCHDOG=1");
    EXPECT_TRUE(seen::is_quiet());
}

/// sd_notify() would block here for ever.
TEST(ServiceManager, ThatReadsNothingHoldsNobodyUpAndHearsAllThatStillCounts)
{
    const Manager manager;
    ServiceManager notifier{manager.path};
    manager.is_kept_busy();
    notifier.notify("READY=1");
    for (int i = 0; i < 100; ++i) {
        notifier.notify("WATCHDOG_USEC=10\nWATCHDOG=1");
        notifier.notify("WATCHDOG=1");
        notifier.notify("WATCHDOG_USEC=0");
    }
    EXPECT_TRUE(seen::is_quiet()) << "and the loop sleeps while there is no room";
    EXPECT_THAT(manager.next(3), ElementsAre("READY=1", "WATCHDOG=1", "WATCHDOG_USEC=0"));
    notifier.notify("STOPPING=1");
    EXPECT_EQ(manager.read(), "STOPPING=1");
    EXPECT_TRUE(seen::is_quiet());
}

TEST(ServiceManager, ThatHasEndedHoldsNobodyUp)
{
    std::optional<Manager> manager{std::in_place};
    ServiceManager notifier{manager->path};
    notifier.notify("READY=1");
    manager.reset();
    notifier.notify("WATCHDOG=1"); // no process listens
    EXPECT_TRUE(seen::is_quiet());
}

TEST(ServiceManager, IsNobodyWhereThereIsNone)
{
    ServiceManager notifier{""};
    notifier.notify("READY=1");
    EXPECT_TRUE(seen::is_quiet());
}

} // namespace
} // namespace headroom
