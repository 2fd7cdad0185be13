-- SPDX-License-Identifier: BSD-3-Clause
-- Tessera: runs the module file with the functions of Lmod that it calls; the folders that it names must exist.
-- Usage: lua module_file_test.lua MODULE-FILE PREFIX
local wrong = 0
local named = 0
function help() end
function whatis() end
function depends_on() end
function pathJoin(...) return table.concat({...}, "/") end
function setenv(_, folder) prepend_path(_, folder) end
function prepend_path(variable, folder)
    named = named + 1
    if not os.rename(folder, folder) then
        io.stderr:write(variable .. ": there is no " .. folder .. "\n")
        wrong = wrong + 1
    end
end
os.getenv = function() return arg[2] end
dofile(arg[1])
print(named .. " folders, of which " .. wrong .. " do not exist")
os.exit(wrong == 0 and named > 5)
