// SPDX-License-Identifier: BSD-3-Clause
// Tessera: outputs of the window: pictures, traces, and the command for the current view.
#include "gui/models/text.hpp"
#include "gui/panels/view_scene.hpp"
#include "gui/session/trace_export.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/network/link_name.hpp"
#include "libcore/scene/ownership/ownership_grid.hpp"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QStatusBar>

namespace tessera::gui {
namespace {

constexpr int toldFor = 8000; // display time of a message in ms

/// For a copy no array is named, because distplan draw shows both of its arrays by default.
ViewState viewStateOf(Derived const& derived, int plan) {
    RedistPlan const& shown = derived.plan->plans()[as_size(plan)];
    bool const named = derived.plan->plans().size() > 1 && derived.job.copies.empty();
    QString const array = named ? QString::fromStdString(shown.source().array().name) : QString();
    return {.transition = derived.viewed,
            .transitions = derived.transitions.size(),
            .array = array,
            .direct = !comparesMethods(derived.totals)};
}

/// Returns an index in the bounds of its array: "3,10".
QString indexText(ArraySpec const& array, Extents const& index) {
    QStringList parts;
    for (std::size_t d = 0; d < index.size(); ++d) parts << QString::number(array.lower[d] + index[d]);
    return parts.join(u',');
}

/// Sets the drawn dimensions and the fixed indices if they differ from the default of distplan draw. The command has one option for
/// both arrays; it is that of the first.
void addAxes(ViewState& viewed, MappingView const& mappingView) {
    ArraySpec const& array = mappingView.mapping.array();
    OwnershipView const usual = OwnershipView::of(array);
    if (array.dims() < 3 && mappingView.columnDim == usual.column_dim) return;
    if (mappingView.rowDim && (mappingView.rowDim != usual.row_dim || mappingView.columnDim != usual.column_dim))
        viewed.axes = QStringLiteral("%1,%2").arg(*mappingView.rowDim + 1).arg(mappingView.columnDim + 1);
    Extents fixed = mappingView.fixed;
    for (int d = 0; d < array.dims(); ++d)
        if (d == mappingView.columnDim || d == mappingView.rowDim) fixed[as_size(d)] = 0;
    if (fixed != Extents(fixed.size(), 0)) viewed.fixed = indexText(array, fixed);
}

/// Adds the selected element, and the highlighted link or path on the network.
void addSelected(ViewState& viewed, Selection const& selection, DerivedPointer const& derived, SchedulePointer const& sited) {
    if (derived && selection.element) {
        RedistPlan const& plan = derived->plan->plans()[as_size(selection.plan)];
        bool const before = selection.element->side == Selection::Side::Source;
        viewed.element = indexText((before ? plan.source() : plan.target()).array(), selection.element->index);
    }
    if (!sited) return;
    if (selection.link) viewed.link = asText(link_name(*sited->site.topology, *selection.link));
    viewed.onWay = selection.message && !route_between(*sited, selection.message->from, selection.message->to).empty();
}

} // namespace

void MainWindow::exportCurrent() {
    QString const name = viewName(currentView_);
    QString const path = QFileDialog::getSaveFileName(this, tr("Export %1").arg(name), name + QStringLiteral(".png"),
                                                      tr("Pictures (*.png *.svg *.pdf)"));
    if (path.isEmpty()) return;
    reportWritten(exportView(currentView_, session_, path), path);
}

void MainWindow::reportWritten(Result<void> const& written, QString const& path) {
    if (!written) QMessageBox::warning(this, tr("Export"), QString::fromStdString(written.error().message));
    if (written) statusBar()->showMessage(tr("Saved: %1").arg(path), toldFor);
}

QString MainWindow::command() const {
    bool const saved = !session_.isModified() && !session_.path().isEmpty();
    QString const job = saved ? session_.path() : unsavedName(session_.name());
    DerivedPointer const derived = session_.derived();
    QString words;
    if (runIsLookedAt_ && derived) {
        auto const run = redistCommand(job, derived, session_.choice(), QStringLiteral("trace.json"));
        words = run ? run->text() : QString::fromStdString(run.error().message);
    } else {
        Selection selection = session_.selection();
        if (derived) {
            selection.comm = completed(selection.comm, derived->job);
            selection.region = completed(selection.region, derived->job);
        }
        ViewState viewed = derived ? viewStateOf(*derived, selection.plan) : ViewState();
        addSelected(viewed, selection, derived, session_.schedule());
        if (derived && ownership_->source()->mappingView()) addAxes(viewed, *ownership_->source()->mappingView());
        words = commandText(currentView_, job, session_.choice(), selection, viewed);
    }
    return saved ? words : withJobText(words, job, session_.text());
}

void MainWindow::copyCommand() {
    QString const words = command();
    QApplication::clipboard()->setText(words);
    statusBar()->showMessage(tr("Copied: %1").arg(words.section(u'\n', -1)), toldFor);
}

void MainWindow::exportSchedule() {
    QString const path =
        QFileDialog::getSaveFileName(this, tr("Export the schedule"), QStringLiteral("schedule.json"),
                                     tr("Chrome's format, for Perfetto (*.json);;Paje's, for ViTE (*.paje *.trace)"));
    if (path.isEmpty()) return;
    reportWritten(exportTrace(session_, path), path);
}

} // namespace tessera::gui
