# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Real desktops on a bare machine, to test Headroom and to show it."""
