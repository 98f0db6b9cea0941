// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pager.h"

#include <csignal>
#include <cstring>
#include <string_view>
#include <vector>

#include <gio/gio.h>
#include <unistd.h>

#include "sys/glib_ptr.h"
#include "terminal_text.h"

namespace headroom::ctl {

namespace {

/// As in systemctl: quit if the text fits on the screen, keep it there, chop long lines, pass
/// colours on.
constexpr const char *less_options = "FRSXMK";

/// Ctrl+C in a pager is the pager's. If it ended us, the pager would compete with the shell for the
/// terminal.
class WithoutInterrupts {
public:
    WithoutInterrupts()
    {
        struct sigaction ignore{};
        ignore.sa_handler = SIG_IGN;
        sigaction(SIGINT, &ignore, &m_before);
    }
    ~WithoutInterrupts() { sigaction(SIGINT, &m_before, nullptr); }
    WithoutInterrupts(const WithoutInterrupts &) = delete;
    WithoutInterrupts &operator=(const WithoutInterrupts &) = delete;

private:
    struct sigaction m_before{};
};

/// What the user prefers. nullptr: nothing in particular. Empty: no pager.
const char *preferred()
{
    for (const char *variable : {"SYSTEMD_PAGER", "PAGER"}) {
        if (const char *value = g_getenv(variable))
            return value;
    }
    return nullptr;
}

/// The command lines to try.
std::vector<std::string> pagers()
{
    const char *named = preferred();
    if (named == nullptr)
        return {"pager", "less", "more"};
    if (std::string_view(named).empty() || std::string_view(named) == "cat")
        return {};
    return {named};
}

void set_environment(GSubprocessLauncher *launcher)
{
    const auto set = [launcher](const char *variable, const char *chosen_by,
                                const char *otherwise) {
        const char *chosen = g_getenv(chosen_by);
        g_subprocess_launcher_setenv(launcher, variable, chosen != nullptr ? chosen : otherwise,
                                     TRUE);
    };
    set("LESS", "SYSTEMD_LESS", less_options);
    if (g_get_charset(nullptr) != FALSE)
        set("LESSCHARSET", "SYSTEMD_LESSCHARSET", "utf-8");
    // Without it, the user could start a shell from the pager.
    if (const char *secure = g_getenv("SYSTEMD_PAGERSECURE");
        secure != nullptr && std::strcmp(secure, "0") != 0)
        g_subprocess_launcher_setenv(launcher, "LESSSECURE", "1", TRUE);
}

ObjectPtr<GSubprocess> started(const std::string &command_line)
{
    g_auto(GStrv) words = nullptr;
    if (g_shell_parse_argv(command_line.c_str(), nullptr, &words, nullptr) == FALSE)
        return {};
    const ObjectPtr<GSubprocessLauncher> launcher(
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDIN_PIPE));
    set_environment(launcher.get());
    return ObjectPtr<GSubprocess>(g_subprocess_launcher_spawnv(launcher.get(), words, nullptr));
}

} // namespace

bool shown_in_pager(const std::string &text)
{
    if (isatty(STDOUT_FILENO) == 0 || g_strcmp0(g_getenv("TERM"), "dumb") == 0)
        return false;
    for (const std::string &command_line : pagers()) {
        const ObjectPtr<GSubprocess> pager = started(command_line);
        if (!pager)
            continue;
        const WithoutInterrupts guard;
        const std::string shown = in_the_locale(text);
        g_autoptr(GBytes) bytes = g_bytes_new(shown.data(), shown.size());
        // Fails if the user leaves the pager before it has read everything. That is no error.
        (void)g_subprocess_communicate(pager.get(), bytes, nullptr, nullptr, nullptr, nullptr);
        (void)g_subprocess_wait(pager.get(), nullptr, nullptr);
        return true;
    }
    return false;
}

} // namespace headroom::ctl
