// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings and plans for C++17: a thin layer over <tessera.h>. Link with tessera::plan.
//
// The conventions of <tessera.h> hold. Failures are exceptions of type tessera::error.
#pragma once

#include <tessera.h>

#include <complex>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tessera {

/// Extents, indices, ranks or strides.
using numbers = std::vector<std::int64_t>;

/// A failure. what() has the message and, for an error in a text, the line with a caret.
class error : public std::runtime_error {
  public:
    /// Takes the failure of the last call in this thread.
    explicit error(int status) : std::runtime_error(tessera_error()), status_(status), message_(tessera_error_message()) {
        tessera_error_place(&line_, &column_, &length_);
    }
    /// Makes a failure of the caller.
    explicit error(std::string const& message) : std::runtime_error(message), status_(TESSERA_INVALID), message_(message) {}

    int status() const noexcept { return status_; }                  ///< tessera_status
    std::string const& message() const noexcept { return message_; } ///< one line, without the place
    std::int64_t line() const noexcept { return line_; }             ///< from 1; 0 if the failure has no place in a text
    std::int64_t column() const noexcept { return column_; }         ///< from 1
    std::int64_t length() const noexcept { return length_; }         ///< number of wrong columns

  private:
    int status_;
    std::string message_;
    std::int64_t line_ = 0;
    std::int64_t column_ = 0;
    std::int64_t length_ = 0;
};

/// Throws the failure of the last call, if its status is one.
inline void check(int status) {
    if (status != TESSERA_OK) throw error(status);
}

/// Returns the tessera_type of a C++ type. Types that are no numbers are opaque.
template <class T>
constexpr int type_of() {
    constexpr int bits = 8 * static_cast<int>(sizeof(T));
    if constexpr (std::is_same_v<T, bool>)
        return TESSERA_BOOL;
    else if constexpr (std::is_same_v<T, float>)
        return TESSERA_FLOAT32;
    else if constexpr (std::is_same_v<T, double>)
        return TESSERA_FLOAT64;
    else if constexpr (std::is_same_v<T, std::complex<float>>)
        return TESSERA_COMPLEX64;
    else if constexpr (std::is_same_v<T, std::complex<double>>)
        return TESSERA_COMPLEX128;
    else if constexpr (std::is_integral_v<T> && bits <= 64) {
        constexpr int first = std::is_signed_v<T> ? TESSERA_INT8 : TESSERA_UINT8;
        return first + (bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3);
    } else
        return TESSERA_BYTES(static_cast<int>(sizeof(T)));
}

namespace c {

/// Returns a text of the library as a string, and releases it.
template <class Call>
std::string text(Call const& call) {
    char* written = nullptr;
    check(call(&written));
    std::unique_ptr<char, void (*)(char*)> const owner(written, tessera_free_text);
    return written;
}

/// Returns a number of the library.
template <class Number = std::int64_t, class Call>
Number number(Call const& call) {
    Number result{};
    check(call(&result));
    return result;
}

/// Returns a list of the library, which is asked for its length first.
template <class Entry, class Call>
std::vector<Entry> list(Call const& call) {
    std::int64_t count = 0;
    check(call(0, nullptr, &count));
    std::vector<Entry> entries(static_cast<std::size_t>(count));
    if (count > 0) check(call(count, entries.data(), &count));
    return entries;
}

/// Returns a handle of the library with its free function.
template <class Handle, class Call>
std::unique_ptr<Handle, void (*)(Handle*)> made(void (*release)(Handle*), Call const& call) {
    Handle* handle = nullptr;
    check(call(&handle));
    return {handle, release};
}

/// Returns a text as the library takes it: null if it is empty.
inline char const* given(std::string const& text) {
    return text.empty() ? nullptr : text.c_str();
}

inline void check_length(numbers const& list, std::size_t length, char const* name) {
    if (list.size() != length)
        throw error(std::string(name) + " has " + std::to_string(list.size()) + " entries; expected " + std::to_string(length));
}

} // namespace c

/// The elements' type, their order in memory and the processes of mapping::cyclic. See tessera_mapping_cyclic.
struct cyclic_options {
    int type = TESSERA_FLOAT64;
    int storage = TESSERA_ROW_MAJOR;
    int order = TESSERA_ROW_MAJOR;
    numbers first = {}; ///< empty: index 0 is at coordinate 0
    numbers ranks = {}; ///< empty: 0, 1, 2, ...
};

