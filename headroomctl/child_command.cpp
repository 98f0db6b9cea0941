// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "child_command.h"

#include <csignal>

#include <sys/prctl.h>

#include <glib/gi18n.h>

#include "nohup.h"
#include "on_signal.h"
#include "program.h"

namespace headroom::ctl {

namespace {

/// Runs in the child. A command that outlived us would run without its hold, or wait for tokens
/// that never come.
void end_with_parent(gpointer nohup)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (GPOINTER_TO_INT(nohup)) // GLib has reset it
        std::signal(SIGHUP, SIG_IGN);
}

} // namespace

ChildCommand::ChildCommand()
    // All descriptors, as a shell gives them: "<(...)" is one, and so is make's jobserver.
    : m_launcher(g_subprocess_launcher_new(static_cast<GSubprocessFlags>(
          G_SUBPROCESS_FLAGS_STDIN_INHERIT | G_SUBPROCESS_FLAGS_INHERIT_FDS)))
{
    g_subprocess_launcher_set_child_setup(m_launcher.get(), end_with_parent,
                                          GINT_TO_POINTER(under_nohup()), nullptr);
}

void ChildCommand::set_variable(const char *name, const std::string &value)
{
    g_subprocess_launcher_setenv(m_launcher.get(), name, value.c_str(), TRUE);
}

std::expected<void, Failure> ChildCommand::start(const std::vector<std::string> &command)
{
    std::vector<const char *> argv;
    for (const std::string &word : command)
        argv.push_back(word.c_str());
    argv.push_back(nullptr);
    // Before the command starts: what it does may lead to such a signal.
    m_terminated = on_signal<SIGTERM, &ChildCommand::pass_on>(this);
    if (!under_nohup())
        m_hung_up = on_signal<SIGHUP, &ChildCommand::pass_on>(this);
    g_autoptr(GError) error = nullptr;
    m_process.reset(g_subprocess_launcher_spawnv(m_launcher.get(), argv.data(), &error));
    if (!m_process)
        return std::unexpected(Failure{
            found_but_not_executable,
            formatted(C_("error: a sentence from elsewhere that lacks its full stop", "%s."),
                      error->message)});
    // The terminal also sends Ctrl+C to the command, which decides.
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGQUIT, SIG_IGN);
    return {};
}

void ChildCommand::pass_on(int signal)
{
    if (m_process)
        g_subprocess_send_signal(m_process.get(), signal);
}

std::optional<pid_t> ChildCommand::pid() const
{
    const char *number = g_subprocess_get_identifier(m_process.get());
    if (number == nullptr)
        return std::nullopt;
    return static_cast<pid_t>(g_ascii_strtoll(number, nullptr, 10));
}

int ChildCommand::wait_for_its_end()
{
    bool over = false;
    const auto ended = [](GObject *source, GAsyncResult *result, gpointer flag) {
        // It can't be cancelled, and so doesn't fail.
        g_subprocess_wait_finish(G_SUBPROCESS(source), result, nullptr);
        *static_cast<bool *>(flag) = true;
    };
    g_subprocess_wait_async(m_process.get(), nullptr, ended, &over);
    while (!over)
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    if (g_subprocess_get_if_signaled(m_process.get())
        && g_subprocess_get_term_sig(m_process.get()) == SIGINT) {
        // End by it as well: after Ctrl+C, a shell leaves its loop only if we did.
        std::signal(SIGINT, SIG_DFL);
        std::raise(SIGINT);
    }
    return status_of(m_process.get());
}

} // namespace headroom::ctl
