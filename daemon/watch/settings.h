// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"
#include "sys/unique_fd.h"
#include "watch/emit.h"
#include "watch/settings_cascade.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Where settings are looked for.
struct ConfigDirs {
    std::string user;
    std::vector<std::string> system; ///< the most important one first, as XDG_CONFIG_DIRS has them

    /// XDG_CONFIG_HOME and XDG_CONFIG_DIRS, or what stands for them.
    [[nodiscard]] static ConfigDirs of_environment();
};

/// headroomrc in each of these directories: read at the start, and whenever one was written or replaced. So is what System Settings writes beside it
/// under Notifications.
class SettingsWatch {
public:
    SettingsWatch(ConfigDirs dirs, Emit emit);

    void start();
    /// Writes the user's file and takes it in at once. An empty value is "back to the default": what the system's files say, or ours.
    /// BadInput: no such setting, or the value makes no sense. Refused: the administrator has fixed it.
    [[nodiscard]] Result<void> set(const std::string &name, const std::string &value);

private:
    void read();
    void read_popup_choice();
    void read_soon();
    void complain();
    void watch_directory_of(const std::string &file);
    void watch(const std::string &directory, const std::string &file_name);
    bool read_events();
    [[nodiscard]] std::string user_file() const;

    ConfigDirs m_dirs;
    Emit m_emit;
    UniqueFd m_inotify;
    SourceId m_source;
    SourceId m_soon;
    std::map<int, std::set<std::string>> m_watches; ///< names of interest in each directory
    std::vector<SettingsLayer> m_layers;            ///< the last that could be read of each file, the one of least weight first
    std::optional<Settings> m_settings;             ///< nullopt: nothing read yet
    std::vector<std::string> m_unreadable;
    std::vector<std::string> m_complained;
    std::vector<Setting> m_emitted;
    bool m_shows_popup = true; ///< as emitted
};

} // namespace headroom
