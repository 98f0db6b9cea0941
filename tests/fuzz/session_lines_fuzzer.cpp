// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Replays a recording whose lines had their values exchanged. Whatever the events are, nothing may
// crash, the laws of ARCHITECTURE.md must hold, and everything must be undone in the end.

#include "line_mutator.h"
#include "model/session.h"
#include "model/settings.h"
#include "policy/decide.h"
#include "policy/leave_front.h"
#include "recording/event_json.h"
#include "require.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <string>
#include <variant>

namespace {

using namespace headroom;

constexpr std::size_t most_events = 160;
/// Between two events: how often the policy may ask to be called again.
constexpr int most_waits = 8;

class Machine {
public:
    void happens(TimedEvent timed)
    {
        m_now = std::max(m_now, timed.at); // lines may be out of order
        if (const auto *read = std::get_if<event::SettingsRead>(&timed.event))
            m_config = config_from(read->settings);
        if (const auto *gone = std::get_if<event::UnitGone>(&timed.event))
            m_frozen.erase(gone->unit);
        if (const auto *taken = std::get_if<event::HoldTaken>(&timed.event))
            m_holds.insert({taken->app, taken->holder});
        if (const auto *released = std::get_if<event::HoldReleased>(&timed.event))
            m_holds.erase({released->app, released->holder});
        if (const auto *settled = std::get_if<event::FreezerSettled>(&timed.event);
            settled && !settled->frozen)
            m_unsure.insert(settled->unit); // another program may have thawed it
        if (const auto *refused = std::get_if<event::ActRefused>(&timed.event))
            m_unsure.insert(refused->unit);
        m_session.apply(timed.event, m_now);
        comes_to_rest();
    }

    void waits(std::optional<TimePoint> end)
    {
        for (int i = 0; i < most_waits && m_again_at && (!end || *m_again_at < *end); ++i) {
            require(*m_again_at >= m_now, "nobody is asked in the past");
            m_now = *m_again_at;
            comes_to_rest();
        }
    }

    void ends()
    {
        happens({m_now, event::Ending{}});
        require(m_session.leases.empty(), "the end thaws all");
        require(m_session.weights.empty(), "the end gives back all weights");
        require(m_session.reclaiming.empty(), "the end takes no more slices");
        require(std::ranges::includes(m_unsure, m_frozen),
                "and each that was frozen has been thawed");
    }

private:
    Session m_session;
    Config m_config;
    TimePoint m_now{};
    std::optional<TimePoint> m_again_at;
    std::set<UnitId> m_frozen; ///< according to the actions
    /// An event has contradicted `m_frozen` about these at some time.
    std::set<UnitId> m_unsure;
    std::set<std::pair<AppId, std::string>> m_holds;

    void comes_to_rest()
    {
        const std::size_t enough = 4 * m_session.units.size() + m_session.processes.size() + 16;
        for (std::size_t turns = 0; turn(); ++turns)
            require(turns < enough, "it comes to rest");
        const auto front = m_session.focused_app();
        for (const auto &[unit, lease] : m_session.leases) {
            require(m_session.units.contains(unit), "what is frozen is there");
            require(front != lease.app, "what is in front runs", lease.app);
        }
        for (const auto &[unit, weights] : m_session.weights)
            require(m_session.units.contains(unit), "what has weights is there", weights.app);
    }

    /// Returns false if there was nothing to do.
    bool turn()
    {
        if (has_left_front(m_session, m_config, m_now))
            m_session.leave_front();
        const Decision decision = decide(m_session, m_config, m_now);
        const Decision again = decide(m_session, m_config, m_now);
        require(decision.actions == again.actions && decision.again_at == again.again_at,
                "asked twice it says the same");
        m_again_at = decision.again_at;
        std::set<AppId> frozen;
        for (const Action &action : decision.actions) {
            check(action);
            if (std::holds_alternative<action::Freeze>(action.what))
                frozen.insert(action.app);
        }
        require(frozen.size() <= 1, "one app is frozen a turn");
        for (const Action &action : decision.actions) {
            m_session.note(action, m_now);
            done(action);
        }
        return !decision.actions.empty();
    }

    void check(const Action &action) const
    {
        require(!action.reason.empty(), "an act has a reason", action.app);
        require(action.unit == UnitId{} || m_session.units.contains(action.unit),
                "what is acted on is there", action.app);
        const auto *freeze = std::get_if<action::Freeze>(&action.what);
        if (!freeze)
            return;
        require(m_session.focused_app() != action.app, "what is in front isn't frozen", action.app);
        require(!m_session.ending, "nothing is frozen at the end", action.app);
        require(m_session.capability(Capability::Freeze).available
                    && m_session.capability(Capability::RecordFrozen).available,
                "nothing is frozen that a crash would leave so", action.app);
        require(freeze->cause != FreezeCause::Pressure
                    || std::ranges::none_of(
                        m_holds, [&](const auto &hold) { return hold.first == action.app; }),
                "a hold outranks policy", action.app);
    }

    void done(const Action &action)
    {
        if (std::holds_alternative<action::Freeze>(action.what))
            m_frozen.insert(action.unit);
        if (std::holds_alternative<action::Thaw>(action.what))
            m_frozen.erase(action.unit);
    }
};

std::size_t put(const std::vector<std::string> &lines, std::uint8_t *data, std::size_t most)
{
    const std::string text = as_text(lines, most);
    std::memcpy(data, text.data(), text.size());
    return text.size();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Machine machine;
    std::size_t events = 0;
    for (const std::string &line : as_lines(reinterpret_cast<const char *>(data), size)) {
        auto read = recorded_line(line);
        if (!read || !*read || ++events > most_events)
            continue;
        machine.waits((*read)->at);
        machine.happens(std::move(**read));
    }
    machine.waits(std::nullopt);
    machine.ends();
    return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size,
                                               std::size_t most, unsigned seed)
{
    LineMutator lines{as_lines(reinterpret_cast<const char *>(data), size), seed};
    for (unsigned i = 0; i <= seed % 4; ++i)
        lines.mutate();
    return put(lines.lines(), data, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t *one, std::size_t size_of_one,
                                                 const std::uint8_t *other,
                                                 std::size_t size_of_other, std::uint8_t *out,
                                                 std::size_t most, unsigned seed)
{
    LineMutator lines{as_lines(reinterpret_cast<const char *>(one), size_of_one), seed};
    lines.cross(as_lines(reinterpret_cast<const char *>(other), size_of_other));
    return put(lines.lines(), out, most);
}
