// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/answer.h"
#include "bus/requests.h"
#include "sys/cgroup_dir.h"

#include <headroom_dbus.h>

namespace headroom {

/// Answers Manager.Totals. It reads slices as a whole instead of apps, so thousands of units cost
/// no more than a few. A thread reads them, for all calls that wait.
class TotalsInterface {
public:
    TotalsInterface(Requests &requests, const CgroupDirs &dirs) : m_requests(requests), m_dirs(dirs)
    {
    }
    ~TotalsInterface();
    TotalsInterface(const TotalsInterface &) = delete;
    TotalsInterface &operator=(const TotalsInterface &) = delete;

    void connect(HeadroomDbusManager *skeleton);

private:
    void answer(GDBusMethodInvocation *call);

    Requests &m_requests;
    const CgroupDirs &m_dirs;
    Calls m_waiting_calls; ///< not empty: a thread is reading
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
