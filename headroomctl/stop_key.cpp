// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "stop_key.h"

#include <atomic>
#include <cstdint>
#include <utility>

#include <glib-unix.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace headroom::ctl {

namespace {

/// For the handler, which any thread may run. A signalfd would need the signal to be blocked in
/// all threads, also in those that GLib has started before.
std::atomic<int> presses{-1}; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not wait");

void count(int /*number*/)
{
    constexpr std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(presses.load(), &one, sizeof one);
}

void install_handler()
{
    struct sigaction action{};
    action.sa_handler = count;
    action.sa_flags = SA_RESTART;
    sigaction(SIGTSTP, &action, nullptr);
}

} // namespace

StopKey::StopKey(std::function<void()> before, std::function<void()> after)
    : m_before(std::move(before)), m_after(std::move(after))
{
    sigaction(SIGTSTP, nullptr, &m_usual);
    // A shell without job control starts its commands so that they ignore the key.
    if (m_usual.sa_handler != SIG_DFL)
        return;
    m_presses.reset(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!m_presses)
        return; // then it has its usual effect
    presses = m_presses.get();
    const auto pressed = [](gint, GIOCondition, gpointer key) -> gboolean {
        static_cast<StopKey *>(key)->stop();
        return G_SOURCE_CONTINUE;
    };
    m_watch = g_unix_fd_add(m_presses.get(), G_IO_IN, pressed, this);
    install_handler();
}

StopKey::~StopKey()
{
    if (m_watch == 0)
        return;
    sigaction(SIGTSTP, &m_usual, nullptr);
    g_source_remove(m_watch);
    presses = -1;
}

void StopKey::stop()
{
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = read(m_presses.get(), &count, sizeof count);
    m_before();
    sigaction(SIGTSTP, &m_usual, nullptr);
    // All threads stop here until SIGCONT. The kernel does nothing where no shell could continue
    // it: in an orphaned process group.
    raise(SIGTSTP);
    install_handler();
    m_after();
}

} // namespace headroom::ctl
