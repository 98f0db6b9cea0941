// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/action.h"

namespace headroom {

AnyAct::AnyAct(const AnyAct &other) = default;
AnyAct::AnyAct(AnyAct &&other) noexcept = default;
AnyAct &AnyAct::operator=(const AnyAct &other) = default;
AnyAct &AnyAct::operator=(AnyAct &&other) noexcept = default;
AnyAct::~AnyAct() = default;
bool AnyAct::operator==(const AnyAct &other) const = default;

} // namespace headroom