/// An array and the ranks that hold its elements.
class mapping {
  public:
    /// Makes a mapping from text. See tessera_mapping_parse.
    explicit mapping(std::string const& array, std::string const& text, std::int64_t ranks = 0)
        : mapping([&](tessera_mapping** result) { return tessera_mapping_parse(array.c_str(), text.c_str(), ranks, result); }) {}

    /// Makes a block-cyclic mapping from numbers. See tessera_mapping_cyclic.
    static mapping cyclic(numbers const& extents, numbers const& blocks, numbers const& grid, cyclic_options const& options = {}) {
        std::size_t const dims = extents.size();
        c::check_length(blocks, dims, "blocks");
        c::check_length(grid, dims, "grid");
        if (!options.first.empty()) c::check_length(options.first, dims, "first");
        std::int64_t processes = 1;
        for (std::int64_t const each : grid) processes *= each;
        if (!options.ranks.empty()) c::check_length(options.ranks, static_cast<std::size_t>(processes), "ranks");
        return mapping([&](tessera_mapping** result) {
            return tessera_mapping_cyclic(options.type, options.storage, static_cast<int>(dims), extents.data(), blocks.data(),
                                          grid.data(), options.order, options.first.empty() ? nullptr : options.first.data(),
                                          options.ranks.empty() ? nullptr : options.ranks.data(), result);
        });
    }

    /// Makes a mapping of blocks from the splits of each dimension and the owners, row-major. See tessera_mapping_blocks.
    static mapping blocks(std::vector<numbers> const& splits, numbers const& owners, int type = TESSERA_FLOAT64,
                          int storage = TESSERA_ROW_MAJOR) {
        numbers extents;
        numbers counts;
        std::vector<std::int64_t const*> lists;
        std::size_t product = 1;
        for (numbers const& each : splits) {
            if (each.size() < 2) throw error("each dimension has at least two splits: 0 and its extent");
            extents.push_back(each.back());
            counts.push_back(static_cast<std::int64_t>(each.size()) - 1);
            lists.push_back(each.data());
            product *= each.size() - 1;
        }
        c::check_length(owners, product, "owners");
        return mapping([&](tessera_mapping** result) {
            return tessera_mapping_blocks(type, storage, static_cast<int>(splits.size()), extents.data(), counts.data(),
                                          lists.data(), owners.data(), result);
        });
    }

    int dims() const { ///< number of dimensions
        return c::number<int>([&](int* result) { return tessera_mapping_dims(get(), result); });
    }
    numbers extents() const { ///< extent of each dimension
        return per_dim([&](std::int64_t* result) { return tessera_mapping_extents(get(), result); });
    }
    int type() const { ///< tessera_type
        return c::number<int>([&](int* result) { return tessera_mapping_type(get(), result); });
    }
    int storage() const { ///< tessera_order
        return c::number<int>([&](int* result) { return tessera_mapping_storage(get(), result); });
    }
    std::int64_t ranks() const { ///< largest rank plus one
        return c::number([&](std::int64_t* result) { return tessera_mapping_ranks(get(), result); });
    }
    std::int64_t copies() const { ///< number of copies of each element
        return c::number([&](std::int64_t* result) { return tessera_mapping_copies(get(), result); });
    }

    /// Returns the ranks that hold the element at an index.
    numbers owners(numbers const& index) const {
        c::check_length(index, static_cast<std::size_t>(dims()), "index");
        return c::list<std::int64_t>([&](std::int64_t capacity, std::int64_t* list, std::int64_t* count) {
            return tessera_mapping_owners(get(), index.data(), capacity, list, count);
        });
    }
    /// Returns the rank of every element, row-major. Cost: the elements of the array.
    numbers owner_table(std::int64_t copy = 0) const {
        return c::list<std::int64_t>([&](std::int64_t capacity, std::int64_t* list, std::int64_t* count) {
            return tessera_mapping_owner_table(get(), copy, capacity, list, count);
        });
    }

