// SPDX-License-Identifier: BSD-3-Clause
// Tessera: edits of the alignment of an array in a job's text, for drags in the window.
#include "libcore/edit/alignment_edit.hpp"

#include "libcore/base/try.hpp"
#include "libcore/edit/linear_subscript.hpp"

#include <cmath>

namespace tessera {
namespace {

MappingSpec const* aligned_state(Result<Job> const& job, StateReference const& place, int template_dim) {
    ArrayStates const* const array = job ? job->find(place.array) : nullptr;
    if (!array || place.state >= array->states.size()) return nullptr;
    MappingSpec const& spec = array->states[place.state];
    return as_size(template_dim) < spec.align.size() ? &spec : nullptr;
}

bool is_alignment(FormGroup const& group) {
    return group.what == FormGroup::What::AlignWith || group.what == FormGroup::What::RealignWith;
}

} // namespace

AlignAxis dragged_axis(AlignAxis const& axis, ArraySpec const& array, Index element, Index to) {
    Index const lower = array.lower[as_size(axis.array_dim)];
    Index const first = axis.stride * lower + axis.offset; // position of the first element
    AlignAxis dragged = axis;
    if (element == 0) {
        dragged.offset += to - first;
        return dragged;
    }
    dragged.stride = std::llround(static_cast<double>(to - first) / static_cast<double>(element));
    if (dragged.stride == 0) dragged.stride = axis.stride < 0 ? -1 : 1;
    dragged.offset = first - dragged.stride * lower;
    return dragged;
}

Result<FormField> subscript_field(JobText const& text, StateReference const& place, int template_dim) {
    auto const job = job_of(text);
    MappingSpec const* const now = aligned_state(job, place, template_dim);
    auto const d = as_size(template_dim);
    for (FormGroup const& group : form_groups(text.text)) {
        if (!now || !is_alignment(group) || d >= group.fields.size()) continue;
        FormField const& field = group.fields[d];
        auto subscript = read_subscript(field.text);
        if (!subscript || subscript->kind != LinearSubscript::Kind::Linear) continue;
        // Try one position to either side, because the array may be at an end of its template.
        for (Index const aside : {1, -2}) {
            subscript->offset += aside;
            auto const changed = job_of({edited(text.text, {edit_of(field, write_subscript(*subscript))}), text.directory});
            MappingSpec const* const then = aligned_state(changed, place, template_dim);
            if (then && then->align[d].offset - now->align[d].offset == (aside > 0 ? 1 : -1)) return field;
        }
    }
    return fail("no subscript in the text says this; change it there");
}

Result<std::vector<TextEdit>> alignment_edit(JobText const& text, StateReference const& place, std::vector<AlignAxis> const& axes) {
    auto const job = job_of(text);
    if (!job) return forward_error(job);
    std::vector<TextEdit> edits;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        auto const dim = static_cast<int>(d);
        MappingSpec const* const now = aligned_state(job, place, dim);
        if (now && (axes[d].kind != AlignAxis::Kind::Affine || axes[d] == now->align[d])) continue;
        auto const field = TRY(subscript_field(text, place, dim));
        auto subscript = *read_subscript(field.text);
        subscript.stride = axes[d].stride;
        subscript.offset = axes[d].offset;
        edits.push_back(edit_of(field, write_subscript(subscript)));
    }
    return understood(text, std::move(edits));
}

} // namespace tessera
