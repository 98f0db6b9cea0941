// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/close_elsewhere.h"

#include <glib.h>
#include <utility>

namespace headroom {

void close_elsewhere(std::vector<UniqueFd> fds)
{
    const GThreadFunc close_all = [](gpointer data) -> gpointer {
        delete static_cast<std::vector<UniqueFd> *>(data);
        return nullptr;
    };
    auto *parcel = new std::vector<UniqueFd>{std::move(fds)};
    if (GThread *thread = g_thread_try_new("headroom-close", close_all, parcel, nullptr))
        g_thread_unref(thread);
    else
        close_all(parcel);
}

void close_elsewhere(UniqueFd fd)
{
    std::vector<UniqueFd> one;
    one.push_back(std::move(fd));
    close_elsewhere(std::move(one));
}

} // namespace headroom
