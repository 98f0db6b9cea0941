// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/result.h"

#include <map>
#include <string>
#include <utility>

namespace headroom {

/// The list of frozen units, as a file in $XDG_RUNTIME_DIR/headroom/ that outlives us. One line per
/// unit: "INODE PATH". It is written before a freeze, so it holds at least what is frozen, never
/// less.
class FrozenLedger {
public:
    explicit FrozenLedger(std::string directory) : m_directory(std::move(directory)) {}

    [[nodiscard]] Result<void> add(UnitId unit, const std::string &path);
    [[nodiscard]] Result<void> remove(UnitId unit);

    /// Reads what an earlier daemon left behind. Malformed lines are skipped: the sweep finds
    /// marked cgroups without them.
    [[nodiscard]] static std::map<UnitId, std::string> read(const std::string &directory);
    /// Removes the file once its freezes are undone.
    static void remove_left(const std::string &directory);

private:
    [[nodiscard]] Result<void> write() const;

    std::string m_directory;
    std::map<UnitId, std::string> m_frozen;
};

} // namespace headroom
