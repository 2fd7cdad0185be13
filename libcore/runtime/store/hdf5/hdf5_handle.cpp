// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 identifiers that close themselves, and HDF5's errors as exceptions.
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <string_view>

namespace tessera {

namespace {

/// The innermost entry of the error stack says most.
herr_t keep_description(unsigned, H5E_error2_t const* entry, void* text) {
    if (entry->desc != nullptr) *static_cast<std::string*>(text) = entry->desc;
    return 0;
}

/// HDF5 proposes to clear the marks of a file that is open for writing. That would spoil it if its writer is at work.
std::string without_proposal(std::string const& text) {
    if (text.find("h5clear") == std::string::npos) return text;
    return "another program has the file open for writing (SWMR, too), or ended without closing it; copy it when that program has "
           "closed it; if none is at work any more, 'h5clear -s FILE' makes it readable";
}

/// HDF5's drivers append a paragraph of details; of those the system's own words are worth keeping.
std::string one_line(std::string const& text) {
    std::string const what = text.substr(0, text.find(": time ="));
    std::string_view constexpr before = "error message = '";
    auto const begin = text.find(before);
    if (begin == std::string::npos) return what.substr(0, what.find('\n'));
    auto const words = begin + before.size();
    return what + ": " + text.substr(words, text.find('\'', words) - words);
}

} // namespace

QuietHdf5::QuietHdf5() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() {
    H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

hid_t check_hdf5(hid_t code, std::string const& doing) {
    if (code >= 0) return code;
    std::string text = "HDF5 gives no reason";
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_description, &text);
    throw Hdf5Error(doing + ": " + one_line(without_proposal(text)));
}

Hdf5Handle& Hdf5Handle::operator=(Hdf5Handle&& other) noexcept {
    if (this == &other) return *this;
    release();
    id_ = std::exchange(other.id_, H5I_INVALID_HID);
    return *this;
}

void Hdf5Handle::close(std::string const& doing) {
    check_hdf5(release(), doing);
}

herr_t Hdf5Handle::release() noexcept {
    hid_t const id = std::exchange(id_, H5I_INVALID_HID);
    if (id < 0) return 0;
    QuietHdf5 const quiet; // a file that HDF5 could not finish tells so once more when it is closed
    switch (H5Iget_type(id)) {
    case H5I_FILE:
        return H5Fclose(id);
    case H5I_DATASET:
        return H5Dclose(id);
    case H5I_DATASPACE:
        return H5Sclose(id);
    case H5I_DATATYPE:
        return H5Tclose(id);
    case H5I_GENPROP_LST:
        return H5Pclose(id);
    case H5I_ATTR:
        return H5Aclose(id);
    default:
        return H5Oclose(id);
    }
}

} // namespace tessera
