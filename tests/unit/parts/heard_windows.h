// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "parts/main_context.h"
#include "parts/scratch.h"
#include "watch/units/processes.h"
#include "watch/windows/window_sources.h"

#include <format>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace headroom::seen {

using Said = std::vector<std::string>;

/// Records the events of a window source as words, on a machine without processes.
class HeardWindows : public testing::Test {
protected:
    Scratch scratch;
    Said said;
    Result<CgroupDirs> dirs{(scratch.dir("root/m"), CgroupDirs::open(scratch.path("root")))};
    Emit emit = [this](const Event &event) { hear(event); };
    UnitWatch units{*dirs, "/m", emit};
    ProcessWatch processes{ProcessTable{}, units, emit};
    WindowSources sources{emit};

    /// Waits for as many, and expects these.
    void hears(const Said &all)
    {
        EXPECT_TRUE(comes_true([&] { return said.size() >= all.size(); }));
        EXPECT_EQ(said, all);
        said.clear();
    }

private:
    void hear(const Event &event)
    {
        if (const auto *seen = std::get_if<event::WindowSeen>(&event)) {
            const Window &window = seen->window;
            said.push_back(std::format(
                "{} {}{}{}{}", window.id, window.app_hint, window.process ? " of a process" : "",
                window.hidden ? " hidden" : "", window.fullscreen ? " full" : ""));
        }
        if (const auto *gone = std::get_if<event::WindowGone>(&event))
            said.push_back(gone->window + " gone");
        if (const auto *awaited = std::get_if<event::WindowAwaited>(&event))
            said.push_back(awaited->window + " awaited");
        if (const auto *duty = std::get_if<event::DutySeen>(&event);
            duty && duty->duty.kind == DutyKind::Progress)
            said.push_back(std::format("{} of {}", duty->duty.id, duty->duty.app_name));
        if (const auto *over = std::get_if<event::DutyGone>(&event))
            said.push_back(over->duty + " over");
        if (const auto *focus = std::get_if<event::FocusMoved>(&event))
            said.push_back("focus " + focus->window.value_or("nobody"));
        if (const auto *source = std::get_if<event::WindowSourceChanged>(&event))
            said.push_back(
                std::format("source {}{}{}", source->name,
                            source->name.empty() || source->reports_visibility ? "" : " blind",
                            source->offers_to_end ? " that offers to end apps" : ""));
    }
};

} // namespace headroom::seen
