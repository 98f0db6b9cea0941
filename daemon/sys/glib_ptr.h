// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <gio/gio.h>
#include <memory>
#include <source_location>
#include <utility>

namespace headroom {

template<auto Function> struct Deleter {
    template<typename T> void operator()(T *what) const { Function(what); }
};

template<typename T> using ObjectPtr = std::unique_ptr<T, Deleter<g_object_unref>>;
using VariantPtr = std::unique_ptr<GVariant, Deleter<g_variant_unref>>;
using GErrorPtr = std::unique_ptr<GError, Deleter<g_error_free>>;
using CharPtr = std::unique_ptr<char, Deleter<g_free>>;

/// A GError out-argument: `GErrorOut error; g_do(…, error.out()); if (error) …error->message`.
class GErrorOut {
public:
    GErrorOut() = default;
    GErrorOut(const GErrorOut &) = delete;
    GErrorOut &operator=(const GErrorOut &) = delete;
    ~GErrorOut() { g_clear_error(&m_error); }
    [[nodiscard]] GError **out() { return &m_error; }
    explicit operator bool() const { return m_error != nullptr; }
    const GError *operator->() const { return m_error; }
    [[nodiscard]] const GError *get() const { return m_error; }

private:
    GError *m_error = nullptr;
};

/// A source in the default main context. It is removed when this object is destroyed.
class SourceId {
public:
    SourceId() = default;
    /// Names the source after the function that made it, so that measurements of the loop show it.
    explicit SourceId(guint id, std::source_location where = std::source_location::current())
        : m_id(id)
    {
        g_source_set_static_name(g_main_context_find_source_by_id(nullptr, id),
                                 where.function_name());
    }
    SourceId(SourceId &&other) noexcept : m_id(std::exchange(other.m_id, 0)) {}
    SourceId &operator=(SourceId &&other) noexcept
    {
        reset(std::exchange(other.m_id, 0));
        return *this;
    }
    SourceId(const SourceId &) = delete;
    SourceId &operator=(const SourceId &) = delete;
    ~SourceId() { reset(); }
    void reset(guint id = 0)
    {
        if (m_id != 0)
            g_source_remove(m_id);
        m_id = id;
    }
    /// For a callback that returns G_SOURCE_REMOVE itself.
    void forget() { m_id = 0; }
    explicit operator bool() const { return m_id != 0; }

private:
    guint m_id = 0;
};

} // namespace headroom
