// SPDX-License-Identifier: BSD-3-Clause
// Tessera: classic netCDF files in the making.
#include "libcore/files/store/netcdf/classic_output.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/netcdf/classic_array.hpp"
#include "libcore/files/store/netcdf/classic_header.hpp"
#include "libcore/files/store/netcdf/classic_notes.hpp"
#include "libcore/files/store/single_output.hpp"
#include "libcore/files/store/small_array.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace tessera {

namespace {

constexpr int last_old_type = 6; // netCDF's number of the last type in CDF-1 and CDF-2
constexpr Index boundary = 4;    // alignment of everything in the file, in bytes

/// Returns the oldest version that can hold the file. Only the last variable may exceed the 32-bit size limit.
int needed_version(ClassicHeader const& header) {
    constexpr Index half = (Index{1} << 31) - 4;
    int version = 1;
    for (std::size_t i = 0; i < header.variables.size(); ++i) {
        ClassicVariable const& variable = header.variables[i];
        bool const last = i + 1 == header.variables.size() && !is_record(header, variable);
        auto const typed = [](ClassicAttribute const& attribute) { return attribute.type > last_old_type; };
        bool const new_type = variable.type > last_old_type || std::ranges::any_of(variable.attributes, typed);
        if (new_type || (!last && slab_bytes(header, variable) > 2 * half)) return 5;
        if (!last && slab_bytes(header, variable) > half) version = 2;
        if (variable.begin > half || classic_end(header, variable) - slab_bytes(header, variable) > half) version = 2;
    }
    for (ClassicDim const& dim : header.dims)
        if (dim.length > half) return 5;
    if (std::ranges::any_of(header.attributes, [](ClassicAttribute const& each) { return each.type > last_old_type; })) return 5;
    return header.records > half ? 5 : version;
}

/// Assigns offsets: variables without records one after the other, then the first record of each record variable.
void place_variables(ClassicHeader& header) {
    Index end = std::ssize(classic_text(header));
    for (bool const records : {false, true})
        for (ClassicVariable& variable : header.variables) {
            if (is_record(header, variable) != records) continue;
            variable.begin = end;
            end = ceil_div(end + slab_bytes(header, variable), boundary) * boundary;
        }
}

/// Adds a dimension that no variable uses, if the version allows it.
bool add_dimension(ClassicHeader& header, FileDimension const& dim) {
    bool const counted = std::ranges::find(header.dims, Index{0}, &ClassicDim::length) != header.dims.end();
    bool const taken = std::ranges::find(header.dims, dim.name, &ClassicDim::name) != header.dims.end();
    bool const in_group = dim.name.find('/') != std::string::npos;
    if (taken || in_group || (dim.unlimited ? counted : dim.length == 0)) return false;
    ClassicHeader more = header;
    more.dims.push_back({dim.name, dim.unlimited ? 0 : dim.length});
    place_variables(more);
    if (needed_version(more) > header.version) return false;
    header = std::move(more);
    return true;
}

/// Orders the dimensions by these names. Dimensions that are not listed come last.
void order_dims(ClassicHeader& header, std::vector<std::string> const& order) {
    std::vector<Index> old_numbers(header.dims.size());
    std::iota(old_numbers.begin(), old_numbers.end(), Index{0});
    std::ranges::stable_sort(old_numbers, {}, [&](Index dim) { return std::ranges::find(order, header.dims[as_size(dim)].name); });
    std::vector<Index> new_numbers(header.dims.size());
    std::vector<ClassicDim> dims;
    for (Index const old : old_numbers) {
        new_numbers[as_size(old)] = std::ssize(dims);
        dims.push_back(header.dims[as_size(old)]);
    }
    header.dims = std::move(dims);
    for (ClassicVariable& variable : header.variables)
        for (Index& dim : variable.dims) dim = new_numbers[as_size(dim)];
}

class ClassicOutput final : public SingleOutput {
  public:
    /// The header's variables are first the coordinates, then the arrays.
    ClassicOutput(OutputPath place, std::vector<NewArray> arrays, std::vector<Coordinate> coordinates, ClassicHeader header)
        : SingleOutput(std::move(place)), arrays_(std::move(arrays)), coordinates_(std::move(coordinates)),
          header_(std::move(header)) {}

