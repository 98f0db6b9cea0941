// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/never_apps_in.h"
#include "sys/process.h"

#include <charconv>
#include <format>
#include <linux/capability.h>
#include <unistd.h>

// A process's ancestors within its cgroup.
namespace headroom {

namespace {

/// What follows the key in its line. Empty: there is no such line.
std::string_view value_in(std::string_view status, std::string_view key)
{
    const auto at = status.find(key);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = status.substr(at + key.size());
    return rest.substr(0, rest.find('\n'));
}

/// "Uid:\t1000\t1000\t1000\t1000": real, effective, saved and file system ids.
bool all_user_ids_are(std::string_view status, uid_t user)
{
    return value_in(status, "\nUid:\t") == std::format("{0}\t{0}\t{0}\t{0}", user);
}

/// "CapPrm:\t0000000000001000": a mask, in hexadecimal.
std::uint64_t permitted_capabilities(std::string_view status)
{
    const std::string_view text = value_in(status, "\nCapPrm:\t");
    std::uint64_t mask = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), mask, 16);
    return problem == std::errc{} && end == text.data() + text.size() ? mask : 0;
}

} // namespace

/// All its user ids must be ours. Those of pkexec and sudo are not, though the user started them.
bool ProcessTable::is_ours(std::int32_t pid) const
{
    const auto status = slurp(pid, "status", 8192);
    return status && all_user_ids_are(*status, getuid());
}

bool ProcessTable::is_of_another_user(std::int32_t pid) const
{
    const auto status = slurp(pid, "status", 8192);
    return status && !all_user_ids_are(*status, getuid());
}

bool ProcessTable::may_set_up_networks(std::int32_t pid) const
{
    const auto status = slurp(pid, "status", 8192);
    return status && ((permitted_capabilities(*status) >> CAP_NET_ADMIN) & 1U) != 0;
}

/// A program hides its executable if it has more privileges than its user (setgid: urxvt; file
/// capabilities) or keeps secrets (KeePassXC):
/// https://man7.org/linux/man-pages/man2/PR_SET_DUMPABLE.2const.html
std::string ProcessTable::program_of(std::int32_t pid) const
{
    std::string file = program(pid);
    if (file.empty())
        return is_ours(pid) ? name(pid) : file;
    return program_or_script(std::move(file), name(pid));
}

/// Wine's programs are orphans from the start. A session leader is an ancestor of everything in its
/// session. This means little for an orphan that runs another program than the leader, as a
/// desktop's session contains everything.
std::int32_t ProcessTable::substitute_for_parent(const ProcessStat &orphan,
                                                 const std::string &program) const
{
    const bool has_leader = orphan.session > 1 && orphan.session != orphan.id.pid;
    return has_leader && !program.empty() && program_of(orphan.session) == program ? orphan.session
                                                                                   : 0;
}

Result<std::vector<Ancestor>> ProcessTable::lineage(std::int32_t pid) const
{
    const auto home = cgroup(pid);
    if (!home)
        return std::unexpected(home.error());
    std::vector<Ancestor> chain;
    // No desktop nests deeper, and a crafted tree must not cost more.
    constexpr std::size_t deepest = 64;
    for (std::int32_t at = pid; at > 1 && chain.size() < deepest;) {
        const auto facts = stat(at);
        if (!facts && chain.empty())
            return std::unexpected(facts.error());
        if (!facts || (at != pid && cgroup(at).value_or("") != *home))
            break;
        chain.push_back({facts->id, program_of(at), facts->has_tty});
        at = cgroup(facts->parent).value_or("") == *home
            ? facts->parent
            : substitute_for_parent(*facts, chain.back().program);
    }
    return chain;
}

} // namespace headroom
