// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies metadata when an array goes to a file of another format.
#include "libcore/files/store/carry_over.hpp"

#include "libcore/files/store/array_format.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <span>
#include <sstream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tessera {

namespace {

/// Attributes of the CF conventions that name other arrays.
constexpr std::array<std::string_view, 6> naming_attributes{"coordinates",  "bounds",        "ancillary_variables",
                                                            "grid_mapping", "cell_measures", "formula_terms"};

/// Returns the values of a coordinate at the indices that one side of a copy takes.
std::vector<std::byte> points_of(Coordinate const& coordinate, CopySide const& side, Index count) {
    std::vector<std::byte> points;
    for (Index i = 0; i < count; ++i) {
        auto const from = coordinate.elements.begin() + (side.start + i * side.step) * coordinate.type.bytes;
        points.insert(points.end(), from, from + coordinate.type.bytes);
    }
    return points;
}

/// Restricts names and coordinates to the dimensions of a new array. Two dimensions keep the same name only if they copy the same
/// indices.
class CutDimensions {
  public:
    CutDimensions(NewArray const& array, ArrayMetadata from) : array_(array), from_(std::move(from)) {}

    ArrayMetadata cut() {
        ArrayMetadata made = from_;
        made.dim_names.clear();
        made.coordinates.clear();
        for (std::size_t d = 0; !from_.dim_names.empty() && d < array_.extents.size(); ++d)
            made.dim_names.push_back(name_of(d, made.coordinates));
        for (Coordinate const& each : from_.coordinates)
            if (std::ranges::find(made.coordinates, each.name, &Coordinate::name) == made.coordinates.end())
                made.lost.push_back(fmt::format("the coordinate '{}'", each.name));
        return made;
    }

  private:
    struct Taken {
        std::string name;
        CopySide side;
        Index extent;
    };

    std::string name_of(std::size_t d, std::vector<Coordinate>& coordinates) {
        std::string const fresh = fmt::format("dim_{}", d);
        auto const& side = array_.copied_from->map.axes[d].source;
        if (!side) return fresh;
        Taken const taken{from_.dim_names[as_size(side->dim)], *side, array_.extents[d]};
        auto const before = std::ranges::find(taken_, taken.name, &Taken::name);
        if (before != taken_.end()) {
            bool const same =
                before->side.start == side->start && before->side.step == side->step && before->extent == taken.extent;
            return same ? taken.name : fresh;
        }
        taken_.push_back(taken);
        auto const found = std::ranges::find(from_.coordinates, taken.name, &Coordinate::name);
        Index const last = side->start + (taken.extent - 1) * side->step; // a coordinate may be shorter than its dimension
        if (found != from_.coordinates.end() && std::max(side->start, last) < found->count())
            coordinates.push_back({found->name, found->type, points_of(*found, *side, taken.extent), found->notes});
        return taken.name;
    }

    NewArray const& array_;
    ArrayMetadata from_;
    std::vector<Taken> taken_;
};

std::string last_of(std::string const& path) {
    return path.substr(path.rfind('/') + 1);
}

/// Returns the group of a path. "" is the root.
std::string group_of(std::string const& path) {
    return path.substr(0, path.find_last_of('/') == std::string::npos ? 0 : path.rfind('/'));
}

/// The new arrays and the excluded paths, indexed by the last part of their names, because a file may have thousands.
class NamedArrays {
  public:
    explicit NamedArrays(std::span<NewArray const> arrays) {
        for (NewArray const& array : arrays) {
            made_.emplace(last_of(array.dataset), &array);
            by_path_.emplace(array.dataset, &array);
        }
        if (arrays.empty() || !arrays.front().copied_from) return;
        // all originals of a file have the same list
        for (std::string const& path : arrays.front().copied_from->left_out) left_out_.insert(last_of(path));
    }

