// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "token_tty.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <utility>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>

#include <glib/gi18n.h>

namespace headroom::ctl {

namespace {

constexpr char token = '+'; // as make's
constexpr int common_flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;

using Bytes = std::array<char, 4096>;

std::unexpected<Failure> no_terminal(int error)
{
    // Translators: %s is the system's description of the problem.
    return std::unexpected(
        Failure{Refused,
                formatted(C_("error: a sentence", "No pseudoterminal can be opened: %s."),
                          g_strerror(error))});
}

/// Bytes pass unchanged, and no other user may write to it, as write(1) and wall(1) do.
bool make_plain(int fd)
{
    termios settings{};
    if (tcgetattr(fd, &settings) != 0)
        return false;
    cfmakeraw(&settings);
    return tcsetattr(fd, TCSANOW, &settings) == 0 && fchmod(fd, S_IRUSR | S_IWUSR) == 0;
}

unsigned count_of(ssize_t moved)
{
    return moved > 0 ? static_cast<unsigned>(moved) : 0;
}

} // namespace

TokenTty::TokenTty(UniqueFd ours, UniqueFd theirs, std::string path)
    : m_ours(std::move(ours)), m_theirs(std::move(theirs)), m_path(std::move(path))
{
}

std::expected<TokenTty, Failure> TokenTty::make()
{
    UniqueFd ours(posix_openpt(common_flags));
    std::array<char, 64> path{};
    if (!ours || grantpt(ours.get()) != 0 || unlockpt(ours.get()) != 0)
        return no_terminal(errno);
    if (const int error = ptsname_r(ours.get(), path.data(), path.size()); error != 0)
        return no_terminal(error);
    UniqueFd theirs(open(path.data(), common_flags));
    if (!theirs || !make_plain(theirs.get()))
        return no_terminal(errno);
    return TokenTty(std::move(ours), std::move(theirs), path.data());
}

unsigned TokenTty::give(unsigned count)
{
    Bytes bytes;
    bytes.fill(token);
    return count_of(write(m_ours.get(), bytes.data(), std::min<std::size_t>(count, bytes.size())));
}

unsigned TokenTty::take_back(unsigned count)
{
    Bytes bytes;
    return count_of(read(m_theirs.get(), bytes.data(), std::min<std::size_t>(count, bytes.size())));
}

unsigned TokenTty::unread() const
{
    int count = 0;
    return ioctl(m_theirs.get(), FIONREAD, &count) == 0 ? count_of(count) : 0;
}

unsigned TokenTty::returned()
{
    Bytes bytes;
    return count_of(read(m_ours.get(), bytes.data(), bytes.size()));
}

} // namespace headroom::ctl
