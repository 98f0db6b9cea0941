// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/close.h"

#include <csignal>

namespace headroom {

void Closer::close(UnitId unit, const std::string &name, const std::vector<WindowId> &windows) const
{
    if (windows.empty())
        return close_processes(unit, name);
    const auto asked = close_windows ? close_windows(windows) : error(ErrorKind::Failed, "nobody here closes windows");
    if (!asked)
        m_report(event::ActRefused{unit, {}, "close", asked.error().sentence});
}

void Closer::close_processes(UnitId unit, const std::string &name) const
{
    m_systemd.call("KillUnit", g_variant_new("(ssi)", name.c_str(), "all", SIGTERM), nullptr, [unit, report = m_report](const Result<VariantPtr> &answer) {
        if (!answer)
            report(event::ActRefused{unit, {}, "close", answer.error().sentence});
    });
}

} // namespace headroom
