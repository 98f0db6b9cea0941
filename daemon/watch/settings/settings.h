// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/off_the_loop.h"
#include "sys/timer.h"
#include "watch/emit.h"
#include "watch/settings/rc_text.h"
#include "watch/settings/settings_files.h"

#include <cstdint>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Reads headroomrc in each of these directories, at the start and whenever one was written or
/// replaced. The same for the notification settings that System Settings writes beside it. All of
/// it in a thread: while the home directory hangs, the last values stay in force, or the defaults.
class SettingsWatch {
public:
    SettingsWatch(const ConfigDirs &dirs, Emit emit, SettingsFiles::Read read = read_rc_text);

    /// Waits for the settings, but not for long: later ones take effect when they arrive.
    void start();
    using Done = std::function<void(const Result<void> &)>;
    /// Writes the user's file and reads it again, then answers. An empty value resets the setting
    /// to the system files' value, or the default. BadInput: no such setting, or the value makes no
    /// sense. Refused: the administrator has fixed it. Failed: it can't be written, or that takes
    /// too long.
    void set(const std::string &name, const std::string &value, Done done);

private:
    struct PendingChange {
        SettingRequest request;
        Done done; ///< empty: already answered
        Timer timeout;
    };

    void start_next();
    void begin_reading();
    void begin_change();
    void take(const SettingsTexts &texts);
    void take_popup_choice(const std::vector<Result<std::string>> &texts);
    void read_soon();
    void log_complaints(std::vector<std::string> complaints);
    bool read_events();
    void time_out(std::uint64_t number);

    SettingsFiles m_files;
    Emit m_emit;
    SourceId m_source;
    Timer m_soon;
    std::map<int, std::set<std::string>> m_watches; ///< names of interest in each directory
    /// The last readable state of each file, lowest precedence first.
    std::vector<SettingsLayer> m_layers;
    std::optional<Settings> m_settings; ///< nullopt: nothing read yet
    std::vector<std::string> m_complained;
    std::vector<Setting> m_emitted;
    bool m_shows_popup = true; ///< as emitted
    /// A thread uses the files. Only one at a time, or one would overwrite what the other has
    /// written.
    bool m_busy = false;
    bool m_writes = false; ///< that thread carries out the first change
    bool m_to_read = false; ///< the files may have changed since
    std::future<SettingsTexts> m_texts; ///< of the reading under way; invalid once it is taken
    std::map<std::uint64_t, PendingChange> m_changes; ///< in order of arrival
    std::uint64_t m_last_change = 0;
    ScopedCancellable m_errands;
};

} // namespace headroom
