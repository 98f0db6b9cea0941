#!/usr/bin/env python3
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A real Prometheus scrapes simulated desktops, and answers the queries of the dashboard and the
alert rules. Prints what that takes. It needs Debian's package prometheus, and no desktop.

    bench/fleet/scrape.py [--desktops 1000] [--minutes 5] [--interval 15]

The desktops answer with tests/fixtures/metrics/desktop.txt, in which the counters grow, each at a
pace of its own.
"""

import argparse
import http.server
import json
import re
import signal
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DESKTOP = ROOT / "tests/fixtures/metrics/desktop.txt"
OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
ENOUGH = 1.0  # seconds for a query


class Desktops(http.server.BaseHTTPRequestHandler):
    """GET /desktop7 is what the seventh desktop answers."""

    protocol_version = "HTTP/1.1"
    template = DESKTOP.read_text(encoding="utf-8").splitlines()
    began = time.monotonic()

    def do_GET(self):
        number = int(re.sub(r"\D", "", self.path) or 0)
        pace = number * 7919 % 1000 / 1000  # from 0 to 1, in no order
        passed = (time.monotonic() - self.began) * pace
        lines = [self._grown(line, passed) if "_total" in line else line for line in self.template]
        body = "".join(line + "\n" for line in lines).encode()
        self.send_response(200)
        self.send_header("Content-Type", OPEN_METRICS)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @staticmethod
    def _grown(line, passed):
        sample, _, value = line.rpartition(" ")
        return f"{sample} {float(value) + passed}"

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024


def configuration(desktops, interval, port):
    targets = "".join(f'          - "desktop{number}"\n' for number in range(desktops))
    return f"""global:
  scrape_interval: {interval}s
  evaluation_interval: {interval}s
rule_files: ["{ROOT / 'metrics/rules.yaml'}"]
scrape_configs:
  - job_name: headroom
    static_configs:
      - targets:
{targets}    relabel_configs:
      - {{source_labels: [__address__], target_label: instance}}
      - {{source_labels: [__address__], target_label: __metrics_path__, replacement: "/$1"}}
      - {{target_label: __address__, replacement: "127.0.0.1:{port}"}}
"""


class Prometheus:
    def __init__(self, folder, port):
        self._address = f"http://127.0.0.1:{port}"
        self._process = subprocess.Popen(
            [
                "prometheus",
                f"--config.file={folder}/prometheus.yml",
                f"--storage.tsdb.path={folder}/data",
                f"--web.listen-address=127.0.0.1:{port}",
                "--log.level=error",
            ]
        )

    def __enter__(self):
        while True:
            try:
                urllib.request.urlopen(self._address + "/-/ready").close()
                return self
            except OSError:
                if self._process.poll() is not None:
                    raise SystemExit("prometheus has ended") from None
                time.sleep(0.2)

    def __exit__(self, *_):
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()

    def get(self, path, **parameters):
        query = urllib.parse.urlencode(parameters)
        with urllib.request.urlopen(f"{self._address}/api/v1/{path}?{query}") as answer:
            return json.load(answer)["data"]

    def number(self, query):
        result = self.get("query", query=query)["result"]
        return float(result[0]["value"][1]) if result else 0

    def memory_mib(self):
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024


def queries():
    """(title, expression, number of points) as Grafana would send them. Without points, only the
    present value is asked for."""
    dashboard = json.loads((ROOT / "metrics/dashboard.json").read_text(encoding="utf-8"))
    for panel in dashboard["panels"]:
        for target in panel["targets"]:
            expression = target["expr"].replace("$__rate_interval", "1m")
            expression = expression.replace("$job", "headroom").replace("$instance", ".*")
            yield panel["title"], expression, panel.get("maxDataPoints")


def measure(prometheus, since):
    """The same number of points as for a day, which is what a query costs; only closer together."""
    for title, expression, points in queries():
        took, series = [], 0
        for _ in range(5):
            start = time.monotonic()
            if points:
                end = time.time()
                step = (end - since) / points
                answer = prometheus.get(
                    "query_range", query=expression, start=since, end=end, step=step
                )
            else:
                answer = prometheus.get("query", query=expression)
            took.append(time.monotonic() - start)
            series = len(answer["result"])
        yield {
            "panel": title,
            "series": series,
            "median": statistics.median(took),
            "worst": max(took),
        }


def run(desktops, minutes, interval):
    server = Server(("127.0.0.1", 0), Desktops)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "prometheus.yml").write_text(
            configuration(desktops, interval, server.server_port), encoding="utf-8"
        )
        with Server(("127.0.0.1", 0), Desktops) as free:
            port = free.server_port
        since = time.time()
        with Prometheus(folder, port) as prometheus:
            time.sleep(minutes * 60)
            figures = {
                "desktops": desktops,
                "up": prometheus.number("sum(up)"),
                "series": prometheus.number("prometheus_tsdb_head_series")
                or prometheus.number('count({__name__=~"headroom_.+"})'),
                "scrape_seconds_worst": prometheus.number("max(scrape_duration_seconds)"),
                "rules": len(prometheus.get("rules")["groups"][0]["rules"]),
                "memory_mib": prometheus.memory_mib(),
                "queries": list(measure(prometheus, since)),
            }
            figures["rules_healthy"] = all(
                rule["health"] == "ok" for rule in prometheus.get("rules")["groups"][0]["rules"]
            )
    server.shutdown()
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--desktops", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--interval", type=int, default=15, help="seconds between two scrapes")
    options = parser.parse_args()
    subprocess.run(["promtool", "check", "rules", ROOT / "metrics/rules.yaml"], check=True)
    figures = run(options.desktops, options.minutes, options.interval)
    for query in figures["queries"]:
        print("{panel:24} {series:6} series  {median:.3f} s  worst {worst:.3f} s".format(**query))
    print(json.dumps(figures))
    worst = max(query["worst"] for query in figures["queries"])
    raise SystemExit(figures["up"] < options.desktops or worst > ENOUGH)


if __name__ == "__main__":
    main()
