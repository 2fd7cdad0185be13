-- SPDX-License-Identifier: BSD-3-Clause
-- Tessera: a module file for Lmod. Copy it to MODULEPATH as tessera/VERSION.lua, and set `prefix` to the folder of the installation.
help([[
Array distributions on parallel machines: distplan, redist, iocopy, distcomm, distbench.
'man tessera' gives an overview. $TESSERA_ROOT/share/tessera/copy.sbatch copies files under Slurm.
]])
whatis("Name: tessera")
whatis("Category: library, tools")
whatis("Description: plans and executes redistributions of arrays")

local prefix = os.getenv("TESSERA_PREFIX") or "/opt/tessera"
local libraries = pathJoin(prefix, "lib")

-- Commands, libraries and Python must use the same MPI: load it first.
depends_on("openmpi")
setenv("TESSERA_ROOT", prefix)
prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("LD_LIBRARY_PATH", libraries)
prepend_path("LIBRARY_PATH", libraries)
prepend_path("CPATH", pathJoin(prefix, "include"))
prepend_path("PKG_CONFIG_PATH", pathJoin(libraries, "pkgconfig"))
prepend_path("CMAKE_PREFIX_PATH", prefix)
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
prepend_path("PYTHONPATH", pathJoin(libraries, "python3/dist-packages"))
