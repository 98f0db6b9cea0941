// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/clipboard/data_control.h"

// Replaces data_control.cpp in builds without libwayland (-DHEADROOM_WAYLAND=OFF).
namespace headroom {

struct DataControl::Connection {};

DataControl::DataControl(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{
}
DataControl::~DataControl() = default;

Result<std::unique_ptr<DataControl>>
DataControl::connect(const std::string & /*path*/, Listener & /*listener*/, const Emit & /*emit*/)
{
    return error(ErrorKind::Unavailable, "Headroom was built without Wayland");
}

} // namespace headroom
