// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies between files for C++17: a thin layer over <tessera_io.h>. Link with tessera::io.
//
// The conventions of <tessera_io.h> hold. Failures are exceptions of type tessera::error.
#pragma once

#include <tessera/mpi.hpp>

#include <tessera_io.h>

#include <functional>

namespace tessera {

/// The outcome of a copy with its report, a line for each fact.
struct copy_result : tessera_copy_outcome {
    std::string report;
};

/// Functions that a copy calls. They throw no exceptions.
struct copy_callbacks {
    std::function<void(std::string const& pass, std::int64_t done, std::int64_t of)> progress = nullptr; ///< on rank 0
    std::function<bool()> stop = nullptr; ///< on every rank; the copy stops if it returns true on any
};

/// Copies an array or a whole file. `options`: those of iocopy, such as "chunk=64,4096" or "force". See tessera_file_copy.
/// Collective.
inline copy_result copy(std::string const& source, std::string const& target, MPI_Comm comm,
                        std::vector<std::string> const& options = {}, copy_callbacks callbacks = {}) {
    std::vector<char const*> list;
    for (std::string const& each : options) list.push_back(each.c_str());
    tessera_copy_callbacks functions = TESSERA_COPY_CALLBACKS;
    functions.data = &callbacks;
    if (callbacks.progress)
        functions.progress = [](void* data, char const* pass, std::int64_t done, std::int64_t of) {
            static_cast<copy_callbacks*>(data)->progress(pass, done, of);
        };
    if (callbacks.stop) functions.stop = [](void* data) { return static_cast<copy_callbacks*>(data)->stop() ? 1 : 0; };
    copy_result result{};
    result.report = c::text([&](char** report) {
        return tessera_file_copy(source.c_str(), target.c_str(), list.data(), static_cast<std::int64_t>(list.size()), comm,
                                 &functions, &result, report);
    });
    return result;
}

} // namespace tessera
