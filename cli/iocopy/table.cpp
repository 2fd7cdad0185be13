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

Invocation invocation() {
    return {
        .name = "iocopy",
        .arguments = "SOURCE... TARGET",
        .min_arguments = 2,
        .max_arguments = 1000000,
        .summary = "copies arrays and whole files from one layout to another, under mpirun",
        .description =
            "SOURCE and TARGET are file.h5:/dataset (HDF5, and netCDF-4, which is HDF5), store.zarr:/array (Zarr; '/' alone is the "
            "store itself; sources may be .zip archives or kerchunk's references, .json), .safetensors:/tensor, "
            "checkpoint/:/tensor (PyTorch's distributed ones, as folders), .npy, .raw, '-' "
            "for standard input or output (npy; raw with --array, --as raw), "
            "or a directory/ or "
            ".json for one file "
            "per rank. The ranks read the source and write the target "
            "part by part; all their buffers together stay within --memory, however large the array is.\n\n"
            "Without names of datasets the whole file is copied: every variable part by part, with what else an HDF5 file holds, "
            "under one bound on memory and with one journal. --chunk 'temp*:1,721,1440' --chunk none is a list of rules: the first "
            "that fits a variable's name counts; --exclude leaves variables out.\n\n"
            "Several sources, a pattern (quoted: 'in/*.nc') or a directory of files go to a directory, each under its name, or "
            "with "
            "the ending of --as, and each with a journal of its own. One that fails is told and the others are copied; --resume "
            "leaves alone what is there.\n\n"
            "The target has the source's layout unless options say otherwise: order of storage, chunks and filters of HDF5, "
            "attributes, fill value, names and coordinates of dimensions; a note names what its format cannot keep, and "
            "the exit code is 4 then; with --strict such a target is not made, and the exit code is 2. It appears "
            "under its name when it is complete, and beside it a file .xxh3 with the "
            "checksum of its elements; if the source has one, it is checked. Until then the work lies in .TARGET.iocopy, and a "
            "journal says what is done: after a crash, a signal, a full disk or an unreadable sector --resume goes on, and copies "
            "only what "
            "is "
            "missing. What is there is read again and compared first.\n\n"
            "--access direct reads every run of the file by itself, sieve reads those that lie near each other together with what "
            "lies between them, two-phase lets some ranks read large pieces that suit the file and send everybody's elements on. "
            "auto "
            "takes the one that costs least; --plan shows all of them.\n\n"
            "Nothing is lost silently: --all keeps everything else of an HDF5 file, as h5repack does; without it, references to "
            "what "
            "is not copied are refused before anything is written. To an HDF5 file that is there the array is added, and what else "
            "it holds stays; --force replaces a dataset of that name, and files of other formats, but never the source. Raw files "
            "have this machine's byte order unless --byte-order says otherwise. Exit code 3 means that a verification found a "
            "difference, or that --salvage left something out.",
        .examples = {{"mpirun -n 4 iocopy a.nc b.nc --chunk 'temp*:1,721,1440' --deflate 'temp*:4'",
                      "A whole file, some variables rechunked."},
                     {"mpirun -n 4 iocopy a.h5:/A b.h5:/B --copy 'B[j][i]=A[i][j]' --verify", "Transpose."},
                     {"mpirun -n 8 iocopy a.h5:/A parts/ --to '(block,*)' --resume", "Split; go on if interrupted."}},
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
         .help = "HDF5, Zarr: compress every chunk by zlib, at this level from 0 to 9, or 'none'; by rules as --chunk",
         .group = group,
         .repeatable = true},
        filter_switch("shuffle", "HDF5, Zarr: sort the bytes of a chunk before it is compressed; by rules as --chunk"),
        {.name = "compress",
         .kind = ValueKind::Text,
         .placeholder = "HOW",
         .help = "how chunks are compressed, e.g. zstd:3; HDF5, Zarr: in place of --deflate gzip, zstd, bzip2, lz4, blosc, "
                 "blosc-zstd or another of blosc, with ':LEVEL' behind it; HDF5: szip or szip-ec, with ':ELEMENTS' of a block; by "
                 "rules as --chunk",
         .group = group,
         .repeatable = true},
        filter_switch("nbit", "HDF5: leave out the bits that numbers of reduced precision do not use; by rules as --chunk"),
        {.name = "scale-offset",
         .kind = ValueKind::Text,
         .placeholder = "DIGITS",
         .help = "HDF5: store numbers as distances from the least of their chunk, in as few bits as that takes: floats rounded "
                 "to so many decimals, 0 to 15, integers as they are; 'lossless': integers alone; or 'none'; by rules as "
                 "--chunk",
         .group = group,
         .repeatable = true},
        filter_switch("fletcher32", "HDF5: a checksum behind every chunk, which readers compare; by rules as --chunk"),
    };
}

