// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/activation_feedback.h"
#include "watch/data_control.h"
#include "watch/toplevel_list.h"

// In place of activation_feedback.cpp, data_control.cpp and toplevel_list.cpp where libwayland is not to be had (-DHEADROOM_WAYLAND=OFF).
namespace headroom {

namespace {

constexpr const char *absent = "Headroom was built without Wayland";

} // namespace

struct ActivationFeedback::Connection {};

ActivationFeedback::ActivationFeedback(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
ActivationFeedback::~ActivationFeedback() = default;

Result<std::unique_ptr<ActivationFeedback>> ActivationFeedback::connect(const std::string & /*path*/)
{
    return error(ErrorKind::Unavailable, absent);
}

struct DataControl::Connection {};

DataControl::DataControl(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
DataControl::~DataControl() = default;

Result<std::unique_ptr<DataControl>> DataControl::connect(const std::string & /*path*/)
{
    return error(ErrorKind::Unavailable, absent);
}

struct ToplevelList::Connection {};

ToplevelList::ToplevelList(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
ToplevelList::~ToplevelList() = default;

Result<std::unique_ptr<ToplevelList>> ToplevelList::connect(const std::string & /*path*/, ToldWindows & /*windows*/)
{
    return error(ErrorKind::Unavailable, absent);
}

Result<void> ToplevelList::close(const WindowId & /*window*/)
{
    return error(ErrorKind::Unavailable, absent);
}

void ToplevelList::end(std::string /*why*/) {}

std::int32_t ToplevelList::compositor() const
{
    return 0;
}

} // namespace headroom
