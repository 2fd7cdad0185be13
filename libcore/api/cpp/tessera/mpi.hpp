// SPDX-License-Identifier: BSD-3-Clause
// Tessera: movers, halos, shifts, routes and channels for C++17: a thin layer over <tessera_mpi.h>. Link with tessera::mpi.
//
// The conventions of <tessera_mpi.h> hold. Failures are exceptions of type tessera::error. Destructors do nothing after
// MPI_Finalize.
#pragma once

#include <tessera/plan.hpp>

#include <tessera_mpi.h>

#include <complex>

namespace tessera {

/// Options of a mover. See tessera_mover_options.
struct mover_options {
    tessera_transport transport = TESSERA_AUTO;
    std::complex<double> alpha = 1;
    std::complex<double> beta = 0;
    bool conjugate = false;
    bool with_return = false;
    std::vector<numbers> source_strides = {}; ///< for each array; empty, for all or for one: the mapping's own layout
    std::vector<numbers> target_strides = {};
};

/// One rank's share of one or several plans, made once and executed any number of times.
class mover {
  public:
    /// Makes the plan and the mover of one array from text, for as many ranks as `comm` has. Collective.
    mover(std::string const& array, std::string const& from, std::string const& to, MPI_Comm comm,
          mover_options const& options = {})
        : mover(options, [&](tessera_mover_options const& given, tessera_mover** result) {
              return tessera_mover_parse(array.c_str(), from.c_str(), to.c_str(), comm, &given, result);
          }) {}
    /// Makes a mover of a plan. Collective.
    mover(plan const& each, MPI_Comm comm, mover_options const& options = {})
        : mover(std::vector<plan const*>{&each}, comm, options) {}
    /// Makes a mover of several plans, whose arrays travel together. Collective.
    mover(std::vector<plan const*> const& plans, MPI_Comm comm, mover_options const& options = {})
        : mover(options, [&](tessera_mover_options const& given, tessera_mover** result) {
              std::vector<tessera_plan const*> handles;
              for (plan const* each : plans) handles.push_back(each->get());
              return tessera_mover_make(handles.data(), static_cast<std::int64_t>(handles.size()), comm, &given, result);
          }) {}

    /// Return the sizes of this rank's parts before and after, in elements.
    std::size_t source_size(std::int64_t array = 0) const { return sizes(array).first; }
    std::size_t target_size(std::int64_t array = 0) const { return sizes(array).second; }

    /// Moves one array. Collective.
    void run(void const* source, void* target) { check(tessera_mover_run(get(), &source, &target)); }
    /// Moves all arrays; one address per array. Collective.
    void run(std::vector<void const*> const& sources, std::vector<void*> const& targets) {
        check_counts(sources.size(), targets.size());
        check(tessera_mover_run(get(), sources.data(), targets.data()));
    }
    /// The two halves of run(). Collective.
    void begin(void const* source, void* target) { check(tessera_mover_begin(get(), &source, &target)); }
    void begin(std::vector<void const*> const& sources, std::vector<void*> const& targets) {
        check_counts(sources.size(), targets.size());
        check(tessera_mover_begin(get(), sources.data(), targets.data()));
    }
    void end() { check(tessera_mover_end(get())); }
    /// Moves the target of one array back to its source; made with mover_options::with_return. Collective.
    void run_back(void* source, void const* target) { check(tessera_mover_run_back(get(), &source, &target)); }

    tessera_mover_costs costs() const {
        return c::number<tessera_mover_costs>([&](tessera_mover_costs* result) { return tessera_mover_cost(get(), result); });
    }
    tessera_mover* get() const { return handle_.get(); }

