// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/close.h"

#include "sys/quit_action.h"

#include <csignal>
#include <format>

namespace headroom {

void Closer::close(const Action &action, const action::Close &close) const
{
    switch (close.way) {
    case CloseWay::Windows:
        if (const auto asked = m_outside.close_windows(close.windows); !asked)
            report_refusal(action.unit, asked.error());
        return;
    case CloseWay::Quit:
        return use_quit_action(m_systemd.bus(), action.app, m_end.get(),
                               [this, unit = action.unit](const Result<void> &done) {
                                   if (!done)
                                       report_refusal(unit, done.error());
                               });
    case CloseWay::End: return close_processes(action.unit, action.name);
    }
}

void Closer::report_refusal(UnitId unit, const Error &why) const
{
    m_report(event::ActRefused{unit, {}, Act::Close, why.sentence});
}

void Closer::close_processes(UnitId unit, const std::string &name) const
{
    const CgroupDir *dir = m_dirs.find(unit);
    if (!dir)
        return terminate_unless({}, unit, name); // systemd reports that it is gone
    look_for_never_app(
        m_end.get(), "headroom-close", m_dirs.root_path() + dir->path(), m_table,
        [this, unit, name](const NeverAppLook &look) { terminate_unless(look, unit, name); });
}

void Closer::terminate_unless(const NeverAppLook &look, UnitId unit, const std::string &name) const
{
    if (look.program)
        return report_refusal(
            unit,
            {ErrorKind::Refused,
             std::format("{} runs in {}, and is never ended", *look.program, name), 0});
    if (!look.saw_all)
        return report_refusal(unit,
                              {ErrorKind::Refused,
                               std::format("not all processes of {} could be looked at", name), 0});
    m_systemd.call("KillUnit", g_variant_new("(ssi)", name.c_str(), "all", SIGTERM), nullptr,
                   [unit, report = m_report](const Result<VariantPtr> &answer) {
                       if (!answer)
                           report(event::ActRefused{unit, {}, Act::Close, answer.error().sentence});
                   });
}

} // namespace headroom
