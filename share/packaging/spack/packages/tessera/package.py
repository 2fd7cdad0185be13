# SPDX-License-Identifier: BSD-3-Clause
"""Tessera's recipe for Spack.

Add this repository of recipes, then build the checked-out sources:

    spack repo add share/packaging/spack
    spack dev-build tessera@0.1.0
"""

from spack.package import *


class Tessera(CMakePackage):
    """Plans and executes redistributions of arrays over the processes of a parallel machine."""

    license("BSD-3-Clause")

    version("0.1.0")

    variant("gui", default=False, description="Build distview, the window")
    variant("python", default=True, description="Install the package of Python")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("mpi@3:")
    depends_on("hdf5@1.10:+mpi+hl")
    depends_on("boost@1.74:+program_options")
    depends_on("fmt@9:")
    depends_on("isl@0.23:")
    depends_on("nlohmann-json@3.11:")
    depends_on("tl-expected")
    depends_on("utf8cpp")
    depends_on("xxhash")
    depends_on("openssl")
    depends_on("isa-l")
    depends_on("libdeflate")
    depends_on("c-blosc")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("bzip2")
    depends_on("lz4")
    depends_on("libaec")
    depends_on("qt-base@6.4:+widgets", when="+gui")
    depends_on("python@3.9:", type=("build", "run"), when="+python")
    depends_on("py-numpy", type="run", when="+python")
    depends_on("py-mpi4py", type="run", when="+python")

    conflicts("%gcc@:11", msg="Tessera needs C++20 as GCC 12 has it")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("TESSERA_GUI", "gui"),
            self.define("TESSERA_TESTS", False),
            self.define("TESSERA_BATCH_SIZE", "100"),
            self.define("MPI_C_COMPILER", self.spec["mpi"].mpicc),
        ]
        if self.spec.satisfies("+python"):
            args.append(self.define("TESSERA_PYTHON_DIR", python_platlib))
        return args

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        Executable(join_path(self.prefix.bin, "distplan"))("--version")
