// SPDX-License-Identifier: BSD-3-Clause
// Tessera: objects of isl (the integer set library) that free themselves. The only file that includes isl's headers.
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

/// Frees whatever isl handed out. isl's functions that take an object get `release()`, those that keep it `get()`.
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

/// A context of isl: all objects belong to one, and are gone before it. It stops work that grows out of hand: isl then answers with
/// null, which every function of isl hands on.
class IslContext {
  public:
    /// A few seconds of work: an operation is a pivot of a tableau, and takes some microseconds. The paper's triangle needs 60 000.
    static constexpr unsigned long most_operations = 500'000;
    /// About a second, for what can be done in another way as well.
    static constexpr unsigned long operations_with_another_way = 150'000;

    explicit IslContext(unsigned long operations = most_operations) : ctx_(isl_ctx_alloc()) {
        isl_options_set_on_error(ctx_.get(), ISL_ON_ERROR_CONTINUE);
        isl_ctx_set_max_operations(ctx_.get(), operations);
    }
    [[nodiscard]] isl_ctx* get() const { return ctx_.get(); }
    [[nodiscard]] Value value(Index number) const { return Value(isl_val_int_from_si(ctx_.get(), number)); }
    /// Did it stop, or fail?
    [[nodiscard]] bool failed() const { return isl_ctx_last_error(ctx_.get()) != isl_error_none; }

  private:
    Handle<isl_ctx> ctx_;
};

[[nodiscard]] inline Set copy_of(Set const& set) {
    return Set(isl_set_copy(set.get()));
}

/// The integer, which fits 64 bits wherever coefficients and bounds are those of a region (region.hpp limits them).
[[nodiscard]] inline Index integer(Value const& value) {
    return isl_val_get_num_si(value.get());
}

} // namespace tessera::isl
