// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "seen.h"

#include <cstdint>

// A desk on a machine that runs short. Samples arrive as the watch would send them, at the pace
// that the policy requests.
namespace headroom::seen {

/// The load until it is changed. Shares are of all time, 0 to 1.
struct Load {
    double ui_memory_some = 0;
    double ui_memory_full = 0;
    double system_memory_some = 0;
    double system_memory_full = 0;
    double ui_cpu_some = 0;
    double ui_io_some = 0;
    bool foreground_is_known = true; ///< the kernel reports pressure of its units
    MemoryLevel memory{.total = 1000 * mib,
                       .available = 500 * mib,
                       .active_file = 100 * mib,
                       .swap_total = 0,
                       .swap_free = 0};
};

/// What one unit uses per second.
struct Appetite {
    std::uint64_t grows = 0;
    std::uint64_t refaults = 0;
    double processors = 0;
    std::uint64_t reads = 0;
};

class PressedDesk : public Desk {
public:
    Load load;
    std::map<UnitId, Appetite> appetites;
    std::map<UnitId, std::uint64_t> needs; ///< bytes; other units' needs aren't known
    std::map<UnitId, std::uint64_t> come_back; ///< bytes a second, of units in `needs`
    /// An inspection is answered immediately, with what was found before.
    bool inspects = true;
    /// A freeze settles immediately; otherwise the tasks wait for a disk.
    bool settles = true;

    PressedDesk();

    App front;

    /// An app without a window, so nothing of it is visible.
    App background(const AppId &id, Appetite appetite = {});

    /// The same while it starts, without the user's request. started_by_user_test.cpp has apps that
    /// the user waits for.
    App starting(const AppId &id, bool has_desktop_file);

    void uses(const App &app, std::uint64_t held) { m_uses[app.unit].held = held; }
    void is_marked(const App &app) { m_uses[app.unit].marked_exempt = true; }

    void trigger() { happens(event::StallSeen{{}, Resource::Memory, 20ms}); }

    /// Lets time pass, with a sample after each `step` and a few turns after each sample. Returns
    /// all that was done.
    Lines goes_on(Duration time, Duration step = 100ms);

    /// The same without the reports of levels and without boosts.
    Lines acts_in(Duration time, Duration step = 100ms);

private:
    void look();

    PressureSample sample(Duration step);

    static constexpr StallTotals nothing{.some = 0us, .full = 0us};
    GroupStalls m_system{nothing, nothing, nothing};
    GroupStalls m_ui{nothing, nothing, nothing};
    std::map<UnitId, UnitUse> m_uses;
    std::map<UnitId, std::uint64_t> m_came_back;
    int m_background = 0;
};

/// Memory is nearly exhausted, and the app in front stalls for it.
Load hanging();

/// Everything hangs, and no app grows.
Load full();

/// A hidden hog with a process, on a machine that would freeze it. For tests of a single exemption.
class HiddenHog : public testing::Test {
protected:
    PressedDesk desk;
    App hog;

    explicit HiddenHog(const AppId &id) : hog(desk.background(id, {.grows = 80 * mib}))
    {
        hog.process = desk.process(hog.unit, "hog");
        desk.load = hanging();
    }

    /// Why it is exempt from pressure even at the worst level; nullopt if it isn't.
    [[nodiscard]] std::optional<std::string> why() const
    {
        return in_english(
            why_not_frozen(desk.session, desk.config, hog.unit, Level::Critical, desk.now));
    }
};

} // namespace headroom::seen
