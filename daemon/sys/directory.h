// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <dirent.h>
#include <memory>

namespace headroom {

struct CloseDirectory {
    void operator()(DIR *directory) const { (void)closedir(directory); }
};

/// An open directory stream, closed with its owner.
using Directory = std::unique_ptr<DIR, CloseDirectory>;

} // namespace headroom
