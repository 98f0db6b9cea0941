# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`lab mutation` tests whether the tests notice changes of model and policy (tests/mutation/)."""

from headroom_lab import build, session


def run(files, strict=False, sample=None):
    """Its exit status. SAMPLE: only so many of the changes."""
    with build.tree(session.CHECKOUT, "mutation") as tree:
        script = build.SOURCE / "tests/mutation/run.py"
        return tree.run(
            (
                "python3",
                "-B",
                str(script),
                "--into",
                str(build.BUILT),
                *["--strict"] * strict,
                *(["--sample", str(sample)] if sample else []),
                *files,
            )
        )
