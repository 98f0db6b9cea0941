// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/settings.h"

namespace headroom {

Config config_from(std::span<const Setting> /*settings*/)
{
    return {};
}

} // namespace headroom