    /// Returns whether the rank holds at least one element.
    bool holds(std::int64_t rank) const {
        return c::number<int>([&](int* result) { return tessera_mapping_holds(get(), rank, result); }) != 0;
    }
    /// Returns the number of elements that the rank owns, without shadow planes.
    std::int64_t owned(std::int64_t rank) const {
        return c::number([&](std::int64_t* result) { return tessera_mapping_owned(get(), rank, result); });
    }
    /// Returns the number of indices of each dimension that the rank owns.
    numbers local_shape(std::int64_t rank) const {
        return per_dim([&](std::int64_t* result) { return tessera_mapping_local_shape(get(), rank, result); });
    }
    /// Returns the distance in elements between adjacent local indices of each dimension in the rank's memory.
    numbers local_strides(std::int64_t rank) const {
        return per_dim([&](std::int64_t* result) { return tessera_mapping_local_strides(get(), rank, result); });
    }
    /// Returns the offset in elements of the first owned element from the start of the rank's allocation.
    std::int64_t local_start(std::int64_t rank) const {
        return c::number([&](std::int64_t* result) { return tessera_mapping_local_start(get(), rank, result); });
    }
    /// Returns the size of a rank's allocation in elements.
    std::int64_t allocation(std::int64_t rank) const {
        return c::number([&](std::int64_t* result) { return tessera_mapping_allocation(get(), rank, result); });
    }
    /// Returns the global indices of a dimension that a rank holds.
    numbers indices(std::int64_t rank, int dim) const {
        return c::list<std::int64_t>([&](std::int64_t capacity, std::int64_t* list, std::int64_t* count) {
            return tessera_mapping_indices(get(), rank, dim, capacity, list, count);
        });
    }

    /// Returns whether both mappings give every rank the same elements.
    bool same_as(mapping const& other) const {
        return c::number<int>([&](int* result) { return tessera_mapping_same(get(), other.get(), result); }) != 0;
    }
    /// Returns one line, or the text of a notation such as "jax".
    std::string text(std::string const& form = {}) const {
        return c::text([&](char** result) { return tessera_mapping_text(get(), c::given(form), result); });
    }
    /// Returns a picture of the owners.
    std::string svg() const {
        return c::text([&](char** result) { return tessera_mapping_svg(get(), result); });
    }

    tessera_mapping const* get() const { return handle_.get(); }

  private:
    friend class plan;
    template <class Make, class = std::enable_if_t<std::is_invocable_v<Make, tessera_mapping**>>>
    explicit mapping(Make const& make) : handle_(c::made(tessera_mapping_free, make)) {}

    template <class Call>
    numbers per_dim(Call const& call) const {
        numbers result(static_cast<std::size_t>(dims()));
        check(call(result.data()));
        return result;
    }

    std::unique_ptr<tessera_mapping, void (*)(tessera_mapping*)> handle_;
};

/// The machine for which times are predicted. See tessera_site_make. An empty text is not given.
class site {
  public:
    explicit site(std::string const& machine, std::string const& topology = {}, std::string const& placement = {})
        : handle_(c::made<tessera_site>(tessera_site_free, [&](tessera_site** result) {
              return tessera_site_make(c::given(topology), c::given(placement), c::given(machine), result);
          })) {}
    tessera_site const* get() const { return handle_.get(); }

  private:
    std::unique_ptr<tessera_site, void (*)(tessera_site*)> handle_;
};

/// The messages that move one or several arrays from one mapping to another.
class plan {
  public:
    /// Makes the plan of one array from text. See tessera_plan_parse.
    plan(std::string const& array, std::string const& from, std::string const& to, std::int64_t ranks = 0)
        : plan([&](tessera_plan** result) { return tessera_plan_parse(array.c_str(), from.c_str(), to.c_str(), ranks, result); }) {}
    /// Makes the plan between two mappings. `copy`: an assignment such as "B(j,i)=A(i,j)"; empty: elements keep their indices.
    plan(mapping const& source, mapping const& target, std::string const& copy = {})
        : plan([&](tessera_plan** result) { return tessera_plan_make(source.get(), target.get(), c::given(copy), result); }) {}
    /// Makes the plan of a permutation of dimensions. See tessera_plan_transpose.
    static plan transpose(mapping const& source, mapping const& target, std::vector<int> const& permutation) {
        if (permutation.size() != static_cast<std::size_t>(target.dims()))
            throw error("the permutation has one entry per dimension");
        return plan(
            [&](tessera_plan** result) { return tessera_plan_transpose(source.get(), target.get(), permutation.data(), result); });
    }
    /// Makes the plan of a job file's text. See tessera_plan_job.
    static plan job(std::string const& text, std::string const& name = "job", std::int64_t ranks = 0) {
        return plan([&](tessera_plan** result) { return tessera_plan_job(text.c_str(), name.c_str(), ranks, result); });
    }

