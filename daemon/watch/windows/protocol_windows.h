// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/interface.h"
#include "watch/units/processes.h"
#include "watch/windows/window_report.h"
#include "watch/windows/window_sources.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// The connection that ProtocolWindows come from.
class WindowConnection : public Interface {
public:
    /// Closes one window, in the compositor's own protocol.
    [[nodiscard]] virtual Result<void> close(const WindowId &window) = 0;
    /// Its windows are known, but a source that sees more is used instead.
    virtual void outranked() {}
};

/// The windows of a compositor without a reporter of ours, whatever its protocol. Passes on only
/// what has changed.
class ProtocolWindows : public WindowSource {
public:
    using Entry = WindowReport::Entry;
    static constexpr std::size_t most = 4096; ///< any more are skipped

    struct Kind {
        std::string name; ///< as a window source, "sway"
        WindowSources::Rank rank{};
        bool reports_visibility = true; ///< whether Window::hidden is all there is to know
    };

    /// All references must outlive it.
    ProtocolWindows(Kind kind, WindowConnection &connection, ProcessWatch &processes,
                    WindowSources &sources, Emit emit);
    ~ProtocolWindows() override;

    /// The whole list. The first one makes this a source.
    void set_all(std::vector<Entry> windows, const std::optional<WindowId> &focus);
    void complete_list(); ///< the list is complete; for protocols that send windows one by one
    void put(Entry entry); ///< new or changed
    void remove(const WindowId &id);
    /// nullopt: no window has it. An unknown window counts as none.
    void set_focus(const std::optional<WindowId> &id);
    /// The compositor waits for the window's app to answer, or will in a moment.
    void await(const WindowId &id);
    /// Whether the compositor may ask the user to end an app that doesn't answer. Most do not.
    void set_offers_to_end(bool offers);
    void compositor_gone(); ///< the compositor is gone, and its windows are

    [[nodiscard]] bool knows(const WindowId &id) const { return m_windows.contains(id); }
    [[nodiscard]] bool is_hidden(const WindowId &id) const
    {
        const auto found = m_windows.find(id);
        return found != m_windows.end() && found->second.window.hidden;
    }
    /// Calls change(entry) for each window; passes on those that have changed.
    template<typename Change> void change_each(Change change)
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

private:
    void pass_on(const Entry &entry);
    void emit_source();

    const Kind m_kind;
    WindowConnection &m_connection;
    ProcessWatch &m_processes;
    WindowSources &m_sources;
    Emit m_emit;
    std::map<WindowId, Entry> m_windows;
    std::optional<WindowId> m_focus;
    bool m_is_reporting = false;
    bool m_offers_to_end = false;
};

} // namespace headroom
