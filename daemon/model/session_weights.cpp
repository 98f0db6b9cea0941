// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/disk_weight.h"
#include "model/session.h"

namespace headroom {

/// Only the weights that this machine supports.
Weights Session::supported_weights(const Weights &wish) const
{
    const auto if_available = [this](Capability which, std::optional<std::uint64_t> weight) {
        return capability(which).available ? weight : std::nullopt;
    };
    return {.cpu = if_available(Capability::CpuWeight, wish.cpu),
            .io = if_available(Capability::IoWeight,
                               only_bfq ? wish.io.transform(io_weight_for_bfq) : wish.io)};
}

} // namespace headroom
