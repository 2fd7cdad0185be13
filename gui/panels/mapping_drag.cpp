// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a drag in a picture of a mapping that edits the job's text continuously.
#include "gui/panels/mapping_drag.hpp"

#include "libcore/edit/alignment_edit.hpp"
#include "libcore/edit/linear_subscript.hpp"
#include "libcore/scene/ownership/template_scene.hpp"
#include "libcore/spec/write.hpp"

namespace tessera::gui {
namespace {

/// Returns the place of a mapping that is shown on one side of the current transition.
std::optional<StateReference> placeOf(Derived const& derived, MappingSpec const& spec, Selection::Side side) {
    Job const& job = derived.job;
    Transition const& viewed = derived.transitions[derived.viewed];
    bool const isTarget = side == Selection::Side::Target;
    if (!job.copies.empty()) return place_of(job, spec, true); // copies read and write the last state of their arrays
    auto const state = as_size(isTarget ? viewed.to : viewed.from);
    ArrayStates const* const array = job.find(spec.array.name);
    bool const there = array && state < array->states.size() && array->states[state] == spec;
    return there ? StateReference{spec.array.name, state} : place_of(job, spec, isTarget);
}

} // namespace

MappingDrag::MappingDrag(Session& session, QObject* parent) : QObject(parent), session_(session) {
    connect(&session, &Session::derivedChanged, this, [this] {
        waiting_ = false;
        if (gesture_) write();
    });
}

JobText MappingDrag::text() const {
    return {gesture_->original(), session_.folder().toStdString()};
}

void MappingDrag::begin(Mapping const& mapping) {
    if (gesture_) return;
    gesture_ = std::make_unique<Gesture>(*session_.document());
    mapping_ = mapping;
    field_.reset();
    place_.reset();
    waiting_ = false;
}

QString MappingDrag::moveBoundary(Mapping const& mapping, Selection::Side side, Boundary const& boundary, Index to,
                                  bool equalBlocks) {
    begin(mapping);
    MappingSpec spec = mapping_->spec();
    int const format = *format_dim(spec, boundary.dim);
    if (!field_) {
        auto const place = placeOf(*session_.derived(), spec, side);
        field_ = place ? format_field(text(), *place, format) : Result<FormField>(fail("the text has changed"));
    }
    if (!*field_) return tr("Not changed: %1").arg(QString::fromStdString(field_->error().message));
    spec.formats[as_size(format)] = moved_boundary(*mapping_, boundary, to, equalBlocks);
    bool const same = spec == mapping_->spec(); // the original mapping: no edit needed
    std::vector<TextEdit> edits;
    if (!same) edits.push_back(edit_of(**field_, write_format(spec, format)));
    // Shows only the formats, "(gen_block(12,4),*)", because the rest has not changed.
    QString const formats = QString::fromStdString(describe(spec)).section(QStringLiteral(" onto "), 0, 0);
    Index const first = spec.array.lower[as_size(boundary.dim)] + to;
    return show(understood(text(), std::move(edits)), tr("%1\nboundary before index %2").arg(formats).arg(first));
}

QString MappingDrag::moveProcessors(Mapping const& mapping, int arrangementDim, Index count) {
    begin(mapping);
    Processors const& processors = mapping_->spec().processors;
    QStringList extents;
    for (Index const extent : processors.extents) extents << QString::number(extent);
    extents[arrangementDim] = QString::number(count);
    return show(grid_edit(text(), processors.name, arrangementDim, count),
                tr("%1: %2 processors").arg(QString::fromStdString(processors.name), extents.join(QStringLiteral(" \u00d7 "))));
}

QString MappingDrag::moveOnTemplate(Mapping const& mapping, Selection::Side side, Extents const& from, Extents const& to) {
    begin(mapping);
    MappingSpec const& spec = mapping_->spec();
    std::vector<AlignAxis> axes = spec.align;
    QStringList subscripts;
    for (std::size_t d = 0; d < axes.size(); ++d) {
        auto const dim = static_cast<int>(d);
        auto const element = index_on_template(spec, dim, from[d]);
        if (axes[d].kind != AlignAxis::Kind::Affine || !element) continue;
        if (from[d] != to[d]) axes[d] = dragged_axis(axes[d], spec.array, *element, spec.target->lower[d] + to[d]);
        LinearSubscript const words{LinearSubscript::Kind::Linear, std::string(1, static_cast<char>('i' + axes[d].array_dim)),
                                    axes[d].stride, axes[d].offset};
        subscripts << QString::fromStdString(write_subscript(words));
    }
    if (!place_) place_ = placeOf(*session_.derived(), spec, side); // before the first edit moves it
    if (!place_) return tr("Not changed: the text is no longer the same");
    return show(alignment_edit(text(), *place_, axes),
                QStringLiteral("%1(%2)").arg(QString::fromStdString(spec.target->name), subscripts.join(QStringLiteral(", "))));
}

QString MappingDrag::show(Result<std::vector<TextEdit>> edits, QString const& readout) {
    if (!edits) return tr("That does not work: %1").arg(QString::fromStdString(edits.error().message));
    wanted_ = std::move(*edits);
    if (!waiting_) write();
    return readout;
}

void MappingDrag::write() {
    if (!wanted_) return;
    waiting_ = gesture_->show(*std::exchange(wanted_, std::nullopt));
}

void MappingDrag::end(bool keep) {
    if (!gesture_) return;
    if (keep) write();
    auto const gesture = std::move(gesture_);
    wanted_.reset();
    mapping_.reset();
    if (keep)
        gesture->finish();
    else
        gesture->cancel();
}

} // namespace tessera::gui
