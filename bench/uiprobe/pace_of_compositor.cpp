// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pace.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <format>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

#include <wayland-client.h>
#include <xdg-shell-client-protocol.h>

namespace uiprobe {

namespace {

// Small, so that the time for the compositor's copy does not matter.
constexpr int width = 320;
constexpr int height = 200;
constexpr std::size_t pixels = std::size_t{width} * height;
constexpr std::size_t buffer_size = pixels * sizeof(std::uint32_t);
// A frame that comes after half of the next one's time was visible as a missing one.
constexpr Nanoseconds lateness_allowed = frame_time / 2;

struct Buffer {
    wl_buffer *handle = nullptr;
    std::uint32_t *pixels = nullptr;
    bool busy = false;
};

template<typename Type>
void bind(wl_registry *registry, std::uint32_t name, const wl_interface &interface,
          std::uint32_t version, Type *&to)
{
    to = static_cast<Type *>(wl_registry_bind(registry, name, &interface, version));
}

/// Lives until the process exits, so that it frees nothing.
class PaceOfCompositor : public Pace {
public:
    std::expected<void, std::string> open(const std::string &app_id);
    void answer_for_ever();

    std::expected<void, std::string> begin() override
    {
        m_last = Clock::now();
        return {};
    }
    std::expected<Clock::time_point, std::string> wait() override;
    std::expected<void, std::string> show() override;

private:
    std::expected<void, std::string> make_buffers();
    std::expected<void, std::string> dispatch_until(const bool &so);
    void listen_to_window();
    [[nodiscard]] std::string trouble() const;

