// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages: totals, the matrix, and the table.
#include "gui/panels/messages_panel.hpp"

#include "gui/models/numbers.hpp"
#include "gui/models/text.hpp"
#include "gui/panels/message_ghosts.hpp"
#include "gui/panels/view_scene.hpp"
#include "libcore/scene/palette.hpp"

#include <QItemSelectionModel>
#include <QKeyEvent>
#include <QSplitter>

namespace tessera::gui {
namespace {

QString totalsText(RedistTotals const& totals) {
    double const share = totals.elements > 0 ? 100.0 * static_cast<double>(totals.moved) / static_cast<double>(totals.elements) : 0;
    return MessagesPanel::tr(
               "<b>%1</b> %2, <b>%3</b> moved: %4 of %5 (%6 %) change rank; a rank sends at most %7 and receives at most %8.")
        .arg(groupedText(totals.messages), totals.messages == 1 ? MessagesPanel::tr("message") : MessagesPanel::tr("messages"),
             asText(scaled_bytes(totals.bytes_moved)), groupedText(totals.moved), countedText(totals.elements, "element"))
        .arg(share, 0, 'f', 0)
        .arg(countedText(totals.max_sends, "message"), groupedText(totals.max_receives));
}

/// Adds a note below the picture.
void addGhostNote(Scene& scene) {
    constexpr double left = 20;
    constexpr double line = 20;
    scene.texts.push_back({left, scene.height - line / 2, "thin frames: messages that the last edit removed", 12,
                           SceneText::Anchor::Start, faint_ink});
    scene.height += line;
}

} // namespace

MessagesPanel::MessagesPanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), totals_(new QLabel(this)), all_(new QPushButton(tr("All ranks"))),
      model_(new MessagesModel(this)), table_(new TableView(tr("messages"), this)) {
    totals_->setWordWrap(true);
    totals_->setMargin(4);
    table_->setTable(model_);
    auto* const split = new QSplitter(Qt::Vertical);
    split->addWidget(canvas());
    split->addWidget(table_);
    split->setChildrenCollapsible(false);
    split->setSizes({760, 120});
    all_->setToolTip(tr("Show the whole matrix again (Backspace)"));
    all_->hide();
    canvas()->setCrossing<MessagesTag>();
    stack({rowOf({totals_, all_}, totals_), split}, split);
    setTabOrderOf({all_, canvas(), table_});
    connect(all_, &QPushButton::clicked, this, [this] { lookAt(std::nullopt); });
    connect(canvas(), &SceneCanvas::clicked, this, &MessagesPanel::clicked);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &MessagesPanel::selectRow);
    connect(&session, &Session::beforeForgotten, this, &MessagesPanel::redraw);
    listen();
}

void MessagesPanel::showJob() {
    if (shown_ == session().derived()) return;
    shown_ = session().derived();
    model_->setPlan(shown_ ? shown_->plan : nullptr);
    totals_->setText(shown_ ? totalsText(shown_->totals) : QString());
    showPart();
}

void MessagesPanel::lookAt(std::optional<Selection::Part> part) {
    session().change([&part](Selection& selection) { selection.part = part; });
}

void MessagesPanel::showPart() {
    part_ = session().selection().part;
    all_->setVisible(part_.has_value());
    redraw();
}

/// Returns whether the part contains a message. It has few senders, because it is a cell of the picture.
bool MessagesPanel::anySent(Selection::Part const& part) const {
    for (Index sender = part.senders.begin; sender < part.senders.end; ++sender)
        for (MultiMessage const& message : shown_->plan->sends(static_cast<Rank>(sender)))
            if (part.receivers.contains(message.to)) return true;
    return false;
}

void MessagesPanel::draw() {
    if (!shown_) return;
    start([derived = shown_, part = part_, before = session().before()](Background::Task const&) -> Result<Scene> {
        Scene scene = messagesScene(*derived, part);
        if (before && addMessageGhosts(scene, *derived->plan, *before->plan) > 0) addGhostNote(scene);
        return scene;
    });
}

/// A click on the cell of one pair selects it. A click on a cell with several pairs shows that part, if it contains a message.
void MessagesPanel::clicked(SceneTag const& tag) {
    auto const* const cell = std::get_if<MessagesTag>(&tag);
    if (!cell) return;
    auto const& [senders, receivers] = *cell;
    if (senders.size() == 1 && receivers.size() == 1)
        return select(static_cast<Rank>(senders.begin), static_cast<Rank>(receivers.begin));
    Selection::Part const part{senders, receivers};
    if (anySent(part)) lookAt(part);
}

/// Backspace shows the whole matrix again.
void MessagesPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Backspace || !part_) return ScenePanel::keyPressEvent(event);
    lookAt(std::nullopt);
}

/// Returns whether the cell contains this message, alone or with others.
bool MessagesPanel::isCellOf(SceneTag const& tag, Selection::Pair message) {
    auto const* const cell = std::get_if<MessagesTag>(&tag);
    return cell && cell->senders.contains(message.from) && cell->receivers.contains(message.to);
}

void MessagesPanel::showSelection() {
    if (part_ != session().selection().part) showPart();
    auto const& message = session().selection().message;
    if (message)
        canvas()->setMarked([pair = *message](SceneTag const& tag) { return isCellOf(tag, pair); });
    else
        canvas()->setMarked(nullptr);
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
    // The current row may follow the selection. Then it is not selected again, which would lose the element in the message.
    if (pair && session().selection().message != Selection::Pair{pair->from, pair->to}) select(pair->from, pair->to);
}

void MessagesPanel::select(Rank from, Rank to) {
    session().change([from, to](Selection& selection) {
        selection.message = Selection::Pair{from, to};
        selection.rank.reset();
        selection.element.reset();
    });
}

namespace {

/// Returns the ranks with inclusive end: "4:7".
QString ranksText(Run ranks) {
    return QStringLiteral("%1:%2").arg(ranks.begin).arg(ranks.end - 1);
}

QString messagesCommand(CommandInput const& input) {
    auto const& part = input.selection.part;
    QString const pairs =
        part ? QStringLiteral(" --pairs %1,%2").arg(ranksText(part->senders), ranksText(part->receivers)) : QString();
    return drawCommand(input, "messages", pairs);
}

} // namespace

constinit PanelKind const MessagesPanel::kind{
    .name = "messages",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Messages"),
    .make = makePanel<MessagesPanel>,
    .schedule = PanelKind::Schedule::Needed,
    .scene = [](Derived const& derived, Session const& session) -> Result<Scene> {
        return messagesScene(derived, session.selection().part);
    },
    .command = messagesCommand,
    .about = QT_TRANSLATE_NOOP(
        "ExplanationStrip",
        "Rows send, columns receive. Each cell is one message, with its bytes. The diagonal stays on its rank and "
        "costs nothing."),
};

} // namespace tessera::gui
