// SPDX-License-Identifier: BSD-3-Clause
// Tessera: creation properties of HDF5 objects, copied from others.
#include "libcore/files/store/hdf5/hdf5_settings.hpp"

#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_filters.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tessera {

namespace {

constexpr char const* taking_settings = "taking over the settings of an HDF5 object";

/// Returns the bytes of an attribute in its object's header: name, type, shape and value.
std::size_t bytes_in_header(hid_t attribute) {
    Hdf5Handle const type(H5Aget_type(attribute), taking_settings);
    Hdf5Handle const space(H5Aget_space(attribute), taking_settings);
    std::size_t of_type = 0;
    std::size_t of_space = 0;
    check_hdf5(H5Tencode(type.get(), nullptr, &of_type), taking_settings);
    check_hdf5(H5Sencode(space.get(), nullptr, &of_space), taking_settings);
    auto const of_name = static_cast<std::size_t>(check_hdf5(H5Aget_name(attribute, 0, nullptr), taking_settings));
    return H5Aget_storage_size(attribute) + of_type + of_space + of_name;
}

herr_t note_long_one(hid_t object, char const* name, H5A_info_t const*, void* found) {
    constexpr std::size_t most_bytes = 65000; // 64 KiB less HDF5's overhead
    hid_t const attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute < 0) return -1;
    Hdf5Handle const opened(attribute, taking_settings);
    if (bytes_in_header(attribute) < most_bytes) return 0;
    *static_cast<bool*>(found) = true;
    return 1; // stops the iteration
}

/// Returns whether an element holds a reference that is not null.
bool leads_somewhere(hid_t type, std::byte const* element) {
    switch (H5Tget_class(type)) {
    case H5T_REFERENCE:
        return std::any_of(element, element + H5Tget_size(type), [](std::byte byte) { return byte != std::byte{}; });
    case H5T_COMPOUND:
        for (unsigned member = 0; member < static_cast<unsigned>(H5Tget_nmembers(type)); ++member) {
            Hdf5Handle const part(H5Tget_member_type(type, member), taking_settings);
            if (leads_somewhere(part.get(), element + H5Tget_member_offset(type, member))) return true;
        }
        return false;
    case H5T_ARRAY: {
        Hdf5Handle const part(H5Tget_super(type), taking_settings);
        std::size_t const bytes = H5Tget_size(part.get());
        for (std::size_t at = 0; at < H5Tget_size(type); at += bytes)
            if (leads_somewhere(part.get(), element + at)) return true;
        return false;
    }
    default:
        return false;
    }
}

/// Copies whether the creation order of attributes is tracked.
void take_attribute_order(hid_t old_settings, hid_t new_settings) {
    unsigned order = 0;
    check_hdf5(H5Pget_attr_creation_order(old_settings, &order), taking_settings);
    check_hdf5(H5Pset_attr_creation_order(new_settings, order), taking_settings);
}

/// Copies whether the creation order of a group's links is tracked.
void take_link_order(hid_t old_settings, hid_t new_settings) {
    unsigned order = 0;
    check_hdf5(H5Pget_link_creation_order(old_settings, &order), taking_settings);
    check_hdf5(H5Pset_link_creation_order(new_settings, order), taking_settings);
}

/// Copies the properties common to all objects: storage of attributes and tracking of times.
void take_object_settings(hid_t old_settings, hid_t new_settings) {
    take_attribute_order(old_settings, new_settings);
    unsigned most_compact = 0;
    unsigned least_dense = 0;
    check_hdf5(H5Pget_attr_phase_change(old_settings, &most_compact, &least_dense), taking_settings);
    check_hdf5(H5Pset_attr_phase_change(new_settings, most_compact, least_dense), taking_settings);
    hbool_t times = 0;
    check_hdf5(H5Pget_obj_track_times(old_settings, &times), taking_settings);
    check_hdf5(H5Pset_obj_track_times(new_settings, times), taking_settings);
}

} // namespace

void check_fill_value(hid_t settings, hid_t type, std::string const& doing) {
    H5D_fill_value_t fill = H5D_FILL_VALUE_DEFAULT;
    check_hdf5(H5Pfill_value_defined(settings, &fill), doing);
    if (fill != H5D_FILL_VALUE_USER_DEFINED || !has_references(type)) return;
    std::vector<std::byte> value(H5Tget_size(type));
    check_hdf5(H5Pget_fill_value(settings, type, value.data()), doing);
    if (leads_somewhere(type, value.data()))
        throw Hdf5Error(doing + ": its fill value refers to an object, which is elsewhere in the copy; --exclude leaves it out");
}

