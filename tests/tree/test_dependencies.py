# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The packages that a build needs are the same in Debian's control file and in docs/install.md,
Fedora's spec and Arch's PKGBUILD have each library that CMake looks for, and no package depends on
a QML module that is not imported."""

import re

import pytest

from project import ROOT, files, write

_CONTROL = "packaging/debian/control"
_INSTALL = "docs/install.md"
_SPEC = "packaging/fedora/headroom.spec"
_PKGBUILD = "packaging/arch/PKGBUILD"
#: {library or program: the package of Arch that a build needs for it}
_OF_ARCH = {
    "gdbus-codegen": "glib2-devel",
    "gio-unix-2.0": "glib2-devel",
    "json-glib-1.0": "json-glib",
    "libmicrohttpd": "libmicrohttpd",
    "libpipewire-0.3": "libpipewire",
    "libsystemd": "systemd",
    "ncursesw": "ncurses",
    "smartcols": "util-linux-libs",
    "wayland-client": "wayland",
    "wayland-protocols": "wayland-protocols",
    "wayland-scanner": "wayland",
    "xcb": "libxcb",
    "xcb-res": "libxcb",
    "xcb-xfixes": "libxcb",
}
_MODULE = "qml6-module-org-kde-"
_COMPILER = {"g++"}  # of build-essential, which packages don't name
_PACKAGING = {"debhelper-compat"}


def field(name, paragraph):
    """The names of packages in a field, without versions."""
    found = re.search(rf"^{name}:\n((?: .*\n)+)", paragraph, re.MULTILINE)
    lines = found[1].splitlines() if found else []
    return {re.split(r"[ :,(]", line.strip())[0] for line in lines}


def needed(root=ROOT):
    source = (root / _CONTROL).read_text(encoding="utf-8").split("\n\n")[0]
    return field("Build-Depends", source) - _PACKAGING | _COMPILER


def told(root=ROOT):
    """The packages that docs/install.md lists for a build."""
    text = (root / _INSTALL).read_text(encoding="utf-8")
    lines = re.findall(r"sudo apt-get install ((?:.*\\\n)*.*)", text)
    return {word for line in lines for word in line.replace("\\\n", " ").split()}


def libraries(root=ROOT):
    for call in re.findall(
        r"pkg_check_modules\(\w+((?: [\w.>=-]+)+)\)",
        (root / "CMakeLists.txt").read_text(encoding="utf-8"),
    ):
        for word in call.split():
            if not word.isupper() and word != "IMPORTED_TARGET":
                yield re.split(">=", word)[0]


def missing_in_spec(root=ROOT):
    spec = (root / _SPEC).read_text(encoding="utf-8")
    for library in libraries(root):
        if f"BuildRequires:  pkgconfig({library})" not in spec:
            yield library


def missing_in_pkgbuild(root=ROOT):
    """Only makedepends count: what the function of one package depends on is not there for the
    build."""
    text = (root / _PKGBUILD).read_text(encoding="utf-8")
    made_with = re.search(r"^makedepends=\(([^)]*)\)", text, re.MULTILINE)[1].split()
    for each in ("gdbus-codegen", *libraries(root)):
        if _OF_ARCH.get(each) not in made_with:
            yield each


def unused_modules(root=ROOT):
    imports = "\n".join(
        path.read_text(encoding="utf-8")
        for path in files(root=root)
        if path.suffix == ".qml" and path.relative_to(root).parts[0] == "applet"
    )
    for paragraph in (root / _CONTROL).read_text(encoding="utf-8").split("\n\n")[1:]:
        for package in sorted(field("Depends", paragraph)):
            module = package.removeprefix(_MODULE)
            if module != package and not re.search(rf"import org\.kde\.{module}\b", imports):
                yield package


def test_a_build_needs_what_the_page_names():
    assert told() == needed()


def test_the_spec_has_each_library():
    assert not list(missing_in_spec())


def test_a_library_that_the_spec_lacks_is_found(tmp_path):
    write(tmp_path, "CMakeLists.txt", "pkg_check_modules(X REQUIRED IMPORTED_TARGET x>=1 y-2.0)\n")
    write(tmp_path, _SPEC, "BuildRequires:  pkgconfig(x)\n")
    assert list(missing_in_spec(tmp_path)) == ["y-2.0"]


def test_the_pkgbuild_has_each_library():
    assert not list(missing_in_pkgbuild())


def test_a_library_that_the_pkgbuild_lacks_is_found(tmp_path):
    write(tmp_path, "CMakeLists.txt", "pkg_check_modules(X REQUIRED xcb y ncursesw>=6)\n")
    write(
        tmp_path,
        _PKGBUILD,
        "makedepends=(\n  glib2-devel\n  libxcb\n)\npackage_x() {\n  depends=(ncurses)\n}\n",
    )
    assert list(missing_in_pkgbuild(tmp_path)) == ["y", "ncursesw"]


def test_no_module_is_installed_in_vain():
    assert not list(unused_modules())


@pytest.mark.parametrize("module, found", [("kirigami", 0), ("ksvg", 1)])
def test_a_module_in_vain_is_found(tmp_path, module, found):
    write(tmp_path, "applet/A.qml", "import org.kde.kirigami as Kirigami\n")
    write(tmp_path, _CONTROL, f"Source: x\n\nPackage: y\nDepends:\n {_MODULE}{module},\n z,\n")
    assert len(list(unused_modules(tmp_path))) == found


def test_a_missing_package_is_found(tmp_path):
    write(tmp_path, _CONTROL, "Build-Depends:\n cmake,\n debhelper-compat (= 13),\n x (>= 1.2),\n")
    write(tmp_path, _INSTALL, "    sudo apt-get install g++ \\\n        cmake\n")
    assert needed(tmp_path) - told(tmp_path) == {"x"}
