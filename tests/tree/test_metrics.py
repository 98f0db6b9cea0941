# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The dashboard, the alert rules and the manual name metrics, labels and values that are exported,
and each metric is in the manual."""

import json
import re

import pytest

from project import ROOT, write

_EXPORTED = "headroomctl/metrics_text.cpp"
_DASHBOARD = "metrics/dashboard.json"
_RULES = "metrics/rules.yaml"
_DESKTOP = "tests/fixtures/metrics/desktop.txt"
_MANUAL = "man/headroomctl.1.scd"
_SUFFIX = {"Counter": "_total", "Info": "_info"}
_FOREIGN = {"job", "instance", "file"}  # Prometheus adds them, and node_exporter
_WORDS = {  # of labels, where a program has them
    "level": "daemon/model/pressure.h",
    "headroom_level": "daemon/model/pressure.h",
    "act": "daemon/model/tally.cpp",
    "group": "daemon/model/tally.h",
    "cause": "daemon/model/tally.h",
    "resource": "daemon/model/pressure.h",
    "state": "daemon/bus/totals.cpp",
    "capability": "daemon/model/capability.h",
}


def text(path, root):
    return (root / path).read_text(encoding="utf-8")


def exported(root=ROOT):
    """The names of samples."""
    families = re.findall(r'constexpr Family \w+\{\s*"(\w+)",\s*(\w+)', text(_EXPORTED, root))
    return {name + _SUFFIX.get(kind, "") for name, kind in families}


def labels(root=ROOT):
    return set(re.findall(r'\{"(\w+)", ', text(_EXPORTED, root))) | exported(root)


def queries(root=ROOT):
    for panel in json.loads(text(_DASHBOARD, root))["panels"]:
        yield from (target["expr"] for target in panel["targets"])
    yield from re.findall(r"^ +expr: (?:\|\n)?((?:.|\n +(?!\w+:))+)", text(_RULES, root), re.M)


def not_exported(root=ROOT):
    for query in queries(root):
        names = set(re.findall(r"\bheadroom_\w+", re.sub(r"\{[^}]*\}", "", query)))
        yield from names - exported(root)
        for label, values in re.findall(r'(\w+) *[!=]~?"([^"]*)"', query):
            if label not in labels(root) | _FOREIGN:
                yield label
            if label in _WORDS and not values.startswith("$"):
                known = text(_WORDS[label], root)
                yield from (value for value in values.split("|") if f'"{value}"' not in known)
        for grouped in re.findall(r"by \(([^)]*)\)", query):
            yield from set(grouped.split(", ")) - labels(root) - _FOREIGN


def sums_of_stalls(query):
    """What adds stalls for several resources, which overlap."""
    inner = re.findall(
        r"(\w+) (by|without) \(([^)]*)\) \(\s*(?:rate|increase)\(headroom_stalled", query
    )
    outer = re.findall(r"(sum) (by|without) \(([^)]*)\) \(\s*sum ", query)
    for operator, how, named in inner + outer:
        if operator == "sum" and ("resource" in named.split(", ")) != (how == "by"):
            yield named
    if "headroom_stalled" in query and not inner:
        yield query


def differences_of_manual(root=ROOT):
    section = text(_MANUAL, root).partition("\n# METRICS\n")[2].partition("\n# ")[0]
    return set(re.findall(r"\*(headroom_\w+)\*", section)) ^ exported(root)


def test_only_what_is_exported_is_queried():
    assert len(exported()) > 10 and len(list(queries())) > 15
    assert not list(not_exported())


def test_no_query_adds_stalls_that_overlap():
    assert sum("headroom_stalled" in query for query in queries()) > 3
    assert not [named for query in queries() for named in sums_of_stalls(query)]


@pytest.mark.parametrize(
    "query, wrong",
    [
        ("sum by (resource) (rate(headroom_stalled_seconds_total[5m]))", 0),
        ("max by (job) (\n sum without (cause) (rate(headroom_stalled_seconds_total[5m])))", 0),
        ("sum by (cause) (max without (resource) (rate(headroom_stalled_seconds_total[5m])))", 0),
        ("sum by (cause) (rate(headroom_stalled_seconds_total[5m]))", 1),
        ("sum without (resource) (rate(headroom_stalled_seconds_total[5m]))", 1),
        ("sum by (job) (sum without (cause) (rate(headroom_stalled_seconds_total[5m])))", 1),
        ("sum(rate(headroom_stalled_seconds_total[5m]))", 1),
    ],
)
def test_a_sum_of_stalls_is_noticed(query, wrong):
    assert len(list(sums_of_stalls(query))) == wrong


def test_the_manual_has_each_metric():
    assert not differences_of_manual()


def test_the_dashboard_can_be_imported():
    dashboard = json.loads(text(_DASHBOARD, ROOT))
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))
    sources = {
        target["datasource"]["uid"] for each in dashboard["panels"] for target in each["targets"]
    }
    assert sources == {"${datasource}"}  # chosen there, not the one it was drawn with
    places = [
        (x, y)
        for each in dashboard["panels"]
        for x in range(each["gridPos"]["x"], each["gridPos"]["x"] + each["gridPos"]["w"])
        for y in range(each["gridPos"]["y"], each["gridPos"]["y"] + each["gridPos"]["h"])
    ]
    assert len(places) == len(set(places)) and max(x for x, _ in places) < 24


def test_the_desktops_of_the_measurement_are_like_real_ones():
    names = set(re.findall(r"^(headroom_\w+)", text(_DESKTOP, ROOT), re.M))
    assert names == {name for name in exported() if not name.startswith("headroom_app_")}


def test_each_alert_says_what_is_wrong():
    rules = text(_RULES, ROOT)
    assert rules.count("- alert: Headroom") == rules.count("summary: ") == rules.count("expr: ")


@pytest.mark.parametrize(
    "query, wrong",
    [
        ("headroom_build_info", 0),
        ("sum by (level) (headroom_level_seconds_total)", 0),
        ('headroom_level{headroom_level="calm"}', 0),
        ('headroom_level{instance=~"$instance"}', 0),
        ("headroom_build", 1),
        ("headroom_level_seconds", 1),
        ("sum by (shape) (headroom_build_info)", 1),
        ('headroom_level{shape="calm"}', 1),
        ('headroom_level{headroom_level="calm|quiet"}', 1),
    ],
)
def test_a_wrong_query_is_noticed(tmp_path, query, wrong):
    for path in {_EXPORTED, *_WORDS.values()}:
        write(tmp_path, path, text(path, ROOT))
    write(tmp_path, _DASHBOARD, json.dumps({"panels": [{"targets": [{"expr": query}]}]}))
    write(tmp_path, _RULES, "")
    assert len(list(not_exported(tmp_path))) == wrong


def test_a_metric_that_the_manual_lacks_is_noticed(tmp_path):
    write(tmp_path, _EXPORTED, text(_EXPORTED, ROOT))
    write(tmp_path, _MANUAL, text(_MANUAL, ROOT).replace("*headroom_apps*", "*headroom_app*"))
    assert differences_of_manual(tmp_path) == {"headroom_apps", "headroom_app"}
