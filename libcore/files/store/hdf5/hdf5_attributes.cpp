// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes of HDF5 objects.
#include "libcore/files/store/hdf5/hdf5_attributes.hpp"

#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"

#include <fmt/format.h>

namespace tessera {

namespace {

constexpr char const* reading_attributes = "reading attributes";

herr_t note_name(hid_t, char const* name, H5A_info_t const*, void* names) {
    static_cast<std::vector<std::string>*>(names)->push_back(name);
    return 0;
}

void copy_attribute(hid_t from, hid_t to, std::string const& name, Hdf5Names const* names) {
    std::string const doing = fmt::format("copying attribute '{}'", name);
    Hdf5Handle const attribute(H5Aopen(from, name.c_str(), H5P_DEFAULT), doing);
    Hdf5Handle const type(H5Aget_type(attribute.get()), doing);
    if (names == nullptr && has_references(type.get())) return;
    Hdf5Handle const made = names != nullptr ? names->type_for(type.get()) : Hdf5Handle(H5Tcopy(type.get()), doing);
    Hdf5Handle const space(H5Aget_space(attribute.get()), doing);
    Hdf5Handle const settings(H5Aget_create_plist(attribute.get()), doing);
    Hdf5Handle const copy(H5Acreate2(to, name.c_str(), made.get(), space.get(), settings.get(), H5P_DEFAULT), doing);
    Hdf5Values values(type.get(), space.get());
    if (values.count() == 0) return;
    check_can_write(type.get(), values.count(), doing);
    check_hdf5(H5Aread(attribute.get(), type.get(), values.data()), doing);
    if (names != nullptr) names->translate(type.get(), values.data(), values.count(), H5Tget_size(type.get()));
    check_hdf5(H5Awrite(copy.get(), type.get(), values.data()), doing);
}

void copy_comment(hid_t from, hid_t to) {
    ssize_t const length = H5Oget_comment(from, nullptr, 0);
    if (length <= 0) return;
    std::string comment(as_size(length) + 1, '\0');
    check_hdf5(H5Oget_comment(from, comment.data(), comment.size()), "copying a comment");
    check_hdf5(H5Oset_comment(to, comment.c_str()), "copying a comment");
}

} // namespace

std::vector<std::string> attribute_names(hid_t object) {
    SilencedHdf5Errors const quiet;
    auto const count = static_cast<hsize_t>(check_hdf5(H5Aget_num_attrs(object), reading_attributes));
    bool const knows_order =
        count > 0 && H5Aget_name_by_idx(object, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, 0, nullptr, 0, H5P_DEFAULT) >= 0;
    H5_index_t const index = knows_order ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    std::vector<std::string> names;
    if (count > 0) check_hdf5(H5Aiterate2(object, index, H5_ITER_INC, nullptr, note_name, &names), reading_attributes);
    return names;
}

void copy_attributes(hid_t from, hid_t to, Hdf5Names const* names, std::function<bool(std::string const&)> const& is_left_out) {
    SilencedHdf5Errors const quiet;
    for (std::string const& name : attribute_names(from))
        if (!is_left_out || !is_left_out(name)) copy_attribute(from, to, name, names);
    copy_comment(from, to);
}

} // namespace tessera
