// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a format of array files has to know, so that every command reads and writes it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/file_array.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/new_array.hpp"
#include "libcore/runtime/store/output_file.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <bit>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// What a raw file cannot say about itself.
struct RawArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    Index begin = 0; ///< bytes in front of the first element
    bool big_endian = std::endian::native == std::endian::big;
};

/// How a file is to be read.
struct OpenRequest {
    /// What the user says it holds. Files that say it themselves are believed; where they list dimensions in C's order only, they
    /// are counted in this one.
    std::optional<RawArray> declared = std::nullopt;
    /// The elements go to a file of the same format, which knows what their bytes mean: they need not mean anything to others.
    bool as_stored = false;
    /// Elements that are texts of any length are understood: they come as StoredArray::texts.
    bool texts = false;
    /// Elements are written again to an array that is there: chunks that lie encoded get a writer (StoredFile::chunks).
    bool to_mend = false;
    /// Files that it is put together of may be missing; the fill value stands for what they held.
    bool incomplete = false;
    /// Its writer may have it open for readers, and go on writing.
    bool being_written = false;
};

/// What differs between formats for those who use them.
struct FormatAbilities {
    bool describes_itself = true;  ///< its files say what they hold; else the user must
    bool keeps_byte_order = true;  ///< its files say it; else elements are in this machine's, unless somebody says otherwise
    bool is_big_endian = false;    ///< its elements always have the highest byte first
    bool has_chunks = false;       ///< and filters on them
    bool has_objects = false;      ///< beside the array, which --all copies
    bool holds_several = false;    ///< arrays in one file, or in one directory
    bool has_groups = false;       ///< and those in groups, "/outer/inner/array"
    bool adds = false;             ///< an array to a file that is there: what else is in it stays
    bool is_shared_out = false;    ///< among NewArray::shares files
    bool is_mapped = false;        ///< one file for each rank of NewArray::mapping
    bool keeps_fields = false;     ///< of elements that are structures: NewArray::fields
    bool dims_are_arrays = false;  ///< the name of a dimension is that of an array with one dimension, and of no other
    bool fills_records = false;    ///< arrays with fewer records than others of its file are filled up
    bool keeps_notes = false;      ///< NewArray::beside: attributes, names and coordinates of dimensions
    bool keeps_times = false;      ///< types of dates and spans of time: ArrayNotes::times
    bool keeps_texts = false;      ///< of any length: NewArray::texts
    bool reverses_fortran = false; ///< it lists dimensions slowest first, those of a Fortran array therefore in reverse

    /// Does its file store elements with the highest byte first, when they come from one that does (`source`)?
    [[nodiscard]] bool big_endian_of(bool source) const {
        return is_big_endian || keeps_byte_order ? is_big_endian || source : std::endian::native == std::endian::big;
    }
};

/// Another name of an array.
struct FurtherName {
    std::string name;
    std::string of; ///< the one that ArrayFormat::datasets() gives
};

/// A way to keep arrays in files. A new one is a folder with a class derived from this, and a line in array_formats.cpp
/// (share/doc/design.md, "To add a file format").
class ArrayFormat {
  public:
    ArrayFormat() = default;
    ArrayFormat(ArrayFormat const&) = delete;
    ArrayFormat& operator=(ArrayFormat const&) = delete;
    virtual ~ArrayFormat() = default;

    [[nodiscard]] virtual FormatAbilities abilities() const { return {}; }

    [[nodiscard]] virtual std::string_view name() const = 0; ///< one word
    /// The names of its files, for messages: "file.h5:/dataset", ".npy".
    [[nodiscard]] virtual std::string_view names() const = 0;
    /// What NewArray::edition can say: versions of the format that one may want.
    [[nodiscard]] virtual std::vector<std::string_view> editions() const { return {}; }
    /// Path and dataset, where the name is one of its names.
    [[nodiscard]] virtual std::optional<FileName> recognise(std::string_view text) const = 0;
    /// The same of a name that is said to be one of its own, whatever its ending.
    [[nodiscard]] virtual std::optional<FileName> recognise_as(std::string_view text) const { return recognise(text); }
    /// The same of a file that is there and says so itself, whatever its name. Failures throw.
    [[nodiscard]] virtual std::optional<FileName> recognise_content(std::string_view) const { return std::nullopt; }
    /// As tessera::place_of(), for its own names.
    [[nodiscard]] virtual FileName place_of(FileName file, std::string const& array, bool several) const;
    /// The name of the one array that is meant where it is not named. Errors: none or several are there; it lists them.
    [[nodiscard]] virtual Result<FileName> completed(FileName file) const { return file; }

    /// The names of all arrays of a file, in formats that hold several; else none. Errors: it cannot be read.
    [[nodiscard]] virtual Result<std::vector<std::string>> datasets(std::string const&) const { return std::vector<std::string>(); }

    /// The dimensions of a file, those that none of its arrays has too, in its order; of formats that have any. Failures throw.
    [[nodiscard]] virtual std::vector<FileDimension> dimensions(std::string const&) const { return {}; }

    /// What a file says of its groups, outer ones first, in formats that have any. Failures throw.
    [[nodiscard]] virtual std::vector<GroupNotes> groups(std::string const&) const { return {}; }

