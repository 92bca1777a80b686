"""Folders, links and the package table of pyproject.toml agree."""

import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
FOLDERS = SETUPTOOLS["package-dir"]
MOVED = {package: folder for package, folder in FOLDERS.items() if package != folder}


def packages_on_disk() -> set[str]:
    found = {"eyechart", "eyechart.commands"}
    for package, folder in MOVED.items():
        for init in (ROOT / folder).rglob("__init__.py"):
            inner = init.parent.relative_to(ROOT / folder).parts
            found.add(".".join((package, *inner)))
    return found


def test_every_package_is_listed() -> None:
    assert SETUPTOOLS["packages"] == sorted(packages_on_disk())


@pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege")
@pytest.mark.parametrize(("package", "folder"), MOVED.items())
def test_a_link_points_at_each_folder(package: str, folder: str) -> None:
    link = ROOT / package.replace(".", "/")
    assert link.is_symlink()
    assert link.resolve() == ROOT / folder


def data_files(folder: Path) -> list[Path]:
    """Return the data below a package, that of inner packages apart."""
    found = []
    for path in folder.iterdir():
        if path.name.startswith((".", "__pycache__")) or path.is_symlink():
            continue
        if path.is_file() and path.suffix not in {".py", ".pyc"}:
            found.append(path)
        elif path.is_dir() and not (path / "__init__.py").exists():
            found += data_files(path)
    return found


@pytest.mark.parametrize("package", sorted(packages_on_disk()))
def test_every_data_file_is_packaged(package: str) -> None:
    top = next(p for p in sorted(FOLDERS, reverse=True) if package.startswith(p))
    inner = package.removeprefix(top).strip(".").replace(".", "/")
    folder = ROOT / FOLDERS[top] / inner
    patterns = SETUPTOOLS["package-data"].get(package, [])
    packaged = {path for pattern in patterns for path in folder.glob(pattern)}
    assert set(data_files(folder)) == packaged


def test_each_module_is_loaded_once() -> None:
    assert not set(MOVED.values()) & {name.split(".")[0] for name in sys.modules}
