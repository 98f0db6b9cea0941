# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents as bench/stall.py makes them, for tests of the page."""


def result(stall_s, **more):
    return {
        "stall_s": stall_s,
        "worst_ms": 100.0,
        "gaps": [],
        "kills": [],
        "fates": ["runs"],
        "frozen": [],
        "load": ["org.example.Hog1"],
        "desktop_lost": [],
        "calm_before": True,
        "ran": True,
        **more,
    }


def boot(refused=None, **found):
    document = {
        "seconds": 40,
        "seed": 1,
        "threshold_ms": 100,
        "control": {"recorder_ms": 5, "worst_ms": 40},
        "configurations": {
            name: each if isinstance(each, dict) else result(each) for name, each in found.items()
        },
    }
    return document | ({"refused": refused} if refused else {})


def row(*boots):
    return {"median": {}, "boots": list(boots)}