    wl_display *m_display = nullptr;
    wl_compositor *m_compositor = nullptr;
    wl_shm *m_shm = nullptr;
    xdg_wm_base *m_shell = nullptr;
    wl_surface *m_surface = nullptr;
    xdg_surface *m_window = nullptr;
    xdg_toplevel *m_toplevel = nullptr;
    std::array<Buffer, 3> m_buffers;
    bool m_configured = false;
    bool m_wanted = true; ///< the compositor asks for a frame
    bool m_closed = false;
    std::uint32_t m_drawn = 0;
    Clock::time_point m_last{};
};

std::string PaceOfCompositor::trouble() const
{
    return std::format("the compositor is gone: {}",
                       std::generic_category().message(wl_display_get_error(m_display)));
}

std::expected<void, std::string> PaceOfCompositor::dispatch_until(const bool &so)
{
    while (!so) {
        if (wl_display_dispatch(m_display) < 0)
            return std::unexpected(trouble());
        if (m_closed)
            return std::unexpected(std::string{"the window was closed"});
    }
    return {};
}

std::expected<void, std::string> PaceOfCompositor::make_buffers()
{
    const int fd = memfd_create("uiprobe", MFD_CLOEXEC);
    const std::size_t size = buffer_size * m_buffers.size();
    if (fd < 0 || ftruncate(fd, static_cast<off_t>(size)) != 0)
        return std::unexpected(std::format("there is no memory for pictures: {}",
                                           std::generic_category().message(errno)));
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED)
        return std::unexpected(std::format("there is no memory for pictures: {}",
                                           std::generic_category().message(errno)));
    wl_shm_pool *pool = wl_shm_create_pool(m_shm, fd, static_cast<std::int32_t>(size));
    for (std::size_t number = 0; number < m_buffers.size(); ++number) {
        static constexpr wl_buffer_listener released = {
            .release = [](void *data, wl_buffer *) { static_cast<Buffer *>(data)->busy = false; }};
        Buffer &buffer = m_buffers[number];
        buffer.pixels = static_cast<std::uint32_t *>(memory) + pixels * number;
        buffer.handle = wl_shm_pool_create_buffer(
            pool, static_cast<std::int32_t>(buffer_size * number), width, height,
            width * std::int32_t{sizeof(std::uint32_t)}, WL_SHM_FORMAT_XRGB8888);
        wl_buffer_add_listener(buffer.handle, &released, &buffer);
    }
    wl_shm_pool_destroy(pool);
    close(fd);
    return {};
}

void PaceOfCompositor::listen_to_window()
{
    static constexpr xdg_surface_listener configured = {
        .configure = [](void *data, xdg_surface *window, std::uint32_t serial) {
            xdg_surface_ack_configure(window, serial);
            static_cast<PaceOfCompositor *>(data)->m_configured = true;
        }};
    static constexpr xdg_toplevel_listener told = {
        .configure = [](void *, xdg_toplevel *, std::int32_t, std::int32_t, wl_array *) {},
        .close = [](void *data,
                    xdg_toplevel *) { static_cast<PaceOfCompositor *>(data)->m_closed = true; },
        .configure_bounds = nullptr,
        .wm_capabilities = nullptr,
    };
    xdg_surface_add_listener(m_window, &configured, this);
    xdg_toplevel_add_listener(m_toplevel, &told, this);
}

std::expected<void, std::string> PaceOfCompositor::open(const std::string &app_id)
{
    m_display = wl_display_connect(nullptr);
    if (m_display == nullptr)
        return std::unexpected(
            std::string{"there is no compositor: WAYLAND_DISPLAY names none that answers"});
    static constexpr wl_registry_listener registry = {
        .global =
            [](void *data, wl_registry *from, std::uint32_t name, const char *interface,
               std::uint32_t version) {
                auto &self = *static_cast<PaceOfCompositor *>(data);
                const std::string_view called{interface};
                if (called == wl_compositor_interface.name)
                    bind(from, name, wl_compositor_interface, std::min(version, 4U),
                         self.m_compositor);
                else if (called == wl_shm_interface.name)
                    bind(from, name, wl_shm_interface, 1, self.m_shm);
                else if (called == xdg_wm_base_interface.name)
                    bind(from, name, xdg_wm_base_interface, 1, self.m_shell);
            },
        .global_remove = [](void *, wl_registry *, std::uint32_t) {},
    };
    wl_registry_add_listener(wl_display_get_registry(m_display), &registry, this);
    if (wl_display_roundtrip(m_display) < 0)
        return std::unexpected(trouble());
    if (m_compositor == nullptr || m_shm == nullptr || m_shell == nullptr)
        return std::unexpected(
            std::string{"this compositor has no windows for ordinary applications"});
    static constexpr xdg_wm_base_listener pinged = {
        .ping = [](void *, xdg_wm_base *shell, std::uint32_t serial) {
            xdg_wm_base_pong(shell, serial);
        }};
    xdg_wm_base_add_listener(m_shell, &pinged, this);
    if (auto made = make_buffers(); !made)
        return made;
    m_surface = wl_compositor_create_surface(m_compositor);
    m_window = xdg_wm_base_get_xdg_surface(m_shell, m_surface);
    m_toplevel = xdg_surface_get_toplevel(m_window);
    listen_to_window();
    xdg_toplevel_set_app_id(m_toplevel, app_id.c_str());
    xdg_toplevel_set_title(m_toplevel, "uiprobe");
    wl_surface_commit(m_surface);
    return dispatch_until(m_configured);
}

/// Keeps answering pings: the compositor shows a window that doesn't as one that hangs.
void PaceOfCompositor::answer_for_ever()
{
    while (!m_closed && wl_display_dispatch(m_display) >= 0)
        continue;
}

std::expected<Clock::time_point, std::string> PaceOfCompositor::wait()
{
    if (auto came = dispatch_until(m_wanted); !came)
        return std::unexpected(came.error());
    return m_last + frame_time + lateness_allowed;
}

std::expected<void, std::string> PaceOfCompositor::show()
{
    Buffer *free = nullptr;
    while ((free = std::ranges::find(m_buffers, false, &Buffer::busy)) == m_buffers.end()) {
        if (wl_display_dispatch(m_display) < 0)
            return std::unexpected(trouble());
    }
    // A bar that moves: frames differ, so that the compositor can skip none.
    const int bar = static_cast<int>(m_drawn++ % width);
    std::fill_n(free->pixels, pixels, 0xff303030U);
    for (int row = 0; row < height; ++row)
        free->pixels[row * width + bar] = 0xff3daee9U;
    static constexpr wl_callback_listener asked = {
        .done = [](void *data, wl_callback *callback, std::uint32_t) {
            wl_callback_destroy(callback);
            static_cast<PaceOfCompositor *>(data)->m_wanted = true;
        }};
    m_wanted = false;
    free->busy = true;
    wl_callback_add_listener(wl_surface_frame(m_surface), &asked, this);
    wl_surface_attach(m_surface, free->handle, 0, 0);
    wl_surface_damage_buffer(m_surface, 0, 0, width, height);
    wl_surface_commit(m_surface);
    if (wl_display_flush(m_display) < 0 && errno != EAGAIN)
        return std::unexpected(trouble());
    m_last = Clock::now();
    return {};
}

} // namespace

std::expected<std::unique_ptr<Pace>, std::string> pace_of_compositor(const std::string &app_id)
{
    auto pace = std::make_unique<PaceOfCompositor>();
    if (auto opened = pace->open(app_id); !opened)
        return std::unexpected(opened.error());
    return pace;
}

std::expected<std::unique_ptr<Pace>, std::string>
pace_of_clock_in_a_window(const std::string &app_id)
{
    auto window = std::make_unique<PaceOfCompositor>();
    if (auto opened = window->open(app_id); !opened)
        return std::unexpected(opened.error());
    if (auto shown = window->show(); !shown)
        return std::unexpected(shown.error());
    std::thread{[kept = std::move(window)] { kept->answer_for_ever(); }}.detach();
    return pace_of_clock();
}

} // namespace uiprobe
