// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the interface of a format of array files, through which every command reads and writes it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/new_array.hpp"
#include "libcore/files/store/output_file.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/io/file_array.hpp"

#include <bit>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Description of a raw file, which has no header.
struct RawArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    Index begin = 0; ///< bytes before the first element
    bool big_endian = std::endian::native == std::endian::big;
};

/// How to read a file.
struct OpenRequest {
    /// The array that the user declares. A file that describes itself overrides it, except for the order: a file that lists its
    /// dimensions only in C order is counted in the declared order.
    std::optional<RawArray> declared = std::nullopt;
    /// True if the elements go to a file of the same format. Then open() accepts elements that only this format understands.
    bool as_stored = false;
    /// True if the caller can read texts of any length. They are returned as StoredArray::texts.
    bool texts = false;
    /// True if elements of an existing array will be written again. Encoded chunks then get a writer (StoredFile::chunks).
    bool to_repair = false;
    /// True if source files of the array may be missing. The fill value then stands for their elements.
    bool incomplete = false;
    /// True if another program may still be writing the file, with readers allowed.
    bool being_written = false;
};

/// What a format can store, for its callers.
struct FormatCapabilities {
    bool describes_itself = true;  ///< the file states type and shape; otherwise the user must
    bool keeps_byte_order = true;  ///< the file states its byte order; otherwise elements have this machine's, unless declared
    bool is_big_endian = false;    ///< elements are always stored big-endian
    bool has_chunks = false;       ///< arrays can have chunks and filters
    bool has_objects = false;      ///< files hold objects besides the array; --all copies them
    bool holds_several = false;    ///< a file or directory can hold several arrays
    bool has_groups = false;       ///< arrays can lie in groups, "/outer/inner/array"
    bool adds = false;             ///< an array can be added to an existing file, whose content stays
    bool is_shared_out = false;    ///< an array can be divided among NewArray::shares files
    bool is_mapped = false;        ///< each rank of NewArray::mapping has its own file
    bool keeps_fields = false;     ///< fields of structured elements are stored (NewArray::fields)
    bool dims_are_arrays = false;  ///< a dimension can have the name of a one-dimensional array, but of no other array
    bool fills_records = false;    ///< arrays with fewer records than others of the file are filled up
    bool has_scalars = true;       ///< an attribute that is one value differs from a list of one value
    bool keeps_notes = false;      ///< attributes, and names and coordinates of dimensions, are stored (NewArray::metadata)
    bool keeps_times = false;      ///< types for dates and time spans are stored (ArrayNotes::times)
    bool keeps_texts = false;      ///< texts of any length are stored (NewArray::texts)
    bool reverses_fortran = false; ///< dimensions are listed slowest first, so those of a Fortran array are reversed

    /// Returns whether the file stores elements big-endian. `source`: whether the elements come from a big-endian file.
    [[nodiscard]] bool big_endian_of(bool source) const {
        return is_big_endian || keeps_byte_order ? is_big_endian || source : std::endian::native == std::endian::big;
    }
};

/// An additional name of an array.
struct ArrayAlias {
    std::string name;
    std::string of; ///< the name in ArrayFormat::datasets()
};

/// Interface of a file format for arrays. A new format is a folder with a class derived from this one and a line in
/// array_formats.cpp (share/doc/design.md, "To add a file format").
class ArrayFormat {
  public:
    ArrayFormat() = default;
    ArrayFormat(ArrayFormat const&) = delete;
    ArrayFormat& operator=(ArrayFormat const&) = delete;
    virtual ~ArrayFormat() = default;

    [[nodiscard]] virtual FormatCapabilities capabilities() const { return {}; }

    [[nodiscard]] virtual std::string_view name() const = 0; ///< one word
    /// The forms of its file names, for messages: "file.h5:/dataset", ".npy".
    [[nodiscard]] virtual std::string_view names() const = 0;
    /// The format versions that NewArray::format_version can select.
    [[nodiscard]] virtual std::vector<std::string_view> format_versions() const { return {}; }
    /// Splits `text` into path and dataset. Returns nullopt if `text` is not a name of this format.
    [[nodiscard]] virtual std::optional<FileName> recognise(std::string_view text) const = 0;
    /// Like recognise(), for a name that the user assigned to this format. The ending does not matter.
    [[nodiscard]] virtual std::optional<FileName> recognise_as(std::string_view text) const { return recognise(text); }
    /// Like recognise(), for an existing file that is recognised by its content. The name does not matter. Failures throw.
    [[nodiscard]] virtual std::optional<FileName> recognise_content(std::string_view) const { return std::nullopt; }
    /// Like tessera::place_of(), for names of this format.
    [[nodiscard]] virtual FileName place_of(FileName file, std::string const& array, bool several) const;
    /// Adds the dataset to a name without one, if the file holds exactly one array. Errors: it holds none or several; the message
    /// lists them.
    [[nodiscard]] virtual Result<FileName> completed(FileName file) const { return file; }

    /// Names of all arrays of a file. Empty in formats with one array per file. Errors: the file cannot be read.
    [[nodiscard]] virtual Result<std::vector<std::string>> datasets(std::string const&) const { return std::vector<std::string>(); }

    /// The dimensions of a file in its order, including those that no array uses. Empty in formats without named dimensions.
    /// Failures throw.
    [[nodiscard]] virtual std::vector<FileDimension> dimensions(std::string const&) const { return {}; }

    /// Attributes of the groups of a file, outer groups first. Empty in formats without groups. Failures throw.
    [[nodiscard]] virtual std::vector<GroupNotes> groups(std::string const&) const { return {}; }

