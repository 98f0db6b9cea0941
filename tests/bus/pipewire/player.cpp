// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// A PipeWire client that takes part in the graph without a session manager.
// `player NODE-PROPERTIES CLIENT-PROPERTIES COUNT` creates that many nodes. It reads commands from
// its standard input, one a line: "run", "pause", "remove", and "process PID", which is what it
// reports as its process from then on. It ends with its input.

#include <cstdlib>
#include <iostream>
#include <pipewire/filter.h>
#include <pipewire/pipewire.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Player {
    pw_main_loop *loop = nullptr;
    pw_core *core = nullptr;
    std::vector<pw_filter *> filters;
    std::string read;
};

void obey(Player &player, const std::string &word)
{
    if (word == "remove") {
        for (pw_filter *filter : player.filters)
            pw_filter_destroy(filter);
        player.filters.clear();
    }
    constexpr std::string_view process = "process ";
    if (word.starts_with(process)) {
        const std::string pid = word.substr(process.size());
        const spa_dict_item item{.key = PW_KEY_APP_PROCESS_ID, .value = pid.c_str()};
        const spa_dict properties{.flags = 0, .n_items = 1, .items = &item};
        pw_core_update_properties(player.core, &properties);
        return;
    }
    for (pw_filter *filter : player.filters)
        pw_filter_set_active(filter, word == "run");
}

void on_input(void *data, int fd, std::uint32_t mask)
{
    auto &player = *static_cast<Player *>(data);
    char buffer[256];
    const ssize_t got = (mask & SPA_IO_IN) != 0 ? read(fd, buffer, sizeof buffer) : 0;
    if (got <= 0) {
        pw_main_loop_quit(player.loop);
        return;
    }
    player.read.append(buffer, static_cast<std::size_t>(got));
    for (auto end = player.read.find('\n'); end != std::string::npos;
         end = player.read.find('\n')) {
        obey(player, player.read.substr(0, end));
        player.read.erase(0, end + 1);
    }
}

constexpr pw_filter_events filter_events{.version = PW_VERSION_FILTER_EVENTS,
                                         .destroy = nullptr,
                                         .state_changed = nullptr,
                                         .io_changed = nullptr,
                                         .param_changed = nullptr,
                                         .add_buffer = nullptr,
                                         .remove_buffer = nullptr,
                                         .process = [](void *, spa_io_position *) {},
                                         .drained = nullptr,
                                         .command = nullptr};

pw_filter *make_filter(pw_core *core, const char *properties, spa_hook &hook)
{
    pw_filter *filter = pw_filter_new(core, "player", pw_properties_new_string(properties));
    pw_filter_add_listener(filter, &hook, &filter_events, nullptr);
    const auto flags =
        static_cast<pw_filter_flags>(PW_FILTER_FLAG_RT_PROCESS | PW_FILTER_FLAG_INACTIVE);
    return pw_filter_connect(filter, flags, nullptr, 0) == 0 ? filter : nullptr;
}

} // namespace

int main(int argc, char **argv)
{
    pw_init(&argc, &argv);
    if (argc != 4)
        return EXIT_FAILURE;
    Player player{.loop = pw_main_loop_new(nullptr), .core = nullptr, .filters = {}, .read = {}};
    pw_context *context = pw_context_new(pw_main_loop_get_loop(player.loop), nullptr, 0);
    pw_core *core = pw_context_connect(context, pw_properties_new_string(argv[2]), 0);
    if (!core)
        return EXIT_FAILURE;
    player.core = core;
    const auto count = std::strtoul(argv[3], nullptr, 10);
    std::vector<spa_hook> hooks(count);
    for (spa_hook &hook : hooks)
        player.filters.push_back(make_filter(core, argv[1], hook));
    pw_loop_add_io(pw_main_loop_get_loop(player.loop), STDIN_FILENO,
                   SPA_IO_IN | SPA_IO_HUP | SPA_IO_ERR, false, on_input, &player);
    pw_main_loop_run(player.loop);
    obey(player, "remove");
    pw_core_disconnect(core);
    pw_context_destroy(context);
    pw_main_loop_destroy(player.loop);
    pw_deinit();
    return EXIT_SUCCESS;
}
