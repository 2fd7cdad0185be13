// SPDX-License-Identifier: BSD-3-Clause
// Tessera: attributes of HDF5 datasets.
#include "libcore/runtime/store/hdf5/hdf5_attributes.hpp"

#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <cstddef>
#include <fmt/format.h>
#include <vector>

namespace tessera {

namespace {

/// Values of variable length belong to HDF5 until they are given back.
class Values {
  public:
    Values(hid_t attribute, hid_t type, hid_t space)
        : type_(type), space_(space), bytes_(H5Tget_size(type) * static_cast<std::size_t>(H5Sget_simple_extent_npoints(space))) {
        check_hdf5(H5Aread(attribute, type, bytes_.data()), "reading an attribute");
    }
    Values(Values const&) = delete;
    Values& operator=(Values const&) = delete;
    ~Values() { H5Dvlen_reclaim(type_, space_, H5P_DEFAULT, bytes_.data()); }

    [[nodiscard]] void const* data() const { return bytes_.data(); }

  private:
    hid_t type_;
    hid_t space_;
    std::vector<std::byte> bytes_;
};

std::string name_of(hid_t attribute) {
    ssize_t const length = check_hdf5(H5Aget_name(attribute, 0, nullptr), "reading an attribute");
    std::string name(static_cast<std::size_t>(length), '\0');
    check_hdf5(H5Aget_name(attribute, name.size() + 1, name.data()), "reading an attribute");
    return name;
}

void copy_attribute(hid_t attribute, hid_t to) {
    std::string const name = name_of(attribute);
    std::string const doing = fmt::format("copying attribute '{}'", name);
    Hdf5Handle const type(H5Aget_type(attribute), doing);
    if (H5Tdetect_class(type.get(), H5T_REFERENCE) > 0) return;
    Hdf5Handle const space(H5Aget_space(attribute), doing);
    Hdf5Handle const copy(H5Acreate2(to, name.c_str(), type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT), doing);
    if (H5Sget_simple_extent_npoints(space.get()) <= 0) return;
    Values const values(attribute, type.get(), space.get());
    check_hdf5(H5Awrite(copy.get(), type.get(), values.data()), doing);
}

} // namespace

void copy_attributes(hid_t from, hid_t to) {
    QuietHdf5 const quiet;
    constexpr char const* doing = "reading attributes";
    auto const count = static_cast<hsize_t>(check_hdf5(H5Aget_num_attrs(from), doing));
    bool const knows_order =
        count > 0 && H5Aget_name_by_idx(from, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, 0, nullptr, 0, H5P_DEFAULT) >= 0;
    H5_index_t const index = knows_order ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    for (hsize_t i = 0; i < count; ++i) {
        Hdf5Handle const attribute(H5Aopen_by_idx(from, ".", index, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT), doing);
        copy_attribute(attribute.get(), to);
    }
}

} // namespace tessera
