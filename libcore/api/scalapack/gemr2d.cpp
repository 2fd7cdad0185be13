// SPDX-License-Identifier: BSD-3-Clause
// Tessera: p?gemr2d of ScaLAPACK, under its own names and with the prefix tessera_.
#include "libcore/api/scalapack/blacs.hpp"
#include "libcore/api/scalapack/kept_plans.hpp"
#include "libcore/base/units.hpp"

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <fmt/format.h>
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

/// The arguments of p?gemr2d.
struct Call {
    int rows, columns;
    void* a;
    int ia, ja;
    int* desc_a;
    void* b;
    int ib, jb;
    int* desc_b;
    int context;
};

using Original = void (*)(int, int, void*, int, int, int*, void*, int, int, int*, int);

void call_original(char const* name, Call const& call, void* target) {
    auto const original = reinterpret_cast<Original>(dlsym(RTLD_NEXT, name));
    if (original == nullptr) throw std::runtime_error(fmt::format("ScaLAPACK's {} is not loaded", name));
    original(call.rows, call.columns, call.a, call.ia, call.ja, call.desc_a, target, call.ib, call.jb, call.desc_b, call.context);
}

void explain(char const* name, KeptPlan const& plan) {
    MoveRequest const& move = plan.described;
    std::fputs(fmt::format("tessera: {} moves {}x{} from {} to {}: {} between ranks, {}\n", name, move.rows, move.columns,
                           describe(move.from), describe(move.to), counted(plan.messages, "message"),
                           scaled_bytes(plan.bytes_moved))
                   .c_str(),
               stderr);
}

void move(char const* name, int element_bytes, Call const& call) {
    static Mode const mode = mode_of_environment();
    if (mode == Mode::Off) return call_original(name, call, call.b);
    if (call.rows == 0 || call.columns == 0) return;
    KeptPlans& plans = kept_plans_of(call.context);
    MoveRequest const mine{call.rows, call.columns, element_bytes, MatrixSide::of(call.desc_a, call.ia, call.ja),
                           MatrixSide::of(call.desc_b, call.ib, call.jb)};
    bool is_new = false;
    auto const plan = plans.plan_for(mine, is_new);
    if (!plan) throw std::runtime_error(plan.error().message);
    if (is_new && mode == Mode::Explain && plans.comm().rank() == 0) explain(name, **plan);
    std::vector<std::byte> theirs;
    if (mode == Mode::Verify) {
        auto const* const before = static_cast<std::byte const*>(call.b);
        theirs.assign(before, before + (*plan)->target_bytes);
        call_original(name, call, theirs.data());
    }
    (*plan)->mover.execute(mine.from.member == 1 ? call.a : nullptr, mine.to.member == 1 ? call.b : nullptr);
    if (!theirs.empty() && std::memcmp(theirs.data(), call.b, theirs.size()) != 0)
        throw std::runtime_error(fmt::format("rank {}: ScaLAPACK and Tessera differ", plans.comm().rank()));
}

/// Nothing is thrown into a caller's C or Fortran: a failure ends the job, as ScaLAPACK's own check of arguments does.
void move_or_abort(char const* name, int element_bytes, Call const& call) noexcept {
    try {
        move(name, element_bytes, call);
    } catch (std::exception const& failure) {
        std::fputs(fmt::format("tessera: {}: {}\n", name, failure.what()).c_str(), stderr);
        Cblacs_abort(call.context, 1);
    }
}

} // namespace
} // namespace tessera::scalapack

// The C function Cpdgemr2d(m, n, A, ia, ja, descA, B, ib, jb, descB, context) and the Fortran routine pdgemr2d, whose arguments are
// pointers. ORIGINAL is ScaLAPACK's C function for the same type.
#define TESSERA_GEMR2D(ORIGINAL, C_NAME, FORTRAN_NAME, TYPE)                                                                       \
    void C_NAME(int m, int n, TYPE* a, int ia, int ja, int* desc_a, TYPE* b, int ib, int jb, int* desc_b, int context) {           \
        tessera::scalapack::move_or_abort(ORIGINAL, sizeof(TYPE), {m, n, a, ia, ja, desc_a, b, ib, jb, desc_b, context});          \
    }                                                                                                                              \
    void FORTRAN_NAME(int const* m, int const* n, TYPE* a, int const* ia, int const* ja, int* desc_a, TYPE* b, int const* ib,      \
                      int const* jb, int* desc_b, int const* context) {                                                            \
        tessera::scalapack::move_or_abort(ORIGINAL, sizeof(TYPE), {*m, *n, a, *ia, *ja, desc_a, b, *ib, *jb, desc_b, *context});   \
    }

extern "C" {
TESSERA_GEMR2D("Cpigemr2d", Cpigemr2d, pigemr2d_, std::int32_t)
TESSERA_GEMR2D("Cpsgemr2d", Cpsgemr2d, psgemr2d_, float)
TESSERA_GEMR2D("Cpdgemr2d", Cpdgemr2d, pdgemr2d_, double)
TESSERA_GEMR2D("Cpcgemr2d", Cpcgemr2d, pcgemr2d_, std::complex<float>)
TESSERA_GEMR2D("Cpzgemr2d", Cpzgemr2d, pzgemr2d_, std::complex<double>)
TESSERA_GEMR2D("Cpigemr2d", tessera_Cpigemr2d, tessera_pigemr2d_, std::int32_t)
TESSERA_GEMR2D("Cpsgemr2d", tessera_Cpsgemr2d, tessera_psgemr2d_, float)
TESSERA_GEMR2D("Cpdgemr2d", tessera_Cpdgemr2d, tessera_pdgemr2d_, double)
TESSERA_GEMR2D("Cpcgemr2d", tessera_Cpcgemr2d, tessera_pcgemr2d_, std::complex<float>)
TESSERA_GEMR2D("Cpzgemr2d", tessera_Cpzgemr2d, tessera_pzgemr2d_, std::complex<double>)
}
