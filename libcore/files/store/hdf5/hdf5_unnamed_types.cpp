// SPDX-License-Identifier: BSD-3-Clause
// Tessera: objects of an HDF5 file that netCDF does not show.
#include "libcore/files/store/hdf5/hdf5_unnamed_types.hpp"

#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <hdf5.h>
#include <string_view>
#include <utility>

namespace tessera {

namespace {

constexpr char const* looking_for_types = "looking for types without a name";

Hdf5Handle native(hid_t type) {
    return {H5Tget_native_type(type, H5T_DIR_DEFAULT), looking_for_types};
}

herr_t add_name(hid_t, char const* name, H5L_info_t const*, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

herr_t add_attribute_name(hid_t, char const* name, H5A_info_t const*, void* names) {
    static_cast<std::vector<std::string>*>(names)->emplace_back(name);
    return 0;
}

/// Reads a file as netCDF does. A variable is shown if its type is a number, a text, or equal to a named type visited before it.
/// Attributes are read later, when all names are known.
class NetcdfView {
  public:
    explicit NetcdfView(std::string const& path) : file_(open_to_read(path, H5P_DEFAULT), looking_for_types) {}

    std::vector<std::string> hidden() {
        look_into("/");
        for (std::string const& path : paths_) look_at_attributes(path);
        return std::move(hidden_);
    }

  private:
    void look_into(std::string const& path) {
        Hdf5Handle const group(H5Gopen2(file_.get(), path.c_str(), H5P_DEFAULT), looking_for_types);
        Hdf5Handle const settings(H5Gget_create_plist(group.get()), looking_for_types);
        unsigned order = 0;
        check_hdf5(H5Pget_link_creation_order(settings.get(), &order), looking_for_types);
        H5_index_t const index = (order & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
        std::vector<std::string> names;
        hsize_t next = 0;
        check_hdf5(H5Literate(group.get(), index, H5_ITER_INC, &next, add_name, &names), looking_for_types);
        paths_.push_back(path);
        std::vector<std::string> groups;
        for (std::string const& name : names) {
            std::string const inner = (path == "/" ? path : path + "/") + name;
            H5O_info_t info{};
            bool const is_there = H5Oexists_by_name(group.get(), name.c_str(), H5P_DEFAULT) > 0;
            if (!is_there || H5Oget_info_by_name(group.get(), name.c_str(), &info, H5P_DEFAULT) < 0) continue;
            if (info.type == H5O_TYPE_GROUP && is_hard(group.get(), name)) groups.push_back(inner);
            if (info.type == H5O_TYPE_DATASET) look_at_set(inner);
            if (info.type == H5O_TYPE_NAMED_DATATYPE)
                named_.push_back(native(Hdf5Handle(H5Topen2(file_.get(), inner.c_str(), H5P_DEFAULT), looking_for_types).get()));
        }
        for (std::string const& each : groups) look_into(each);
    }

    /// Only hard links are followed, because links may form cycles.
    [[nodiscard]] static bool is_hard(hid_t group, std::string const& name) {
        H5L_info_t link{};
        return H5Lget_info(group, name.c_str(), &link, H5P_DEFAULT) >= 0 && link.type == H5L_TYPE_HARD;
    }

    void look_at_set(std::string const& path) {
        Hdf5Handle const set(H5Dopen2(file_.get(), path.c_str(), H5P_DEFAULT), looking_for_types);
        Hdf5Handle const type(H5Dget_type(set.get()), looking_for_types);
        if (is_hidden(type.get()))
            hidden_.push_back(fmt::format("'{}'", path));
        else
            paths_.push_back(path);
    }

    /// Finds hidden attributes. netCDF understands the two structured attributes of dimension scales.
    void look_at_attributes(std::string const& path) {
        Hdf5Handle const object(H5Oopen(file_.get(), path.c_str(), H5P_DEFAULT), looking_for_types);
        std::vector<std::string> names;
        hsize_t next = 0;
        check_hdf5(H5Aiterate2(object.get(), H5_INDEX_NAME, H5_ITER_NATIVE, &next, add_attribute_name, &names), looking_for_types);
        for (std::string const& name : names) {
            if (name == "DIMENSION_LIST" || name == "REFERENCE_LIST") continue;
            Hdf5Handle const attribute(H5Aopen(object.get(), name.c_str(), H5P_DEFAULT), looking_for_types);
            Hdf5Handle const type(H5Aget_type(attribute.get()), looking_for_types);
            if (is_hidden(type.get())) hidden_.push_back(fmt::format("the attribute '{}' of '{}'", name, path));
        }
    }

    [[nodiscard]] bool is_hidden(hid_t type) const {
        H5T_class_t const kind = H5Tget_class(type);
        bool const own = kind == H5T_COMPOUND || kind == H5T_ENUM || kind == H5T_OPAQUE || kind == H5T_VLEN || kind == H5T_ARRAY;
        if (!own) return false;
        Hdf5Handle const in_memory = native(type);
        return std::ranges::none_of(named_, [&](Hdf5Handle const& each) { return H5Tequal(each.get(), in_memory.get()) > 0; });
    }

    Hdf5Handle file_;
    std::vector<Hdf5Handle> named_;  // named types so far
    std::vector<std::string> paths_; // objects that are shown
    std::vector<std::string> hidden_;
};

} // namespace

std::vector<std::string> hidden_from_netcdf(std::string const& path) {
    SilencedHdf5Errors const quiet;
    return NetcdfView(path).hidden();
}

} // namespace tessera
