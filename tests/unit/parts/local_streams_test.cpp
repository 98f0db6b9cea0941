// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/local_streams.h"

#include "parts/local_server.h"
#include "parts/scratch.h"

#include <algorithm>

namespace headroom {

namespace {

using seen::inode_of;
using seen::LocalServer;
using seen::Scratch;

std::optional<LocalStream> find(std::uint32_t inode)
{
    const auto streams = local_streams();
    EXPECT_TRUE(streams) << streams.error().sentence;
    const auto found = std::ranges::find(*streams, inode, &LocalStream::inode);
    return found == streams->end() ? std::nullopt : std::optional{*found};
}

TEST(LocalStreams, TellWhoListensAndHowManyWaitThere)
{
    const Scratch scratch;
    const LocalServer server{scratch.path("socket")};
    auto stream = find(inode_of(server.listener));
    ASSERT_TRUE(stream);
    EXPECT_TRUE(stream->listens);
    EXPECT_EQ(stream->waiting, 0U);
    EXPECT_EQ(std::string{stream->name.c_str()}, scratch.path("socket"));
    const UniqueFd client = server.connect();
    stream = find(inode_of(server.listener));
    ASSERT_TRUE(stream);
    EXPECT_EQ(stream->waiting, 1U);
    const UniqueFd accepted = server.accept();
    stream = find(inode_of(server.listener));
    ASSERT_TRUE(stream);
    EXPECT_EQ(stream->waiting, 0U);
}

TEST(LocalStreams, TellWhoIsAtTheOtherEndAndWhatIsUnread)
{
    const Scratch scratch;
    const LocalServer server{scratch.path("socket")};
    const UniqueFd client = server.connect();
    const UniqueFd accepted = server.accept();
    ASSERT_EQ(write(client.get(), "four", 4), 4);
    const auto served = find(inode_of(accepted));
    const auto calling = find(inode_of(client));
    ASSERT_TRUE(served && calling);
    EXPECT_FALSE(served->listens);
    EXPECT_EQ(std::string{served->name.c_str()}, scratch.path("socket"));
    EXPECT_EQ(served->peer, inode_of(client));
    EXPECT_EQ(served->waiting, 4U);
    EXPECT_TRUE(calling->name.empty());
    EXPECT_EQ(calling->peer, inode_of(accepted));
    EXPECT_EQ(calling->waiting, 0U);
    EXPECT_EQ(served->unsent, 0U);
    EXPECT_GE(calling->unsent, 4U) << "plus the kernel's overhead";
}

TEST(LocalStreams, NonsenseIsNoStream)
{
    std::vector<LocalStream> streams;
    for (const std::size_t length : {0U, 1U, 15U, 16U, 20U, 200U}) {
        EXPECT_FALSE(take_local_streams(std::string(length, '\0'), streams)) << length;
        (void)take_local_streams(std::string(length, '\x14'), streams);
        (void)take_local_streams(std::string(length, '\xff'), streams);
    }
    EXPECT_TRUE(streams.empty());
}

} // namespace

} // namespace headroom