    [[nodiscard]] StoredShape shape(std::size_t array) const override { return stored(array).files.front().shape; }
    [[nodiscard]] std::string description() const override {
        std::string text = fmt::format("CDF-{} ", header_.version);
        for (NewArray const& array : arrays_) text += fmt::format("{} {} ", describe(array), array.dataset);
        return text;
    }

    [[nodiscard]] Result<void> check_place(std::string const& path, bool force) const override {
        if (auto const free = check_output_place(path, force); !free) return free;
        std::error_code ignored;
        if (!std::filesystem::exists(place().path, ignored)) return {};
        auto const there = load_classic(place().path);
        std::vector<std::string> lost;
        std::unordered_set<std::string_view> made;
        for (ClassicVariable const& variable : header_.variables) made.insert(variable.name);
        for (ClassicVariable const& variable : there ? (*there)->variables : std::vector<ClassicVariable>{})
            if (!made.contains(variable.name)) lost.push_back(variable.name);
        if (lost.empty()) return {};
        return fail(
            fmt::format("'{}' holds {} besides, which would be lost; name another target", place().path, fmt::join(lost, ", ")));
    }

    [[nodiscard]] ArrayNotes kept_notes(std::size_t array) const override {
        ArrayNotes kept = classic_kept(header_.variables[coordinates_.size() + array].attributes, arrays_[array].type);
        kept.unwritten = arrays_[array].metadata.notes.unwritten; // its loss is listed by add_variable()
        return kept;
    }
    /// Returns the wanted metadata of a coordinate whose type the format lacks; its loss is already listed.
    [[nodiscard]] ArrayNotes kept_of_coordinate(std::size_t, Coordinate const& coordinate) const override {
        auto const made = std::ranges::find(header_.variables, coordinate.name, &ClassicVariable::name);
        if (made == header_.variables.end()) return coordinate.notes;
        ArrayNotes kept = classic_kept(made->attributes, coordinate.type);
        kept.unwritten = coordinate.notes.unwritten;
        return kept;
    }
    [[nodiscard]] std::vector<Attribute> kept_of_file() const override { return classic_kept(header_.attributes, {}).attributes; }

    void keep_dims(std::vector<FileDimension> dims) override {
        std::vector<std::string> order;
        for (FileDimension const& dim : dims) order.push_back(dim.name);
        std::erase_if(dims, [&](FileDimension const& dim) { return dim.used || add_dimension(header_, dim); });
        order_dims(header_, order);
        OutputFile::keep_dims(std::move(dims));
    }

    /// Writes the header and the padding. All sizes are known, so elements have fixed offsets. Padding is the fill value of the
    /// variable's type.
    void create(CreationCallback const&) override {
        discard();
        PosixFile file = draft().create();
        std::string const header = classic_text(header_);
        file.write(0, std::as_bytes(std::span(header)));
        Index end = std::ssize(header);
        for (ClassicVariable const& variable : header_.variables) {
            bool const record = is_record(header_, variable);
            if (record && header_.records == 0) continue; // the file ends where its records would begin
            Index const behind = classic_end(header_, variable);
            std::string const padding = record ? "" : fill_bytes(variable.type, ceil_div(behind, boundary) * boundary - behind);
            file.resize(std::max(end, behind));
            file.write(behind, std::as_bytes(std::span(padding)));
            end = std::max(end, behind + std::ssize(padding));
        }
        for (std::size_t i = 0; i < arrays_.size(); ++i) fill_up(file, i);
        file.close();
        for (std::size_t i = 0; i < coordinates_.size(); ++i)
            write_all(classic_array(place().provisional(), header_, i, StorageOrder::C), coordinates_[i].elements);
    }