    /// Names of arrays besides those of datasets(), in formats whose arrays can have several. Failures throw.
    [[nodiscard]] virtual std::vector<FurtherName> further_names(std::string const&) const { return {}; }

    /// What a file has besides arrays and groups, which only files of its own format can have: links, further names, types; in a
    /// few words each. Failures throw.
    [[nodiscard]] virtual std::vector<std::string> other_objects(std::string const&) const { return {}; }

    /// What nobody can see of this array, or of all where the name has none: whether it ends where it did. A sentence, or nothing.
    [[nodiscard]] virtual std::optional<std::string> caution(FileName const&) const { return std::nullopt; }

    /// What the elements of an array that can be opened take in its file, where parts of it may never have been written; else
    /// nothing. Failures throw.
    [[nodiscard]] virtual std::optional<Index> stored_bytes(FileName const&) const { return std::nullopt; }

    /// Is an array stored so that only the format's own copy of it keeps that, and a copy of its elements would not: within its
    /// header, hardly any of it, without a shape? Failures throw.
    [[nodiscard]] virtual bool is_kept_whole(FileName const&) const { return false; }

    /// Has an array a type and no shape, not even that of a single element? Failures throw.
    [[nodiscard]] virtual bool is_without_shape(FileName const&) const { return false; }

    /// Who opens many arrays of a file holds the answer meanwhile: the file stays open, and what they share is read once. Nothing
    /// where that saves nothing. Every rank for itself; failures throw.
    [[nodiscard]] virtual std::shared_ptr<void const> hold(std::string const&) const { return nullptr; }

    /// Every rank for itself. Errors: the file is missing, or is not what its name, its header or `request` says; elements that
    /// nobody else understands, unless `as_stored`.
    [[nodiscard]] virtual Result<StoredArray> open(FileName const& file, OpenRequest const& request) const = 0;
    /// What belongs to the array of a file, for files of other formats. Dimensions are counted as StoredArray::order says. What
    /// cannot be read is among what is lost. Coordinates that are not wanted are not read.
    [[nodiscard]] virtual Companions companions(FileName const& file, StorageOrder order, CoordinateWish const& wanted) const;
    /// A file of these arrays, to be made; one, unless holds_several. Every rank for itself; nothing is written yet. Errors: types,
    /// chunks, filters that it does not know; something of the original that would be lost. Of originals in files of other
    /// formats their companions come along (NewArray::beside), as far as this one keeps any: OutputFile::losses() names the rest.
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make(OutputPlace const& place, std::vector<NewArray> arrays) const;

  private:
    /// Takes from NewArray::grows the dimensions that cannot be without an end in a file of this format; else they all are lost.
    virtual void limit(std::vector<NewArray>& arrays) const;
    /// As make(); every original is of this format. Losses of companions are added to OutputFile::losses().
    [[nodiscard]] virtual Result<std::unique_ptr<OutputFile>> make_output(OutputPlace const& place,
                                                                          std::vector<NewArray> arrays) const = 0;
};

/// Opens the file by its format.
[[nodiscard]] Result<StoredArray> open_array(FileName const& file, OpenRequest const& request = {});

/// The same, seen to be the array that is declared. Error besides: it is another one.
[[nodiscard]] Result<StoredArray> open_declared(FileName const& file, ArraySpec const& declared, bool as_stored = false);

/// All files that hold something of an array: its file, files that this one refers to, a manifest's files. Whatever cannot be read
/// now is left out.
[[nodiscard]] std::vector<std::string> files_of(FileName const& file);

/// Error: an array of this name would take the place of the source, or of a file that belongs to it.
[[nodiscard]] Result<void> check_apart(FileName const& source, FileName const& target);

/// The path without an ending, if it is one of these, as a name of a file of one array.
[[nodiscard]] std::optional<FileName> recognise_ending(std::string_view text, std::initializer_list<std::string_view> endings);

/// The path, and the dataset with its '/' where a ":/" stands behind a path: that of "a.h5:/group/A" is "/group/A".
[[nodiscard]] FileName split_dataset(std::string_view text);

/// As tessera::place_of(), in formats of several arrays: the dataset that is named, else the one called like the array.
[[nodiscard]] FileName dataset_of(FileName file, std::string const& array, bool several);

/// "/a, /b, ...": the first eight names of what a file holds, for a message.
[[nodiscard]] std::string some_names(std::span<std::string const> names);
/// Says that a file has none of the name asked for, which it has, and which of them was meant. `kind`: "tensor"
[[nodiscard]] tl::unexpected<Error> no_such_array(FileName const& file, std::vector<std::string> const& names,
                                                  std::string_view kind);

/// The only one of these names, of what the file at `path` holds; `kind` is the format's word for it, as "variable". Errors: there
/// is none; there are several.
[[nodiscard]] Result<std::string> only_name(std::string const& path, std::span<std::string const> names, std::string_view kind);

/// The error of an input that is not there or cannot be read.
[[nodiscard]] Result<void> check_readable(std::string const& path);

/// The first bytes of a file, as many as it has; none of what is missing, cannot be read, or is no file that one can look into
/// twice.
[[nodiscard]] std::string beginning_of(std::string const& path, std::size_t bytes);

} // namespace tessera
