// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "apps.h"
#include "arguments.h"
#include "daemon_proxy.h"
#include "failure.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

/// The daemon, and the app that a command's only word names.
struct AppArgument {
    ObjectPtr<HeadroomDbusManager> daemon;
    App app;
};

/// For commands about one app. Checks the word before any call, then finds the app.
[[nodiscard]] std::expected<AppArgument, Failure>
find_app_argument(const std::vector<std::string> &words);
/// The same for a command without options.
[[nodiscard]] std::expected<AppArgument, Failure> find_app_argument(const Usage &usage, int argc,
                                                                    char **argv);

} // namespace headroom::ctl
