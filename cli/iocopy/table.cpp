// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the table of iocopy's options.
#include "cli/common/shared_options.hpp"
#include "cli/iocopy/command.hpp"
#include "libcore/files/store/array_formats.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace tessera::cli {
namespace {

constexpr char const* iocopy_description =
    R"(Copies an array, or a whole file of arrays. The target may have another format, order of storage, chunk shape or
compression, and may be divided into files in another way. The ranks read the source and write the target part by part. All their
buffers together stay within --memory, however large the array is.

SOURCE and TARGET are one of these:

file.h5:/dataset:: A dataset in an HDF5 file. netCDF-4 files are HDF5 files, too.

store.zarr:/array:: An array in a Zarr store; '/' alone is the store itself. A source may also be a .zip archive, or a
.json file of kerchunk's references.

file.safetensors:/tensor:: A tensor in a safetensors file.

checkpoint/:/tensor:: A tensor in a folder that holds a distributed checkpoint of PyTorch.

file.cdf:/variable:: A variable in a classic netCDF file.

file.npy, file.raw:: A file that holds one array.

directory/, file.json:: One file for each rank.

-:: Standard input or output, as npy. With --array or --as raw the data are raw.

If the names have no dataset, the whole file is copied: all its variables, and everything else that an HDF5 file holds.
The bound on memory and the journal apply to the whole copy. --exclude leaves variables out. Options such as --chunk
take rules for variables: in --chunk 'temp*:1,721,1440' --chunk none, the first rule that matches a name decides.

Several sources, a quoted pattern such as 'in/*.nc', or a directory of files are copied into a directory. Each keeps its
name, or gets the ending that --as implies. If a copy fails, the error is reported and the other files are copied.
Each copy has a journal of its own, and --resume skips complete targets.

The target has the source's order of storage, HDF5 chunks and filters, attributes, fill value, and names and coordinates
of dimensions, unless options change them. If the target's format cannot keep something, a note names it, and the exit
code is 4. With --strict such a target is not written, and the exit code is 2.

A target appears under its name only when it is complete. Beside it a file with the ending .xxh3 holds the checksum of
its elements; if the source has such a file, its data are checked. Until then the work is in .TARGET.iocopy, where a
journal lists the finished parts. After a crash, a signal, a full disk or an unreadable sector, --resume copies only the
missing parts. Parts that may not have reached the disk, as after a crash of the machine, are read again first.

--access selects how the source is read. direct reads each run of the file by itself. sieve reads neighbouring runs
together with the bytes between them. With two-phase some ranks read large pieces that suit the file, and send the
elements to the others. auto takes the method that costs least; --plan compares them all.

--all also copies the other objects of an HDF5 file, as h5repack does. Without it, references to objects that are not
copied are refused before anything is written.

If an HDF5 target exists, the array is added to it and its other contents stay. --force replaces a dataset of the same
name, and files of other formats, but never the source. Raw files have the byte order of this machine unless
--byte-order says otherwise.

Exit code 3 means that a verification found a difference, or that --salvage left something out.)";

Invocation invocation() {
    return {
        .name = "iocopy",
        .arguments = "SOURCE... TARGET",
        .min_arguments = 2,
        .max_arguments = 1000000,
        .summary = "copy arrays and whole files between layouts, under mpirun",
        .description = iocopy_description,
        .examples = {{"mpirun -n 4 iocopy a.nc b.nc --chunk 'temp*:1,721,1440' --deflate 'temp*:4'",
                      "Copy a whole file and rechunk some variables."},
                     {"mpirun -n 4 iocopy a.h5:/A b.h5:/B --copy 'B[j][i]=A[i][j]' --verify", "Transpose an array, and check."},
                     {"mpirun -n 8 iocopy a.h5:/A parts/ --to '(block,*)' --resume",
                      "Split an array into one file per rank; continue after a stop."}},
        .main_options = {"chunk", "compress", "as", "to", "copy", "exclude", "verify", "strict", "resume", "plan", "force"},
    };
}

std::vector<std::string> format_versions() {
    auto const all = all_format_versions();
    return {all.begin(), all.end()};
}

constexpr char const* layout_group = "Layout of the target (else the source's)";

OptionSpec filter_switch(std::string name, std::string help) {
    return {.name = std::move(name),
            .kind = ValueKind::Text,
            .placeholder = "yes|no",
            .help = std::move(help),
            .group = layout_group,
            .repeatable = true};
}

