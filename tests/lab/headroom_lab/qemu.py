# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""QEMU: its command line, and whether this machine can do better than emulate."""

import functools
import subprocess
import tempfile
from pathlib import Path

PROGRAM = "qemu-system-x86_64"
_BARE = ("-nodefaults", "-no-user-config", "-display", "none", "-no-reboot")

# mov al,0x31; out 0xf4,al; then hlt and a loop. The isa-debug-exit device at port 0xf4 makes QEMU
# exit with status 2 * 0x31 + 1.
_PROBE = bytes.fromhex("b031 e6f4 f4 ebfd")
_PROBE_STATUS = 99


@functools.cache
def acceleration():
    """The options of the fastest accelerator that runs a guest here.

    That /dev/kvm can be opened proves nothing. Under nested virtualization guests may die at their
    first instruction.
    """
    if (
        Path("/dev/kvm").exists()
        and _processor_helps()
        and _runs_a_guest(("-accel", "kvm", "-cpu", "host"))
    ):
        return ("-accel", "kvm", "-cpu", "host")
    # An old CPU model: only its vector instructions are emulated well.
    return ("-accel", "tcg,thread=multi", "-cpu", "Nehalem,+rdrand")


def _processor_helps():
    """Without vmx or svm, KVM interprets much of the guest itself. It stops for ever at the first
    instruction that it doesn't know: "KVM internal error. Suberror: 1". This happens in the middle
    of a boot, after the probe below has passed."""
    flags = next(
        (
            line
            for line in Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines()
            if line.startswith("flags")
        ),
        "",
    )
    return bool({"vmx", "svm"} & set(flags.split()))


def _runs_a_guest(options):
    with tempfile.NamedTemporaryFile() as disk:
        disk.write(_PROBE.ljust(510, b"\0") + b"\x55\xaa")
        disk.flush()
        command = [
            "prlimit",
            "--core=0",
            PROGRAM,
            *_BARE,
            *options,
            "-m",
            "64",
            "-device",
            "isa-debug-exit,iobase=0xf4",
            "-drive",
            f"file={disk.name},format=raw,if=ide,readonly=off",
        ]
        try:
            ran = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=10, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return ran.returncode == _PROBE_STATUS


def command(machine):
    """The command line that runs a vm.Machine."""
    line = [
        "setpriv",
        "--pdeathsig",
        "KILL",
        PROGRAM,
        *_BARE,
        *acceleration(),
        "-smp",
        str(machine.cpus),
        "-m",
        str(machine.memory_mb),
        "-kernel",
        str(machine.kernel),
        "-initrd",
        str(machine.initrd),
        "-append",
        " ".join((*_kernel_words(), *machine.kernel_words)),
        "-chardev",
        f"file,id=console,path={_escaped(machine.console)}",
        "-serial",
        "chardev:console",
        "-device",
        "virtio-rng-pci",
        "-device",
        "virtio-serial-pci",
        # Nothing that a run writes is kept, so nothing needs to be flushed to disk.
        *_disk(machine.root, "snapshot=on,cache=unsafe" + _slowed(machine.disk_mb)),
        *_disk(machine.files, "readonly=on"),
    ]
    for name, path in machine.lines.items():
        line += [
            "-chardev",
            f"socket,id={name},path={_escaped(path)}",
            "-device",
            f"virtserialport,chardev={name},name=headroom-lab.{name}",
        ]
    for number, (path, writable) in enumerate(machine.shared):
        line += [
            "-virtfs",
            f"local,path={_escaped(path)},mount_tag=headroom-lab-{number},"
            "security_model=passthrough,multidevs=remap,"
            f"readonly={'off' if writable else 'on'}",
        ]
    return line


def _kernel_words():
    """Besides what to boot: a panic ends the machine. Mitigations are off, since they cost time and
    protect nothing here.

    The kernel starts with one CPU (maxcpus=1), and the others are brought up before systemd starts.
    A booting kernel patches code that other CPUs may be executing, and QEMU with several threads
    sometimes fails at that: one boot in twelve ended in "Oops: int3". For the same reason the TSC
    is declared reliable: a switch to another clock source patches the code that reads the clock.
    """
    return (
        "root=/dev/vda",
        "console=ttyS0",
        "panic=-1",
        "quiet",
        "psi=1",
        "mitigations=off",
        "audit=0",
        "maxcpus=1",
        "tsc=reliable",
        "systemd.show_status=0",
    )


def _disk(path, options):
    return "-drive", f"file={_escaped(path)},format=raw,if=virtio,{options}"


def _slowed(disk_mb):
    """So many MiB a second, and 16 requests for each MiB, as of a cheap disk. Without a limit the
    disk is the host's page cache, which is faster than any disk."""
    return (
        f",throttling.bps-total={disk_mb << 20},throttling.iops-total={16 * disk_mb}"
        if disk_mb
        else ""
    )


def _escaped(path):
    return str(path).replace(",", ",,")
