// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what moves: totals, the matrix of messages, and the table of them.
#include "gui/panels/messages_panel.hpp"

#include "gui/models/numbers.hpp"
#include "libcore/scene/pictures.hpp"

#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QSplitter>
#include <QVBoxLayout>

namespace tessera::gui {
namespace {

QString totalsText(RedistTotals const& totals) {
    double const share = totals.elements > 0 ? 100.0 * static_cast<double>(totals.moved) / static_cast<double>(totals.elements) : 0;
    return MessagesPanel::tr("<b>%1</b> messages, <b>%2</b> moved: %3 of %4 elements (%5 %) change their rank; "
                             "a rank sends at most %6 messages and receives at most %7.")
        .arg(groupedText(totals.messages), QString::fromStdString(scaled_bytes(totals.bytes_moved)), groupedText(totals.moved),
             groupedText(totals.elements))
        .arg(share, 0, 'f', 0)
        .arg(groupedText(totals.max_sends), groupedText(totals.max_receives));
}

} // namespace

MessagesPanel::MessagesPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), totals_(new QLabel(this)), model_(new MessagesModel(this)),
      table_(new TableView(tr("messages"), this)), matrix_(new SceneCanvas),
      matrixDrawing_(new Drawing(matrix_, [this] { drawMatrix(); })) {
    totals_->setWordWrap(true);
    totals_->setMargin(4);
    table_->setTable(model_);
    matrix_->setEmptyText(tr("Who sends how much to whom: no job yet."));
    auto* const split = new QSplitter(Qt::Vertical);
    split->addWidget(matrix_);
    split->addWidget(table_);
    split->setChildrenCollapsible(false);
    split->setSizes({600, 200});
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(totals_);
    layout->addWidget(split, 1);
    setTabOrder(matrix_, table_);
    connect(matrix_, &SceneCanvas::clicked, this, &MessagesPanel::clicked);
    connect(&session, &Session::derivedChanged, this, &MessagesPanel::showPlan);
    connect(&session, &Session::selectionChanged, this, &MessagesPanel::showSelection);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MessagesPanel::selectRow);
    showPlan();
}

void MessagesPanel::showPlan() {
    if (shown_ == session_.derived()) return;
    shown_ = session_.derived();
    model_->setPlan(shown_ ? shown_->plan : nullptr);
    if (shown_) totals_->setText(totalsText(shown_->totals));
    part_.reset();
    matrixDrawing_->want();
}

void MessagesPanel::drawMatrix() {
    if (!shown_) return matrix_->setScene({});
    drawing_.start(
        [derived = shown_, part = part_](StopFlag const&) -> Result<Scene> {
            return part ? messages_picture(*derived->plan, *part) : messages_picture(*derived->plan);
        },
        [this](Result<Scene> const& scene) {
            matrix_->setEmptyText(scene ? QString() : QString::fromStdString(scene.error().message));
            matrix_->setScene(scene ? *scene : Scene());
        });
}

/// One pair of ranks is selected; of a cell that stands for several, its ranks are looked at closely.
void MessagesPanel::clicked(SceneTag const& tag) {
    if (tag.kind != SceneTag::Kind::Messages) return;
    auto const [firstSender, lastSender, firstReceiver, lastReceiver, unused, none] = tag.ids;
    if (firstSender == lastSender && firstReceiver == lastReceiver) {
        Selection selection = session_.selection();
        selection.message = Selection::Pair{static_cast<Rank>(firstSender), static_cast<Rank>(firstReceiver)};
        selection.rank.reset();
        selection.element.reset();
        return session_.select(selection);
    }
    part_ = MessagesView{.senders = {firstSender, lastSender + 1}, .receivers = {firstReceiver, lastReceiver + 1}, .scale = {}};
    drawMatrix();
}

/// Backspace: from a part of the matrix back to all of it.
void MessagesPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Backspace || !part_) return QWidget::keyPressEvent(event);
    part_.reset();
    drawMatrix();
}

void MessagesPanel::showSelection() {
    auto const& message = session_.selection().message;
    if (!message) return table_->clearSelection();
    MessagesModel::Pair const pair{message->from, message->to};
    if (model_->pairAt(table_->currentIndex()) == pair) return;
    QModelIndex const row = model_->indexOfPair(pair);
    if (!row.isValid()) return table_->clearSelection();
    table_->selectRow(row.row());
    table_->scrollTo(row);
}

void MessagesPanel::selectRow(QModelIndex const& index) {
    auto const pair = model_->pairAt(index);
    if (!pair) return;
    Selection selection = session_.selection();
    selection.message = Selection::Pair{pair->from, pair->to};
    selection.rank.reset();
    selection.element.reset();
    session_.select(selection);
}

} // namespace tessera::gui