/// Options for chunks of HDF5 and Zarr.
std::vector<OptionSpec> chunk_options() {
    std::string const group = layout_group;
    return {
        {.name = "chunk",
         .kind = ValueKind::Text,
         .placeholder = "[VARS:]N,M,..",
         .help = "the shape of a chunk, 'none', or 'auto'; HDF5, Zarr; 'auto:4MiB' is of that size, as --for says; with a pattern "
                 "and ':' in front for variables of this name, as in 'temp*:1,721,1440'; the first rule that fits counts",
         .group = group,
         .repeatable = true},
        {.name = "for",
         .kind = ValueKind::Choice,
         .placeholder = "HOW",
         .choices = {"time series", "maps", "both"},
         .help = "how chunks of --chunk auto will be read: all times at one place, all places at one time, or both (the "
                 "usual); time is the dimension that grows, else the slowest",
         .group = group},
    };
}

std::vector<OptionSpec> layout_options() {
    std::string const group = layout_group;
    return {
        {.name = "shard",
         .kind = ValueKind::Text,
         .placeholder = "N,M,..",
         .help = "Zarr 3: the shape of a file that gathers chunks, a multiple of theirs",
         .group = group},
        {.name = "as",
         .kind = ValueKind::Choice,
         .placeholder = "KIND",
         .choices = format_versions(),
         .help = "the version of the target's format; dcp: a checkpoint of PyTorch, in safetensors files; dcp-torch: in its own",
         .group = group},
        {.name = "order",
         .kind = ValueKind::Choice,
         .choices = {"c", "fortran"},
         .help = "the order of storage: the fastest index is the last (c) or the first (fortran)",
         .group = group},
        {.name = "to",
         .kind = ValueKind::Text,
         .placeholder = "MAP",
         .help = "one file per rank: how the array is mapped to the ranks",
         .group = group},
        {.name = "files",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "--as dcp, dcp-torch: among how many files a checkpoint is shared out, a block of every tensor in each; "
                 "else as many as ranks",
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
         .help =
             "HDF5: the oldest version that has to understand a new file, and the newest whose ways may be used: earliest, v18, "
             "v110, latest",
         .group = group},
        {.name = "align",
         .kind = ValueKind::Text,
         .placeholder = "SIZE",
         .help = "HDF5: in a new file what is at least half as long begins at a multiple of it; 'SIZE,FROM': what has at least "
                 "FROM bytes; else the file system's stripes, where it has such",
         .group = group},
        {.name = "page",
         .kind = ValueKind::Size,
         .placeholder = "SIZE",
         .help = "HDF5: a new file gives out its room in pages of this size, those of metadata apart, so that who reads it "
                 "from afar fetches few",
         .group = group},
        {.name = "user-block",
         .kind = ValueKind::Text,
         .placeholder = "FILE",
         .help = "HDF5: the bytes of this file stand in front of a new one",
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
         .help = "another order or section, e.g. 'B(j,i)=A(i,j)'",
         .group = group},
        std::move(section),
        {.name = "all", .help = "the other objects of an HDF5 file, too", .group = group},
        {.name = "exclude",
         .kind = ValueKind::Text,
         .placeholder = "VARS",
         .help = "of a whole file: not the variables of this pattern",
         .group = group,
         .repeatable = true},
        {.name = "skip-unknown",
         .help = "of a whole file: leave out variables that cannot be read, or that the target cannot hold; they are listed",
         .group = group},
        {.name = "array",
         .kind = ValueKind::Text,
         .placeholder = "DECL",
         .help = "what a .raw file holds: 'double A[8][8]'",
         .group = group},
        {.name = "header",
         .kind = ValueKind::Text,
         .placeholder = "SIZE",
         .help = "bytes in front of the elements of a raw source; of a raw target so many zeros, or the bytes of a file; "
                 "'40,FILE': of both, '40,keep': the target's are the source's",
         .group = group},
        {.name = "byte-order",
         .kind = ValueKind::Text,
         .placeholder = "ORDER",
         .help = "big, little or native: of the elements in the target, or in a .raw source; 'big,native': of both",
         .group = group},
        {.name = "preserve",
         .help = "give the target the owner, mode, times and extended attributes of the source's file",
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
         .help = "for all buffers of all ranks together; 256MiB",
         .group = group},
        {.name = "scratch",
         .kind = ValueKind::Text,
         .placeholder = "WHEN",
         .help = "auto: where it costs less to write all elements to a scratch file beside the target and go on from there "
                 "than to decode chunks again for every part; always; never; auto:FOLDER: in this folder",
         .group = group},
        {.name = "bandwidth",
         .kind = ValueKind::Text,
         .placeholder = "RATE",
         .help = "of all ranks together: at most so many bytes of elements are read plus written in a second, as in 100MiB/s",
         .group = group},
        {.name = "threads",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "of each rank, that decode and encode chunks side by side, fewer where --memory has no room; without it "
                 "one rank of "
                 "up to eight of a node copies, with threads on the processors of all, where most bytes are in such chunks",
         .group = group},
    };
}

