// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "broker.h"

#include "sys/arm_trigger.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <systemd/sd-daemon.h>
#include <unistd.h>

namespace headroom::broker {

namespace {

int fail(const std::string &sentence)
{
    std::fprintf(stderr, SD_ERR "headroom-broker: %s\n", sentence.c_str());
    return EXIT_FAILURE;
}

/// No options: a caller that could choose the roots could have triggers armed anywhere.
int run()
{
    constexpr int first = SD_LISTEN_FDS_START;
    if (sd_listen_fds(/* unset_environment= */ 1) != 1
        || sd_is_socket_unix(first, SOCK_SEQPACKET, /* listening= */ 1, nullptr, 0) <= 0)
        return fail("systemd has to start it with one socket, as headroom-broker@.socket does");
    UniqueFd listening{first};
    if (fcntl(first, F_SETFL, O_NONBLOCK) != 0)
        return fail("the socket can't be set up");
    // We run as the user, but the user's programs have no business in our memory.
    (void)prctl(PR_SET_DUMPABLE, 0); // they also lack the capability that we have
    World world;
    world.owner = getuid();
    world.arm = [](int fd, const TriggerRequest &request) {
        return arm_trigger(fd, request.kind, request.stall, request.window);
    };
    const auto broker = Broker::listen(std::move(listening), std::move(world));
    if (!broker)
        return fail(broker.error().sentence);
    const auto ended = (*broker)->run();
    return ended ? EXIT_SUCCESS : fail(ended.error().sentence);
}

} // namespace

} // namespace headroom::broker

int main(int argc, char ** /*argv*/)
{
    return argc == 1 ? headroom::broker::run() : headroom::broker::fail("it takes no argument");
}
