// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/activation_feedback.h"

// Replaces activation_feedback.cpp in builds without libwayland (-DHEADROOM_WAYLAND=OFF).
namespace headroom {

struct ActivationFeedback::Connection {};

ActivationFeedback::ActivationFeedback(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{
}
ActivationFeedback::~ActivationFeedback() = default;

Result<std::unique_ptr<ActivationFeedback>>
ActivationFeedback::connect(const std::string & /*path*/, Listener & /*listener*/,
                            Starting /*starting*/)
{
    return error(ErrorKind::Unavailable, "Headroom was built without Wayland");
}

} // namespace headroom
