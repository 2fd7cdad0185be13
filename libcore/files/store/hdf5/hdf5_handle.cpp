// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 identifiers with automatic closing, and HDF5 errors as exceptions.
#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace tessera {

namespace {

/// The innermost entry of HDF5's error stack, which is the most specific.
struct Hdf5Words {
    hid_t subject = H5I_INVALID_HID; ///< H5E_FILE, ...
    hid_t fault = H5I_INVALID_HID;   ///< H5E_READERROR, ...
    std::string text = {};
};

herr_t keep_innermost(unsigned, H5E_error2_t const* entry, void* words) {
    *static_cast<Hdf5Words*>(words) = {entry->maj_num, entry->min_num, entry->desc != nullptr ? entry->desc : ""};
    return 0;
}

/// Returns the system's message from the details that HDF5's drivers append; "" if there is none.
std::string system_reason(std::string const& text) {
    std::string_view constexpr before = "error message = '";
    auto const begin = text.find(before);
    if (begin == std::string::npos) return "";
    auto const words = begin + before.size();
    return text.substr(words, text.find('\'', words) - words);
}

/// Translates a failure for users who copy files. HDF5 proposes h5clear for files marked as open, which would damage a file with an
/// active writer.
std::string meaning_of(Hdf5Words const& words) {
    if (words.text.starts_with("unable to lock file, errno = 11,"))
        return "another program has the file open for writing; copy it when that program has closed it";
    if (auto reason = system_reason(words.text); !reason.empty()) return reason;
    auto const is_one_of = [&](std::initializer_list<hid_t> faults) {
        return std::ranges::find(faults, words.fault) != faults.end();
    };
    if (words.text.find("h5clear") != std::string::npos)
        return "another program has the file open for writing, or ended without closing it; copy it when that program "
               "has closed it; if none is at work any more, 'h5clear -s FILE' makes it readable";
    if (is_one_of({H5E_NOTHDF5})) return "it is no HDF5 file";
    if (is_one_of({H5E_TRUNCATED}) || words.text.starts_with("truncated")) return "it is shorter than it says of itself";
    if (words.text.find("checksum") != std::string::npos) return "it is damaged: a checksum is another one than the bytes have";
    if (is_one_of({H5E_NOFILTER, H5E_CANTFILTER, H5E_READERROR}) && words.subject == H5E_PLINE)
        return "a filter is missing, or what it reads is damaged";
    if (is_one_of({H5E_NOTFOUND, H5E_BADATOM})) return "something that it refers to is not there";
    if (is_one_of({H5E_NOSPACE, H5E_CANTALLOC})) return "memory is not enough, or what is said of a length is damaged";
    if (is_one_of({H5E_WRITEERROR, H5E_CANTFLUSH, H5E_CANTINSERT, H5E_CANTCREATE, H5E_CANTINIT})) return "HDF5 cannot write it";
    if (is_one_of({H5E_UNSUPPORTED, H5E_CANTCONVERT, H5E_BADTYPE})) return "HDF5 does not offer this";
    return "it is damaged, or HDF5 does not know its version";
}

} // namespace

SilencedHdf5Errors::SilencedHdf5Errors() {
    H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

SilencedHdf5Errors::~SilencedHdf5Errors() {
    H5Eset_auto2(H5E_DEFAULT, function_, data_);
}

hid_t check_hdf5(hid_t code, std::string const& doing) {
    if (code >= 0) return code;
    Hdf5Words words;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_innermost, &words);
    if (words.text.empty()) throw Hdf5Error(doing + ": HDF5 gives no reason");
    std::string const first = words.text.substr(0, std::min(words.text.find(": time ="), words.text.find('\n')));
    throw Hdf5Error(doing + ": " + meaning_of(words) +
                    (first.find("h5clear") == std::string::npos ? " (HDF5: " + first + ")" : ""));
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
    SilencedHdf5Errors const quiet; // HDF5 reports an incomplete file again when it is closed
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