    /// Returns whether a new array has this name. "x" and "g/x" both match "/g/x".
    [[nodiscard]] bool has(std::string const& name) const {
        return any_named(name, [&](NewArray const& array) { return array.dataset.ends_with("/" + name); });
    }
    /// Returns the new array to which a name refers within an array, by netCDF's rule for dimensions: in its own group, otherwise
    /// in the nearest enclosing group. Null if there is none.
    [[nodiscard]] NewArray const* seen_from(NewArray const& array, std::string const& name) const {
        for (std::string group = group_of(array.dataset);; group = group_of(group)) {
            auto const found = by_path_.find(group + "/" + name);
            if (found != by_path_.end()) return found->second;
            if (group.empty()) return nullptr;
        }
    }
    /// Returns the coordinate of this dimension of an array if it has another length; otherwise null.
    [[nodiscard]] NewArray const* coordinate_of_other_length(NewArray const& array, std::string const& dim, Index length) const {
        NewArray const* const seen = seen_from(array, dim);
        return seen != nullptr && seen->extents.size() == 1 && seen->extents[0] != length ? seen : nullptr;
    }
    /// Returns whether a new array with this path does not have exactly one dimension.
    [[nodiscard]] bool is_of_other_rank(std::string const& path) const {
        return any_named(path, [&](NewArray const& array) { return array.dataset == path && array.extents.size() != 1; });
    }
    /// Returns whether the user excluded this coordinate. Its dimension keeps the name.
    [[nodiscard]] bool is_left_out(std::string const& dim) const { return left_out_.contains(dim); }

  private:
    template <class Fits>
    [[nodiscard]] bool any_named(std::string const& name, Fits const& fits) const {
        auto const [begin, end] = made_.equal_range(last_of(name));
        return std::any_of(begin, end, [&](auto const& each) { return fits(*each.second); });
    }

    std::unordered_multimap<std::string, NewArray const*> made_;
    std::unordered_map<std::string, NewArray const*> by_path_;
    std::unordered_set<std::string> left_out_;
};

void take_other_name(NewArray& array, std::size_t d, Index length) {
    std::string& name = array.metadata.dim_names[d];
    array.metadata.lost.push_back(fmt::format("the name '{}' of its dimension {}, which has {} of that dimension's {} elements",
                                              name, d + 1, array.extents[d], length));
    name = fmt::format("{}_of_{}", name, last_of(array.dataset));
}

/// Renames dimensions of an array that conflict with another array. First case: the dimension's coordinate has another length.
/// netCDF-4, for example, stores variables without their last records, but other formats need equal lengths. Second case: the
/// target has dims_are_arrays, and an array with other than one dimension has the name.
void part_from_others(NewArray& array, NamedArrays const& arrays, ArrayFormat const& to) {
    ArrayMetadata& metadata = array.metadata;
    std::string const group = array.dataset.substr(0, array.dataset.rfind('/') + 1);
    for (std::size_t d = 0; d < metadata.dim_names.size(); ++d) {
        std::string& name = metadata.dim_names[d];
        if (to.capabilities().dims_are_arrays && arrays.is_of_other_rank(group + name)) {
            metadata.lost.push_back(
                fmt::format("the name '{}' of a dimension, which is '{}_dim' now: an array that is no list has it", name, name));
            name += "_dim";
            continue;
        }
        NewArray const* const longer = arrays.coordinate_of_other_length(array, name, array.extents[d]);
        if (longer != nullptr) take_other_name(array, d, longer->extents[0]);
    }
}

/// Finds the groups of the originals in which dimensions lie, for arrays in groups.
class DimensionGroups {
  public:
    /// Returns the nearest group that has an unlimited dimension of this name; otherwise the array's own group.
    [[nodiscard]] std::string of(NewArray const& array, std::size_t d) {
        std::string const own = group_of(array.dataset);
        bool const unlimited = d < array.unlimited.size() && array.unlimited[d];
        if (own.empty() || !unlimited || !array.copied_from) return own;
        FileName const& from = array.copied_from->file;
        if (path_ != from.path) {
            path_ = from.path;
            unlimited_.clear();
            for (FileDimension const& dim : from.format->dimensions(from.path))
                if (dim.unlimited) unlimited_.insert("/" + dim.name);
        }
        for (std::string group = group_of(from.dataset);; group = group_of(group)) {
            if (unlimited_.contains(group + "/" + array.metadata.dim_names[d])) return group;
            if (group.empty()) return own;
        }
    }

