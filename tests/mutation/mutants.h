// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

// The functions that rewritten sources call at each place with mutants. Each mutant has a number,
// and at most one is chosen.

namespace mutant {

extern int chosen;
extern unsigned char reached[]; ///< by number: whether its place was executed

inline bool on(int number)
{
    reached[number] = 1;
    return chosen == number;
}

template<typename A, typename B> bool less(int number, const A &a, const B &b)
{
    return on(number) ? a <= b : on(number + 1) ? a >= b : a < b;
}

template<typename A, typename B> bool less_equal(int number, const A &a, const B &b)
{
    return on(number) ? a < b : on(number + 1) ? a > b : a <= b;
}

template<typename A, typename B> bool greater(int number, const A &a, const B &b)
{
    return on(number) ? a >= b : on(number + 1) ? a <= b : a > b;
}

template<typename A, typename B> bool greater_equal(int number, const A &a, const B &b)
{
    return on(number) ? a > b : on(number + 1) ? a < b : a >= b;
}

template<typename A, typename B> bool equal(int number, const A &a, const B &b)
{
    return (a == b) != on(number);
}

template<typename A, typename B> bool unequal(int number, const A &a, const B &b)
{
    return (a == b) == on(number);
}

template<typename T> T value(int number, T it)
{
    return on(number) ? static_cast<T>(it + T{1}) : on(number + 1) ? static_cast<T>(it - T{1}) : it;
}

inline char value(int number, char it)
{
    return on(number) ? static_cast<char>(it + 1) : it;
}

inline double value(int number, double it)
{
    return on(number) ? it * 1.1 : on(number + 1) ? it * 0.9 : it;
}

inline bool flag(int number, bool it)
{
    return it != on(number);
}

inline bool leaves(int number, bool it)
{
    return on(number) ? false : on(number + 1) ? true : it;
}

} // namespace mutant
