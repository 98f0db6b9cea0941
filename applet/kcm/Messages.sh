#!/bin/sh
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: CC0-1.0
#
# Run by KDE's tools, or by hand: XGETTEXT="xgettext …" podir=DIR sh Messages.sh
# shellcheck disable=SC2046,SC2086 # these are lists of words; no file name contains a space
$XGETTEXT $(find . ../client/ui -name '*.qml' -o -name '*.cpp') -o "$podir/kcm_headroom.pot"
