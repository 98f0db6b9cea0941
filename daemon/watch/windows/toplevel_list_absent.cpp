// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/toplevel_list.h"

// Replaces toplevel_list.cpp in builds without libwayland (-DHEADROOM_WAYLAND=OFF).
namespace headroom {

struct ToplevelList::Connection {};

ToplevelList::ToplevelList(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{
}
ToplevelList::~ToplevelList() = default;

Result<std::unique_ptr<ToplevelList>> ToplevelList::connect(const std::string & /*path*/,
                                                            Listener & /*listener*/,
                                                            ProtocolWindows & /*windows*/)
{
    return error(ErrorKind::Unavailable, "Headroom was built without Wayland");
}

Result<void> ToplevelList::close(const WindowId & /*window*/)
{
    return error(ErrorKind::Unavailable, "Headroom was built without Wayland");
}

void ToplevelList::end(std::string /*why*/) {}

std::int32_t ToplevelList::compositor() const
{
    return 0;
}

} // namespace headroom
