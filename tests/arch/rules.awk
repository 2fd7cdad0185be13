# The rules of the house, applied to source files given by their path from the project's root (see share/doc/design.md, "The house").
# Prints "path:line: what is wrong" for each breach; exit code 1 if there was any.

BEGIN {
    # Data flows down these lists; an include may only point up them. (The variables core_rooms and inner_rooms: see check_tree.sh.)
    count = split(core_rooms " runtime files api", order)
    for (i = 1; i <= count; ++i) room_number[order[i]] = i
    count = split(inner_rooms, order)
    for (i = 1; i <= count; ++i) inner_number[order[i]] = i
}

function breach(line, text) {
    print path ":" line ": " text
    breaches = 1
}

function is_header(name) { return name ~ /\.hpp$/ }

# "libcore/sets/run.hpp" -> "sets"
function room_of(name,    parts) {
    split(name, parts, "/")
    return parts[1] == "libcore" ? parts[2] : ""
}

function has_inner_rooms(name) { return name == "runtime" || name == "files" }

# "libcore/runtime/move/copy/axis_moves.hpp" -> "runtime/move/copy" where that is a room, else "runtime/move"
function inner_room_of(name,    parts, inner) {
    split(name, parts, "/")
    if (parts[1] != "libcore" || !has_inner_rooms(parts[2])) return ""
    inner = parts[2] "/" parts[3]
    return (inner "/" parts[4]) in inner_number ? inner "/" parts[4] : inner
}

# "libcore/files/store/npy/npy_format.hpp" -> "npy"
function format_of(name,    parts, count) {
    count = split(name, parts, "/")
    return name ~ /^libcore\/files\/store\// && count > 4 ? parts[4] : ""
}

# "cli/redist/command.hpp" -> "redist"
function command_of(name,    parts) {
    split(name, parts, "/")
    return parts[1] == "cli" ? parts[2] : ""
}

# "libcore/spec/forms/detail/form.hpp" -> "libcore/spec", "libcore/runtime/mpi/detail/x.hpp" -> "libcore/runtime/mpi", "cli/redist/x.hpp" -> "cli/redist"
function house_of(name,    parts) {
    split(name, parts, "/")
    return inner_room_of(name) != "" ? "libcore/" inner_room_of(name) : parts[1] "/" parts[2]
}

function is_pure() { return room != "" && !has_inner_rooms(room) && room != "api" }

function finish_file() {
    if (path == "") return
    if (lines > 800) breach(lines, "has " lines " lines; a file holds one noun in at most 800")
    if (is_header(path) && !has_pragma) breach(1, "a header says #pragma once")
    for (slot in data_slots)
        if (!(slot in test_slots)) breach(data_slots[slot], "Qt takes " slot "_data for the rows of " slot ", which is not here: it would never run")
    delete data_slots
    delete test_slots
}