    [[nodiscard]] StoredArray open(std::size_t array) override { return stored(array); }

  private:
    [[nodiscard]] std::vector<std::string> array_names() const override { return datasets_of(arrays_); }
    [[nodiscard]] StorageOrder order() const override { return arrays_.front().order; }
    [[nodiscard]] StoredArray stored(std::size_t i) const {
        std::size_t const number = coordinates_.size() + i;
        if (records_of(i) == header_.records) return classic_array(place().provisional(), header_, number, arrays_[i].order);
        ClassicHeader shorter = header_;
        shorter.records = records_of(i);
        return classic_array(place().provisional(), shorter, number, arrays_[i].order);
    }
    /// Number of records of this array; the file may have more.
    [[nodiscard]] Index records_of(std::size_t i) const {
        bool const has_records = is_record(header_, header_.variables[coordinates_.size() + i]);
        return has_records ? arrays_[i].extents[slowest_dim(arrays_[i])] : header_.records;
    }

    /// Fills records that only other arrays have with the fill value, as netCDF-4 does.
    void fill_up(PosixFile& file, std::size_t i) const {
        constexpr Index most_bytes = Index{1} << 20;
        ClassicVariable const& variable = header_.variables[coordinates_.size() + i];
        NewArray const& array = arrays_[i];
        auto const told = in_byte_order(array.type, array.metadata.notes.fill, true);
        std::string const element =
            told.empty() ? usual_fill(variable.type) : std::string(reinterpret_cast<char const*>(told.data()), told.size());
        Index const slab = slab_bytes(header_, variable);
        std::string some;
        while (std::ssize(some) < std::min(slab, most_bytes)) some += element;
        for (Index record = records_of(i); record < header_.records; ++record)
            for (Index at = 0; at < slab; at += std::ssize(some)) {
                auto const bytes = std::as_bytes(std::span(some)).first(as_size(std::min(std::ssize(some), slab - at)));
                file.write(variable.begin + record * record_bytes(header_) + at, bytes);
            }
    }

    /// netCDF's default fill value, big-endian.
    static std::string usual_fill(int type) {
        using namespace std::string_literals;
        static std::array const elements{""s, // type 0 does not exist
                                         "\x81"s,
                                         "\0"s,
                                         "\x80\x01"s,
                                         "\x80\0\0\x01"s,
                                         "\x7C\xF0\0\0"s,
                                         "\x47\x9E\0\0\0\0\0\0"s,
                                         "\xFF"s,
                                         "\xFF\xFF"s,
                                         "\xFF\xFF\xFF\xFF"s,
                                         "\x80\0\0\0\0\0\0\x02"s,
                                         "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE"s};
        return elements[as_size(type)];
    }

    /// Returns netCDF's padding for elements that were never written.
    static std::string fill_bytes(int type, Index count) {
        constexpr int one_byte_signed = 1;
        constexpr int two_bytes_signed = 3;
        std::string const unit = type == one_byte_signed    ? "\x81"
                                 : type == two_bytes_signed ? "\x80\x01"
                                                            : std::string(1, type == 2 ? '\0' : '\xFF');
        std::string bytes;
        while (std::ssize(bytes) < count) bytes += unit;
        return bytes.substr(0, as_size(count));
    }

