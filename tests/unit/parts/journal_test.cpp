// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/journal.h"

#include "parts/scratch.h"

#include <array>
#include <optional>
#include <sys/socket.h>
#include <sys/un.h>

namespace headroom {
namespace {

using namespace std::string_literals;

/// A socket like journald's.
class Journald {
public:
    Journald()
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        m_socket.reset(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
        EXPECT_EQ(
            bind(m_socket.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    }

    /// The next entry; nullopt if there is none.
    std::optional<std::string> read() const
    {
        std::array<char, 65536> buffer{};
        const ssize_t got = recv(m_socket.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
        return got < 0 ? std::nullopt
                       : std::optional{std::string(buffer.data(), static_cast<std::size_t>(got))};
    }

private:
    seen::Scratch m_scratch;

public:
    const std::string path = m_scratch.path("socket");

private:
    UniqueFd m_socket;
};

TEST(Journal, TakesFieldsAsTheProtocolHasThem)
{
    const Journald journald;
    Journal journal{journald.path};
    journal.send({"MESSAGE=paused a=b", "PRIORITY=6"});
    EXPECT_EQ(journald.read(), "MESSAGE=paused a=b\nPRIORITY=6\n");
    journal.send({"MESSAGE=two\nlines", "PRIORITY=6"});
    EXPECT_EQ(journald.read(), "MESSAGE\n\x09\0\0\0\0\0\0\0two\nlines\nPRIORITY=6\n"s);
}

TEST(Journal, ThatIsStoppedHoldsNobodyUpAndHearsHowMuchItMissed)
{
    const Journald journald; // reads nothing, like a stopped journald
    Journal journal{journald.path};
    // The queue holds /proc/sys/net/unix/max_dgram_qlen entries, 512 by default.
    constexpr std::size_t sent = 5000;
    for (std::size_t i = 0; i < sent; ++i)
        journal.send({"MESSAGE=x"});
    const std::size_t dropped = journal.dropped();
    EXPECT_GT(dropped, 0U);
    std::size_t taken = 0;
    while (journald.read())
        ++taken;
    EXPECT_EQ(taken + dropped, sent);
    journal.send({"MESSAGE=at last"});
    EXPECT_EQ(
        journald.read(),
        std::format("MESSAGE={} entries were dropped, since the journal took none\nPRIORITY=4\n",
                    dropped));
    EXPECT_EQ(journald.read(), "MESSAGE=at last\n");
    EXPECT_EQ(journal.dropped(), 0U);
}

TEST(Journal, ThatIsAbsentIsNoFault)
{
    std::string path;
    Journal journal{[&] {
        const Journald gone;
        return path = gone.path;
    }()};
    journal.send({"MESSAGE=x"});
    EXPECT_EQ(journal.dropped(), 1U);
    Journal nowhere{std::string(200, 'x')};
    nowhere.send({"MESSAGE=x"});
    EXPECT_EQ(nowhere.dropped(), 1U);
}

} // namespace
} // namespace headroom
