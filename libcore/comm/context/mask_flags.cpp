// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mask with one flag per element of an array.
#include "libcore/comm/context/detail/mask_flags.hpp"

#include "libcore/mapping/storage_strides.hpp"

#include <utility>

namespace tessera::detail {
namespace {

/// The contribution of each index of a dimension (numbered within the domain) to the number of an element.
using IndexTerms = std::vector<Index>;

/// Returns the terms of all dimensions, fastest first.
std::vector<IndexTerms> index_terms(ArraySpec const& array, MaskDomain const& domain) {
    Extents const strides = dense_strides(array.extents, array.order);
    std::vector<IndexTerms> all;
    for (int const dim : domain.order) {
        PeriodicSet const& asked = domain.elements.dims()[as_size(dim)];
        IndexTerms terms;
        for (auto run = asked.run_from(asked.bounds().begin); run; run = asked.run_from(run->end))
            for (Index i = run->begin; i < run->end; ++i) terms.push_back(i * strides[as_size(dim)]);
        all.push_back(std::move(terms));
    }
    return all;
}

} // namespace

Context where_flagged(std::vector<bool> const& flags, ArraySpec const& array, MaskDomain const& domain, Context const& outer) {
    std::vector<IndexTerms> const terms = index_terms(array, domain);
    Index const row = std::ssize(terms.front());
    Index begin = 0; // begin of the last tested row
    Index end = 0;
    Index first = 0; // number of an element of the row, without the contribution of the fastest index
    return outer.where([&](Index at) {
        if (at < begin || at >= end) {
            begin = at / row * row;
            end = begin + row;
            first = 0;
            Index rest = at / row;
            for (std::size_t k = 1; k < terms.size(); ++k) {
                first += terms[k][as_size(rest % std::ssize(terms[k]))];
                rest /= std::ssize(terms[k]);
            }
        }
        return flags[as_size(first + terms.front()[as_size(at - begin)])];
    });
}

} // namespace tessera::detail
