// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a library to preload that counts the calls of HDF5 whose cost grows with all that a file or an object holds.
//
// HDF5_CALLS_REPORT names a file that gets a line when the program ends: calls that look for something by its index, visits of
// all links or objects of a file, counts of a dataset's chunks, and datasets that it opens.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <hdf5.h>

namespace {

std::atomic<long> by_index{0};
std::atomic<long> visits{0};
std::atomic<long> chunk_counts{0};
std::atomic<long> dataset_opens{0};

template <class Function>
Function* real(char const* name, Function*) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

struct Report {
    Report() = default;
    Report(Report const&) = delete;
    Report& operator=(Report const&) = delete;
    ~Report() {
        char const* const path = std::getenv("HDF5_CALLS_REPORT");
        std::FILE* const file = path != nullptr ? std::fopen(path, "a") : nullptr;
        if (file == nullptr) return;
        std::fprintf(file, "by_index %ld visits %ld chunk_counts %ld dataset_opens %ld\n", by_index.load(), visits.load(),
                     chunk_counts.load(), dataset_opens.load());
        std::fclose(file);
    }
} const report;

} // namespace

extern "C" {

hid_t H5Dopen2(hid_t at, char const* name, hid_t access) {
    ++dataset_opens;
    return real("H5Dopen2", H5Dopen2)(at, name, access);
}

herr_t H5Dget_num_chunks(hid_t set, hid_t space, hsize_t* chunks) {
    ++chunk_counts;
    return real("H5Dget_num_chunks", H5Dget_num_chunks)(set, space, chunks);
}

hid_t H5Aopen_by_idx(hid_t at, char const* name, H5_index_t index, H5_iter_order_t order, hsize_t n, hid_t aapl, hid_t lapl) {
    ++by_index;
    return real("H5Aopen_by_idx", H5Aopen_by_idx)(at, name, index, order, n, aapl, lapl);
}

ssize_t H5Aget_name_by_idx(hid_t at, char const* name, H5_index_t index, H5_iter_order_t order, hsize_t n, char* text,
                           std::size_t size, hid_t lapl) {
    ++by_index;
    return real("H5Aget_name_by_idx", H5Aget_name_by_idx)(at, name, index, order, n, text, size, lapl);
}

ssize_t H5Lget_name_by_idx(hid_t at, char const* name, H5_index_t index, H5_iter_order_t order, hsize_t n, char* text,
                           std::size_t size, hid_t lapl) {
    ++by_index;
    return real("H5Lget_name_by_idx", H5Lget_name_by_idx)(at, name, index, order, n, text, size, lapl);
}

hid_t H5Oopen_by_idx(hid_t at, char const* name, H5_index_t index, H5_iter_order_t order, hsize_t n, hid_t lapl) {
    ++by_index;
    return real("H5Oopen_by_idx", H5Oopen_by_idx)(at, name, index, order, n, lapl);
}

herr_t H5Lvisit(hid_t group, H5_index_t index, H5_iter_order_t order, H5L_iterate_t visit, void* data) {
    ++visits;
    return real("H5Lvisit", H5Lvisit)(group, index, order, visit, data);
}

herr_t H5Ovisit(hid_t object, H5_index_t index, H5_iter_order_t order, H5O_iterate_t visit, void* data) {
    ++visits;
    return real("H5Ovisit", H5Ovisit)(object, index, order, visit, data);
}

} // extern "C"
