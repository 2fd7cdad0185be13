// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies the other objects of an HDF5 file together with a dataset.
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"

#include "libcore/files/store/hdf5/hdf5_attributes.hpp"
#include "libcore/files/store/hdf5/hdf5_driver.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_objects.hpp"
#include "libcore/files/store/hdf5/hdf5_settings.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <hdf5_hl.h>
#include <map>
#include <set>
#include <utility>

namespace tessera {

namespace {

constexpr char const* copying = "copying what stands beside the dataset";
constexpr char const* list_of_users = "REFERENCE_LIST";

void attach(hid_t new_file, hid_t set, unsigned dim, std::string const& scale_path) {
    Hdf5Handle const scale(H5Dopen2(new_file, scale_path.c_str(), H5P_DEFAULT), copying);
    check_hdf5(H5DSattach_scale(set, scale.get(), dim), fmt::format("attaching '{}'", scale_path));
}

/// Entry of a dimension scale's REFERENCE_LIST: a dataset that uses it.
struct ScaleUser {
    hobj_ref_t set;
    int dim;
};

/// Copies the users of a scale except for `left_out`. Writes no list if none remain.
void copy_users_but(hid_t from, hid_t to, std::set<haddr_t> const& left_out, Hdf5Names const& names) {
    if (H5Aexists(from, list_of_users) <= 0) return;
    Hdf5Handle const type(H5Tcreate(H5T_COMPOUND, sizeof(ScaleUser)), copying);
    check_hdf5(H5Tinsert(type.get(), "dataset", offsetof(ScaleUser, set), H5T_STD_REF_OBJ), copying);
    check_hdf5(H5Tinsert(type.get(), "dimension", offsetof(ScaleUser, dim), H5T_NATIVE_INT), copying);
    Hdf5Handle const list(H5Aopen(from, list_of_users, H5P_DEFAULT), copying);
    Hdf5Handle const old_space(H5Aget_space(list.get()), copying);
    std::vector<ScaleUser> users(narrow<std::size_t>(H5Sget_simple_extent_npoints(old_space.get())));
    check_hdf5(H5Aread(list.get(), type.get(), users.data()), copying);
    std::erase_if(users, [&](ScaleUser const& user) { return left_out.contains(user.set); });
    if (users.empty()) return;
    names.translate(type.get(), reinterpret_cast<std::byte*>(users.data()), users.size(), sizeof(ScaleUser));
    hsize_t const count = users.size();
    Hdf5Handle const space(H5Screate_simple(1, &count, nullptr), copying);
    Hdf5Handle const copy(H5Acreate2(to, list_of_users, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), copying);
    check_hdf5(H5Awrite(copy.get(), type.get(), users.data()), copying);
}

herr_t note_member(hid_t, char const* name, H5L_info_t const*, void* names) {
    static_cast<std::vector<std::string>*>(names)->push_back(name);
    return 0;
}

/// Returns the members of a group, in creation order if the group tracks it.
std::vector<std::string> members_of(hid_t group) {
    unsigned order = 0;
    Hdf5Handle const settings(H5Gget_create_plist(group), copying);
    check_hdf5(H5Pget_link_creation_order(settings.get(), &order), copying);
    H5_index_t const index = (order & H5P_CRT_ORDER_TRACKED) != 0 ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    std::vector<std::string> names;
    check_hdf5(H5Literate(group, index, H5_ITER_INC, nullptr, note_member, &names), copying);
    return names;
}

herr_t note_named_type(hid_t, char const* name, H5O_info_t const* info, void* names) {
    if (info->type == H5O_TYPE_NAMED_DATATYPE) static_cast<std::vector<std::string>*>(names)->push_back(name);
    return 0;
}

/// Copies a file in three passes: named types, which other objects use; all objects, so that each has a name; everything that
/// refers to objects.
class FileCopier {
  public:
    FileCopier(hid_t old_file, hid_t new_file, std::vector<RemadeDataset> const& remade, std::vector<std::string> const& left_out,
               CreationCallback const& watch)
        : old_file_(old_file), new_file_(new_file), remade_(remade), watch_(watch), paths_(old_file), names_(old_file, new_file) {
        for (RemadeDataset const& each : remade_) {
            by_address_.emplace(address_of(each.old_set), &each);
            by_path_.emplace(each.old_path, &each);
            if (in_same_order(each.dims, each.old_set)) continue;
            reshaped_.insert(address_of(each.old_set));
            names_.set_reshaped(address_of(each.old_set));
        }
        for (std::string const& path : left_out) {
            Hdf5Handle const object(H5Oopen(old_file_, path.c_str(), H5P_DEFAULT), copying);
            left_out_.insert(address_of(object.get()));
        }
    }

