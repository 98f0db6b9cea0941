// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <csignal>
#include <memory>
#include <vector>

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "arguments.h"
#include "commands.h"
#include "live.h"
#include "on_signal.h"
#include "screen.h"
#include "session_bus.h"
#include "situation.h"
#include "top_batch.h"
#include "top_view.h"

namespace headroom::ctl {

namespace {

/// The page, the keys, and their effects.
class Top {
public:
    explicit Top(bool coloured) : m_coloured(coloured)
    {
        m_state.utf8 = g_get_charset(nullptr) != FALSE;
    }

    Outcome run();

private:
    void draw();
    void draw_soon();
    void press(KeyPress press);
    void letter(char letter);
    void move(std::ptrdiff_t by);
    /// Calls this function of m_live for the selected app.
    void ask(void (Live::*what)(const App &, Live::OnOutcome));
    void end(int signal);
    void resized(int signal);
    void watch_signals();

    static gboolean on_input(gint fd, GIOCondition condition, gpointer top);

    bool m_coloured;
    TopState m_state;
    std::unique_ptr<Live> m_live;
    std::unique_ptr<Screen> m_screen;
    std::vector<SourceId> m_sources;
    SourceId m_drawing;
    bool m_ended = false;
    int m_signal = 0; ///< The signal that ended us. 0: a key.
};

Outcome Top::run()
{
    if (const auto can = Screen::possible(); !can)
        return std::unexpected(can.error());
    auto live = Live::follow([this] { draw_soon(); });
    if (!live)
        return std::unexpected(live.error());
    m_live = std::move(*live);
    auto screen = Screen::open(m_coloured);
    if (!screen)
        return std::unexpected(screen.error());
    m_screen = std::move(*screen);
    watch_signals();
    m_sources.emplace_back(g_unix_fd_add(
        STDIN_FILENO, static_cast<GIOCondition>(G_IO_IN | G_IO_HUP | G_IO_ERR), on_input, this));
    draw();
    while (!m_ended && !m_live->is_bus_gone())
        g_main_context_iteration(nullptr, /* may_block= */ TRUE);
    m_sources.clear();
    m_drawing.reset();
    m_screen.reset();
    m_live.reset();
    if (!m_ended)
        return std::unexpected(bus_gone());
    if (m_signal != 0) { // end by it, so that our parent sees it
        std::signal(m_signal, SIG_DFL);
        std::raise(m_signal);
    }
    return Succeeded;
}

void Top::watch_signals()
{
    // Call this after the screen was opened. It replaces handlers of ncurses that would end the
    // program. The one for Ctrl+Z stays.
    m_sources.push_back(on_signal<SIGINT, &Top::end>(this));
    m_sources.push_back(on_signal<SIGTERM, &Top::end>(this));
    m_sources.push_back(on_signal<SIGHUP, &Top::end>(this));
    m_sources.push_back(on_signal<SIGWINCH, &Top::resized>(this));
}

void Top::resized(int /*signal*/)
{
    m_screen->resized();
    draw_soon();
}

void Top::end(int signal)
{
    m_ended = true;
    m_signal = signal;
}

/// Draws one page for many changes at the same time.
void Top::draw_soon()
{
    if (m_drawing || !m_screen)
        return;
    const auto drawn = [](gpointer top) -> gboolean {
        static_cast<Top *>(top)->m_drawing.forget();
        static_cast<Top *>(top)->draw();
        return G_SOURCE_REMOVE;
    };
    m_drawing.reset(g_idle_add(drawn, this));
}

void Top::draw()
{
    m_screen->show(top_lines(m_live->situation(), m_state, m_screen->size()));
}

gboolean Top::on_input(gint, GIOCondition condition, gpointer top)
{
    auto *self = static_cast<Top *>(top);
    if ((condition & (G_IO_HUP | G_IO_ERR)) != 0) {
        self->end(0); // the terminal is gone
        return G_SOURCE_CONTINUE;
    }
    for (KeyPress pressed = self->m_screen->key(); pressed.key != Key::None && !self->m_ended;
         pressed = self->m_screen->key())
        self->press(pressed);
    self->draw_soon();
    return G_SOURCE_CONTINUE;
}

void Top::press(KeyPress press)
{
    const auto page = static_cast<std::ptrdiff_t>(top_rows(m_screen->size()));
    const auto all = static_cast<std::ptrdiff_t>(m_live->situation().apps.size());
    m_state.message.clear();
    switch (press.key) {
    case Key::Up: return move(-1);
    case Key::Down: return move(1);
    case Key::PageUp: return move(-page);
    case Key::PageDown: return move(page);
    case Key::Home: return move(-all);
    case Key::End: return move(all);
    case Key::Letter: return letter(press.letter);
    case Key::None:
    case Key::Other: return;
    }
}

void Top::letter(char letter)
{
    switch (letter) {
    case 'q': return end(0);
    case 'k': return move(-1);
    case 'j': return move(1);
    case 'p':
    case 'f': return ask(&Live::freeze);
    case 'r':
    case 't': return ask(&Live::thaw);
    // Capitals: a slip must not close an app.
    case 'C': return ask(&Live::close);
    case 'N': return ask(&Live::never);
    case 'h': m_state.order = TopOrder::Hurt; return;
    case 'm': m_state.order = TopOrder::Memory; return;
    case 'w': m_state.order = TopOrder::MemoryWait; return;
    case 'c': m_state.order = TopOrder::CpuWait; return;
    case 'i': m_state.order = TopOrder::IoWait; return;
    case 'n': m_state.order = TopOrder::Name; return;
    default: return;
    }
}

void Top::move(std::ptrdiff_t by)
{
    const auto apps = in_order(m_live->situation(), m_state.order);
    if (apps.empty())
        return;
    const auto at = std::ranges::find(apps, m_state.selected, &App::id);
    const std::ptrdiff_t place = at != apps.end() ? at - apps.begin() : -1;
    m_state.selected = apps[static_cast<std::size_t>(
                                std::clamp<std::ptrdiff_t>(place + by, 0, std::ssize(apps) - 1))]
                           ->id;
}

void Top::ask(void (Live::*what)(const App &, Live::OnOutcome))
{
    const auto &apps = m_live->situation().apps;
    const auto selected = std::ranges::find(apps, m_state.selected, &App::id);
    if (selected == apps.end())
        return;
    (m_live.get()->*what)(*selected, [this](const std::string &sentence) {
        m_state.message = sentence;
        draw_soon();
    });
}

} // namespace

Outcome top(int argc, char **argv)
{
    BatchChoice batch;
    const GOptionEntry options[] = {
        {"batch", 'b', 0, G_OPTION_ARG_NONE, &batch.wanted,
         C_("option: what it does, a verb phrase", "Write text again and again, worst app first"),
         nullptr},
        {"iterations", 'n', 0, G_OPTION_ARG_INT64, &batch.times,
         // Translators: of "headroomctl top --batch".
         C_("option: what its value says", "How many times to write; no limit if not given"),
         C_("value of an option: a noun", "N")},
        {"delay", 'd', 0, G_OPTION_ARG_DOUBLE, &batch.delay_s,
         C_("option: what its value says", "The seconds in between, 2 if not given"),
         // Translators: placeholder for a number of seconds in --delay=SECONDS.
         C_("value of an option: a noun", "SECONDS")},
        {},
    };
    Output output(situation_columns());
    const Usage usage{.command = "top",
                      .parameters = nullptr,
                      .summary = C_("help: what the command does, third person",
                                    "Shows the apps and the level of pressure, kept current, with "
                                    "keys to pause and resume."),
                      .output = &output};
    if (const auto words = parse_arguments(usage, options, argc, argv); !words)
        return std::unexpected(words.error());
    if (const auto checked = checked_batch(batch, output); !checked)
        return std::unexpected(checked.error());
    return batch.wanted != FALSE ? top_batch(batch, output) : Top(output.coloured).run();
}

} // namespace headroom::ctl
