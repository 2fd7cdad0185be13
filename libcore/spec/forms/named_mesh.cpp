// SPDX-License-Identifier: BSD-3-Clause
// Tessera: meshes with named axes and sub-axes.
#include "libcore/spec/forms/detail/named_mesh.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/spec/forms/detail/arguments.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::notation {

namespace {

/// The axes of a mesh, each cut into the pieces that the sub-axes require.
class CutMesh {
  public:
    CutMesh(Cursor& cursor, NamedSharding const& sharding) : cursor_(cursor), sharding_(sharding) {
        for (Index const extent : sharding.extents)
            points_.push_back(extent == 1 ? std::vector<Index>{1} : std::vector<Index>{1, extent});
        for (auto const& dim : sharding.dims)
            for (AxisName const& axis : dim) add_points(axis);
        for (AxisName const& axis : sharding.replicated) add_points(axis);
        for (AxisName const& axis : sharding.unreduced) add_points(axis);
        check_points();
    }

    /// Returns the extents of all pieces, axis by axis, major ones first.
    [[nodiscard]] Extents pieces() const {
        Extents result;
        for (auto const& points : points_)
            for (std::size_t i = 1; i < points.size(); ++i) result.push_back(points[i] / points[i - 1]);
        return result;
    }

    /// Returns the indices of the pieces that form an axis or sub-axis, major ones first.
    [[nodiscard]] std::vector<int> pieces_of(AxisName const& axis) const {
        auto const number = find(axis.name);
        if (!number || cursor_.failed()) return {};
        int before = 0;
        for (std::size_t i = 0; i < *number; ++i) before += static_cast<int>(points_[i].size()) - 1;
        Index const end = axis.pre * axis.size.value_or(sharding_.extents[*number]);
        std::vector<int> result;
        auto const& points = points_[*number];
        for (std::size_t i = 1; i < points.size(); ++i)
            if (points[i - 1] >= axis.pre && points[i] <= end) result.push_back(before + static_cast<int>(i) - 1);
        return result;
    }

  private:
    std::optional<std::size_t> find(Name const& name) const {
        auto const same = [&](Name const& other) { return other.text == name.text; };
        auto const found = std::ranges::find_if(sharding_.names, same);
        if (found != sharding_.names.end()) return as_size(found - sharding_.names.begin());
        std::vector<std::string> names;
        for (Name const& each : sharding_.names) names.push_back(each.text);
        cursor_.fail(name.place, fmt::format("the mesh has no axis '{}'; it has {}{}", name.text, fmt::join(names, ", "),
                                             suggestion(name.text, names)));
        return std::nullopt;
    }

    void add_points(AxisName const& axis) {
        auto const number = find(axis.name);
        if (!number || !axis.size) return;
        auto& points = points_[*number];
        Index const extent = sharding_.extents[*number];
        if (axis.pre > extent || extent % axis.pre != 0 || *axis.size > extent / axis.pre || extent / axis.pre % *axis.size != 0)
            return cursor_.fail(axis.name.place, fmt::format("{}:({}){} does not divide the axis, which has {}", axis.name.text,
                                                             axis.pre, *axis.size, extent));
        points.push_back(axis.pre);
        points.push_back(axis.pre * *axis.size);
    }

    void check_points() {
        for (std::size_t axis = 0; axis < points_.size(); ++axis) {
            auto& points = points_[axis];
            std::ranges::sort(points);
            points.erase(std::unique(points.begin(), points.end()), points.end());
            for (std::size_t i = 1; i < points.size(); ++i)
                if (points[i] % points[i - 1] != 0)
                    cursor_.fail(sharding_.place, fmt::format("the sub-axes of '{}' overlap: they begin or end at {} and {}",
                                                              sharding_.names[axis].text, points[i - 1], points[i]));
        }
    }

    Cursor& cursor_;
    NamedSharding const& sharding_;
    std::vector<std::vector<Index>> points_; // the boundaries of each axis' pieces, ascending, as products from the major end
};

void check_devices(Cursor& cursor, NamedSharding const& sharding) {
    check_mesh_size(cursor, sharding.extents, sharding.place);
    if (sharding.devices.empty() || cursor.failed()) return;
    Index size = 1;
    for (Index const extent : sharding.extents) size *= extent;
    auto const given = sharding.devices.size();
    if (std::ssize(sharding.devices) != size)
        cursor.fail(sharding.place, fmt::format("the mesh has {}, but {} {} given", counted(as_size(size), "position"),
                                                counted(given, "device"), given == 1 ? "is" : "are"));
}

} // namespace

Name axis_word(Cursor& cursor) {
    Token const token = cursor.peek();
    if (token.kind != Token::Kind::String && token.kind != Token::Kind::Name)
        cursor.fail_expected("the name of a mesh axis, such as 'x'");
    cursor.take();
    return {std::string(token.text), token.place};
}