    /// Additional names of arrays that datasets() lists under another name. Failures throw.
    [[nodiscard]] virtual std::vector<ArrayAlias> aliases(std::string const&) const { return {}; }

    /// Describes objects that only a file of the same format can hold, such as links, additional names and types. A few words each.
    /// Failures throw.
    [[nodiscard]] virtual std::vector<std::string> other_objects(std::string const&) const { return {}; }

    /// A warning, if the format cannot show whether an array was truncated; otherwise nullopt. One sentence. A name without a
    /// dataset asks about all arrays.
    [[nodiscard]] virtual std::optional<std::string> caution(FileName const&) const { return std::nullopt; }

    /// Bytes that the elements of an array occupy in its file. Returns nullopt if all its elements are stored. The array must be
    /// one that open() accepts. Failures throw.
    [[nodiscard]] virtual std::optional<Index> stored_bytes(FileName const&) const { return std::nullopt; }

    /// Returns whether only the format's own copy keeps the way an array is stored: in its header, sparsely, or without a shape.
    /// Failures throw.
    [[nodiscard]] virtual bool is_kept_whole(FileName const&) const { return false; }

    /// Returns whether an array has a type but no shape, not even that of a scalar (HDF5's null dataspace). Failures throw.
    [[nodiscard]] virtual bool is_without_shape(FileName const&) const { return false; }

    /// Keeps a file open, and caches what its arrays share, while the returned value lives. Callers that open many arrays of a file
    /// use it. Returns null if that saves nothing. Not collective. Failures throw.
    [[nodiscard]] virtual std::shared_ptr<void const> hold(std::string const&) const { return nullptr; }

    /// Opens an array. Not collective. Errors: the file is missing; it contradicts its name, its header or `request`; it has
    /// elements that only this format understands, and `as_stored` is false.
    [[nodiscard]] virtual Result<StoredArray> open(FileName const& file, OpenRequest const& request) const = 0;
    /// Returns the metadata of an array, for files of other formats. Dimensions are counted in `order`, as in StoredArray::order.
    /// Unreadable metadata are listed as lost. Coordinates that `wanted` excludes are not read.
    [[nodiscard]] virtual ArrayMetadata metadata(FileName const& file, StorageOrder order, MetadataSelection const& wanted) const;
    /// Prepares a file of these arrays (one array, unless holds_several) and writes nothing yet. Not collective. Metadata of
    /// originals in other formats are copied as far as this format keeps any (NewArray::metadata). OutputFile::losses() lists the
    /// rest. Errors: unknown types, chunks or filters; a part of the original would be lost.
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make(OutputPath const& place, std::vector<NewArray> arrays) const;

  private:
    /// Clears in NewArray::unlimited the dimensions that cannot be unlimited in this format. This default clears all.
    virtual void limit(std::vector<NewArray>& arrays) const;
    /// Implements make(). Every original is of this format. It adds metadata that are lost to OutputFile::losses().
    [[nodiscard]] virtual Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                          std::vector<NewArray> arrays) const = 0;
};

/// Opens the array with the format of its name. Errors: those of ArrayFormat::open(); more bytes than 64 bits count; missing source
/// files, unless `request.incomplete`.
[[nodiscard]] Result<StoredArray> open_array(FileName const& file, OpenRequest const& request = {});

/// Like open_array(). Further error: the array differs from the declared one.
[[nodiscard]] Result<StoredArray> open_declared(FileName const& file, ArraySpec const& declared, bool as_stored = false);

/// All files that hold parts of an array: its own file, files that it refers to, and files of a manifest. Files that cannot be read
/// now are left out.
[[nodiscard]] std::vector<std::string> files_of(FileName const& file);

/// Error: the target would replace the source or a file that belongs to it.
[[nodiscard]] Result<void> check_apart(FileName const& source, FileName const& target);

/// Returns the path as the name of a one-array file if it has one of these endings, in any case; otherwise nullopt.
[[nodiscard]] std::optional<FileName> recognise_ending(std::string_view text, std::initializer_list<std::string_view> endings);

/// Splits "a.h5:/group/A" into the path "a.h5" and the dataset "/group/A". Without ":/" the dataset is empty.
[[nodiscard]] FileName split_dataset(std::string_view text);

/// Implements place_of() for formats that hold several arrays: the named dataset, or the one with the name of the array.
[[nodiscard]] FileName dataset_of(FileName file, std::string const& array, bool several);

/// Joins the first eight names of a list for a message: "/a, /b, ...".
[[nodiscard]] std::string some_names(std::span<std::string const> names);
/// Returns the error that the file lacks the named array. The message lists its arrays and suggests a similar name. `kind`:
/// "tensor"
[[nodiscard]] tl::unexpected<Error> no_such_array(FileName const& file, std::vector<std::string> const& names,
                                                  std::string_view kind);

/// Returns the only one of `names`, the arrays of the file at `path`. `kind`: the format's word for an array, as "variable".
/// Errors: there is none; there are several.
[[nodiscard]] Result<std::string> only_name(std::string const& path, std::span<std::string const> names, std::string_view kind);

/// Error: the file is missing or cannot be read.
[[nodiscard]] Result<void> check_readable(std::string const& path);

/// Returns the first `bytes` bytes of a file, or fewer if it is shorter. Empty if the file is missing, unreadable or not a regular
/// file.
[[nodiscard]] std::string beginning_of(std::string const& path, std::size_t bytes);

} // namespace tessera
