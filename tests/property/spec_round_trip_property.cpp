// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is written as HPF text is read back unchanged.
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_job.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <array>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// The job that a text says, or a failure that shows the text.
Job read_back(std::string const& text) {
    auto job = parse_job(text, "written.hpf");
    if (!job) RC_FAIL(text + to_string(job.error()));
    return *std::move(job);
}

bool a_mapping_survives() {
    return rc::check("a mapping written as HPF is read back unchanged", [] {
        Extents extents(static_cast<std::size_t>(between(1, 3)));
        for (Index& extent : extents) extent = one_in(12) ? 0 : between(1, 12);
        MappingSpec mapping = random_mapping_spec(extents, 40);
        decorate(mapping.array);
        std::string const text = write_hpf(mapping);
        Job const job = read_back(text);
        RC_LOG(text);
        RC_ASSERT(job.arrays.size() == 1U);
        RC_ASSERT(job.arrays[0].array == mapping.array);
        RC_ASSERT(job.arrays[0].states == std::vector{mapping});
        RC_ASSERT(write_hpf(job) == text);
    });
}

bool a_job_survives() {
    return rc::check("a job of several arrays and states is read back unchanged", [] {
        Job const job = random_job();
        std::string const text = write_hpf(job);
        RC_LOG(text);
        Job const again = read_back(text);
        RC_ASSERT(again.arrays == job.arrays);
        RC_ASSERT(again.io == job.io);
        RC_ASSERT(again.copies.empty());
    });
}

bool a_copy_survives() {
    return rc::check("a copy statement is read back unchanged", [] {
        Job const job = random_copy_job();
        std::string const text = write_hpf(job);
        RC_LOG(text);
        RC_ASSERT(read_back(text).copies == job.copies);
    });
}

bool an_array_survives() {
    return rc::check("an array described in one line is read back unchanged", [] {
        ArraySpec array;
        array.extents.resize(static_cast<std::size_t>(between(1, 4)));
        for (Index& extent : array.extents) extent = between(1, 20);
        for (std::size_t d = 0; d < array.extents.size(); ++d) array.lower.push_back(between(-3, 3));
        decorate(array);
        array.shadow.clear();
        std::string formats = "(block";
        for (int d = 1; d < array.dims(); ++d) formats += ",*";
        auto const job = parse_compact({{describe(array)}, formats + ") onto P(3)", "", {}});
        RC_LOG(describe(array));
        RC_ASSERT(job.has_value());
        RC_ASSERT(job->arrays[0].array == array);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases();
    return exit_code({a_mapping_survives(), a_job_survives(), a_copy_survives(), an_array_survives()});
}
