// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/units/processes.h"
#include "watch/windows/window_report.h"
#include "watch/windows/window_sources.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

/// Windows as a script or an extension in the compositor reports them
/// (dbus/org.headroomd.Headroom1.xml, Compositor.Report). daemon/bus/ decides whether the sender
/// may report.
class ReportedWindows : public WindowSource {
public:
    /// Has the reporter ask for requests soon. An error: it can't be reached.
    using PromptReporter = std::function<Result<void>(std::string_view compositor)>;

    /// The references must outlive it.
    ReportedWindows(ProcessWatch &processes, WindowSources &sources, PromptReporter prompt_reporter,
                    Emit emit)
        : m_processes(processes), m_sources(sources), m_prompt_reporter(std::move(prompt_reporter)),
          m_emit(std::move(emit))
    {
    }

    /// Takes one report of a compositor. Returns what we request from the reporter, as
    /// Compositor.Report describes it. BadInput changes nothing, but after an unreadable snapshot
    /// windows are unknown.
    [[nodiscard]] Result<std::string> report(std::string_view compositor, std::string_view json);

    /// The reporter was switched off. Windows are unknown until it reports again.
    void reporter_gone();

    /// This compositor has left the bus. No change if another one reports.
    void compositor_gone(std::string_view compositor)
    {
        if (compositor == m_compositor)
            reporter_gone();
    }

    void start_reporting() override;
    void stop_reporting() override {}
    /// The windows are named in the answer when the reporter asks, and in no other answer.
    [[nodiscard]] Result<void> close(const std::vector<WindowId> &windows) override
    {
        return request(Wish::Close, windows);
    }
    [[nodiscard]] Result<void> minimise(const std::vector<WindowId> &windows) override
    {
        return request(Wish::Minimise, windows);
    }

    /// Gets each app that the compositor announces as about to start. Any client may have claimed
    /// the start.
    std::function<void(const AppId &)> on_starting = [](const AppId &) {};

    /// After that, the request may be obsolete.
    std::int64_t longest_wait_us = 5'000'000;

private:
    [[nodiscard]] bool take(WindowReport &report, std::string_view compositor);
    /// What the reporter is to do with windows.
    enum class Wish { Close, Minimise };
    struct Requested {
        std::vector<WindowId> windows;
        std::int64_t since_us = 0;
    };

    [[nodiscard]] Result<void> request(Wish wish, const std::vector<WindowId> &windows);
    [[nodiscard]] std::string take_requests();
    void drop_old_requests();
    std::int32_t outside_of_flatpak(std::int32_t pid, const AppId &app);
    void take_window(Window window, std::int32_t pid);
    void take_snapshot(WindowReport &report);

    ProcessWatch &m_processes;
    WindowSources &m_sources;
    PromptReporter m_prompt_reporter;
    Emit m_emit;
    std::string m_compositor;
    std::set<WindowId> m_windows;
    bool m_reports_clipboard = false;
    std::map<Wish, Requested> m_requested;
    /// Of the present report: the processes that windows of these apps state, and which these are.
    std::map<std::pair<std::int32_t, AppId>, std::int32_t> m_outside;
    bool m_is_synchronized = false; ///< a snapshot was taken since the reporter came
};

} // namespace headroom
