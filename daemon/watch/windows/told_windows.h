// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/units/processes.h"
#include "watch/windows/window_report.h"
#include "watch/windows/window_sources.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// The windows that a compositor without a reporter of ours tells, whatever its protocol. Passes on what differs from what was told before.
class ToldWindows : public WindowSource {
public:
    using Entry = WindowReport::Entry;
    static constexpr std::size_t most = 4096; ///< more are passed over

    /// name: as a window source, "sway". All references must outlive it.
    ToldWindows(std::string name, WindowSources::Rank rank, ProcessWatch &processes,
                WindowSources &sources, Emit emit);
    ~ToldWindows() override;

    void all(std::vector<Entry> windows,
             const std::optional<WindowId>
                 &focus); ///< the whole list; with the first one the source is there
    void settled(); ///< for who tells them one by one: these were all
    void put(Entry entry); ///< new or changed
    void gone(const WindowId &id);
    void focus(const std::optional<WindowId>
                   &id); ///< nullopt: nobody has it. One that isn't known counts as nobody
    void end(); ///< the compositor is gone, and with it all it told

    [[nodiscard]] bool knows(const WindowId &id) const { return m_windows.contains(id); }
    /// Calls change(entry) for each window; passes on those that differ afterwards.
    template<typename Change> void each(Change change)
    {
        for (const auto &[id, before] : std::map{m_windows}) {
            Entry entry = before;
            change(entry);
            put(std::move(entry));
        }
    }

    void start_reporting() override;
    void stop_reporting() override;
    [[nodiscard]] Result<void> close(const std::vector<WindowId> &windows) override;

    std::function<void()> on_unheard; ///< somebody who sees more is heard instead; may be empty
    bool tells_visibility = true; ///< whether Window::hidden is all that there is to know of it
    std::function<Result<void>(const WindowId &)>
        close_one; ///< has one window closed, in the compositor's own protocol

private:
    void pass_on(const Entry &entry);

    const std::string m_name;
    const WindowSources::Rank m_rank;
    ProcessWatch &m_processes;
    WindowSources &m_sources;
    Emit m_emit;
    std::map<WindowId, Entry> m_windows;
    std::optional<WindowId> m_focus;
    bool m_heard = false;
};

} // namespace headroom