  private:
    template <class Make, class = std::enable_if_t<std::is_invocable_v<Make, tessera_mover_options const&, tessera_mover**>>>
    mover(mover_options const& options, Make const& make)
        : handle_(c::made(tessera_mover_free, [&](tessera_mover** result) {
              tessera_mover_options given = TESSERA_MOVER_OPTIONS;
              given.transport = options.transport;
              given.alpha[0] = options.alpha.real();
              given.alpha[1] = options.alpha.imag();
              given.beta[0] = options.beta.real();
              given.beta[1] = options.beta.imag();
              given.conjugate = options.conjugate ? 1 : 0;
              given.with_return = options.with_return ? 1 : 0;
              std::vector<std::int64_t const*> const from = lists(options.source_strides);
              std::vector<std::int64_t const*> const to = lists(options.target_strides);
              if (!from.empty()) given.source_strides = from.data();
              if (!to.empty()) given.target_strides = to.data();
              return make(given, result);
          })) {}

    static std::vector<std::int64_t const*> lists(std::vector<numbers> const& strides) {
        std::vector<std::int64_t const*> result;
        for (numbers const& each : strides) result.push_back(each.empty() ? nullptr : each.data());
        return result;
    }
    std::pair<std::size_t, std::size_t> sizes(std::int64_t array) const {
        std::int64_t source = 0;
        std::int64_t target = 0;
        check(tessera_mover_sizes(get(), array, &source, &target));
        return {static_cast<std::size_t>(source), static_cast<std::size_t>(target)};
    }
    void check_counts(std::size_t sources, std::size_t targets) const {
        auto const arrays = c::number([&](std::int64_t* result) { return tessera_mover_arrays(get(), result); });
        if (sources != static_cast<std::size_t>(arrays) || targets != sources)
            throw error("the mover has " + std::to_string(arrays) + " arrays; give one source and one target for each");
    }

    std::unique_ptr<tessera_mover, void (*)(tessera_mover*)> handle_;
};

/// Copies of neighbours' elements around a rank's own ones. See tessera_halo_make.
class halo {
  public:
    /// Makes the halo. `stencil` empty: the shadow planes that the array declares. Collective.
    halo(mapping const& array, MPI_Comm comm, std::string const& stencil = {}, std::string const& periodic = {},
         tessera_halo_direction direction = TESSERA_HALO_FILL)
        : dims_(array.dims()), handle_(c::made(tessera_halo_free, [&](tessera_halo** result) {
              return tessera_halo_make(array.get(), c::given(stencil), c::given(periodic), direction, comm, result);
          })) {}

    /// Returns the size of this rank's allocation in elements.
    std::size_t size() const {
        return static_cast<std::size_t>(c::number([&](std::int64_t* result) { return tessera_halo_allocation(get(), result); }));
    }
    numbers strides() const {
        numbers result(static_cast<std::size_t>(dims_));
        check(tessera_halo_strides(get(), result.data()));
        return result;
    }
    /// Returns the offset of the element at a global index.
    std::int64_t offset(numbers const& index) const {
        c::check_length(index, static_cast<std::size_t>(dims_), "index");
        return c::number([&](std::int64_t* result) { return tessera_halo_offset(get(), index.data(), result); });
    }

    void run(void* part) { check(tessera_halo_run(get(), part)); }     ///< collective
    void begin(void* part) { check(tessera_halo_begin(get(), part)); } ///< collective
    void end() { check(tessera_halo_end(get())); }                     ///< collective

    tessera_halo* get() const { return handle_.get(); }

  private:
    int dims_;
    std::unique_ptr<tessera_halo, void (*)(tessera_halo*)> handle_;
};

/// The move of every element by the same distance. See tessera_shift_make.
class shift {
  public:
    shift(mapping const& array, numbers const& distance, MPI_Comm comm, tessera_edge edge = TESSERA_KEEP)
        : handle_(c::made(tessera_shift_free, [&](tessera_shift** result) {
              c::check_length(distance, static_cast<std::size_t>(array.dims()), "distance");
              return tessera_shift_make(array.get(), distance.data(), edge, comm, result);
          })) {}

    /// Shifts from `source` to `target`. `fill`: one element for TESSERA_FILL. Collective.
    void run(void const* source, void* target, void const* fill = nullptr) {
        check(tessera_shift_run(get(), source, target, fill));
    }
    void begin(void const* source, void* target, void const* fill = nullptr) {
        check(tessera_shift_begin(get(), source, target, fill));
    }
    void end() { check(tessera_shift_end(get())); }

