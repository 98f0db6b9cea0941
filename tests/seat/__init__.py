# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Whoever sits at the desktop: what tests, measurements and the demonstration do there, and what they see."""
