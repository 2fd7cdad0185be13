# SPDX-License-Identifier: BSD-3-Clause
"""Tessera: runs the recipe for Spack with stand-ins for Spack's functions.

Its options must be those of CMake, its version that of the project, and each library that CMake links must be among its dependencies.
Usage: spack_recipe_test.py RECIPE PROJECT-ROOT
"""

import pathlib
import re
import sys
import types

recipe, root = map(pathlib.Path, sys.argv[1:])
dependencies, versions, variants = [], [], []


class CMakePackage:
    prefix = types.SimpleNamespace(bin="bin")

    class Spec(dict):
        def satisfies(self, _constraint):
            return True

    spec = Spec(mpi=types.SimpleNamespace(mpicc="mpicc"))

    def define(self, name, value):
        return f"-D{name}={value}"

    def define_from_variant(self, name, variant):
        assert variant in variants, variant
        return f"-D{name}=ON"


def keep_function(*_words, **_settings):
    return lambda function: function


stand_in = types.ModuleType("spack.package")
stand_in.CMakePackage = CMakePackage
stand_in.version = lambda name, **_: versions.append(name)
stand_in.variant = lambda name, **_: variants.append(name)
stand_in.depends_on = lambda name, **_: dependencies.append(re.match(r"[a-z0-9-]+", name).group())
stand_in.run_after = stand_in.on_package_attributes = keep_function
stand_in.license = stand_in.conflicts = stand_in.generator = lambda *_, **__: None
stand_in.python_platlib = "lib/python3/site-packages"
sys.modules["spack"] = types.ModuleType("spack")
sys.modules["spack.package"] = stand_in

names = {}
exec(compile(recipe.read_text(), str(recipe), "exec"), names)
cmake = "\n".join(path.read_text() for folder in ("share/cmake", "libcore", "cli") for path in (root / folder).rglob("*.txt"))
cmake += "\n".join(path.read_text() for path in (root / "share/cmake").glob("*.cmake")) + (root / "CMakeLists.txt").read_text()

for argument in names["Tessera"]().cmake_args():
    option = re.match("-D([A-Z_]+)=", argument).group(1)
    assert option in cmake, f"CMake has no option {option}"
version = re.search(r"project\(tessera VERSION ([0-9.]+)", cmake).group(1)
assert versions == [version], f"the recipe has {versions}, the project {version}"

# The set `build` of share/bin/setup, in Spack's names.
spack_names = {
    "g++": "cxx", "ninja-build": "ninja", "libexpected-dev": "tl-expected", "libfmt-dev": "fmt", "nlohmann-json3-dev": "nlohmann-json",
    "libxxhash-dev": "xxhash", "libssl-dev": "openssl", "libisl-dev": "isl", "libboost-program-options-dev": "boost",
    "libopenmpi-dev": "mpi", "openmpi-bin": "mpi", "libhdf5-openmpi-dev": "hdf5", "libdeflate-dev": "libdeflate",
    "zlib1g-dev": "zlib-api", "libisal-dev": "isa-l", "libutfcpp-dev": "utf8cpp", "libblosc-dev": "c-blosc", "libzstd-dev": "zstd",
    "libbz2-dev": "bzip2", "liblz4-dev": "lz4", "libaec-dev": "libaec", "cmake": "cmake",
}  # fmt: skip
setup = (root / "share/bin/setup").read_text()
needed = re.findall(r"^build (\S+)", setup, re.MULTILINE)
assert len(needed) > 10
for package in needed:
    assert spack_names.get(package) in dependencies, f"share/bin/setup installs {package}, and the recipe has no dependency for it"
print(f"{len(dependencies)} dependencies, {len(variants)} variants")
