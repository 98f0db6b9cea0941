// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/desktop_files.h"

#include "sys/glib_ptr.h"

#include <gio/gdesktopappinfo.h>
#include <string_view>

namespace headroom {

void describe_app(const AppId &app, const Emit &emit)
{
    const ObjectPtr<GDesktopAppInfo> info{g_desktop_app_info_new((app + ".desktop").c_str())};
    if (!info) {
        emit(event::AppDescribed{.app = app, .name = app, .never_frozen = {}});
        return;
    }
    const char *categories = g_desktop_app_info_get_categories(info.get());
    const bool terminal = categories && std::string_view{categories}.find("TerminalEmulator") != std::string_view::npos;
    emit(event::AppDescribed{.app = app, .name = g_app_info_get_name(G_APP_INFO(info.get())), .terminal = terminal, .never_frozen = terminal ? "is a terminal" : ""});
}

} // namespace headroom
