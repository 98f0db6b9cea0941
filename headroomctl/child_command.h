// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include <gio/gio.h>
#include <sys/types.h>

#include "failure.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

/// A command that runs as our child, while we do something for it. It gets the signals that are
/// meant for us, and ends with us however we end.
class ChildCommand {
public:
    ChildCommand();
    ChildCommand(const ChildCommand &) = delete;
    ChildCommand &operator=(const ChildCommand &) = delete;

    /// Of its environment; before it starts.
    void set_variable(const char *name, const std::string &value);
    [[nodiscard]] std::expected<void, Failure> start(const std::vector<std::string> &command);
    /// nullopt: it has ended.
    [[nodiscard]] std::optional<pid_t> pid() const;
    /// Runs the main context until it has ended, and returns its exit status as in shells.
    [[nodiscard]] int wait_for_its_end();

private:
    void pass_on(int signal);

    ObjectPtr<GSubprocessLauncher> m_launcher;
    ObjectPtr<GSubprocess> m_process;
    SourceId m_terminated;
    SourceId m_hung_up;
};

} // namespace headroom::ctl