void take_settings(hid_t old_settings, hid_t new_settings, hid_t type) {
    H5D_fill_value_t fill = H5D_FILL_VALUE_DEFAULT;
    check_hdf5(H5Pfill_value_defined(old_settings, &fill), taking_settings);
    if (fill == H5D_FILL_VALUE_USER_DEFINED) {
        std::vector<std::byte> value(H5Tget_size(type));
        check_hdf5(H5Pget_fill_value(old_settings, type, value.data()), taking_settings);
        check_hdf5(H5Pset_fill_value(new_settings, type, value.data()), taking_settings);
    }
    if (fill == H5D_FILL_VALUE_UNDEFINED) check_hdf5(H5Pset_fill_value(new_settings, H5T_NATIVE_CHAR, nullptr), taking_settings);
    H5D_fill_time_t fill_time = H5D_FILL_TIME_IFSET;
    check_hdf5(H5Pget_fill_time(old_settings, &fill_time), taking_settings);
    check_hdf5(H5Pset_fill_time(new_settings, fill_time), taking_settings);
    take_object_settings(old_settings, new_settings);
}

Hdf5Handle group_settings(hid_t old_group) {
    Hdf5Handle const old(H5Gget_create_plist(old_group), taking_settings);
    Hdf5Handle settings(H5Pcreate(H5P_GROUP_CREATE), taking_settings);
    take_object_settings(old.get(), settings.get());
    set_filters(settings.get(), filters_of(old.get())); // filters of the heap for many links
    take_link_order(old.get(), settings.get());
    unsigned most_compact = 0;
    unsigned least_dense = 0;
    check_hdf5(H5Pget_link_phase_change(old.get(), &most_compact, &least_dense), taking_settings);
    check_hdf5(H5Pset_link_phase_change(settings.get(), most_compact, least_dense), taking_settings);
    unsigned links = 0;
    unsigned name_length = 0;
    check_hdf5(H5Pget_est_link_info(old.get(), &links, &name_length), taking_settings);
    check_hdf5(H5Pset_est_link_info(settings.get(), links, name_length), taking_settings);
    std::size_t heap_bytes = 0;
    check_hdf5(H5Pget_local_heap_size_hint(old.get(), &heap_bytes), taking_settings);
    check_hdf5(H5Pset_local_heap_size_hint(settings.get(), heap_bytes), taking_settings);
    make_room_for_attributes(old_group, settings.get());
    return settings;
}

Hdf5Handle new_set_settings(std::vector<std::byte> const& fill, hid_t type) {
    Hdf5Handle settings(H5Pcreate(H5P_DATASET_CREATE), taking_settings);
    if (!fill.empty()) check_hdf5(H5Pset_fill_value(settings.get(), type, fill.data()), taking_settings);
    check_hdf5(H5Pset_attr_creation_order(settings.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), taking_settings);
    return settings;
}

Hdf5Handle new_file_settings() {
    Hdf5Handle settings(H5Pcreate(H5P_FILE_CREATE), taking_settings);
    check_hdf5(H5Pset_link_creation_order(settings.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), taking_settings);
    check_hdf5(H5Pset_attr_creation_order(settings.get(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED), taking_settings);
    return settings;
}

void keep_order_of_root(hid_t old_file, hid_t creation_settings) {
    Hdf5Handle const root(H5Gopen2(old_file, "/", H5P_DEFAULT), taking_settings);
    Hdf5Handle const settings(H5Gget_create_plist(root.get()), taking_settings);
    take_link_order(settings.get(), creation_settings);
    take_attribute_order(settings.get(), creation_settings);
    make_room_for_attributes(root.get(), creation_settings);
}

void make_room_for_attributes(hid_t old_object, hid_t creation_settings) {
    bool found = false;
    check_hdf5(H5Aiterate2(old_object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, note_long_one, &found), taking_settings);
    if (!found) return;
    unsigned order = 0;
    check_hdf5(H5Pget_attr_creation_order(creation_settings, &order), taking_settings);
    check_hdf5(H5Pset_attr_creation_order(creation_settings, order | H5P_CRT_ORDER_TRACKED), taking_settings);
}

Hdf5Handle making_groups() {
    Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), taking_settings);
    check_hdf5(H5Pset_create_intermediate_group(links.get(), 1), taking_settings);
    return links;
}

} // namespace tessera
