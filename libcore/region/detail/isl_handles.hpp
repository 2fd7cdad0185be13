// SPDX-License-Identifier: BSD-3-Clause
// Tessera: owning handles for objects of isl (the integer set library). The only file that includes isl's headers.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstdlib>
#include <isl/aff.h>
#include <isl/ast.h>
#include <isl/ast_build.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/val.h>
#include <memory>
#include <string>

namespace tessera::isl {

/// Frees objects of isl. Pass `release()` to isl functions that take ownership, and `get()` to the others.
struct Free {
    void operator()(isl_ctx* p) const { isl_ctx_free(p); }
    void operator()(isl_val* p) const { isl_val_free(p); }
    void operator()(isl_id* p) const { isl_id_free(p); }
    void operator()(isl_space* p) const { isl_space_free(p); }
    void operator()(isl_local_space* p) const { isl_local_space_free(p); }
    void operator()(isl_aff* p) const { isl_aff_free(p); }
    void operator()(isl_constraint* p) const { isl_constraint_free(p); }
    void operator()(isl_basic_set* p) const { isl_basic_set_free(p); }
    void operator()(isl_set* p) const { isl_set_free(p); }
    void operator()(isl_map* p) const { isl_map_free(p); }
    void operator()(isl_ast_build* p) const { isl_ast_build_free(p); }
    void operator()(isl_ast_node* p) const { isl_ast_node_free(p); }
    void operator()(isl_ast_node_list* p) const { isl_ast_node_list_free(p); }
    void operator()(isl_ast_expr* p) const { isl_ast_expr_free(p); }
    void operator()(char* p) const { std::free(p); }
};
template <class Object>
using Handle = std::unique_ptr<Object, Free>;

using Value = Handle<isl_val>;
using Set = Handle<isl_set>;
using Map = Handle<isl_map>;

/// An isl context. All objects belong to a context, and must be freed before it. It limits the work: beyond the limit, isl
/// functions return null, and accept null as an argument.
class IslContext {
  public:
    /// Limit of a few seconds. An operation is a pivot of a tableau and takes some microseconds. The paper's triangle needs 60 000.
    static constexpr unsigned long most_operations = 500'000;
    /// Limit of about a second, for work with an alternative.
    static constexpr unsigned long operations_with_another_way = 150'000;

    explicit IslContext(unsigned long operations = most_operations) : ctx_(isl_ctx_alloc()) {
        isl_options_set_on_error(ctx_.get(), ISL_ON_ERROR_CONTINUE);
        isl_ctx_set_max_operations(ctx_.get(), operations);
    }
    [[nodiscard]] isl_ctx* get() const { return ctx_.get(); }
    [[nodiscard]] Value value(Index number) const { return Value(isl_val_int_from_si(ctx_.get(), number)); }
    /// Returns whether the limit was reached, or another error happened.
    [[nodiscard]] bool failed() const { return isl_ctx_last_error(ctx_.get()) != isl_error_none; }

  private:
    Handle<isl_ctx> ctx_;
};

[[nodiscard]] inline Set copy_of(Set const& set) {
    return Set(isl_set_copy(set.get()));
}

/// Returns the integer. It fits 64 bits, because region.hpp limits coefficients and bounds.
[[nodiscard]] inline Index integer(Value const& value) {
    return isl_val_get_num_si(value.get());
}

} // namespace tessera::isl
