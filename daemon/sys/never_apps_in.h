// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <gio/gio.h>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

class ProcessTable;

/// The program by which a process is known. If an interpreter runs a script that is_never_app(),
/// and the kernel names the process after the script's file, that is the script.
[[nodiscard]] std::string program_or_script(std::string program, std::string_view name);

struct NeverAppLook {
    std::optional<std::string> program; ///< the first that is_never_app()
    bool saw_all = true; ///< false: there are more, or may be: something was unreadable
};

/// Looks for a program in the cgroup or below that is_never_app(). Reads two files of each process;
/// neither read can block. A thread of this lane looks again at a unit of which the loop did not
/// see all. Otherwise then() is called before this returns. See off_the_loop() for `end`.
void look_for_never_app(GCancellable *end, const char *lane, const std::string &directory,
                        const ProcessTable &table,
                        std::move_only_function<void(const NeverAppLook &)> then);

} // namespace headroom
