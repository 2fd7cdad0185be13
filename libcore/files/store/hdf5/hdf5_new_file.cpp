// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a new HDF5 file with datasets whose elements are written without HDF5.
#include "libcore/files/store/hdf5/hdf5_new_file.hpp"

#include "libcore/files/access/file_stripes.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/hdf5/hdf5_dimensions.hpp"
#include "libcore/files/store/hdf5/hdf5_file_layout.hpp"
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"
#include "libcore/files/store/hdf5/hdf5_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_settings.hpp"
#include "libcore/files/store/output_path.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <sys/stat.h>
#include <utility>
#include <variant>

namespace tessera {

namespace {

/// Makes files of this process private while it lives, because HDF5 has no argument for permissions.
class ForThisUserAlone {
  public:
    ForThisUserAlone() : before_(::umask(S_IRWXG | S_IRWXO)) {}
    ForThisUserAlone(ForThisUserAlone const&) = delete;
    ForThisUserAlone& operator=(ForThisUserAlone const&) = delete;
    ~ForThisUserAlone() { ::umask(before_); }

  private:
    mode_t before_;
};

/// Returns whether an attribute exceeds a message in HDF5's oldest file format.
bool has_long(std::vector<Attribute> const& attributes) {
    constexpr std::size_t longest = 64'000; // of 65,535 bytes, less name, type and shape
    return std::ranges::any_of(attributes, [](Attribute const& each) {
        if (auto const* const numbers = std::get_if<AttributeNumbers>(&each.value)) return numbers->bytes.size() > longest;
        if (auto const* const text = std::get_if<std::string>(&each.value)) return text->size() > longest;
        auto const& texts = std::get<std::vector<std::string>>(each.value);
        return !texts.empty() && texts.size() * std::ranges::max(texts, {}, &std::string::size).size() > longest;
    });
}

bool has_long(std::vector<NewArray> const& arrays, std::vector<GroupNotes> const& groups) {
    return std::ranges::any_of(groups, [](GroupNotes const& group) { return has_long(group.attributes); }) ||
           std::ranges::any_of(arrays, [](NewArray const& array) {
               return has_long(array.metadata.notes.attributes) || has_long(array.metadata.of_file) ||
                      std::ranges::any_of(array.metadata.coordinates,
                                          [](Coordinate const& each) { return has_long(each.notes.attributes); });
           });
}

} // namespace

Hdf5NewFile::Hdf5NewFile(std::string path, std::vector<NewArray> const& arrays, std::vector<GroupNotes> const& groups,
                         std::vector<FileDimension> const& dims, std::optional<std::string> const& added_to, bool again,
                         CreationCallback const& watch)
    : path_(std::move(path)), layout_(arrays.front().file_layout), doing_(fmt::format("creating '{}'", path_)),
      traffic_(std::make_unique<Hdf5Traffic>()) {
    SilencedHdf5Errors const quiet;
    if (layout_.oldest.empty() && has_long(arrays, groups)) {
        layout_.oldest = "v18"; // the first version that stores long attributes outside the header
        layout_.newest = "latest";
    }
    for (NewArray const& array : arrays) sets_.emplace_back(array, doing_, watch);
    file_ = added_to ? continued(*added_to) : created(arrays.front(), again);
    make_groups(groups);
    lay_out(watch);
    for (Hdf5NewDataset const& set : sets_) set.join(file_.get());
    if (!added_to) {
        make_dims(dims);
        write_attributes(Hdf5Handle(H5Gopen2(file_.get(), "/", H5P_DEFAULT), doing_).get(), arrays.front().metadata.of_file);
    }
    check_hdf5(H5Fflush(file_.get(), H5F_SCOPE_LOCAL), doing_); // HDF5's own raw data are written; Tessera writes all others
    traffic_->hides_raw = true;
    for (Hdf5NewDataset& set : sets_) set.place_all(*traffic_);
}

/// Makes the missing groups. Existing groups of an extended file stay unchanged.
void Hdf5NewFile::make_groups(std::vector<GroupNotes> const& groups) const {
    for (GroupNotes const& group : groups) {
        if (is_in(file_.get(), group.path)) continue;
        Hdf5Handle const made(H5Gcreate2(file_.get(), group.path.c_str(), making_groups().get(), H5P_DEFAULT, H5P_DEFAULT), doing_);
        write_attributes(made.get(), group.attributes);
    }
}

/// Makes the dimensions that no array uses, and numbers all in this order.
void Hdf5NewFile::make_dims(std::vector<FileDimension> const& dims) const {
    std::vector<std::string> paths;
    for (FileDimension const& dim : dims) {
        if (!dim.used) make_dimension(file_.get(), dim);
        paths.push_back("/" + dim.name);
    }
    if (!dims.empty()) number_dimensions(file_.get(), paths);
}

void Hdf5NewFile::lay_out(CreationCallback const& watch) {
    if (!sets_.front().comes_with_all()) {
        for (Hdf5NewDataset& set : sets_) set.lay_out(file_.get());
        return;
    }
    std::vector<RemadeDataset> remade;
    for (Hdf5NewDataset& set : sets_)
        if (!set.is_no_set()) remade.push_back(set.remade(file_.get()));
    copy_file_around(sets_.front().old_file(), file_.get(), remade, sets_.front().left_out(), watch);
}

/// Aligns large data. On striped file systems, data of at least half a stripe begin at a stripe, so that no two ranks write to the
/// same one. Elsewhere data of at least 1 MiB begin at a memory page. Without that, each page is copied in two pieces, and pages
/// where writes meet are written twice. HDF5 ignores alignment if the user block is not a multiple of it.
void Hdf5NewFile::align(hid_t access, hid_t creation) const {
    constexpr Index long_data = Index{1} << 20;
    constexpr Index page = 4096;
    if (layout_.alignment > 0) return;
    hsize_t front = 0;
    check_hdf5(H5Pget_userblock(creation, &front), doing_);
    Index const stripe = stripes_of(path_, std::numeric_limits<Index>::max()).size;
    hsize_t const alignment = narrow<hsize_t>(stripe > 0 ? stripe : page);
    if (front % alignment == 0)
        check_hdf5(H5Pset_alignment(access, narrow<hsize_t>(stripe > 0 ? stripe / 2 : long_data), alignment), doing_);
}

Hdf5Handle Hdf5NewFile::creation() const {
    Hdf5Handle settings = sets_.front().file_settings();
    set_creation(settings.get(), layout_);
    return settings;
}

Hdf5Handle Hdf5NewFile::access(hid_t creation, bool again) const {
    Hdf5Handle access = watched_access(*traffic_, again);
    align(access.get(), creation);
    set_access(access.get(), layout_);
    return access;
}

Hdf5Handle Hdf5NewFile::created(NewArray const& first, bool again) const {
    Hdf5Handle const settings = creation();
    Hdf5Handle const access = this->access(settings.get(), again);
    ForThisUserAlone const permissions;
    Hdf5Handle file(H5Fcreate(path_.c_str(), again ? H5F_ACC_TRUNC : H5F_ACC_EXCL, settings.get(), access.get()), doing_);
    write_user_block(settings.get(), layout_, first.copied_from ? first.copied_from->file.path : "", path_);
    return file;
}

/// Restores the content of `from` in the file, which undoes what HDF5 has written since, and opens it. Bytes beyond the old end
/// stay.
Hdf5Handle Hdf5NewFile::continued(std::string const& from) const {
    if (!is_there(path_)) PosixFile::create(path_).close();
    PosixFile::open_to_write(path_).take(PosixFile::open_to_read(from));
    return {H5Fopen(path_.c_str(), H5F_ACC_RDWR, access(creation().get(), false).get()), doing_};
}

std::vector<Index> Hdf5NewFile::place(std::size_t array, std::vector<EncodedChunk> const& chunks) {
    SilencedHdf5Errors const quiet;
    std::vector<Index> places;
    for (EncodedChunk const& each : chunks) places.push_back(sets_[array].place(each, *traffic_));
    return places;
}

void Hdf5NewFile::close() {
    SilencedHdf5Errors const quiet;
    for (Hdf5NewDataset& set : sets_) set.close();
    file_.close(doing_);
    traffic_->check(path_);
}

} // namespace tessera
