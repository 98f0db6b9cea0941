// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom {

/// The base of abstract classes. Others refer to their objects, so these are never copied.
class Interface {
public:
    Interface() = default;
    Interface(const Interface &) = delete;
    Interface &operator=(const Interface &) = delete;
    virtual ~Interface() = default;
};

} // namespace headroom