/// Options for filters of chunks.
std::vector<OptionSpec> filter_options() {
    std::string const group = layout_group;
    return {
        {.name = "deflate",
         .kind = ValueKind::Text,
         .placeholder = "LEVEL",
         .help = "HDF5, Zarr: compress chunks by zlib at this level, 0 to 9, or 'none'; takes rules like --chunk",
         .group = group,
         .repeatable = true},
        filter_switch("shuffle", "HDF5, Zarr: reorder the bytes of a chunk so that it compresses better; takes rules like --chunk"),
        {.name = "compress",
         .kind = ValueKind::Text,
         .placeholder = "HOW",
         .help = "compression of chunks, such as zstd:3; HDF5, Zarr: gzip, zstd, bzip2, lz4, blosc, blosc-zstd or another of "
                 "blosc, each with ':LEVEL'; HDF5: szip or szip-ec, with ':ELEMENTS' of a block; takes rules like --chunk",
         .group = group,
         .repeatable = true},
        filter_switch("nbit", "HDF5: drop the unused bits of numbers of reduced precision; takes rules like --chunk"),
        {.name = "scale-offset",
         .kind = ValueKind::Text,
         .placeholder = "DIGITS",
         .help = "HDF5: store numbers as differences from the smallest of their chunk, in as few bits as possible; floats are "
                 "rounded to this number of decimals, 0 to 15; 'lossless' leaves floats alone; 'none'; takes rules like --chunk",
         .group = group,
         .repeatable = true},
        filter_switch("fletcher32", "HDF5: store a checksum with each chunk; takes rules like --chunk"),
    };
}

/// Options for chunks of HDF5 and Zarr.
std::vector<OptionSpec> chunk_options() {
    std::string const group = layout_group;
    return {
        {.name = "chunk",
         .kind = ValueKind::Text,
         .placeholder = "[VARS:]N,M,..",
         .help =
             "shape of a chunk, 'none' or 'auto'; HDF5, Zarr; 'auto:4MiB' makes chunks of that size, for the use that --for names; "
             "'temp*:1,721,1440' is a rule for variables whose names match the pattern, and the first rule that matches counts",
         .group = group,
         .repeatable = true},
        {.name = "for",
         .kind = ValueKind::Choice,
         .placeholder = "HOW",
         .choices = {"time series", "maps", "both"},
         .help = "expected use of chunks of --chunk auto: all times at one place (time series), all places at one time (maps), or "
                 "both (the default); time is the unlimited dimension, else the slowest",
         .group = group},
    };
}

std::vector<OptionSpec> layout_options() {
    std::string const group = layout_group;
    return {
        {.name = "shard",
         .kind = ValueKind::Text,
         .placeholder = "N,M,..",
         .help = "Zarr 3: shape of a shard, which is one file of several chunks; a multiple of the chunks' shape",
         .group = group},
        {.name = "as",
         .kind = ValueKind::Choice,
         .placeholder = "KIND",
         .choices = format_versions(),
         .help = "version of the target's format; dcp: a checkpoint of PyTorch in safetensors files; dcp-torch: the same in "
                 "PyTorch's own files",
         .group = group},
        {.name = "order",
         .kind = ValueKind::Choice,
         .choices = {"c", "fortran"},
         .help = "order of storage: the last index varies fastest (c), or the first (fortran)",
         .group = group},
        {.name = "to",
         .kind = ValueKind::Text,
         .placeholder = "MAP",
         .help = "mapping of the array to ranks; one file for each rank",
         .group = group},
        {.name = "files",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "--as dcp, dcp-torch: number of files of the checkpoint, each with a block of every tensor (default: one for each "
                 "rank)",
         .group = group},
    };
}

/// Options for the layout of a new HDF5 file.
std::vector<OptionSpec> file_layout_specs() {
    std::string const group = layout_group;
    return {
        {.name = "libver",
         .kind = ValueKind::Text,
         .placeholder = "V[,V]",
         .help = "HDF5: oldest library version that must read the new file, and the newest whose features may be used: earliest, "
                 "v18, v110, latest",
         .group = group},
        {.name = "align",
         .kind = ValueKind::Text,
         .placeholder = "SIZE",
         .help = "HDF5: objects of at least half this size begin at a multiple of it; 'SIZE,FROM': objects of at least FROM bytes "
                 "do (default: the stripe size of the file system, if it has stripes)",
         .group = group},
        {.name = "page",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help = "HDF5: allocate space in pages of this size, and keep metadata in pages of its own; remote readers then need "
                 "fewer requests",
         .group = group},
        {.name = "user-block",
         .kind = ValueKind::Text,
         .placeholder = "FILE",
         .help = "HDF5: begin the new file with the bytes of this file",
         .group = group},
    };
}

