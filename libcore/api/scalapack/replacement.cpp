// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the way of a call that replaces a routine of ScaLAPACK.
#include "libcore/api/scalapack/replacement.hpp"

#include "libcore/api/scalapack/blacs.hpp"
#include "libcore/api/scalapack/kept_plans.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::scalapack {
namespace {

/// The value of TESSERA_SCALAPACK.
enum class Mode {
    Replace, ///< not set
    Off,     ///< ScaLAPACK moves the data
    Explain, ///< prints a line for each new plan
    Verify   ///< both move the data; a difference ends the job
};

Mode mode_of_environment() {
    char const* const text = std::getenv("TESSERA_SCALAPACK");
    std::string_view const name = text == nullptr ? "" : text;
    if (name.empty()) return Mode::Replace;
    if (name == "off") return Mode::Off;
    if (name == "explain") return Mode::Explain;
    if (name == "verify") return Mode::Verify;
    throw std::runtime_error(fmt::format("TESSERA_SCALAPACK={}: expected off, explain or verify", name));
}

Mode mode_of_process() {
    static Mode const mode = mode_of_environment();
    return mode;
}

/// Returns whether this library contains the address.
bool is_in_this_library(void* address) {
    static int const here = 0;
    Dl_info ours{};
    Dl_info its{};
    return dladdr(&here, &ours) != 0 && dladdr(address, &its) != 0 && ours.dli_fbase == its.dli_fbase;
}

/// Returns ScaLAPACK's routine, or null if it is not loaded. ScaLAPACK may be linked behind this library or in front of it.
void* find_original(char const* routine) {
    if (void* const behind = dlsym(RTLD_NEXT, routine)) return behind;
    void* const first = dlsym(RTLD_DEFAULT, routine);
    return first == nullptr || is_in_this_library(first) ? nullptr : first;
}

bool is_first_of(int context) {
    int rows = 0;
    int columns = 0;
    int row = 0;
    int column = 0;
    Cblacs_gridinfo(context, &rows, &columns, &row, &column);
    return row == 0 && column == 0;
}

/// Returns whether this rank's parts of A and B have memory in common.
bool are_aliased(Call const& call) {
    MoveRequest const& request = call.request;
    if (request.from.member == 0 || request.to.member == 0) return false;
    Index const bytes = element_bytes_of(request.type);
    auto const* const a = static_cast<std::byte const*>(call.a);
    auto const* const b = static_cast<std::byte const*>(call.b);
    std::less<> const before;
    return before(a, b + request.to.local_extent() * bytes) && before(b, a + request.from.local_extent() * bytes);
}

void say(std::string const& text) {
    std::fputs(fmt::format("tessera: {}\n", text).c_str(), stderr);
}

void leave_to_scalapack(Call const& call, std::string_view reason) {
    void* const routine = find_original(call.routine);
    if (routine == nullptr) throw std::runtime_error(fmt::format("{}, and ScaLAPACK's routine is not loaded", reason));
    call.original(routine, call.b);
}

void refuse(Call const& call, Mode mode, std::string_view reason) {
    if (mode == Mode::Explain && is_first_of(call.context)) say(fmt::format("{} is left to ScaLAPACK: {}", call.routine, reason));
    leave_to_scalapack(call, reason);
}

std::string_view verb_of(MoveRequest const& request) {
    if (request.transposed != 0) return request.conjugate != 0 ? "transposes and conjugates" : "transposes";
    if (request.part == Part::Upper) return "moves the upper trapezoid of";
    return request.part == Part::Lower ? "moves the lower trapezoid of" : "moves";
}

void explain(Call const& call, KeptPlan const& plan) {
    MoveRequest const& move = plan.described;
    say(fmt::format("{} {} {}x{} from {} to {}: {} between ranks, {}", call.routine, verb_of(move), move.source_rows(),
                    move.source_columns(), describe(move.from), describe(move.to), counted(plan.messages, "message"),
                    scaled_bytes(plan.bytes_moved)));
}

/// Returns whether two results of beta*B + alpha*A differ by no more than rounding. `before`: the element of B. Infinities and NaN
/// spread between the parts of a complex number in more than one way.
template <class Real>
bool are_close(std::complex<Real> x, std::complex<Real> y, std::complex<Real> before, double beta) {
    if (!std::isfinite(std::abs(x)) || !std::isfinite(std::abs(y))) return std::isfinite(std::abs(x)) == std::isfinite(std::abs(y));
    Real const magnitude = std::max(std::abs(x), std::abs(y)) + static_cast<Real>(beta) * std::abs(before);
    return std::abs(x - y) <= 16 * std::numeric_limits<Real>::epsilon() * magnitude;
}

template <class Real>
std::complex<Real> element_at(std::byte const* memory, std::size_t bytes) {
    std::array<Real, 2> parts{}; // a real number has one
    std::memcpy(parts.data(), memory, bytes);
    return {parts[0], parts[1]};
}

/// `theirs`, `before`: as many bytes as `ours`.
template <class Real>
bool all_close(MoveRequest const& request, std::vector<std::byte> const& theirs, std::byte const* ours,
               std::vector<std::byte> const& before) {
    auto const bytes = as_size(element_bytes_of(request.type));
    double const beta = std::hypot(request.beta[0], request.beta[1]);
    for (std::size_t at = 0; at < theirs.size(); at += bytes) {
        if (std::memcmp(theirs.data() + at, ours + at, bytes) == 0) continue;
        if (!are_close(element_at<Real>(theirs.data() + at, bytes), element_at<Real>(ours + at, bytes),
                       element_at<Real>(before.data() + at, bytes), beta))
            return false;
    }
    return true;
}

bool agree(MoveRequest const& request, std::vector<std::byte> const& theirs, std::byte const* ours,
           std::vector<std::byte> const& before) {
    if (theirs.empty() || std::memcmp(theirs.data(), ours, theirs.size()) == 0) return true;
    if (request.transposed == 0) return false;
    bool const is_single = request.type == 's' || request.type == 'c';
    return is_single ? all_close<float>(request, theirs, ours, before) : all_close<double>(request, theirs, ours, before);
}

/// Lets both move the data, ScaLAPACK into a copy of B.
void verify(Call const& call, KeptPlan& plan, Rank rank) {
    auto* const target = static_cast<std::byte*>(call.b);
    Index const bytes = call.request.to.local_extent() * element_bytes_of(call.request.type);
    std::vector<std::byte> const before(target, target + bytes);
    std::vector<std::byte> theirs = before;
    void* const routine = find_original(call.routine);
    if (routine == nullptr) throw std::runtime_error("ScaLAPACK's routine is not loaded");
    call.original(routine, theirs.data());
    plan.execute(call.a, call.b);
    if (!agree(call.request, theirs, target, before))
        throw std::runtime_error(fmt::format("rank {}: ScaLAPACK and Tessera differ", rank));
}

void move(Call const& call) {
    Mode const mode = mode_of_process();
    if (mode == Mode::Off) return leave_to_scalapack(call, "TESSERA_SCALAPACK=off");
    if (!call.refusal.empty()) return refuse(call, mode, call.refusal);
    MoveRequest request = call.request;
    request.aliased = are_aliased(call) ? 1 : 0;
    KeptPlans& plans = kept_plans_of(call.context);
    bool is_new = false;
    auto const plan = plans.plan_for(request, is_new);
    if (!plan) return refuse(call, mode, plan.error().message);
    if (is_new && mode == Mode::Explain && is_first_of(call.context)) explain(call, **plan);
    if (mode == Mode::Verify) return verify(call, **plan, plans.comm().rank());
    (*plan)->execute(call.a, call.b);
}

} // namespace

void replace(Call const& call) noexcept {
    try {
        move(call);
    } catch (std::exception const& failure) {
        say(fmt::format("{}: {}", call.routine, failure.what()));
        Cblacs_abort(call.context, 1);
    }
}

} // namespace tessera::scalapack

extern "C" void tessera_scalapack_drop_plans() {
    tessera::scalapack::drop_kept_plans();
}
