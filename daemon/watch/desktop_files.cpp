// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/desktop_files.h"

#include "sys/glib_ptr.h"

#include <algorithm>
#include <array>
#include <gio/gdesktopappinfo.h>
#include <string_view>

namespace headroom {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view terminal = "is a terminal";

struct Kind {
    std::string_view of; ///< a category of the Desktop Menu Specification, or an application's id
    std::string_view sentence;
};

/// What stands still with these is more than they: a shell's work, a debugged program, a system within, an installation half done, somebody's eyes.
constexpr std::array by_category{Kind{"TerminalEmulator"sv, terminal}, Kind{"IDE"sv, "is a development environment"sv},
                                 Kind{"PackageManager"sv, "installs software"sv}, Kind{"Accessibility"sv, "helps somebody to use the computer"sv}};
/// Those of the same kinds whose desktop files don't say so.
constexpr std::array by_id{Kind{"org.kde.discover"sv, "installs software"sv},      Kind{"org.gnome.Boxes"sv, "is a virtual machine"sv},
                           Kind{"virt-manager"sv, "is a virtual machine"sv},       Kind{"virt-viewer"sv, "is a virtual machine"sv},
                           Kind{"virtualbox"sv, "is a virtual machine"sv},         Kind{"vmware-player"sv, "is a virtual machine"sv},
                           Kind{"vmware-workstation"sv, "is a virtual machine"sv}, Kind{"org.fcitx.Fcitx5"sv, "takes what is typed"sv}};

/// Whether a list like "Qt;KDE;System;" has a word.
bool lists(std::string_view list, std::string_view word)
{
    while (!list.empty()) {
        const auto end = std::min(list.find(';'), list.size());
        if (list.substr(0, end) == word)
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

/// As a notification takes it. An icon of several names, or one that is data, is in no desktop file.
std::string icon_of(GAppInfo *info)
{
    GIcon *icon = g_app_info_get_icon(info);
    if (icon && G_IS_FILE_ICON(icon))
        return CharPtr{g_file_get_uri(g_file_icon_get_file(G_FILE_ICON(icon)))}.get();
    const char *const *names = icon && G_IS_THEMED_ICON(icon) ? g_themed_icon_get_names(G_THEMED_ICON(icon)) : nullptr;
    return names && names[0] ? names[0] : "";
}

std::string_view never_frozen(const AppId &app, std::string_view categories)
{
    if (const auto kind = std::ranges::find_if(by_category, [&](const Kind &each) { return lists(categories, each.of); }); kind != by_category.end())
        return kind->sentence;
    const auto kind = std::ranges::find(by_id, app, &Kind::of);
    return kind != by_id.end() ? kind->sentence : std::string_view{};
}

} // namespace

void describe_app(const AppId &app, const Emit &emit)
{
    event::AppDescribed described{.app = app, .name = app, .never_frozen = {}};
    if (const ObjectPtr<GDesktopAppInfo> info{g_desktop_app_info_new((app + ".desktop").c_str())}) {
        const char *categories = g_desktop_app_info_get_categories(info.get());
        described.name = g_app_info_get_name(G_APP_INFO(info.get()));
        described.icon = icon_of(G_APP_INFO(info.get()));
        described.never_frozen = never_frozen(app, categories ? categories : "");
        described.terminal = described.never_frozen == terminal;
        described.shows_windows = !g_desktop_app_info_get_boolean(info.get(), G_KEY_FILE_DESKTOP_KEY_TERMINAL);
    }
    emit(std::move(described));
}

} // namespace headroom