std::vector<OptionSpec> content_options() {
    std::string const group = "What is copied (else the whole array)";
    OptionSpec section = section_option();
    section.group = group;
    return {
        {.name = "copy",
         .kind = ValueKind::Text,
         .placeholder = "ASSIGNMENT",
         .help = "other order of dimensions, or a section: 'B(j,i)=A(i,j)'",
         .group = group},
        std::move(section),
        {.name = "all", .help = "copy the other objects of an HDF5 file, too", .group = group},
        {.name = "exclude",
         .kind = ValueKind::Text,
         .placeholder = "VARS",
         .help = "whole files: leave out the variables of this pattern",
         .group = group,
         .repeatable = true},
        {.name = "skip-unknown",
         .help = "whole files: leave out and list variables that cannot be read, or that the target cannot hold",
         .group = group},
        {.name = "array",
         .kind = ValueKind::Text,
         .placeholder = "DECL",
         .help = "declaration of the array in a .raw file: 'double A[8][8]'",
         .group = group},
        {.name = "header",
         .kind = ValueKind::Text,
         .placeholder = "SIZE",
         .help = "raw files: bytes in front of the elements of the source; a raw target begins with as many zeros, or with the "
                 "bytes of a file; '40,FILE': for source and target; '40,keep': the target keeps the source's bytes",
         .group = group},
        {.name = "byte-order",
         .kind = ValueKind::Text,
         .placeholder = "ORDER",
         .help = "byte order of the elements in the target, or in a .raw source: big, little or native; 'big,native': of source "
                 "and target",
         .group = group},
        {.name = "preserve",
         .help = "give the target the owner, mode, times and extended attributes of the source",
         .group = group},
    };
}

/// Options that limit what a copy may use.
std::vector<OptionSpec> bound_options() {
    std::string const group = "Options";
    return {
        {.name = "memory",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help = "buffers of all ranks together (default: 256MiB)",
         .group = group},
        {.name = "scratch",
         .kind = ValueKind::Text,
         .placeholder = "WHEN",
         .help = "decode the source's chunks once into a scratch file beside the target; always; never; auto (the default): if "
                 "that costs less than decoding chunks again for every part; auto:FOLDER: the same, in this folder",
         .group = group},
        {.name = "bandwidth",
         .kind = ValueKind::Text,
         .placeholder = "RATE",
         .help = "limit of bytes that all ranks together read and write in a second, such as 100MiB/s",
         .group = group},
        {.name = "threads",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "threads of each rank that decode and encode chunks; fewer are used if --memory is too small (default, for "
                 "filtered chunks: one of up to eight ranks of a node copies, and its threads use the processors of all)",
         .group = group},
    };
}

std::vector<OptionSpec> own_options() {
    std::string const group = "Options";
    return {
        {.name = "access",
         .kind = ValueKind::Choice,
         .choices = {"auto", "direct", "sieve", "two-phase"},
         .help = "method of reading the source",
         .group = group},
        {.name = "mpi-io",
         .kind = ValueKind::Choice,
         .choices = {"ompio", "romio"},
         .help = "access files by MPI's calls instead of the system's",
         .group = group},
        {.name = "domains",
         .kind = ValueKind::Choice,
         .choices = {"dynamic", "static", "cyclic"},
         .help = "two-phase: division of the file among the ranks that read",
         .group = group},
        {.name = "aggregators",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "two-phase: number of ranks that read",
         .group = group},
        {.name = "verify", .help = "read the target again and compare", .group = group},
        {.name = "strict", .help = "refuse a target that cannot keep everything; the exit code is 2", .group = group},
        {.name = "complete",
         .help = "refuse a source with missing chunks, whose elements would become the fill value",
         .group = group},
        {.name = "resume", .help = "continue an interrupted copy; complete targets stay as they are", .group = group},
        {.name = "salvage",
         .help = "copy the readable parts of a damaged source; the rest becomes the fill value and is listed",
         .group = group},
        {.name = "repair",
         .help = "compare an existing copy with its source and rewrite the parts that differ; with --plan only list them",
         .group = group},
        {.name = "fail-fast", .help = "several files: stop after the first that fails", .group = group},
        {.name = "plan", .help = "print the plan and stop", .group = group},
        {.name = "dry-run", .help = "the same as --plan", .group = group},
        {.name = "any-size", .help = "begin even if the disk of the target has too little free space", .group = group},
        {.name = "explain", .help = "print the reasons for the plan", .group = group},
    };
}

} // namespace

CommandTable iocopy_table() {
    CommandTable table{.command = invocation(), .subcommands = {}, .options = chunk_options()};
    std::vector<OptionSpec> const shared{json_option(), reworded(force_option(), "overwrite files that exist"), progress_option(),
                                         quiet_option()};
    for (auto const& options :
         {filter_options(), layout_options(), file_layout_specs(), content_options(), bound_options(), own_options(), shared})
        std::ranges::copy(options, std::back_inserter(table.options));
    return table;
}

} // namespace tessera::cli