function start_file() {
    finish_file()
    path = FILENAME
    sub(/^\.\//, "", path)
    room = room_of(path)
    inner_room = inner_room_of(path)
    command = command_of(path)
    has_pragma = 0
    if (room != "" && !(room in room_number)) breach(1, "libcore/" room " is no room of the house")
    if (inner_room != "" && !(inner_room in inner_number)) breach(1, "libcore/" inner_room " is no room of " room)
}

function check_own_include(target,    target_room, target_inner_room, target_command) {
    if (target ~ /^\./) breach(FNR, "includes are written from the project's root: " target)
    target_room = room_of(target)
    target_inner_room = inner_room_of(target)
    target_command = command_of(target)
    if (room != "" && target !~ /^libcore\//) breach(FNR, "libcore includes only libcore: " target)
    if (room != "" && target_room != "" && room_number[target_room] > room_number[room])
        breach(FNR, "room " room " comes before room " target_room " and may not include " target)
    if (inner_room != "" && target_inner_room != "" && inner_number[target_inner_room] > inner_number[inner_room])
        breach(FNR, "room " inner_room " comes before room " target_inner_room " and may not include " target)
    if (format_of(target) != "" && format_of(target) != format_of(path) && path !~ /^(tests\/|libcore\/files\/store\/array_formats\.cpp$)/)
        breach(FNR, "what is inside of a file format only its own folder includes, and array_formats.cpp: " target)
    if (target ~ /\/detail\// && house_of(target) != house_of(path) && path !~ /^tests\//)
        breach(FNR, house_of(target) "/detail belongs to its room: " target)
    if (is_header(path) && target == "libcore/base/try.hpp") breach(FNR, "TRY is a macro for .cpp files: " target)
    if (command != "" && target_command != "" && target_command != command && target_command != "common")
        breach(FNR, "a command includes its own folder, cli/common and libcore: " target)
    if (path ~ /^gui\// && target_command != "") breach(FNR, "the window does not include commands: " target)
    if (path ~ /^tests\/(unit|property)\// && has_inner_rooms(target_room))
        breach(FNR, "unit and property tests run without MPI: " target)
}

function check_system_include(target) {
    if (path !~ /^(tests\/(mpi|shim|simgrid|bench|package)|share\/examples|datasets\/fields)\//) {
        if (target == "mpi.h" && !has_inner_rooms(room) && room != "api" && path !~ /^cli\/distbench\/measure\//)
            breach(FNR, "MPI stays in libcore/runtime, files, api and in cli/distbench/measure: " target)
        if (target ~ /^(hdf5|H5[A-Za-z]*|zlib|zstd|lz4|bzlib|blosc|libdeflate|szlib|isa-l\/crc)\.h$/ && room != "files")
            breach(FNR, "storage libraries stay in libcore/files: " target)
    }
    if (target ~ /^isl\// && path != "libcore/region/detail/isl_handles.hpp")
        breach(FNR, "isl stays in libcore/region/detail/isl_handles.hpp: " target)
    if (target ~ /^Q[A-Za-z]/ && path ~ /^(libcore|cli)\//) breach(FNR, "Qt stays in the window and the tests: " target)
    if (is_pure() && target ~ /^(iostream|print|chrono|ctime|time\.h|cstdio|stdio\.h|fmt\/(chrono|color|ostream|os)\.h)$/)
        breach(FNR, "the core neither prints nor reads a clock: " target)
    if (path ~ /^libcore\// && is_header(path) && target ~ /^(fmt|nlohmann|boost)\//)
        breach(FNR, "fmt, nlohmann and boost are for .cpp files: " target)
}

function check_words(text) {
    sub(/\/\/.*/, "", text)
    if (text ~ /(std::(cout|cerr|clog|puts|printf|fprintf|chrono)|fmt::print)/)
        breach(FNR, "the core neither prints nor reads a clock")
}

FNR == 1 {
    start_file()
    if ($0 != "// SPDX-License-Identifier: BSD-3-Clause") breach(1, "the first line names the licence")
}
FNR == 2 && $0 !~ /^\/\/ Tessera: [^ ]/ { breach(2, "the second line is '// Tessera: <what this file is>.'") }
{ lines = FNR }
/^#pragma once$/ { has_pragma = 1 }
/^[ \t]*#[ \t]*include[ \t]*"/ { split($0, quoted, "\""); check_own_include(quoted[2]) }
/^[ \t]*#[ \t]*include[ \t]*</ { split($0, angled, /[<>]/); check_system_include(angled[2]) }
is_pure() { check_words($0) }
path ~ /^tests\// && match($0, /^ +void [A-Za-z0-9_]+\(\)/) {
    split(substr($0, RSTART, RLENGTH), words, /[ ()]+/)
    slot = words[3]
    if (sub(/_data$/, "", slot)) data_slots[slot] = FNR
    else test_slots[slot] = 1
}
/\{[^ {}][^{}]*[^A-Za-z_]TRY\(|\{TRY\(|^ *\.[a-z_]+ = TRY\(/ && path ~ /\.cpp$/ {
    breach(FNR, "TRY in a braced list skips destructors when it returns: give the value a name first")
}
/nlohmann::ordered_json/ && path ~ /^(libcore|cli|gui)\// {
    breach(FNR, "nlohmann::ordered_json takes quadratic time for many members: nlohmann::basic_json<OrderedMembers>")
}

END {
    finish_file()
    exit breaches
}