std::vector<OptionSpec> own_options() {
    std::string const group = "Options";
    return {
        {.name = "access",
         .kind = ValueKind::Choice,
         .choices = {"auto", "direct", "sieve", "two-phase"},
         .help = "how it is read",
         .group = group},
        {.name = "mpi-io",
         .kind = ValueKind::Choice,
         .choices = {"ompio", "romio"},
         .help = "reach files by MPI's calls, not the system's",
         .group = group},
        {.name = "domains",
         .kind = ValueKind::Choice,
         .choices = {"dynamic", "static", "cyclic"},
         .help = "two-phase: how the file is dealt to the ranks that read",
         .group = group},
        {.name = "aggregators",
         .kind = ValueKind::Number,
         .placeholder = "N",
         .help = "two-phase: how many ranks read",
         .group = group},
        {.name = "verify", .help = "read the target again and compare", .group = group},
        {.name = "strict", .help = "refuse a target that cannot keep all; exit code 2", .group = group},
        {.name = "complete",
         .help = "refuse a source of which chunks are not stored, for which the fill value would stand",
         .group = group},
        {.name = "resume", .help = "go on with a copy that was interrupted; targets that are complete stay", .group = group},
        {.name = "salvage",
         .help = "copy what can be read of a damaged source; the fill value stands for the rest, which is listed",
         .group = group},
        {.name = "repair",
         .help = "compare a copy that is there with its source, and write again what differs; with --plan only tell",
         .group = group},
        {.name = "fail-fast", .help = "of several files: none after the first that fails", .group = group},
        {.name = "plan", .help = "print the plan and stop", .group = group},
        {.name = "dry-run", .help = "the same as --plan", .group = group},
        {.name = "any-size", .help = "begin even if the target's disk has too little room", .group = group},
        {.name = "explain", .help = "say why the plan is what it is", .group = group},
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