AxisName axis_name(Cursor& cursor) {
    AxisName axis{axis_word(cursor), 1, std::nullopt};
    if (!cursor.accept(":")) return axis;
    cursor.expect("(", "and the product of the sizes before the sub-axis");
    axis.pre = integer_argument(cursor, 1);
    cursor.expect(")", "before the size of the sub-axis");
    axis.size = integer_argument(cursor, 1);
    return axis;
}

void mesh_axes(Cursor& cursor, NamedSharding& sharding, std::string_view separator, std::string_view closing) {
    while (!cursor.failed() && !cursor.at(closing)) {
        Name name = axis_word(cursor);
        for (Name const& other : sharding.names)
            if (other.text == name.text) cursor.fail(name.place, fmt::format("the mesh has two axes '{}'", name.text));
        sharding.names.push_back(std::move(name));
        cursor.expect(separator, "and the size of the axis");
        sharding.extents.push_back(integer_argument(cursor, 1));
        if (!cursor.accept(",")) break;
    }
    cursor.expect(closing, "after the axes of the mesh");
}

void device_list(Cursor& cursor, NamedSharding& sharding) {
    cursor.expect("=", "after device_ids");
    bool const parenthesis = cursor.accept("(");
    std::size_t const begin = cursor.position();
    bool const list = cursor.at("[");
    if (list) cursor.skip_parenthesized();
    bool const iota = cursor.at_word("T");
    cursor.seek(begin);
    if (list && !iota) {
        sharding.devices = devices_argument(cursor);
    } else if (list) {
        sharding.devices = iota_list(cursor);
    } else {
        do sharding.devices.push_back(device_argument(cursor));
        while (cursor.accept(","));
    }
    if (parenthesis) cursor.expect(")", "after the devices");
}

bool unreduced_axes(Cursor& cursor, NamedSharding& sharding, bool any) {
    if (!cursor.accept_word("unreduced")) return false;
    cursor.expect("=", "after unreduced");
    Place const at = cursor.peek().place;
    if (cursor.at_name()) { // V3 names the reduction
        Name const op = cursor.expect_name("the reduction");
        if (any)
            sharding.op = pending_operation(cursor, op, "unreduced=");
        else if (!same_word(op.text, "sum"))
            cursor.fail(
                at,
                fmt::format(
                    "unreduced={} is not a sum, and this form has only sums; v3 ({{mesh[..], ..}}), dtensor and mlir have others",
                    op.text));
    }
    cursor.expect("{", "and the axes that hold addends");
    while (!cursor.failed() && !cursor.at("}")) {
        sharding.unreduced.push_back(axis_name(cursor));
        if (!cursor.accept(",")) break;
    }
    cursor.expect("}", "after the axes that hold addends");
    return true;
}

namespace {

/// Precondition: the mesh was accepted, so an int can hold its ranks.
AxisNames names_of(NamedSharding const& sharding) {
    AxisNames names;
    Index weight = 1;
    for (std::size_t axis = sharding.names.size(); axis-- > 0; weight *= sharding.extents[axis])
        names.axes.push_back({sharding.names[axis].text, sharding.extents[axis], weight});
    return names;
}

} // namespace

MeshSharding resolved(Cursor& cursor, NamedSharding const& sharding, ArraySpec const& array) {
    if (std::ssize(sharding.dims) > array.dims())
        cursor.fail(sharding.place,
                    fmt::format("{} has {}, but {} given", array.name, counted(array.extents.size(), "dimension"),
                                sharding.dims.size() == 1 ? "1 entry is" : fmt::format("{} entries are", sharding.dims.size())));
    check_devices(cursor, sharding);
    if (cursor.failed()) return {};
    CutMesh const mesh(cursor, sharding);
    MeshSharding result{mesh.pieces(), {}, sharding.devices, sharding.place};
    std::vector<bool> used(result.mesh.size(), false);
    auto const use = [&](AxisName const& axis) {
        auto pieces = mesh.pieces_of(axis);
        for (int const piece : pieces) {
            if (used[as_size(piece)]) cursor.fail(axis.name.place, fmt::format("axis '{}' is used twice", axis.name.text));
            used[as_size(piece)] = true;
        }
        return pieces;
    };
    for (auto const& dim : sharding.dims) {
        ShardedDim& target = result.dims.emplace_back();
        target.place = sharding.place;
        for (AxisName const& axis : dim) {
            auto const pieces = use(axis);
            target.axes.insert(target.axes.end(), pieces.begin(), pieces.end());
        }
    }
    for (AxisName const& axis : sharding.replicated) use(axis);
    result.op = sharding.op;
    for (AxisName const& axis : sharding.unreduced)
        for (int const piece : use(axis)) result.addends.push_back(piece);
    if (!sharding.unreduced.empty() && result.addends.empty()) { // axes of extent 1: sums of one addend
        result.addends = {static_cast<int>(result.mesh.size())};
        result.mesh.push_back(1);
    }
    result.dims.resize(array.extents.size(), {{}, {}, {}, sharding.place});
    result.names = names_of(sharding);
    return result;
}

} // namespace tessera::notation
