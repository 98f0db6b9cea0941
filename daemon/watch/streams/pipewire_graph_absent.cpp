// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/pipewire_graph.h"

// Replaces pipewire_graph.cpp in builds without libpipewire (-DHEADROOM_PIPEWIRE=OFF).
namespace headroom {

struct PipewireGraph::Connection {};

PipewireGraph::PipewireGraph() = default;
PipewireGraph::~PipewireGraph() = default;

Result<void> PipewireGraph::connect(Listener & /*listener*/)
{
    return error(ErrorKind::Unavailable, "Headroom was built without PipeWire");
}

void PipewireGraph::disconnect() {}

} // namespace headroom
