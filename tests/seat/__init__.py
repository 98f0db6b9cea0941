# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The user at the desktop: what tests, benchmarks and the demonstration do there, and what they
see."""
