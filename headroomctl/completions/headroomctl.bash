# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=bash

# $1: words of our own to choose from. Never anything from outside: compgen -W expands, and so executes, what it is given.
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

_headroomctl_run()
{
    local first
    for ((first = 2; first < COMP_CWORD; first++)); do
        case ${COMP_WORDS[first]} in
            --app) [[ ${COMP_WORDS[first + 1]} == = ]] && ((first++)); ((first++)) ;;
            --) ((first++)); break ;;
            -*) ;;
            *) break ;;
        esac
    done
    if [[ $previous == --app ]]; then
        _headroomctl_apps
    elif ((first < COMP_CWORD)) && declare -F _comp_command_offset >/dev/null; then
        _comp_command_offset "$first"
    elif ((first < COMP_CWORD)); then
        compopt -o default
    elif [[ $current == -* ]]; then
        _headroomctl_offer "--app --detach --help"
    else
        mapfile -t COMPREPLY < <(compgen -c -- "$current")
    fi
}

_headroomctl()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options=
    COMPREPLY=()
    # "--app=ID" reaches us as three words.
    if [[ $current == = ]]; then
        current=
    elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
        _headroomctl_offer "status run freeze thaw why doctor record settings set --help --version"
        return
    fi
    case ${COMP_WORDS[1]} in
        run) _headroomctl_run; return ;;
        set) _headroomctl_set; return ;;
        status | settings) options="--json" ;;
        freeze) options="--for" ;;
        thaw) options="--all" ;;
        record) options="--force" ;;
        why | doctor) ;;
        *) return ;;
    esac
    if [[ $previous == --for ]]; then
        _headroomctl_offer "30s 5min 1h"
    elif [[ $current == -* ]]; then
        _headroomctl_offer "$options --help"
    elif [[ ${COMP_WORDS[1]} == record ]]; then
        compopt -o default
    elif [[ ${COMP_WORDS[1]} == @(freeze|thaw|why) ]]; then
        _headroomctl_apps
    fi
}

complete -F _headroomctl headroomctl
