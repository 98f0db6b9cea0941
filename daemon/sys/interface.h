// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace headroom {

/// The base of classes that others implement. Their objects have an identity: a copy would share
/// no callback or connection with the original.
class Interface {
public:
    Interface() = default;
    Interface(const Interface &) = delete;
    Interface &operator=(const Interface &) = delete;
    virtual ~Interface() = default;
};

} // namespace headroom
