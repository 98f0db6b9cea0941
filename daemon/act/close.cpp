// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/close.h"

#include <csignal>

namespace headroom {

void Closer::close(UnitId unit, const std::string &name) const
{
    m_systemd.call("KillUnit", g_variant_new("(ssi)", name.c_str(), "all", SIGTERM), nullptr, [unit, report = m_report](const Result<VariantPtr> &answer) {
        if (!answer)
            report(event::ActRefused{unit, {}, "close", answer.error().sentence});
    });
}

} // namespace headroom
