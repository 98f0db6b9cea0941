# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
import sys

from headroom_lab import cli

sys.exit(cli.run(sys.argv[1:]))
