// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/desktop_file.h"

#include <array>
#include <memory>
#include <vector>

// GIO's own index of desktop files is not used. It is made under a lock that all of GIO waits for.
// GLib's worker thread keeps it up to date, and that thread must receive SIGTERM even while a home
// directory hangs.

namespace headroom {

std::optional<DesktopFile> find_desktop_file(const AppId &app)
{
    const std::string below = "applications/" + app + ".desktop";
    std::vector<const char *> places{g_get_user_data_dir()};
    for (const char *const *place = g_get_system_data_dirs(); *place; ++place)
        places.push_back(*place);
    for (const char *place : places) {
        std::array<const char *, 2> only{place, nullptr};
        const std::unique_ptr<GKeyFile, Deleter<g_key_file_unref>> file{g_key_file_new()};
        char *found = nullptr;
        const bool loaded = g_key_file_load_from_dirs(file.get(), below.c_str(), only.data(),
                                                      &found, G_KEY_FILE_NONE, nullptr)
            != FALSE;
        const CharPtr path{found};
        ObjectPtr<GDesktopAppInfo> info{loaded ? g_desktop_app_info_new_from_keyfile(file.get())
                                               : nullptr};
        if (!info)
            continue;
        if (g_desktop_app_info_get_is_hidden(info.get()))
            return std::nullopt; // the user has hidden the app
        return DesktopFile{std::move(info), path.get()};
    }
    return std::nullopt;
}

Lane desktop_file_lane()
{
    return {"headroom-files", "",
            "desktop files can't be read, since a file system doesn't answer: until it does, "
            "applications that aren't known yet are not frozen under pressure"};
}

} // namespace headroom