    std::int64_t transitions() const { ///< number of transitions
        return c::number([&](std::int64_t* result) { return tessera_plan_transitions(get(), result); });
    }
    /// Returns the plan of one transition, counted from 0.
    plan transition(std::int64_t number) const {
        return plan([&](tessera_plan** result) { return tessera_plan_transition(get(), number, result); });
    }
    std::int64_t ranks() const {
        return c::number([&](std::int64_t* result) { return tessera_plan_ranks(get(), result); });
    }
    /// Returns the sums over all messages.
    tessera_totals totals() const {
        return c::number<tessera_totals>([&](tessera_totals* result) { return tessera_plan_totals(get(), result); });
    }
    /// Returns the messages of a rank, or of all ranks if `rank` is -1.
    std::vector<tessera_message> messages(std::int64_t rank = -1) const {
        return c::list<tessera_message>([&](std::int64_t capacity, tessera_message* list, std::int64_t* count) {
            return tessera_plan_messages(get(), rank, capacity, list, count);
        });
    }
    std::string json() const {
        return c::text([&](char** result) { return tessera_plan_json(get(), result); });
    }
    std::string text() const {
        return c::text([&](char** result) { return tessera_plan_text(get(), result); });
    }

    // These describe a plan of one transition.
    std::int64_t arrays() const {
        return c::number([&](std::int64_t* result) { return tessera_plan_arrays(get(), result); });
    }
    mapping source(std::int64_t array = 0) const {
        return mapping([&](tessera_mapping** result) { return tessera_plan_source(get(), array, result); });
    }
    mapping target(std::int64_t array = 0) const {
        return mapping([&](tessera_mapping** result) { return tessera_plan_target(get(), array, result); });
    }
    std::string svg(std::string const& view = "ownership") const {
        return c::text([&](char** result) { return tessera_plan_svg(get(), view.c_str(), result); });
    }
    std::string collective() const {
        return c::text([&](char** result) { return tessera_plan_collective(get(), result); });
    }
    std::int64_t peak_bytes() const {
        return c::number([&](std::int64_t* result) { return tessera_plan_peak_bytes(get(), result); });
    }
    /// Returns the steps of an algorithm, or of the one that costs least, as JSON. See tessera_plan_schedule.
    std::string schedule(std::string const& algorithm = {}) const { return schedule_on(nullptr, algorithm); }
    std::string schedule(site const& where, std::string const& algorithm = {}) const { return schedule_on(where.get(), algorithm); }
    /// Returns the figures of all algorithms as JSON. See tessera_plan_schedules.
    std::string schedules() const { return schedules_on(nullptr); }
    std::string schedules(site const& where) const { return schedules_on(where.get()); }

    tessera_plan const* get() const { return handle_.get(); }

  private:
    template <class Make, class = std::enable_if_t<std::is_invocable_v<Make, tessera_plan**>>>
    explicit plan(Make const& make) : handle_(c::made(tessera_plan_free, make)) {}

    std::string schedule_on(tessera_site const* where, std::string const& algorithm) const {
        return c::text([&](char** result) { return tessera_plan_schedule(get(), c::given(algorithm), where, result); });
    }
    std::string schedules_on(tessera_site const* where) const {
        return c::text([&](char** result) { return tessera_plan_schedules(get(), where, result); });
    }

    std::unique_ptr<tessera_plan, void (*)(tessera_plan*)> handle_;
};

/// The limits of advise. See tessera_advise.
struct advice_options {
    std::int64_t ranks = 0;  ///< for jobs that do not name their processors
    double operation = 0;    ///< seconds of one operation; 0: 1e-9
    std::int64_t memory = 0; ///< bytes of a rank; 0: no limit
    std::int64_t top = 0;    ///< answers; 0: 5
};

/// Returns the distributions of a program's arrays that cost the least on a machine, as JSON. See tessera_advise.
inline std::string advise(std::string const& job, site const& where, advice_options const& options = {}) {
    return c::text([&](char** result) {
        return tessera_advise(job.c_str(), nullptr, options.ranks, where.get(), options.operation, options.memory, options.top,
                              result);
    });
}

} // namespace tessera
