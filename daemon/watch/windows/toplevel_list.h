// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/windows/told_windows.h"

#include <cstdint>
#include <memory>
#include <string>

namespace headroom {

/// The windows that one Wayland compositor tells (wlr-foreign-toplevel-management-unstable-v1): how the application of each calls itself, which one is
/// active, which are minimised. Neither whose process each is, nor whether it is covered or on another workspace.
class ToplevelList : public WaylandTeller {
public:
    /// Tells `windows`, which must outlive it, of each. An error if nobody listens there, or if Headroom was built without it.
    [[nodiscard]] static Result<std::unique_ptr<ToplevelList>> connect(const std::string &path,
                                                                       ToldWindows &windows);
    ~ToplevelList() override;

    [[nodiscard]] Result<void> close(const WindowId &window);
    void end(std::string why); ///< it is heard no longer; on_end comes from the main loop
    [[nodiscard]] std::int32_t compositor() const; ///< its process; 0: unknown

private:
    struct Connection;
    explicit ToplevelList(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom
