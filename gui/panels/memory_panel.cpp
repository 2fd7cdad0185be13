// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panel at the bottom: the memory of a rank, and details of the selected element.
#include "gui/panels/memory_panel.hpp"

#include "gui/models/text.hpp"
#include "gui/session/viewed_array.hpp"
#include "libcore/scene/ownership/memory_scene.hpp"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QSettings>
#include <QSplitter>

namespace tessera::gui {
namespace {

constexpr int leastBodyHeight = 76; // height of two rows of slots and a line of text

QString memoryFoldedKey() {
    return QStringLiteral("memory-folded");
}

/// The mapping and the element that the panel shows.
struct ViewedMemory {
    Mapping const& mapping;
    Selection::Side side;
    Rank rank;
    std::optional<Extents> element; ///< nothing if the selected element belongs to another array
};

/// If the rank holds nothing before, shows its memory after.
ViewedMemory viewedMemory(Derived const& derived, Selection const& selection) {
    RedistPlan const& plan = viewedPlan(derived, selection);
    Mapping const& mapping = viewedMapping(derived, selection);
    if (selection.element) {
        bool const fits = std::ssize(selection.element->index) == mapping.dims();
        auto const element = fits ? std::optional(selection.element->index) : std::nullopt;
        return {mapping, selection.element->side, selection.rank.value_or(rank_to_look_at(mapping, element)), element};
    }
    Rank const rank = selection.rank.value_or(rank_to_look_at(mapping, std::nullopt));
    auto const holds = [rank](Mapping const& each) {
        auto const position = each.grid().position(rank);
        return position && each.owned_count(*position) > 0;
    };
    bool const after = !holds(mapping) && holds(plan.target());
    return {after ? plan.target().declared() : mapping, after ? Selection::Side::Target : Selection::Side::Source, rank,
            std::nullopt};
}

} // namespace

MemoryPanel::MemoryPanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), header_(new QWidget), fold_(new QToolButton), sentence_(new QLabel),
      details_(new QPlainTextEdit) {
    createHeader();
    details_->setReadOnly(true);
    details_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    details_->setPlaceholderText(tr("Click an element to see its owners and their formula."));
    details_->setAccessibleName(tr("Owner of the element"));
    details_->setTabChangesFocus(true);
    canvas()->setAccessibleName(tr("Memory of the rank"));
    canvas()->setMinimumHeight(leastBodyHeight);
    followRoom();
    auto* const body = new QSplitter(Qt::Horizontal);
    body->addWidget(canvas());
    body->addWidget(details_);
    body->setChildrenCollapsible(false);
    body->setSizes({1000, 1000});
    body_ = body;
    stack({body_}, body_);
    layout()->setContentsMargins(0, 0, 0, 0);
    setTabOrderOf({canvas(), details_});
    connect(canvas(), &SceneCanvas::clicked, this, &MemoryPanel::click);
    connect(&session, &Session::beforeForgotten, this, &MemoryPanel::showSelection);
    setFolded(false);
    listen();
}

void MemoryPanel::createHeader() {
    fold_->setAutoRaise(true);
    fold_->setFocusPolicy(Qt::TabFocus);
    sentence_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // long sentences do not widen the window
    auto* const row = new QHBoxLayout(header_);
    row->setContentsMargins(4, 0, 4, 0);
    row->addWidget(fold_);
    row->addWidget(sentence_, 1);
    connect(fold_, &QToolButton::clicked, this, [this] {
        setFolded(!isFolded());
        QSettings().setValue(memoryFoldedKey(), isFolded());
    });
}

void MemoryPanel::foldAsRemembered(bool otherwise) {
    setFolded(QSettings().value(memoryFoldedKey(), otherwise).toBool());
}

void MemoryPanel::setFolded(bool folded) {
    isFolded_ = folded;
    body_->setHidden(folded);
    setMaximumHeight(folded ? 0 : QWIDGETSIZE_MAX);
    fold_->setText(folded ? QStringLiteral("\u25b8") : QStringLiteral("\u25be"));
    fold_->setToolTip(folded ? tr("Show the memory of the rank and the details") : tr("Hide memory and details"));
    fold_->setAccessibleName(fold_->toolTip());
    emit this->folded(folded);
}

void MemoryPanel::showNoMemory() {
    sentence_->setText(tr("Memory and details"));
    sentence_->setToolTip({});
    details_->clear();
    redraw();
}

/// While a text has errors, the selection refers to the last valid text.
void MemoryPanel::showSelection() {
    DerivedPointer const derived = session().derived();
    if (!derived) return showNoMemory();
    Selection const& selection = session().selection();
    ViewedMemory const viewed = viewedMemory(*derived, selection);
    bool const still = changesNothing(viewedPlan(*derived, selection));
    QString const when = still ? tr("Memory") : viewed.side == Selection::Side::Source ? tr("Memory before") : tr("Memory after");
    sentence_->setText(QStringLiteral("%1: %2").arg(when, asText(memory_sentence(viewed.mapping, viewed.rank, viewed.element))));
    sentence_->setToolTip(sentence_->text());
    details_->setPlainText(elementDetails(*derived, selection, session().before().get()));
    redraw();
}

void MemoryPanel::draw() {
    DerivedPointer const derived = session().derived();
    if (!derived) return;
    start([derived, selection = session().selection(), room = canvas()->size()](Background::Task const& /*task*/) {
        ViewedMemory const viewed = viewedMemory(*derived, selection);
        return memory_strip(viewed.mapping, viewed.rank, viewed.element, room.width(), room.height());
    });
}

/// A click on a slot with an element selects the element.
void MemoryPanel::click(SceneTag const& tag) {
    DerivedPointer const derived = session().derived();
    auto const* const cell = std::get_if<CellsTag>(&tag);
    if (!derived || !cell) return;
    ViewedMemory const viewed = viewedMemory(*derived, session().selection());
    auto const position = viewed.mapping.grid().position(viewed.rank);
    if (!position) return;
    LocalLayout const layout(viewed.mapping, *position);
    if (cell->rows.begin >= layout.allocation_size()) return; // the slot belongs to the job before the last edit
    MemorySlot const slot = slot_at(viewed.mapping, layout, allocated_at(layout, cell->rows.begin));
    if (!slot.global) return;
    session().change(
        [&](Selection& selection) { selectElement(selection, viewedPlan(*derived, selection), viewed.side, *slot.global); });
}

constinit PanelKind const MemoryPanel::kind{
    .name = "below",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Memory and details"),
    .make = makePanel<MemoryPanel>,
    .place = PanelKind::Place::Below,
};

} // namespace tessera::gui
