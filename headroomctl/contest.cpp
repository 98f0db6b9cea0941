// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "contest.h"

#include <cerrno>
#include <csignal>
#include <string>
#include <optional>
#include <utility>

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib-unix.h>
#include <glib/gi18n.h>

#include "session_bus.h"
#include "sys/glib_ptr.h"
#include "transient_unit.h"
#include "waiting.h"

namespace headroom::ctl {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::uint64_t usual_weight = 100;
/// Directly below the user manager, beside app.slice. headroomd treats no unit in it as an app.
constexpr const char *slice = "headroom.slice";

std::unexpected<Failure> no_contest(int error)
{
    // Translators: %s is the system's description of the problem.
    return std::unexpected(Failure{
        Refused,
        formatted(C_("error: a sentence", "It can't be measured: %s."), g_strerror(error))});
}

/// In the child, which has no other thread. It ends with us, whatever becomes of us.
[[noreturn]] void compete(const UniqueFd &channel, const Effort &load)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    milliseconds length{};
    std::uint64_t done = 0;
    if (read(channel.get(), &length, sizeof length) == sizeof length)
        done = load(steady_clock::now() + length);
    _exit(write(channel.get(), &done, sizeof done) == sizeof done ? 0 : 1);
}

std::expected<void, Failure> move(const TransientUnits &units, const std::string &name, pid_t pid,
                                  const Weight &weight)
{
    GVariantBuilder properties;
    g_variant_builder_init(&properties, G_VARIANT_TYPE("a(sv)"));
    const auto add = [&properties](const char *property, GVariant *value) {
        g_variant_builder_add(&properties, "(sv)", property, value);
    };
    add("Description", g_variant_new_string("Headroom measures what weights do"));
    add("Slice", g_variant_new_string(slice));
    add("CollectMode", g_variant_new_string("inactive-or-failed"));
    add(weight.property, g_variant_new_uint64(weight.value));
    add("PIDs", g_variant_new_parsed("[%u]", static_cast<guint32>(pid)));
    g_autoptr(GError) error = nullptr;
    const std::string job =
        units.request(name, g_variant_builder_end(&properties), nullptr, &error);
    if (error != nullptr)
        return std::unexpected(failed_call(error, "systemd"));
    return units.finish(job);
}

/// Waits for the child's report. nullopt: it ended without one.
std::optional<std::uint64_t> result_of(int channel)
{
    bool over = false;
    const auto arrived = [](int, GIOCondition, gpointer flag) -> gboolean {
        *static_cast<bool *>(flag) = true;
        return G_SOURCE_CONTINUE;
    };
    const SourceId source(
        g_unix_fd_add(channel, static_cast<GIOCondition>(G_IO_IN | G_IO_HUP), arrived, &over));
    while (!over)
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    std::uint64_t done = 0;
    return read(channel, &done, sizeof done) == sizeof done ? std::optional{done} : std::nullopt;
}

} // namespace

std::expected<Contest::Contestant, Failure> Contest::fork_one(const Effort &load)
{
    std::array<int, 2> pair{};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair.data()) != 0)
        return no_contest(errno);
    UniqueFd ours(pair[0]);
    UniqueFd theirs(pair[1]);
    const pid_t child = fork();
    if (child < 0)
        return no_contest(errno);
    if (child == 0) {
        ours.reset(); // otherwise it would not notice our end
        compete(theirs, load);
    }
    return Contestant{child, std::move(ours)};
}

std::expected<Contest, Failure> Contest::prepare(const Effort &load)
{
    Contest contest;
    for (Contestant &contestant : contest.m_contestants) {
        auto forked = fork_one(load);
        if (!forked)
            return std::unexpected(forked.error());
        contestant = std::move(*forked);
    }
    return contest;
}

/// A child that still waits reads the end of its channel, and exits. All channels are closed first,
/// because each child has inherited our ends of the earlier ones.
Contest::~Contest()
{
    for (Contestant &contestant : m_contestants)
        contestant.channel.reset();
    for (const Contestant &contestant : m_contestants) {
        if (contestant.pid != 0)
            waitpid(contestant.pid, nullptr, 0);
    }
}

std::expected<Shares, Failure> Contest::hold(GDBusConnection *bus, const Weight &of_front,
                                             milliseconds length)
{
    const TransientUnits units(bus);
    const std::string id = random_for_unit();
    const std::array<std::pair<std::string, std::uint64_t>, 2> scopes{
        {{"headroom-front-" + id + ".scope", of_front.value},
         {"headroom-other-" + id + ".scope", usual_weight}}};
    for (std::size_t at = 0; at < scopes.size(); ++at) {
        const auto &[name, value] = scopes[at];
        const auto moved = move(units, name, m_contestants[at].pid, {of_front.property, value});
        if (!moved)
            return std::unexpected(moved.error());
    }
    for (const Contestant &contestant : m_contestants) {
        if (write(contestant.channel.get(), &length, sizeof length) != sizeof length)
            return no_contest(errno);
    }
    const auto front = result_of(m_contestants[0].channel.get());
    const auto other = result_of(m_contestants[1].channel.get());
    if (!front || !other)
        return no_contest(ECHILD);
    if (*front == 0 && *other == 0) // a disk that is busy, or broken
        return std::unexpected(
            Failure{Refused,
                    C_("error: a sentence",
                       "It can't be measured: in that time, neither of the two got anything.")});
    return Shares{*front, *other};
}

} // namespace headroom::ctl