    std::vector<NewArray> arrays_;
    std::vector<Coordinate> coordinates_;
    ClassicHeader header_;
};

/// Returns the number of the dimension with this name and length, and adds it if it is missing.
Result<Index> dim_number(ClassicHeader& header, std::string const& name, Index length, bool record) {
    Index const stored = record ? 0 : length;
    auto const known = std::ranges::find(header.dims, name, &ClassicDim::name);
    if (known == header.dims.end()) {
        header.dims.push_back({name, stored});
        return std::ssize(header.dims) - 1;
    }
    if (known->length != stored) return fail(fmt::format("two arrays have a dimension '{}' of different lengths", name));
    return known - header.dims.begin();
}

std::string variable_name(NewArray const& array) {
    return array.dataset.substr(array.dataset.rfind('/') + 1);
}

std::string dim_name(NewArray const& array, std::size_t d) {
    return array.metadata.dim_names.empty() ? usual_dim_name(variable_name(array), d) : array.metadata.dim_names[d];
}

/// Returns whether records can be counted along a dimension: it is unlimited, and the first dimension in C order of every array
/// that has it.
bool counts_records(std::vector<NewArray> const& arrays, std::string const& dim) {
    for (NewArray const& array : arrays)
        for (std::size_t d = 0; d < array.extents.size(); ++d)
            if (dim_name(array, d) == dim && (d != slowest_dim(array) || array.unlimited.empty() || !array.unlimited[d]))
                return false;
    return true;
}

Result<void> add_variable(ClassicHeader& header, NewArray const& array, std::vector<std::string>& lost) {
    if (array.chunk || array.filters.any())
        return fail("classic netCDF files have no chunks and no filters; netCDF-4's (.nc, .h5) do");
    for (std::size_t d = 0; d < array.extents.size(); ++d)
        if (array.extents[d] == 0 && (array.unlimited.empty() || !array.unlimited[d])) // zero records are allowed
            return fail("classic netCDF files have no dimensions of length 0, but for one without an end");
    auto const type = classic_number(array.type);
    if (!type) return fail(fmt::format("classic netCDF files cannot hold elements of type {}", array.type.name));
    std::string const name = variable_name(array);
    if (array.dataset.rfind('/') > 0)
        return fail(
            fmt::format("classic netCDF files have no groups; leave '{}' out", array.dataset.substr(0, array.dataset.rfind('/'))));
    ClassicVariable variable{name, {}, {}, *type, 0};
    std::size_t const dims = array.extents.size();
    for (std::size_t i = 0; i < dims; ++i) {
        std::size_t const d = array.order == StorageOrder::C ? i : dims - 1 - i;
        bool const records = !array.unlimited.empty() && array.unlimited[d];
        if (records) header.records = std::max(header.records, array.extents[d]); // arrays with fewer records are filled up
        variable.dims.push_back(TRY(dim_number(header, dim_name(array, d), array.extents[d], records)));
    }
    ArrayNotes const& notes = array.metadata.notes;
    if (notes.fill.empty() ? !is_zero(notes.unwritten) : !notes.unwritten.empty())
        lost.push_back(fmt::format("the value of elements of '{}' that were never written", name));
    variable.attributes =
        classic_attributes(all_attributes(notes, array.type), fmt::format("of '{}'", name), header.version == 5, lost);
    header.variables.push_back(std::move(variable));
    return {};
}

/// Adds the coordinates of all arrays, each once, as variables before them, because only the last variable may be very long. Their
/// dimensions must exist already.
std::vector<Coordinate> add_coordinates(ClassicHeader& header, std::vector<NewArray> const& arrays,
                                        std::vector<std::string>& lost) {
    std::vector<Coordinate> added;
    for (NewArray const& array : arrays)
        for (Coordinate const& each : array.metadata.coordinates) {
            if (std::ranges::find(header.variables, each.name, &ClassicVariable::name) != header.variables.end()) continue;
            auto const type = classic_number(each.type);
            if (!type) {
                lost.push_back(fmt::format("the coordinate '{}' (its elements are {})", each.name, each.type.name));
                continue;
            }
            auto const dim = std::ranges::find(header.dims, each.name, &ClassicDim::name);
            ClassicVariable variable{each.name, {dim - header.dims.begin()}, {}, *type, 0};
            variable.attributes = classic_attributes(all_attributes(each.notes, each.type),
                                                     fmt::format("of the coordinate '{}'", each.name), header.version == 5, lost);
            header.variables.insert(header.variables.begin() + std::ssize(added), std::move(variable));
            added.push_back(each);
        }
    return added;
}

/// Returns whether the file must be CDF-5 regardless of attributes: it was requested, or a variable has one of its types.
bool is_for_cdf5(std::vector<NewArray> const& arrays) {
    auto const is_new = [](ElementType const& type) { return classic_number(type).value_or(0) > last_old_type; };
    return arrays.front().format_version == "cdf5" || std::ranges::any_of(arrays, [&](NewArray const& array) {
               return is_new(array.type) || std::ranges::any_of(array.metadata.coordinates, is_new, &Coordinate::type);
           });
}

/// Names the first part of a file that needs CDF-5, or otherwise CDF-2.
std::string reason_for(ClassicHeader const& header) {
    auto const is_new = [](ClassicAttribute const& each) { return each.type > last_old_type; };
    auto const of_attributes = [&](std::vector<ClassicAttribute> const& attributes, std::string const& whose) {
        auto const found = std::ranges::find_if(attributes, is_new);
        return found == attributes.end() ? "" : fmt::format("the type of the attribute '{}' of {}", found->name, whose);
    };
    std::string longest;
    Index most = 0;
    for (ClassicVariable const& each : header.variables) {
        std::string const whose = fmt::format("'{}'", each.name);
        if (each.type > last_old_type) return fmt::format("the type of {}, {},", whose, classic_type(each.type)->name);
        if (auto text = of_attributes(each.attributes, whose); !text.empty()) return text;
        if (slab_bytes(header, each) >= most) longest = fmt::format("the length of {}", whose);
        most = std::max(most, slab_bytes(header, each));
    }
    auto text = of_attributes(header.attributes, "the file");
    return text.empty() ? longest : text;
}

/// Sets the oldest version that holds the file, at least `oldest` if the user names none.
Result<void> choose_version(ClassicHeader& header, std::string const& format_version, int oldest) {
    for (int const version : {1, 2, 5}) {
        if (format_version.empty() && version < oldest) continue;
        header.version = version;
        place_variables(header);
        int const needed = needed_version(header);
        if (!format_version.empty() && format_version != fmt::format("cdf{}", version)) continue;
        if (needed <= version) return {};
        if (!format_version.empty())
            return fail(fmt::format("{} needs CDF-{}; CDF-{} cannot hold it", reason_for(header), needed, version));
    }
    return {};
}

} // namespace

