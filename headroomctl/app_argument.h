// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "apps.h"
#include "daemon_proxy.h"
#include "failure.h"
#include "output.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

/// The daemon, and the app that a command's word names.
struct AppArgument {
    ObjectPtr<HeadroomDbusManager> daemon;
    App app;
};

/// Success: each of the words can be an app's id. No call is made for words that can't.
[[nodiscard]] std::expected<void, Failure> checked_app_ids(const std::vector<std::string> &words);

/// For commands about one app. Checks the word before any call, then finds the app.
[[nodiscard]] std::expected<AppArgument, Failure> find_app_argument(const std::string &word);

/// What a command does to an app. The sentences are for the user.
using Act = std::function<std::expected<std::vector<std::string>, Failure>(HeadroomDbusManager *,
                                                                           const App &)>;

/// For commands about apps. Checks all words before any call. Then acts on each app, even if
/// earlier ones have failed. Each of several failures is printed with its word, and the worst is
/// the exit status. With --json, one document at the end has all outcomes.
[[nodiscard]] Outcome for_each_app(const std::vector<std::string> &words, const Output &output,
                                   const Act &act);

} // namespace headroom::ctl