    void copy() {
        Hdf5Handle const root(H5Gopen2(old_file_, "/", H5P_DEFAULT), copying);
        make_types();
        names_.add(address_of(root.get()), "/");
        made_.push_back({"/", "/", false});
        make_members("/");
        for (Made const& each : made_) complete(each);
        for (RemadeDataset const& each : remade_) {
            each.set_values(names_);
            if (reshaped_.contains(address_of(each.old_set))) attach_scales(each);
        }
    }

  private:
    struct Made {
        std::string old_path;
        std::string new_path;
        bool wants_values;
    };

    void make_types() {
        std::vector<std::string> paths;
        check_hdf5(H5Ovisit(old_file_, H5_INDEX_CRT_ORDER, H5_ITER_INC, note_named_type, &paths), copying);
        for (std::string const& path : paths) {
            Hdf5Handle const old(H5Topen2(old_file_, path.c_str(), H5P_DEFAULT), copying);
            Hdf5Handle const settings(H5Tget_create_plist(old.get()), copying);
            Hdf5Handle type(H5Tcopy(old.get()), copying);
            make_room_for_attributes(old.get(), settings.get());
            check_hdf5(H5Tcommit_anon(new_file_, type.get(), settings.get(), H5P_DEFAULT), fmt::format("copying '{}'", path));
            names_.add_type(address_of(old.get()), std::move(type));
        }
    }

    void make_members(std::string const& path) {
        Hdf5Handle const group(H5Gopen2(old_file_, path.c_str(), H5P_DEFAULT), copying);
        for (std::string const& name : members_of(group.get())) make_link(path == "/" ? path + name : path + '/' + name);
    }

    void make_link(std::string const& path) {
        H5L_info_t link{};
        check_hdf5(H5Lget_info(old_file_, path.c_str(), &link, H5P_DEFAULT), copying);
        auto const renamed = by_path_.find(path);
        std::string const to = renamed != by_path_.end() ? renamed->second->new_path : path;
        std::string const doing = fmt::format("copying '{}'", path);
        Hdf5Handle const links = making_groups();
        check_hdf5(H5Pset_char_encoding(links.get(), link.cset), doing);
        if (link.type != H5L_TYPE_HARD) {
            make_known(link.type);
            check_hdf5(H5Lcopy(old_file_, path.c_str(), new_file_, to.c_str(), links.get(), H5P_DEFAULT), doing);
            return;
        }
        Hdf5Handle const object(H5Oopen(old_file_, path.c_str(), H5P_DEFAULT), doing);
        haddr_t const address = address_of(object.get());
        if (left_out_.contains(address)) return;
        if (names_.find(address) == nullptr) make_object(object.get(), path, to, links.get());
        std::string const* const name = names_.find(address);
        if (*name == to || is_in(new_file_, to)) return;
        check_hdf5(H5Lcreate_hard(new_file_, name->c_str(), new_file_, to.c_str(), links.get(), H5P_DEFAULT), doing);
    }

    void make_object(hid_t object, std::string const& path, std::string const& to, hid_t links) {
        std::string const doing = fmt::format("copying '{}'", path);
        haddr_t const address = address_of(object);
        RemadeDataset const* const remade = remade_at(address);
        std::string const& name = remade != nullptr ? remade->new_path : to;
        names_.add(address, name);
        made_.push_back({path, name, false});
        H5I_type_t const kind = H5Iget_type(object);
        if (remade != nullptr) {
            remade->make(names_);
        } else if (kind == H5I_DATATYPE) {
            Hdf5Handle const type = names_.type_for(object);
            check_hdf5(H5Olink(type.get(), new_file_, to.c_str(), links, H5P_DEFAULT), doing);
        } else if (kind == H5I_DATASET) {
            made_.back().wants_values = !copy_dataset(old_file_, path, new_file_, to, links, &names_);
        } else {
            if (!is_in(new_file_, to)) { // otherwise it was created with the path of a remade dataset
                Hdf5Handle const settings = group_settings(object);
                Hdf5Handle const made(H5Gcreate2(new_file_, to.c_str(), links, settings.get(), H5P_DEFAULT), doing);
            }
            make_members(path);
        }
    }

