// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/inotify_events.h"
#include "sys/result.h"
#include "watch/settings/settings_cascade.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// The files with settings: headroomrc, and the notification settings that System Settings writes
/// beside it. The home directory may be on a network that is down, so any function here may block
/// for ever: never call them in the main loop.
namespace headroom {

/// The directories that may have settings.
struct ConfigDirs {
    std::string user;
    /// The most important one first, as in XDG_CONFIG_DIRS.
    std::vector<std::string> system;

    /// XDG_CONFIG_HOME and XDG_CONFIG_DIRS, or their defaults.
    [[nodiscard]] static ConfigDirs of_environment();
};

/// The content of the files, lowest precedence first.
struct SettingsTexts {
    std::vector<Result<std::string>> settings;
    std::vector<Result<std::string>> popups;
    std::map<int, std::set<std::string>> watches; ///< names of interest in each directory
    bool has_user_dir = false;
};

class SettingsFiles {
public:
    using Read = std::function<Result<std::string>(const std::string &path)>;
    SettingsFiles(const ConfigDirs &dirs, Read read);

    [[nodiscard]] int inotify() const { return m_inotify->get(); } ///< below 0: there is none
    /// lowest precedence first, so the user's is last
    [[nodiscard]] const std::vector<std::string> &paths() const { return m_paths; }
    [[nodiscard]] std::string user_dir() const;
    [[nodiscard]] SettingsTexts read() const;

private:
    void watch_directory_of(const std::string &file, SettingsTexts &texts) const;
    void watch(const std::string &directory, const std::string &name, SettingsTexts &texts) const;

    std::vector<std::string> m_paths;
    Read m_read;
    std::shared_ptr<const Inotify> m_inotify; ///< shared: a thread may hang while it uses this
};

/// Takes in the readable files, and leaves the rest unchanged. Returns a complaint for each
/// unreadable file.
[[nodiscard]] std::vector<std::string> take_texts(const SettingsTexts &texts,
                                                  std::vector<SettingsLayer> &layers);

/// A request to change a setting.
struct SettingRequest {
    std::string name;
    /// Canonical; nullopt: reset to the system files' value, or the default.
    std::optional<std::string> value;
};

struct SettingChanged {
    Result<void> done; ///< Refused: the administrator has fixed it
    SettingsTexts texts;
};

/// Writes the user's file. layers, last: what was read before, since a file may be unreadable now.
[[nodiscard]] SettingChanged change_setting(const SettingsFiles &files,
                                            std::vector<SettingsLayer> layers,
                                            const std::optional<Settings> &last,
                                            const SettingRequest &request);

} // namespace headroom
