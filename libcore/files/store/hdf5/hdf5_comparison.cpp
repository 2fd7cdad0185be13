// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of an HDF5 copy with its original, except for the elements that others write.
#include "libcore/files/store/hdf5/hdf5_comparison.hpp"

#include "libcore/files/store/hdf5/hdf5_attributes.hpp"
#include "libcore/files/store/hdf5/hdf5_chunk_comparison.hpp"
#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_filters.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_links.hpp"
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <set>
#include <span>
#include <utility>

namespace tessera {

namespace {

constexpr char const* comparing = "comparing a copy with its original";

template <class Value>
Value value_at(std::byte const* place) {
    Value value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

/// Returns whether HDF5 has all filters of a dataset. It copies stored chunks without decoding them, so a copy does not prove that.
bool can_decode(hid_t set) {
    Hdf5Handle const settings(H5Dget_create_plist(set), comparing);
    if (H5Pget_layout(settings.get()) != H5D_CHUNKED) return true;
    return std::ranges::all_of(filters_of(settings.get()), [](Hdf5Filter const& each) { return H5Zfilter_avail(each.number) > 0; });
}

/// Compares stored bytes, which is faster than comparing elements if most were never written. Returns false if that does not prove
/// equality.
bool same_as_stored(hid_t ours, hid_t theirs) {
    constexpr hsize_t most = 4096; // HDF5 searches for each chunk from the first one
    Hdf5Handle const settings(H5Dget_create_plist(ours), comparing);
    Hdf5Handle const their_settings(H5Dget_create_plist(theirs), comparing);
    if (H5Pequal(settings.get(), their_settings.get()) <= 0) return false;
    H5D_layout_t const layout = H5Pget_layout(settings.get());
    if (layout == H5D_CHUNKED) return count_of_chunks(ours) <= most && same_chunks(ours, theirs);
    bool const inside = layout == H5D_CONTIGUOUS && H5Pget_external_count(settings.get()) == 0;
    return inside && H5Dget_offset(ours) == HADDR_UNDEF && H5Dget_offset(theirs) == HADDR_UNDEF;
}

/// Pairs of objects in the original and the copy, by address.
class Counterparts {
  public:
    Counterparts(hid_t old_file, hid_t new_file) : old_file_(old_file), new_file_(new_file) {}

    /// Records a pair. Returns nullopt if the old object is new; otherwise whether it was paired with this object.
    [[nodiscard]] std::optional<bool> met(haddr_t old_object, haddr_t new_object) {
        auto const [found, is_new] = pairs_.emplace(old_object, new_object);
        if (!is_new) return found->second == new_object;
        return std::nullopt;
    }

    /// Compares elements, including data elsewhere and the targets of references.
    [[nodiscard]] bool same(hid_t type, std::byte const* ours, std::byte const* theirs, std::size_t count) const {
        std::size_t const bytes = H5Tget_size(type);
        if (!has_parts_elsewhere(type)) return std::memcmp(ours, theirs, count * bytes) == 0;
        for (std::size_t i = 0; i < count; ++i)
            if (!same_element(type, ours + i * bytes, theirs + i * bytes)) return false;
        return true;
    }

  private:
    [[nodiscard]] bool same_element(hid_t type, std::byte const* ours, std::byte const* theirs) const {
        switch (H5Tget_class(type)) {
        case H5T_STRING: {
            auto const* const a = value_at<char const*>(ours);
            auto const* const b = value_at<char const*>(theirs);
            return a == nullptr || b == nullptr ? a == b : std::strcmp(a, b) == 0;
        }
        case H5T_REFERENCE:
            return H5Tequal(type, H5T_STD_REF_DSETREG) > 0 ? same_region(ours, theirs) : same_object(ours, theirs);
        case H5T_COMPOUND:
            for (unsigned member = 0; member < narrow<unsigned>(H5Tget_nmembers(type)); ++member) {
                Hdf5Handle const part(H5Tget_member_type(type, member), comparing);
                std::size_t const at = H5Tget_member_offset(type, member);
                if (!same(part.get(), ours + at, theirs + at, 1)) return false;
            }
            return true;
        default:
            return same_list(type, ours, theirs);
        }
    }

    [[nodiscard]] bool same_list(hid_t type, std::byte const* ours, std::byte const* theirs) const {
        Hdf5Handle const part(H5Tget_super(type), comparing);
        if (H5Tget_class(type) == H5T_ARRAY) return same(part.get(), ours, theirs, H5Tget_size(type) / H5Tget_size(part.get()));
        auto const a = value_at<hvl_t>(ours);
        auto const b = value_at<hvl_t>(theirs);
        return a.len == b.len && same(part.get(), static_cast<std::byte const*>(a.p), static_cast<std::byte const*>(b.p), a.len);
    }

    /// Compares references. A dangling reference must stay null.
    [[nodiscard]] bool same_object(std::byte const* ours, std::byte const* theirs) const {
        auto const found = pairs_.find(value_at<hobj_ref_t>(ours));
        return value_at<hobj_ref_t>(theirs) == (found == pairs_.end() ? 0 : found->second);
    }

    [[nodiscard]] bool same_region(std::byte const* ours, std::byte const* theirs) const {
        hid_t const a = H5Rdereference2(old_file_, H5P_DEFAULT, H5R_DATASET_REGION, ours);
        hid_t const b = H5Rdereference2(new_file_, H5P_DEFAULT, H5R_DATASET_REGION, theirs);
        if (a < 0 || b < 0) return a < 0 && b < 0;
        Hdf5Handle const our_set(a, comparing);
        Hdf5Handle const their_set(b, comparing);
        auto const found = pairs_.find(address_of(our_set.get()));
        Hdf5Handle const our_region(H5Rget_region(old_file_, H5R_DATASET_REGION, ours), comparing);
        Hdf5Handle const their_region(H5Rget_region(new_file_, H5R_DATASET_REGION, theirs), comparing);
        return found != pairs_.end() && found->second == address_of(their_set.get()) &&
               H5Sget_select_npoints(our_region.get()) == H5Sget_select_npoints(their_region.get()) &&
               bounds_of(our_region.get()) == bounds_of(their_region.get());
    }

    static std::pair<Hdf5Sizes, Hdf5Sizes> bounds_of(hid_t region) {
        auto const dims = narrow<std::size_t>(H5Sget_simple_extent_ndims(region));
        std::pair<Hdf5Sizes, Hdf5Sizes> bounds{Hdf5Sizes(dims), Hdf5Sizes(dims)};
        H5Sget_select_bounds(region, bounds.first.data(), bounds.second.data());
        return bounds;
    }

    hid_t old_file_;
    hid_t new_file_;
    std::map<haddr_t, haddr_t> pairs_;
};

class Comparison {
  public:
    /// Compares the arrays of one original file. They are several only if all its other objects were copied.
    Comparison(std::span<NewArray const> arrays, std::string const& path)
        : arrays_(arrays), like_(*arrays.front().copied_from), old_file_(open_to_read(like_.file.path, H5P_DEFAULT), comparing),
          new_file_(open_to_read(path, H5P_DEFAULT), comparing), pairs_(old_file_.get(), new_file_.get()) {
        for (NewArray const& array : arrays) {
            if (is_rest(array)) continue;
            by_path_.emplace(array.copied_from->file.dataset, &array);
            by_address_.emplace(address_at(array.copied_from->file.dataset), &array);
        }
        for (std::string const& path_left_out : like_.left_out) left_out_.insert(address_at(path_left_out));
    }

    [[nodiscard]] std::vector<std::string> run() {
        std::vector<std::string> paths{"/"};
        if (like_.all) {
            for (std::string& link : link_names(old_file_.get())) paths.push_back(std::move(link));
        } else {
            paths = {like_.file.dataset};
            for (std::string const& scale : kept_scales()) paths.push_back(scale);
        }
        for (std::string const& path : paths) meet(path); // all pairs must be known before references are compared
        for (auto const& [path, copy] : met_) compare(path, copy);
        return std::move(lines_);
    }

  private:
    [[nodiscard]] haddr_t address_at(std::string const& path) const {
        return address_of(Hdf5Handle(H5Oopen(old_file_.get(), path.c_str(), H5P_DEFAULT), comparing).get());
    }
    [[nodiscard]] std::string copy_of(std::string const& path) const {
        auto const renamed = by_path_.find(path);
        return renamed == by_path_.end() ? path : renamed->second->dataset;
    }
    void differs(std::string const& path, std::string const& what) { lines_.push_back(fmt::format("'{}': {}", path, what)); }

    /// Returns the scales of the dimensions that the copy kept.
    [[nodiscard]] std::vector<std::string> kept_scales() const {
        Hdf5Handle const set(H5Dopen2(new_file_.get(), arrays_.front().dataset.c_str(), H5P_DEFAULT), comparing);
        return all_scales_of(set.get(), Hdf5Paths(new_file_.get()));
    }

    void meet(std::string const& path) {
        std::string const copy = copy_of(path);
        H5L_info_t ours{};
        H5L_info_t theirs{};
        if (like_.all && path != "/") {
            check_hdf5(H5Lget_info(old_file_.get(), path.c_str(), &ours, H5P_DEFAULT), comparing);
            make_known(ours.type); // afterwards HDF5 also reports the length of the link's value
            check_hdf5(H5Lget_info(old_file_.get(), path.c_str(), &ours, H5P_DEFAULT), comparing);
            if (ours.type == H5L_TYPE_HARD && left_out_.contains(address_at(path))) return;
            if (H5Lget_info(new_file_.get(), copy.c_str(), &theirs, H5P_DEFAULT) < 0) return differs(path, "it is missing");
            if (ours.type != theirs.type) return differs(path, "it is another kind of link");
            if (ours.type != H5L_TYPE_HARD) return compare_link(path, copy, ours.u.val_size, theirs.u.val_size);
        }
        Hdf5Handle const old_object(H5Oopen(old_file_.get(), path.c_str(), H5P_DEFAULT), comparing);
        Hdf5Handle const new_object(H5Oopen(new_file_.get(), copy.c_str(), H5P_DEFAULT), comparing);
        auto const known = pairs_.met(address_of(old_object.get()), address_of(new_object.get()));
        if (!known) met_.emplace_back(path, copy);
        if (known == false) differs(path, "it is a name of another object");
    }

    void compare_link(std::string const& path, std::string const& copy, std::size_t bytes, std::size_t their_bytes) {
        std::string ours(bytes, '\0');
        std::string theirs(their_bytes, '\0');
        check_hdf5(H5Lget_val(old_file_.get(), path.c_str(), ours.data(), ours.size(), H5P_DEFAULT), comparing);
        check_hdf5(H5Lget_val(new_file_.get(), copy.c_str(), theirs.data(), theirs.size(), H5P_DEFAULT), comparing);
        if (ours != theirs) differs(path, "the link leads elsewhere");
    }

    void compare(std::string const& path, std::string const& copy) {
        Hdf5Handle const ours(H5Oopen(old_file_.get(), path.c_str(), H5P_DEFAULT), comparing);
        Hdf5Handle const theirs(H5Oopen(new_file_.get(), copy.c_str(), H5P_DEFAULT), comparing);
        H5I_type_t const kind = H5Iget_type(ours.get());
        if (kind != H5Iget_type(theirs.get())) return differs(path, "it is another kind of object");
        compare_attributes(path, ours.get(), theirs.get());
        if (kind == H5I_DATATYPE && H5Tequal(ours.get(), theirs.get()) <= 0) differs(path, "it is another type");
        if (kind == H5I_DATASET) compare_set(path, ours.get(), theirs.get());
    }

    void compare_attributes(std::string const& path, hid_t ours, hid_t theirs) {
        for (std::string const& name : attribute_names(ours)) {
            if (joins_scales(name) || name == netcdf_coordinates) continue; // remade for the new shape
            Hdf5Handle const a(H5Aopen(ours, name.c_str(), H5P_DEFAULT), comparing);
            if (H5Aexists(theirs, name.c_str()) <= 0) {
                differs(path, fmt::format("its attribute '{}' is missing", name));
                continue;
            }
            Hdf5Handle const b(H5Aopen(theirs, name.c_str(), H5P_DEFAULT), comparing);
            if (!same_attribute(a.get(), b.get())) differs(path, fmt::format("its attribute '{}' is another one", name));
        }
    }

    [[nodiscard]] bool same_attribute(hid_t a, hid_t b) {
        Hdf5Handle const type(H5Aget_type(a), comparing);
        Hdf5Handle const their_type(H5Aget_type(b), comparing);
        Hdf5Handle const space(H5Aget_space(a), comparing);
        Hdf5Handle const their_space(H5Aget_space(b), comparing);
        if (H5Tequal(type.get(), their_type.get()) <= 0 || H5Sextent_equal(space.get(), their_space.get()) <= 0) return false;
        Hdf5Values ours(type.get(), space.get());
        Hdf5Values theirs(type.get(), space.get());
        if (ours.count() == 0) return true;
        check_hdf5(H5Aread(a, type.get(), ours.data()), comparing);
        check_hdf5(H5Aread(b, type.get(), theirs.data()), comparing);
        return pairs_.same(type.get(), ours.data(), theirs.data(), ours.count());
    }

    void compare_set(std::string const& path, hid_t ours, hid_t theirs) {
        auto const found = by_address_.find(address_of(ours));
        NewArray const* const array = found == by_address_.end() ? nullptr : found->second;
        bool const is_the_array = array != nullptr;
        Hdf5Handle const type(H5Dget_type(ours), comparing);
        Hdf5Handle const their_type(H5Dget_type(theirs), comparing);
        if (!is_the_array || array->copied_from->keeps_type)
            if (H5Tequal(type.get(), their_type.get()) <= 0) return differs(path, "its elements are of another type");
        if (!is_the_array && is_being_written(like_.file.path)) return; // the file may have grown since the copy
        if (!is_the_array && extents_of(ours, StorageOrder::C) != extents_of(theirs, StorageOrder::C))
            return differs(path, "it has another shape");
        if (is_the_array && !array->copied_from->with_elements) return;
        if (!is_the_array && !has_parts_elsewhere(type.get()) && same_as_stored(ours, theirs)) return;
        if (!is_the_array && !can_decode(ours)) {
            if (!same_chunks(ours, theirs)) differs(path, "its chunks are others");
            return;
        }
        Hdf5Section const section = is_the_array ? section_in_order(*array).value() : whole_section(ours);
        bool same = true;
        for_each_box(theirs, type.get(), [&](std::vector<Run> const& box, hid_t space) {
            if (!same) return;
            Hdf5Values a(type.get(), space);
            Hdf5Values b(type.get(), space);
            read_values(ours, section, box, a);
            read_values(theirs, whole_section(theirs), box, b);
            same = pairs_.same(type.get(), a.data(), b.data(), a.count());
        });
        if (!same) differs(path, "its elements are others");
    }

    std::span<NewArray const> arrays_;
    Original const& like_; // original of the first array
    Hdf5Handle old_file_;
    Hdf5Handle new_file_;
    std::map<std::string, NewArray const*> by_path_;
    std::map<haddr_t, NewArray const*> by_address_;
    std::set<haddr_t> left_out_;
    Counterparts pairs_;
    std::vector<std::pair<std::string, std::string>> met_; // objects: a path of each, and of its copy
    std::vector<std::string> lines_;
};

} // namespace

std::vector<std::string> differences_from_originals(std::vector<NewArray> const& arrays, std::string const& path) {
    SilencedHdf5Errors const quiet;
    if (arrays.front().copied_from && arrays.front().copied_from->all) return Comparison(arrays, path).run();
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (arrays[i].copied_from)
            for (std::string& line : Comparison(std::span(arrays).subspan(i, 1), path).run()) lines.push_back(std::move(line));
    return lines;
}

} // namespace tessera