    /// Copies the attributes of an object, and elements with references or data elsewhere.
    void complete(Made const& each) {
        Hdf5Handle const from(H5Oopen(old_file_, each.old_path.c_str(), H5P_DEFAULT), copying);
        Hdf5Handle const to(H5Oopen(new_file_, each.new_path.c_str(), H5P_DEFAULT), copying);
        bool const is_reshaped = reshaped_.contains(address_of(from.get()));
        bool const users_change = !reshaped_.empty() || !left_out_.empty();
        copy_attributes(from.get(), to.get(), &names_, [&](std::string const& name) {
            if (users_change && name == list_of_users) return true;
            return is_reshaped && (joins_scales(name) || name == netcdf_coordinates);
        });
        if (users_change) copy_users_but(from.get(), to.get(), users_gone(), names_);
        if (each.wants_values) copy_values(from.get(), to.get(), whole_section(from.get()), &names_, watch_);
    }

    [[nodiscard]] RemadeDataset const* remade_at(haddr_t address) const {
        auto const found = by_address_.find(address);
        return found == by_address_.end() ? nullptr : found->second;
    }

    /// Returns the datasets that scales must not list as users. Some of them are attached again later.
    [[nodiscard]] std::set<haddr_t> users_gone() const {
        std::set<haddr_t> gone = reshaped_;
        gone.insert(left_out_.begin(), left_out_.end());
        return gone;
    }

    void attach_scales(RemadeDataset const& remade) {
        Hdf5Handle const set(H5Dopen2(new_file_, remade.new_path.c_str(), H5P_DEFAULT), copying);
        auto const scales = scales_of(remade.old_set, paths_);
        for (unsigned dim = 0; dim < remade.dims.size(); ++dim) {
            if (!remade.dims[dim]) continue;
            for (std::string const& path : scales[*remade.dims[dim]]) attach(new_file_, set.get(), dim, path);
        }
    }

    hid_t old_file_;
    hid_t new_file_;
    std::vector<RemadeDataset> const& remade_;
    CreationCallback const& watch_;
    std::map<haddr_t, RemadeDataset const*> by_address_;
    std::map<std::string, RemadeDataset const*> by_path_;
    std::set<haddr_t> reshaped_; // remade datasets with changed dimensions
    std::set<haddr_t> left_out_;
    Hdf5Paths paths_; // paths in the old file
    Hdf5Names names_;
    std::vector<Made> made_;
};

} // namespace

bool in_same_order(SameDims const& dims, hid_t old_set) {
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (dims[d] != d) return false;
    return dims.size() == whole_section(old_set).size();
}

bool is_in(hid_t file, std::string const& path) {
    for (auto slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) // each group on the path
        if (H5Lexists(file, path.substr(0, slash).c_str(), H5P_DEFAULT) <= 0) return false;
    return H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0;
}

void remove_dataset(hid_t file, std::string const& path) {
    std::string const doing = fmt::format("removing '{}'", path);
    {
        Hdf5Handle const set(H5Dopen2(file, path.c_str(), H5P_DEFAULT), doing);
        auto const scales = scales_of(set.get(), Hdf5Paths(file));
        for (unsigned dim = 0; dim < scales.size(); ++dim)
            for (std::string const& name : scales[dim]) {
                Hdf5Handle const scale(H5Dopen2(file, name.c_str(), H5P_DEFAULT), doing);
                check_hdf5(H5DSdetach_scale(set.get(), scale.get(), dim), doing);
            }
    }
    check_hdf5(H5Ldelete(file, path.c_str(), H5P_DEFAULT), doing);
}

bool joins_scales(std::string const& attribute) {
    return attribute == "DIMENSION_LIST" || attribute == list_of_users;
}

void copy_scales(hid_t old_file, hid_t old_set, hid_t new_file, hid_t new_set, SameDims const& dims) {
    auto const scales = scales_of(old_set, Hdf5Paths(old_file));
    for (unsigned dim = 0; dim < dims.size(); ++dim) {
        if (!dims[dim]) continue;
        for (std::string const& path : scales[*dims[dim]]) {
            if (!is_in(new_file, path)) {
                bool const complete = copy_dataset(old_file, path, new_file, path, making_groups().get(), nullptr);
                Hdf5Handle const from(H5Dopen2(old_file, path.c_str(), H5P_DEFAULT), copying);
                Hdf5Handle const to(H5Dopen2(new_file, path.c_str(), H5P_DEFAULT), copying);
                if (!complete) copy_values(from.get(), to.get(), whole_section(from.get()), nullptr, ignore_progress);
                copy_attributes(from.get(), to.get());
            }
            attach(new_file, new_set, dim, path);
        }
    }
}

void copy_file_around(hid_t old_file, hid_t new_file, std::vector<RemadeDataset> const& remade,
                      std::vector<std::string> const& left_out, CreationCallback const& watch) {
    LargerMetadataCache const of_old(old_file);
    LargerMetadataCache const of_new(new_file);
    FileCopier(old_file, new_file, remade, left_out, watch).copy();
}

} // namespace tessera
