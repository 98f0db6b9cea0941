# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later

set --local commands status top run jobs freeze thaw why measure history metrics hold \
    close disable-for enable doctor enable-extension record settings set help

complete --command headroomctl --no-files
complete --command headroomctl --short-option h --long-option help --description "Show help"

set --local first "not __fish_seen_subcommand_from $commands"
complete --command headroomctl --condition $first --long-option version \
    --description "Show the version"
complete --command headroomctl --condition $first --arguments status \
    --description "Show the apps, and the level of pressure"
complete --command headroomctl --condition $first --arguments top \
    --description "The same, kept current"
complete --command headroomctl --condition $first --arguments run \
    --description "Run a command in a unit of its own"
complete --command headroomctl --condition $first --arguments jobs \
    --description "Run a build with as many jobs as there is room for"
complete --command headroomctl --condition $first --arguments freeze \
    --description "Pause an app until it is needed"
complete --command headroomctl --condition $first --arguments thaw \
    --description "Resume a paused app"
complete --command headroomctl --condition $first --arguments why \
    --description "Explain what Headroom did to an app"
complete --command headroomctl --condition $first --arguments measure \
    --description "Find out how much memory an app needs"
complete --command headroomctl --condition $first --arguments history \
    --description "Show what Headroom did lately, and why"
complete --command headroomctl --condition $first --arguments metrics \
    --description "Write figures for Prometheus"
complete --command headroomctl --condition $first --arguments hold \
    --description "Keep an app from being slowed down or paused while a command runs"
complete --command headroomctl --condition $first --arguments close \
    --description "Ask an app to quit"
complete --command headroomctl --condition $first --arguments disable-for \
    --description "Pause Headroom for a while"
complete --command headroomctl --condition $first --arguments enable \
    --description "Resume Headroom"
complete --command headroomctl --condition $first --arguments doctor \
    --description "Check what works on this computer"
complete --command headroomctl --condition $first --arguments enable-extension \
    --description "Switch Headroom's extension in GNOME Shell on"
complete --command headroomctl --condition $first --arguments record \
    --description "Write all that happens to a file"
complete --command headroomctl --condition $first --arguments settings \
    --description "List the settings and their values"
complete --command headroomctl --condition $first --arguments set --description "Change a setting"
complete --command headroomctl --condition $first --arguments help \
    --description "Explain a command"

complete --command headroomctl --condition "__fish_seen_subcommand_from disable-for" \
    --arguments "30min 1h 2h"

set --local apps "(headroomctl complete-apps 2>/dev/null)"
complete --command headroomctl \
    --condition "__fish_seen_subcommand_from freeze thaw why measure close history" \
    --arguments $apps
set --local document "__fish_seen_subcommand_from status history settings doctor top"
complete --command headroomctl --condition "__fish_seen_subcommand_from doctor" \
    --long-option measure-cpu --description "Measure what CPU weights really give"
complete --command headroomctl --condition "__fish_seen_subcommand_from doctor" \
    --long-option measure-io --description "Measure what disk weights really give"
set --local outcome "__fish_seen_subcommand_from freeze thaw why measure close run \
    enable-extension disable-for enable"
complete --command headroomctl --condition "$document; or $outcome" --long-option json \
    --description "Write JSON"
complete --command headroomctl --condition $document --long-option color --exclusive \
    --arguments "auto always never" --description "Whether to use colors"
complete --command headroomctl --condition "__fish_seen_subcommand_from top" --short-option b \
    --long-option batch --description "Write text"
complete --command headroomctl --condition "__fish_seen_subcommand_from top" --short-option n \
    --long-option iterations --exclusive --description "How often"
complete --command headroomctl --condition "__fish_seen_subcommand_from top" --short-option d \
    --long-option delay --exclusive --description "The seconds in between"
set --local table "__fish_seen_subcommand_from status history settings top"
complete --command headroomctl --condition $table --short-option o --long-option columns \
    --exclusive --description "The columns to show"
complete --command headroomctl --condition $table --long-option noheadings \
    --description "Leave the headings out"
complete --command headroomctl --condition $table --long-option raw \
    --description "Do not align columns"
complete --command headroomctl --condition $document --long-option no-pager \
    --description "Do not use a pager"
complete --command headroomctl --condition "__fish_seen_subcommand_from history" \
    --short-option n --long-option lines --exclusive --description "Only the latest"
complete --command headroomctl --condition "__fish_seen_subcommand_from history" \
    --long-option since --exclusive --arguments "today yesterday 10min 1h" \
    --description "Only since then"
complete --command headroomctl --condition "__fish_seen_subcommand_from history" \
    --short-option f --long-option follow --description "Show new entries as they come"
complete --command headroomctl --condition "__fish_seen_subcommand_from history" \
    --long-option last-boot --description "Show how the last boot with a shortage ended"
complete --command headroomctl --condition "__fish_seen_subcommand_from history" \
    --long-option trace --description "Write a trace for Perfetto"
complete --command headroomctl --condition "__fish_seen_subcommand_from freeze" --long-option for \
    --exclusive --arguments "30s 5min 1h" --description "How long at most"
complete --command headroomctl --condition "__fish_seen_subcommand_from thaw" --long-option all \
    --description "Resume everything"
complete --command headroomctl --condition "__fish_seen_subcommand_from record" --force-files \
    --long-option force --description "Overwrite the file"
complete --command headroomctl --condition "__fish_seen_subcommand_from metrics" \
    --long-option apps --description "Each app, with its id"
complete --command headroomctl --condition "__fish_seen_subcommand_from metrics" --force-files \
    --long-option textfile --require-parameter --description "Write a file for node_exporter"
complete --command headroomctl --condition "__fish_seen_subcommand_from close" --long-option force \
    --description "End it even if it can't ask about unsaved work"
complete --command headroomctl --condition "__fish_seen_subcommand_from run jobs" \
    --long-option app --exclusive --arguments $apps --description "The app it belongs to"
complete --command headroomctl --condition "__fish_seen_subcommand_from run" --long-option detach \
    --description "Return at once"
complete --command headroomctl --condition "__fish_seen_subcommand_from run" \
    --long-option when-room --description "Wait until there is room for it"
complete --command headroomctl --condition "__fish_seen_subcommand_from run" --long-option need \
    --exclusive --arguments "512M 1G 2G 4G" --description "The memory it will take"
complete --command headroomctl --condition "__fish_seen_subcommand_from run" --short-option v \
    --long-option verbose --description "Print what it waits for"
complete --command headroomctl --condition "__fish_seen_subcommand_from jobs" --short-option j \
    --long-option jobs --exclusive --description "Jobs at most"
complete --command headroomctl --condition "__fish_seen_subcommand_from run jobs" \
    --arguments "(__fish_complete_subcommand)"
complete --command headroomctl --condition "__fish_seen_subcommand_from hold" --long-option reason \
    --exclusive --description "Why"
complete --command headroomctl --condition "__fish_seen_subcommand_from hold" --arguments $apps

set --local words "(count (commandline --tokenize --cut-at-cursor))"
complete --command headroomctl \
    --condition "__fish_seen_subcommand_from help; and test $words -eq 2" --arguments "$commands"
complete --command headroomctl \
    --condition "__fish_seen_subcommand_from set; and test $words -eq 2" \
    --arguments "(headroomctl complete-settings)"
complete --command headroomctl \
    --condition "__fish_seen_subcommand_from set; and test $words -eq 3" \
    --arguments "(headroomctl complete-settings (commandline --tokenize --cut-at-cursor)[3])"
complete --command headroomctl --condition "__fish_seen_subcommand_from set" --long-option default \
    --description "Go back to the default"
