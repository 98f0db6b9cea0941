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

/// The files that settings are in: headroomrc, and what System Settings writes beside it under Notifications. The home directory may be on a network that is
/// down, so all that is in here may take for ever: not for the main loop.
namespace headroom {

/// Where settings are looked for.
struct ConfigDirs {
    std::string user;
    std::vector<std::string> system; ///< the most important one first, as XDG_CONFIG_DIRS has them

    /// XDG_CONFIG_HOME and XDG_CONFIG_DIRS, or what stands for them.
    [[nodiscard]] static ConfigDirs of_environment();
};

/// What was in the files, the one of least weight first.
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
    [[nodiscard]] const std::vector<std::string> &paths() const
    {
        return m_paths;
    } ///< the one of least weight first, the user's last
    [[nodiscard]] std::string user_dir() const;
    [[nodiscard]] SettingsTexts read() const;

private:
    void watch_directory_of(const std::string &file, SettingsTexts &texts) const;
    void watch(const std::string &directory, const std::string &name, SettingsTexts &texts) const;

    std::vector<std::string> m_paths;
    Read m_read;
    std::shared_ptr<const Inotify> m_inotify; ///< a thread that hangs in it keeps it
};

/// Takes in what could be read, and leaves the rest as it was. Gives a complaint for each file that couldn't.
[[nodiscard]] std::vector<std::string> take_texts(const SettingsTexts &texts,
                                                  std::vector<SettingsLayer> &layers);

/// Somebody wants a setting to be so.
struct SettingWish {
    std::string name;
    std::optional<std::string>
        value; ///< canonical; nullopt: back to what the system's files say, or to ours
};

struct SettingChanged {
    Result<void> done; ///< Refused: the administrator has fixed it
    SettingsTexts texts;
};

/// Writes the user's file. layers, last: what was read before, since a file may be unreadable now.
[[nodiscard]] SettingChanged change_setting(const SettingsFiles &files,
                                            std::vector<SettingsLayer> layers,
                                            const std::optional<Settings> &last,
                                            const SettingWish &wish);

} // namespace headroom