  private:
    std::string path_;
    std::unordered_set<std::string> unlimited_;
};

/// Renames dimensions that have the same name and different lengths, in one group or along an unlimited netCDF-4 dimension shared
/// by groups. The longest keeps the name.
void part_from_longer(std::vector<NewArray>& arrays) {
    std::map<std::pair<std::string, std::string>, Index> longest;
    DimensionGroups groups;
    auto const for_each_dim = [&](auto const& visit) {
        for (NewArray& array : arrays)
            for (std::size_t d = 0; d < array.metadata.dim_names.size(); ++d)
                visit(array, d, longest[{groups.of(array, d), array.metadata.dim_names[d]}]);
    };
    for_each_dim([](NewArray const& array, std::size_t d, Index& most) { most = std::max(most, array.extents[d]); });
    for_each_dim([](NewArray& array, std::size_t d, Index const& most) {
        if (array.extents[d] != most) take_other_name(array, d, most);
    });
}

/// Last parts of the names of all arrays of a file, read on first use.
class SourceNames {
  public:
    [[nodiscard]] bool has(FileName const& file, std::string const& name) {
        if (!names_ || path_ != file.path) {
            path_ = file.path;
            names_.emplace();
            auto const there = file.format->datasets(file.path);
            for (std::string const& path : there ? *there : std::vector<std::string>{}) names_->insert(last_of(path));
        }
        return names_->contains(last_of(name));
    }

  private:
    std::string path_;
    std::optional<std::unordered_set<std::string>> names_;
};

/// Adds a loss for each array of the source that an attribute names and that is not copied. Attributes may name arrays that never
/// existed.
void note_named_arrays(ArrayMetadata& metadata, FileName const& source, NamedArrays const& arrays, SourceNames& there) {
    for (Attribute const& attribute : metadata.notes.attributes) {
        auto const* const text = std::get_if<std::string>(&attribute.value);
        if (text == nullptr || std::ranges::find(naming_attributes, attribute.name) == naming_attributes.end()) continue;
        std::istringstream words(*text);
        for (std::string word; words >> word;)
            if (!word.ends_with(':') && !arrays.has(word) && there.has(source, word) &&
                std::ranges::find(metadata.coordinates, word, &Coordinate::name) == metadata.coordinates.end())
                metadata.lost.push_back(fmt::format("the array '{}', which its attribute '{}' names", word, attribute.name));
    }
}

/// Sets, if unset, the unlimited dimensions that are whole dimensions of the original, and the fields of its elements.
void take_from_original(NewArray& array) {
    bool const wants_fields = array.fields.empty() && array.type.name.starts_with('V');
    if (!array.unlimited.empty() && !wants_fields) return;
    auto source = open_array(array.copied_from->file, {.declared = std::nullopt, .as_stored = true});
    if (!source) return;
    if (wants_fields && source->type == array.type) array.fields = source->fields;
    if (!array.unlimited.empty()) return;
    if (source->order != array.copied_from->order) {
        std::reverse(source->unlimited.begin(), source->unlimited.end());
        std::ranges::reverse(source->extents);
    }
    array.unlimited = growing(*source, array.copied_from->map, array.extents);
}

} // namespace

void carry_over(std::vector<NewArray>& arrays, ArrayFormat const& to) {
    NamedArrays const named(arrays);
    SourceNames there;
    std::unordered_set<std::string> files; // files whose attributes are already read
    for (NewArray& array : arrays) {
        auto const coordinate = [&](std::string const& dim) {
            return named.seen_from(array, dim) == nullptr && !named.is_left_out(dim);
        };
        if (!array.copied_from) continue;
        take_from_original(array);
        ArrayFormat const& format = *array.copied_from->file.format;
        if (&format == &to && to.capabilities().has_objects) continue;
        MetadataSelection const wanted{coordinate, files.insert(array.copied_from->file.path).second};
        array.metadata = CutDimensions(array, format.metadata(array.copied_from->file, array.copied_from->order, wanted)).cut();
        part_from_others(array, named, to);
        note_named_arrays(array.metadata, array.copied_from->file, named, there);
    }
    if (!to.capabilities().fills_records) part_from_longer(arrays);
}

} // namespace tessera
