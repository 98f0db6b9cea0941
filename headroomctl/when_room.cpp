// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "when_room.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "daemon_proxy.h"
#include "level_watch.h"
#include "memory_seen.h"
#include "room.h"
#include "session_bus.h"
#include "size_argument.h"
#include "stop_key.h"
#include "sys/timer.h"
#include "words.h"

namespace headroom::ctl {

namespace {

/// How often those behind the head look whether it runs, while it is calm.
constexpr guint look_ahead_after_seconds = 5;

/// Waits in the queue, and as its head for room.
class Waiter {
public:
    Waiter(HeadroomDbusManager *daemon, std::uint64_t need, bool explains)
        : m_need(need), m_explains(explains), m_room(need), m_level(daemon, [this] { look(); }),
          m_bus(bus_of(daemon)), m_stop_key([this] { leave_queue(); }, [this] { join_queue(); })
    {
        join_queue();
    }

    std::expected<std::unique_ptr<RoomQueue>, Failure> wait()
    {
        while (!m_over) {
            if (g_dbus_connection_is_closed(m_bus))
                return std::unexpected(bus_gone());
            g_main_context_iteration(nullptr, /* may_block= */ TRUE);
        }
        m_queue->fall_silent();
        return std::move(m_queue);
    }

private:
    void join_queue();
    void leave_queue();
    void look();
    void wait_behind();
    void explain(const std::string &sentence);
    [[nodiscard]] std::string why(Obstacle obstacle,
                                  const std::optional<MemoryLevel> &memory) const;

    std::uint64_t m_need;
    bool m_explains;
    Room m_room;
    LevelWatch m_level;
    std::unique_ptr<RoomQueue> m_queue;
    GDBusConnection *m_bus;
    Timer m_timer;
    bool m_over = false;
    StopKey m_stop_key;
};

/// Joins at the end, and starts over: a stopped process has not seen whether pressure was calm.
void Waiter::join_queue()
{
    m_room = Room(m_need);
    m_over = false;
    m_queue = std::make_unique<RoomQueue>(m_bus, [this] { look(); });
}

/// Called before a stop: otherwise all commands behind this one would wait for it.
void Waiter::leave_queue()
{
    m_timer.stop();
    m_queue.reset();
}

/// A head that was stopped, or whose terminal is paused, would keep all others waiting. Nothing
/// reports that it was stopped.
void Waiter::wait_behind()
{
    explain(C_("progress: what goes on", "Waiting in the queue, behind other commands."));
    if (m_level.for_starts() != Level::Calm)
        return;
    m_timer = Timer::once_in_seconds(look_ahead_after_seconds, [this] {
        m_queue->pass_the_silent();
        wait_behind();
    });
}

/// Only the head looks at memory, and only while it is calm: no timer runs otherwise. A trigger of
/// the kernel's (PSI) would not do, as it reports that memory is short and never that it is free.
void Waiter::look()
{
    m_timer.stop();
    if (m_over || !m_queue)
        return;
    if (!m_queue->is_head()) {
        m_room = Room(m_need); // others may have passed the head while it was stopped
        if (m_queue->is_behind())
            wait_behind();
        return;
    }
    const auto memory = machine_memory();
    const RoomVerdict verdict = m_room.look(m_level.for_starts(), memory, monotonic_now());
    m_over = verdict.obstacle == Obstacle::None;
    explain(why(verdict.obstacle, memory));
    if (verdict.again) {
        const auto wait = std::chrono::ceil<std::chrono::milliseconds>(*verdict.again);
        m_timer = Timer::once(static_cast<guint>(wait.count()), [this] { look(); });
    }
}

/// Empty: that is over in a moment.
std::string Waiter::why(Obstacle obstacle, const std::optional<MemoryLevel> &memory) const
{
    switch (obstacle) {
    case Obstacle::Level:
        // Translators: %s is a level of pressure, such as "high".
        return formatted(
            C_("progress: what goes on", "Waiting until pressure is calm. It is %s now."),
            level_word(std::string(name_of(m_level.level()))).text.c_str());
    case Obstacle::Memory: {
        const MemoryLevel seen = memory.value_or(MemoryLevel{});
        // Translators: two amounts of memory, such as "2.0 GiB".
        return formatted(
            C_("progress: what goes on", "Waiting until %s of memory are available. Now: %s."),
            bytes(m_need + reserve_of(seen.total)).c_str(),
            memory ? bytes(seen.available).c_str() : "?");
    }
    case Obstacle::None:
    case Obstacle::Settling: break;
    }
    return {};
}

/// Once, however often the reason changes.
void Waiter::explain(const std::string &sentence)
{
    if (!m_explains || sentence.empty())
        return;
    m_explains = false;
    g_printerr("%s\n", sentence.c_str());
}

/// Otherwise it would wait for ever.
std::expected<void, Failure> can_ever_fit(std::uint64_t need)
{
    const auto memory = machine_memory();
    if (!memory || need <= memory->total - reserve_of(memory->total))
        return {};
    // Translators: two amounts of memory, such as "2.0 GiB".
    return std::unexpected(Failure{
        Refused,
        formatted(C_("error: a sentence",
                     "This computer has %s of memory, so there would never be room for %s."),
                  bytes(memory->total).c_str(), bytes(need).c_str())});
}

} // namespace

WhenRoom::~WhenRoom()
{
    g_free(need);
}

std::array<GOptionEntry, 3> WhenRoom::options()
{
    return {{
        {"when-room", 0, 0, G_OPTION_ARG_NONE, &wanted,
         C_("option: what it does, a verb phrase", "Wait until there is room for it"), nullptr},
        {"need", 0, 0, G_OPTION_ARG_FILENAME, &need,
         // Translators: "it" is a command that waits for room.
         C_("option: what its value says", "The memory it will take; 512M if not given"),
         // Translators: placeholder for an amount of memory in --need=SIZE.
         C_("value of an option: a noun", "SIZE")},
        {"verbose", 'v', 0, G_OPTION_ARG_NONE, &verbose,
         C_("option: what it does, a verb phrase",
            "Print what it waits for even if stderr is no terminal"),
         nullptr},
    }};
}

std::expected<std::unique_ptr<RoomQueue>, Failure> WhenRoom::wait() const
{
    if (wanted == FALSE && (need != nullptr || verbose != FALSE))
        return wrong_usage(C_("error in the command line: a sentence",
                              "--need and --verbose require --when-room."));
    if (wanted == FALSE)
        return nullptr;
    const auto bytes_needed = need != nullptr ? size_asked_for(need) : usual_need;
    if (!bytes_needed)
        return std::unexpected(bytes_needed.error());
    if (const auto fits = can_ever_fit(*bytes_needed); !fits)
        return std::unexpected(fits.error());
    const auto daemon = running_daemon(Properties::FollowLevel);
    if (!daemon)
        return std::unexpected(daemon.error());
    return Waiter(daemon->get(), *bytes_needed, verbose != FALSE || isatty(STDERR_FILENO) == 1)
        .wait();
}

} // namespace headroom::ctl
