// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/desktop_files.h"

#include "model/unit_escape.h"
#include "sys/desktop_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace headroom {

namespace {

using namespace std::string_view_literals;

/// Freezing one of these stops more than itself: a shell's jobs, a debugged program, a guest
/// system, a half-done installation, or what a user needs to use the computer.
enum class Trade { Terminal, Development, Software, Access, Machine, Typing, Input };

struct Kind {
    std::string_view of; ///< a category of the Desktop Menu Specification, or an app id
    Trade trade;
};

constexpr std::array by_category{
    Kind{"TerminalEmulator"sv, Trade::Terminal}, Kind{"IDE"sv, Trade::Development},
    Kind{"PackageManager"sv, Trade::Software}, Kind{"Accessibility"sv, Trade::Access}};
/// The same kinds, where the desktop file lacks the category.
constexpr std::array by_id{
    Kind{"org.kde.discover"sv, Trade::Software}, Kind{"org.gnome.Boxes"sv, Trade::Machine},
    Kind{"virt-manager"sv, Trade::Machine}, Kind{"virt-viewer"sv, Trade::Machine},
    Kind{"virtualbox"sv, Trade::Machine}, Kind{"vmware-player"sv, Trade::Machine},
    Kind{"vmware-workstation"sv, Trade::Machine}, Kind{"org.fcitx.Fcitx5"sv, Trade::Typing},
    // The keyboard and the mouse may be those of another machine.
    Kind{"org.deskflow.deskflow"sv, Trade::Input}, Kind{"barrier"sv, Trade::Input},
    Kind{"io.github.input_leap.InputLeap"sv, Trade::Input},
    Kind{"io.github.input_leap.input-leap"sv, Trade::Input}};

/// A whole sentence for each, so that a language may put the verb anywhere.
Sentence in_words(Trade trade, const std::string &name)
{
    switch (trade) {
    case Trade::Terminal: return say("why an application is exempt", "{} is a terminal", name);
    case Trade::Development:
        return say("why an application is exempt", "{} is a development environment", name);
    case Trade::Software: return say("why an application is exempt", "{} installs software", name);
    case Trade::Access:
        return say("why an application is exempt", "{} is an accessibility tool", name);
    case Trade::Machine:
        return say("why an application is exempt", "{} is a virtual machine", name);
    case Trade::Typing:
        return say("why an application is exempt: an input method", "{} is an input method", name);
    case Trade::Input:
        return say("why an application is exempt", "{} passes on input to other programs", name);
    }
    return {};
}

/// Whether a list like "Qt;KDE;System;" contains a word.
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

/// In the form for notifications. Desktop files have neither icons of several names nor icons as
/// data.
std::string icon_of(GAppInfo *info)
{
    GIcon *icon = g_app_info_get_icon(info);
    if (icon && G_IS_FILE_ICON(icon))
        return CharPtr{g_file_get_uri(g_file_icon_get_file(G_FILE_ICON(icon)))}.get();
    const char *const *names =
        icon && G_IS_THEMED_ICON(icon) ? g_themed_icon_get_names(G_THEMED_ICON(icon)) : nullptr;
    return names && names[0] ? names[0] : "";
}

std::optional<Trade> trade_of(const AppId &app, std::string_view categories)
{
    if (const auto kind = std::ranges::find_if(
            by_category, [&](const Kind &each) { return lists(categories, each.of); });
        kind != by_category.end())
        return kind->trade;
    const auto kind = std::ranges::find(by_id, app, &Kind::of);
    return kind != by_id.end() ? std::optional{kind->trade} : std::nullopt;
}

/// In X11, an app that no launcher has named is called by its window's class: "Code", where the
/// desktop file is code.desktop.
std::optional<DesktopFile> file_of(const AppId &app)
{
    if (auto file = find_desktop_file(app))
        return file;
    const CharPtr lower{g_ascii_strdown(app.c_str(), static_cast<gssize>(app.size()))};
    return lower.get() == app ? std::nullopt : find_desktop_file(lower.get());
}

} // namespace

event::AppDescribed read_desktop_file(const AppId &app)
{
    event::AppDescribed described{.app = app, .name = app, .never_frozen = {}};
    if (const auto file = file_of(app)) {
        GDesktopAppInfo *info = file->info.get();
        const char *categories = g_desktop_app_info_get_categories(info);
        described.name = g_app_info_get_name(G_APP_INFO(info));
        described.icon = icon_of(G_APP_INFO(info));
        const auto trade = trade_of(app, categories ? categories : "");
        described.never_frozen = trade ? in_words(*trade, described.name) : Sentence{};
        described.terminal = trade == Trade::Terminal;
        described.shows_windows =
            !g_desktop_app_info_get_boolean(info, G_KEY_FILE_DESKTOP_KEY_TERMINAL);
    }
    return described;
}

/// DBusActivatable alone doesn't decide: Debian's Text Editor has a service file and
/// DBusActivatable=false.
bool is_application(const AppId &name)
{
    const auto file = usable_app_id(name) ? find_desktop_file(name) : std::nullopt;
    return file
        && (!g_desktop_app_info_get_nodisplay(file->info.get())
            || g_desktop_app_info_get_boolean(file->info.get(),
                                              G_KEY_FILE_DESKTOP_KEY_DBUS_ACTIVATABLE));
}

void check_application_name(GCancellable *end, const AppId &name,
                            std::move_only_function<void(bool)> done)
{
    if (!usable_app_id(name))
        return done(false);
    off_the_loop<bool>(
        end, desktop_file_lane(), [name] { return is_application(name); }, std::move(done));
}

void DesktopFiles::describe(const AppId &app)
{
    if (!m_asked.insert(app).second)
        return;
    off_the_loop<event::AppDescribed>(
        m_errands.get(), desktop_file_lane(), [app] { return read_desktop_file(app); },
        [this](event::AppDescribed described) {
            m_asked.erase(described.app);
            m_emit(std::move(described));
        });
}

} // namespace headroom
