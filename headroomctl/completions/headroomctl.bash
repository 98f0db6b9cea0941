# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash

# $1: our own words to choose from. Never pass other programs' text: compgen -W expands it, and so
# executes it.
_headroomctl_offer()
{
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}

_headroomctl_apps()
{
    local id
    while IFS= read -r id; do
        [[ $id == "$current"* ]] && COMPREPLY+=("$(printf '%q' "$id")")
    done < <("${COMP_WORDS[0]}" complete-apps 2>/dev/null)
}

# $1: index of the word at which another program's command begins.
_headroomctl_command()
{
    if (($1 >= COMP_CWORD)); then
        mapfile -t COMPREPLY < <(compgen -c -- "$current")
    elif declare -F _comp_command_offset >/dev/null; then
        _comp_command_offset "$1"
    else
        compopt -o default
    fi
}

_headroomctl_set()
{
    if [[ $current == -* ]]; then
        _headroomctl_offer "--default --help"
    elif ((COMP_CWORD == 2)); then
        _headroomctl_offer "$("${COMP_WORDS[0]}" complete-settings 2>/dev/null)"
    elif ((COMP_CWORD == 3)); then
        _headroomctl_offer "$("${COMP_WORDS[0]}" complete-settings "$previous" 2>/dev/null)"
    fi
}

# run and jobs: options, and then a command.
_headroomctl_run()
{
    local first options="--app --detach --json --need --verbose --when-room --help"
    [[ ${COMP_WORDS[1]} == jobs ]] && options="--app --jobs --help"
    for ((first = 2; first < COMP_CWORD; first++)); do
        case ${COMP_WORDS[first]} in
            --app | --need | --jobs | -j)
                [[ ${COMP_WORDS[first + 1]} == = ]] && ((first++)); ((first++)) ;;
            --) ((first++)); break ;;
            -*) ;;
            *) break ;;
        esac
    done
    if [[ $previous == --app ]]; then
        _headroomctl_apps
    elif [[ $previous == --need ]]; then
        _headroomctl_offer "512M 1G 2G 4G"
    elif [[ $previous == @(-j|--jobs) ]]; then
        return
    elif ((first == COMP_CWORD)) && [[ $current == -* ]]; then
        _headroomctl_offer "$options"
    else
        _headroomctl_command "$first"
    fi
}

# The app is the first word that is no option. The command follows it.
_headroomctl_hold()
{
    local first
    for ((first = 2; first < COMP_CWORD; first++)); do
        case ${COMP_WORDS[first]} in
            --reason) [[ ${COMP_WORDS[first + 1]} == = ]] && ((first++)); ((first++)) ;;
            -*) ;;
            *) break ;;
        esac
    done
    if [[ $previous == --reason ]]; then
        return
    elif ((first < COMP_CWORD)); then
        [[ ${COMP_WORDS[first + 1]} == -- ]] && ((first++))
        _headroomctl_command "$((first + 1))"
    elif [[ $current == -* ]]; then
        _headroomctl_offer "--reason --help"
    else
        _headroomctl_apps
    fi
}

# The columns that are not named yet, behind those that are.
_headroomctl_columns()
{
    local named= columns column
    [[ $current == *,* ]] && named=${current%,*},
    case ${COMP_WORDS[1]} in
        settings) columns="setting value default" ;;
        history) columns="time what app unit level why" ;;
        *) columns="app id state focused boosted held frozen-by windows streams memory needed swap \
            memory-wait cpu-wait io-wait why" ;;
    esac
    for column in $columns; do
        [[ ,$named == *",$column,"* || $named$column != "$current"* ]] \
            || COMPREPLY+=("$named$column")
    done
    compopt -o nospace 2>/dev/null
}

_headroomctl()
{
    local commands="status top run jobs freeze thaw why measure history metrics hold close \
        disable-for enable doctor enable-extension record settings set help"
    local table="--columns --noheadings --raw"
    local document="--color --json --no-pager"
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options=
    COMPREPLY=()
    # Bash splits "--app=ID" into three words.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
        _headroomctl_offer "$commands --help --version"
        return
    fi
    case ${COMP_WORDS[1]} in
        run | jobs) _headroomctl_run; return ;;
        hold) _headroomctl_hold; return ;;
        doctor) options="$document --measure-cpu --measure-io" ;;
        status | settings) options="$document $table" ;;
        history) options="$document $table --follow --last-boot --lines --since --trace" ;;
        set) _headroomctl_set; return ;;
        freeze) options="--for --json" ;;
        thaw) options="--all --json" ;;
        record) options="--force" ;;
        metrics) options="--apps --textfile" ;;
        close) options="--force --json" ;;
        why | measure | enable | disable-for | enable-extension) options="--json" ;;
        top) options="--batch --iterations --delay $document $table" ;;
        help) ;;
        *) return ;;
    esac
    if [[ $previous == @(-o|--columns) ]]; then
        _headroomctl_columns
    elif [[ $previous == --color ]]; then
        _headroomctl_offer "auto always never"
    elif [[ $previous == --for ]]; then
        _headroomctl_offer "30s 5min 1h"
    elif [[ $previous == --since ]]; then
        _headroomctl_offer "today yesterday 10min 1h"
    elif [[ $previous == @(-n|--lines) ]]; then
        return
    elif [[ $previous == --textfile ]]; then
        compopt -o default
    elif [[ $current == -* ]]; then
        _headroomctl_offer "$options --help"
    elif [[ ${COMP_WORDS[1]} == disable-for ]]; then
        _headroomctl_offer "30min 1h 2h"
    elif [[ ${COMP_WORDS[1]} == help ]]; then
        ((COMP_CWORD == 2)) && _headroomctl_offer "$commands"
    elif [[ ${COMP_WORDS[1]} == record ]]; then
        compopt -o default
    elif [[ ${COMP_WORDS[1]} == @(freeze|thaw|why|measure|close|history) ]]; then
        _headroomctl_apps
    fi
}

complete -F _headroomctl headroomctl
