# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The document of one measurement of bench/stall.py, from a seat.pressure.Stretch."""

import _stall_plan as plan


def felt(frames):
    """What the user of the app in front would notice."""
    gaps = [gap for _, gap in frames.gaps]
    quantiles = {
        f"p{title}_ms": plan.gap_quantile(gaps, frames.frames, part)
        for title, part in (("50", 0.5), ("99", 0.99), ("999", 0.999))
    }
    return {
        "stall_s": round(frames.stall_seconds(plan.NOTICED_MS), 2),
        "worst_ms": round(frames.worst_ms, 1),
        "on_time": round(frames.on_time, 3),
        "recorder_ms": frames.recorder_ms,
        **({} if frames.complete else {"at_least": True}),
        **{name: value for name, value in quantiles.items() if value is not None},
    }


def ends(stretch):
    """When the app in front and the compositor ended, if they did."""
    found = {
        "front_killed_s": stretch.front_ended,
        "compositor_ended_s": stretch.compositor_ended,
    }
    return {name: round(at, 2) for name, at in found.items() if at is not None}


def work(stretch):
    """What the loads did."""
    rate = plan.growth_mib_s(stretch.held)
    read, written = stretch.moved or (None, None)
    return {
        "held_mib": stretch.held_mib,
        "work_s": stretch.work_s,
        **({} if rate is None else {"rate_mib_s": rate}),
        **({} if read is None else {"read_mib": read >> 20, "written_mib": written >> 20}),
    }


def of(stretch, seconds):
    act = stretch.first_act
    return {
        **felt(stretch.frames),
        **ends(stretch),
        **work(stretch),
        "seconds": seconds,
        "gaps": [
            [round(at, 2), round(gap)] for at, gap in stretch.frames.gaps if gap > plan.NOTICED_MS
        ],
        "calm_before": stretch.calm,
        "free_mib": stretch.free_mib,
        "killed": list(stretch.killed),
        "kills": [kill.said[:120] for kill in stretch.kills[:10]],
        "kernel_kills": stretch.kernel_kills,
        "acted": stretch.acted,
        "fates": list(stretch.fates),
        "frozen": sorted(stretch.apps_of("freeze")),
        "why_frozen": {
            act["HEADROOM_APP"]: act["MESSAGE"][:200]
            for act in stretch.acts
            if act["HEADROOM_ACTION"] == "freeze"
        },
        "load": list(stretch.apps),
        "desktop_lost": list(stretch.lost),
        "beside": stretch.beside,
        "ran": stretch.ran,
        "loop_ms": stretch.loop_ms,
        **({"first_act_s": round(act[0], 2), "first_act": act[1][:160]} if act else {}),
    }