void limit_classic(std::vector<NewArray>& arrays) {
    std::optional<std::string> records;
    for (NewArray& array : arrays)
        for (std::size_t d = 0; d < array.unlimited.size(); ++d) {
            if (!array.unlimited[d]) continue;
            if (!records && counts_records(arrays, dim_name(array, d))) records = dim_name(array, d);
            array.unlimited[d] = records == dim_name(array, d);
        }
}

Result<std::unique_ptr<OutputFile>> classic_output(OutputPath const& place, std::vector<NewArray> arrays) {
    ClassicHeader header;
    int oldest = 1; // the originals' version is kept unless the user names another
    for (NewArray const& array : arrays)
        if (auto const original = array.copied_from ? load_classic(array.copied_from->file.path) : fail(""))
            oldest = std::max(oldest, (*original)->version);
    if (is_for_cdf5(arrays) || (arrays.front().format_version.empty() && oldest == 5)) header.version = 5;
    std::vector<std::string> lost;
    for (NewArray const& array : arrays)
        if (auto const added = add_variable(header, array, lost); !added)
            return tl::unexpected(error_of(array, arrays, added.error()));
    auto coordinates = add_coordinates(header, arrays, lost);
    header.attributes = classic_attributes(arrays.front().metadata.of_file, "of the file", header.version == 5, lost);
    TRY(choose_version(header, arrays.front().format_version, oldest));
    auto output = std::make_unique<ClassicOutput>(place, std::move(arrays), std::move(coordinates), std::move(header));
    output->add_loss(std::move(lost));
    return output;
}

} // namespace tessera