    tessera_shift* get() const { return handle_.get(); }

  private:
    std::unique_ptr<tessera_shift, void (*)(tessera_shift*)> handle_;
};

/// The way of values from this rank to elements that it names, on any rank, and back. See tessera_route_make.
class route {
  public:
    route(mapping const& array, numbers const& elements, MPI_Comm comm)
        : handle_(c::made(tessera_route_free, [&](tessera_route** result) {
              return tessera_route_make(array.get(), elements.data(), static_cast<std::int64_t>(elements.size()), comm, result);
          })) {}

    /// Sends values[i] to element i of the list. Collective.
    void send(void const* values, void* part, tessera_combine combine = TESSERA_REPLACE) {
        check(tessera_route_send(get(), values, part, combine));
    }
    /// Sets values[i] to element i of the list. Collective.
    void fetch(void const* part, void* values) { check(tessera_route_get(get(), part, values)); }
    void begin_send(void const* values, void* part, tessera_combine combine = TESSERA_REPLACE) {
        check(tessera_route_begin_send(get(), values, part, combine));
    }
    void begin_fetch(void const* part, void* values) { check(tessera_route_begin_get(get(), part, values)); }
    void end() { check(tessera_route_end(get())); }

    tessera_route* get() const { return handle_.get(); }

  private:
    std::unique_ptr<tessera_route, void (*)(tessera_route*)> handle_;
};

/// Options of a channel. See tessera_channel_options.
struct channel_options {
    std::string algorithm = {}; ///< empty: "auto"
    std::int64_t transfers = 0; ///< expected number; 0: many
    double patience = 60;       ///< seconds
    std::string interface = {}; ///< empty: all
};

/// Where the two ends of a channel within one communicator meet. See tessera_channel_make_within.
struct meeting_within {
    MPI_Comm both;
    int sender;   ///< rank in `both` of the sender's rank 0
    int receiver; ///< rank in `both` of the receiver's rank 0
    std::string name = "channel";
};

/// One program's end of a channel, through which it hands an array to another program.
class channel {
  public:
    /// Makes one end of a channel between two jobs, which meet by a file. Collective. See tessera_channel_make.
    channel(mapping const& array, tessera_channel_end end, std::string const& file, MPI_Comm comm,
            channel_options const& options = {})
        : handle_(c::made(tessera_channel_free, [&](tessera_channel** result) {
              tessera_channel_options const given = given_of(options);
              return tessera_channel_make(array.get(), end, file.c_str(), comm, &given, result);
          })) {}
    /// Makes one end of a channel between two groups of ranks. Collective.
    channel(mapping const& array, tessera_channel_end end, meeting_within const& meeting, MPI_Comm comm,
            channel_options const& options = {})
        : handle_(c::made(tessera_channel_free, [&](tessera_channel** result) {
              tessera_channel_options const given = given_of(options);
              return tessera_channel_make_within(array.get(), end, meeting.name.c_str(), meeting.both, meeting.sender,
                                                 meeting.receiver, comm, &given, result);
          })) {}

    void send(void const* part) { check(tessera_channel_send(get(), part)); } ///< collective
    /// Waits for the next array. Returns false if the sender has closed the channel. Collective.
    bool receive(void* part) {
        return c::number<int>([&](int* result) { return tessera_channel_receive(get(), part, result); }) != 0;
    }
    void close() { check(tessera_channel_close(get())); } ///< collective

    tessera_channel* get() const { return handle_.get(); }

  private:
    static tessera_channel_options given_of(channel_options const& options) {
        tessera_channel_options given = TESSERA_CHANNEL_OPTIONS;
        given.algorithm = c::given(options.algorithm);
        given.transfers = options.transfers;
        given.patience = options.patience;
        given.interface = c::given(options.interface);
        return given;
    }

    std::unique_ptr<tessera_channel, void (*)(tessera_channel*)> handle_;
};

} // namespace tessera
