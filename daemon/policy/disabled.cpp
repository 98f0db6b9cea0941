// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/disabled.h"

namespace headroom {

bool is_disabled(const Session &session, TimePoint now)
{
    return session.disabled_until && now < *session.disabled_until;
}

Config while_disabled(Config config)
{
    config.boosted = {};
    config.response = Response::Off;
    config.gentle.enabled = false;
    config.protection.enabled = false;
    return config;
}

} // namespace headroom
