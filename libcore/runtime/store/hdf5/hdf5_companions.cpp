// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what belongs to a dataset in its HDF5 file, or stands beside it, copied along with it.
#include "libcore/runtime/store/hdf5/hdf5_companions.hpp"

#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/hdf5/hdf5_attributes.hpp"
#include "libcore/runtime/store/hdf5/hdf5_find.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <hdf5_hl.h>
#include <string_view>

namespace tessera {

namespace {

constexpr char const* copying = "copying what stands beside the dataset";

Hdf5Handle making_groups() {
    Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), copying);
    check_hdf5(H5Pset_create_intermediate_group(links.get(), 1), copying);
    return links;
}

/// Every group on the way must exist before a link is asked for.
bool exists(hid_t file, std::string const& path) {
    for (auto slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
        if (H5Lexists(file, path.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    return H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0;
}

/// References to objects of the old file mean nothing in the new one; attaching scales makes them anew.
void forget_references(hid_t set) {
    for (char const* const name : {"DIMENSION_LIST", "REFERENCE_LIST"})
        if (H5Aexists(set, name) > 0) check_hdf5(H5Adelete(set, name), copying);
}

void copy_object(hid_t old_file, hid_t new_file, std::string const& path) {
    Hdf5Handle const links = making_groups();
    check_hdf5(H5Ocopy(old_file, path.c_str(), new_file, path.c_str(), H5P_DEFAULT, links.get()),
               fmt::format("copying '{}'", path));
}

/// A dimension of a dataset that a scale is attached to.
struct Attachment {
    std::string set;
    unsigned dim = 0;
};

/// What a scale says about itself, in its order; empty where the dataset is no scale or belongs to nothing.
std::vector<Attachment> attachments_of(hid_t file, std::string const& scale) {
    struct Entry {
        hobj_ref_t set;
        int dim;
    };
    Hdf5Handle const set(H5Dopen2(file, scale.c_str(), H5P_DEFAULT), copying);
    if (H5Aexists(set.get(), "REFERENCE_LIST") <= 0) return {};
    Hdf5Handle const type(H5Tcreate(H5T_COMPOUND, sizeof(Entry)), copying);
    check_hdf5(H5Tinsert(type.get(), "dataset", offsetof(Entry, set), H5T_STD_REF_OBJ), copying);
    check_hdf5(H5Tinsert(type.get(), "dimension", offsetof(Entry, dim), H5T_NATIVE_INT), copying);
    Hdf5Handle const list(H5Aopen(set.get(), "REFERENCE_LIST", H5P_DEFAULT), copying);
    Hdf5Handle const space(H5Aget_space(list.get()), copying);
    std::vector<Entry> entries(narrow<std::size_t>(H5Sget_simple_extent_npoints(space.get())));
    check_hdf5(H5Aread(list.get(), type.get(), entries.data()), copying);
    std::vector<Attachment> attachments;
    for (Entry const& entry : entries) {
        Hdf5Handle const object(H5Rdereference2(set.get(), H5P_DEFAULT, H5R_OBJECT, &entry.set), copying);
        attachments.push_back({name_of_object(object.get()), narrow<unsigned>(entry.dim)});
    }
    return attachments;
}

herr_t note_member(hid_t, char const* name, H5L_info_t const*, void* names) {
    static_cast<std::vector<std::string>*>(names)->push_back(name);
    return 0;
}

/// In the order they were made, where the group knows it.
std::vector<std::string> members_of(hid_t group) {
    H5O_info_t about{};
    check_hdf5(H5Oget_info2(group, &about, H5O_INFO_BASIC), copying);
    unsigned order = 0;
    Hdf5Handle const settings(H5Gget_create_plist(group), copying);
    check_hdf5(H5Pget_link_creation_order(settings.get(), &order), copying);
    H5_index_t const index = (order & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    std::vector<std::string> names;
    check_hdf5(H5Literate(group, index, H5_ITER_INC, nullptr, note_member, &names), copying);
    return names;
}

class Copier {
  public:
    Copier(hid_t old_file, hid_t new_file, std::string const& dataset, std::function<void()> const& make_dataset)
        : old_file_(old_file), new_file_(new_file), dataset_(dataset), make_dataset_(make_dataset) {}

    /// The group exists in both files.
    void copy_members(std::string const& path) {
        Hdf5Handle const group(H5Gopen2(old_file_, path.c_str(), H5P_DEFAULT), copying);
        Hdf5Handle const made(H5Gopen2(new_file_, path.c_str(), H5P_DEFAULT), copying);
        copy_attributes(group.get(), made.get());
        for (std::string const& name : members_of(group.get())) copy_link(path == "/" ? path + name : path + '/' + name);
    }

  private:
    void copy_link(std::string const& path) {
        H5L_info_t link{};
        check_hdf5(H5Lget_info(old_file_, path.c_str(), &link, H5P_DEFAULT), copying);
        if (path == dataset_) return make_dataset_();
        if (link.type == H5L_TYPE_SOFT) return copy_soft_link(path, link.u.val_size);
        if (link.type != H5L_TYPE_HARD) return; // to another file: relative to a place that may have changed
        if (!dataset_.starts_with(path + '/')) return copy_object(old_file_, new_file_, path);
        Hdf5Handle const group(H5Gopen2(old_file_, path.c_str(), H5P_DEFAULT), copying);
        Hdf5Handle const settings(H5Gget_create_plist(group.get()), copying);
        Hdf5Handle const made(H5Gcreate2(new_file_, path.c_str(), H5P_DEFAULT, settings.get(), H5P_DEFAULT), copying);
        copy_members(path);
    }

    void copy_soft_link(std::string const& path, std::size_t bytes) const {
        std::string to(bytes, '\0');
        check_hdf5(H5Lget_val(old_file_, path.c_str(), to.data(), to.size(), H5P_DEFAULT), copying);
        check_hdf5(H5Lcreate_soft(to.c_str(), new_file_, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), copying);
    }

    hid_t old_file_;
    hid_t new_file_;
    std::string const& dataset_;
    std::function<void()> const& make_dataset_;
};

void attach(hid_t new_file, hid_t set, unsigned dim, std::string const& scale_path) {
    if (!exists(new_file, scale_path)) return;
    Hdf5Handle const scale(H5Dopen2(new_file, scale_path.c_str(), H5P_DEFAULT), copying);
    check_hdf5(H5DSattach_scale(set, scale.get(), dim), fmt::format("attaching '{}'", scale_path));
}

} // namespace

void copy_scales(hid_t old_file, hid_t old_set, hid_t new_file, hid_t new_set, SameDims const& dims) {
    for (unsigned dim = 0; dim < dims.size(); ++dim) {
        if (!dims[dim]) continue;
        for (std::string const& path : scales_of(old_set, *dims[dim])) {
            if (!exists(new_file, path)) {
                copy_object(old_file, new_file, path);
                Hdf5Handle const scale(H5Dopen2(new_file, path.c_str(), H5P_DEFAULT), copying);
                forget_references(scale.get());
            }
            attach(new_file, new_set, dim, path);
        }
    }
}

void copy_all_but(hid_t old_file, hid_t new_file, std::string const& dataset, SameDims const& dims,
                  std::function<void()> const& make_dataset) {
    Copier(old_file, new_file, dataset, make_dataset).copy_members("/");
    std::vector<std::string> const names = dataset_names(old_file);
    for (std::string const& name : names) {
        if (name == dataset || !exists(new_file, name)) continue;
        Hdf5Handle const set(H5Dopen2(new_file, name.c_str(), H5P_DEFAULT), copying);
        forget_references(set.get());
    }
    for (std::string const& name : names)
        for (Attachment const& each : attachments_of(old_file, name)) {
            if (!exists(new_file, each.set) || !exists(new_file, name)) continue;
            Hdf5Handle const set(H5Dopen2(new_file, each.set.c_str(), H5P_DEFAULT), copying);
            if (each.set != dataset) attach(new_file, set.get(), each.dim, name);
            for (unsigned dim = 0; each.set == dataset && dim < dims.size(); ++dim)
                if (dims[dim] == each.dim) attach(new_file, set.get(), dim, name);
        }
}

void keep_order_of_root(hid_t old_file, hid_t creation_settings) {
    Hdf5Handle const root(H5Gopen2(old_file, "/", H5P_DEFAULT), copying);
    Hdf5Handle const settings(H5Gget_create_plist(root.get()), copying);
    unsigned links = 0;
    unsigned attributes = 0;
    check_hdf5(H5Pget_link_creation_order(settings.get(), &links), copying);
    check_hdf5(H5Pget_attr_creation_order(settings.get(), &attributes), copying);
    check_hdf5(H5Pset_link_creation_order(creation_settings, links), copying);
    check_hdf5(H5Pset_attr_creation_order(creation_settings, attributes), copying);
}

} // namespace tessera
