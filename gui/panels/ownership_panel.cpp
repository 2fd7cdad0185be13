// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who owns what before and after, side by side.
#include "gui/panels/ownership_panel.hpp"

#include "libcore/report/owner_report.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/spec/write.hpp"

#include <QFontDatabase>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>

namespace tessera::gui {
namespace {

constexpr int mostSliderSteps = 1 << 20;

/// The indices that one side of a copy map gives an iteration index, and back.
std::optional<Index> iterationIndex(CopySide const& side, Index index, Index extent) {
    Index const distance = index - side.start;
    if (distance % side.step != 0) return std::nullopt;
    Index const k = distance / side.step;
    return k >= 0 && k < extent ? std::optional(k) : std::nullopt;
}

/// Where an element of one side lies on the other; nothing where it is not copied.
std::optional<Extents> partner(CopyMap const& map, Selection::Side side, Extents const& element, int dims) {
    Extents other(static_cast<std::size_t>(dims), 0);
    for (CopyAxis const& axis : map.axes) {
        auto const& from = side == Selection::Side::Source ? axis.source : axis.target;
        auto const& to = side == Selection::Side::Source ? axis.target : axis.source;
        auto const k =
            from ? iterationIndex(*from, element[static_cast<std::size_t>(from->dim)], axis.extent) : std::optional<Index>(0);
        if (!k) return std::nullopt;
        if (to) other[static_cast<std::size_t>(to->dim)] = to->start + to->step * *k;
    }
    return other;
}

} // namespace

OwnershipPanel::OwnershipPanel(Session& session, QWidget* parent)
    : QWidget(parent), session_(session), drag_(session), controls_(new QWidget(this)), arrays_(new QComboBox),
      rowDim_(new QComboBox), columnDim_(new QComboBox), sliders_(new QWidget(this)), sliderRows_(new QFormLayout(sliders_)),
      source_(new OwnershipCanvas), target_(new OwnershipCanvas), explanation_(new QPlainTextEdit) {
    auto* const row = new QHBoxLayout(controls_);
    row->setContentsMargins(4, 2, 4, 2);
    for (auto const& [label, box] :
         {std::pair(tr("Array"), arrays_), std::pair(tr("Down"), rowDim_), std::pair(tr("Across"), columnDim_)}) {
        row->addWidget(new QLabel(label));
        row->addWidget(box);
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    row->addStretch();
    sliderRows_->setContentsMargins(4, 0, 4, 0);
    source_->setAccessibleName(tr("Owners before"));
    target_->setAccessibleName(tr("Owners after"));
    explanation_->setReadOnly(true);
    explanation_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    explanation_->setPlaceholderText(tr("Click an element: its owners, and the formula that gives them, are written here."));
    explanation_->setAccessibleName(tr("Owner of the element"));
    explanation_->setTabChangesFocus(true);

    auto* const pictures = new QSplitter(Qt::Horizontal);
    pictures->addWidget(source_);
    pictures->addWidget(target_);
    pictures->setChildrenCollapsible(false);
    auto* const stage = new QWidget; // the pictures, and what flies over them
    auto* const stageLayout = new QVBoxLayout(stage);
    stageLayout->setContentsMargins(0, 0, 0, 0);
    stageLayout->addWidget(pictures);
    player_ = new FlowPlayer(session, stage, source_, target_);
    auto* const all = new QSplitter(Qt::Vertical);
    all->addWidget(stage);
    all->addWidget(explanation_);
    all->setStretchFactor(0, 1);
    all->setSizes({600, 90});
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(controls_);
    layout->addWidget(sliders_);
    layout->addWidget(player_);
    layout->addWidget(all, 1);
    QWidget* last = columnDim_; // as it is read
    setTabOrder(arrays_, rowDim_);
    setTabOrder(rowDim_, columnDim_);
    for (QWidget* const next : player_->findChildren<QWidget*>() + QList<QWidget*>{source_, target_, explanation_}) {
        if (next->focusPolicy() == Qt::NoFocus || next->window() != window()) continue;
        setTabOrder(last, next);
        last = next;
    }

    connect(&session, &Session::derivedChanged, this, &OwnershipPanel::showPlan);
    connect(&session, &Session::selectionChanged, this, &OwnershipPanel::showSelection);
    connect(source_, &OwnershipCanvas::windowChanged, target_, &OwnershipCanvas::follow);
    connect(target_, &OwnershipCanvas::windowChanged, source_, &OwnershipCanvas::follow);
    connect(source_, &OwnershipCanvas::clicked, this, [this](Extents const& e) { clickElement(Selection::Side::Source, e); });
    connect(target_, &OwnershipCanvas::clicked, this, [this](Extents const& e) { clickElement(Selection::Side::Target, e); });
    connectDrags(source_, Selection::Side::Source);
    connectDrags(target_, Selection::Side::Target);
    connect(arrays_, &QComboBox::activated, this, [this](int array) {
        Selection selection = session_.selection();
        selection.plan = array;
        selection.element.reset();
        session_.select(selection);
        shown_.reset();
        showPlan();
    });
    connect(rowDim_, &QComboBox::activated, this, &OwnershipPanel::applyAxes);
    connect(columnDim_, &QComboBox::activated, this, &OwnershipPanel::applyAxes);
    showPlan();
}

void OwnershipPanel::connectDrags(OwnershipCanvas* canvas, Selection::Side side) {
    canvas->setEditable(true);
    connect(canvas, &OwnershipCanvas::boundaryDragged, this,
            [this, canvas, side](Boundary const& boundary, Index to, bool equalBlocks) {
                canvas->setReadout(drag_.moveBoundary(canvas->sight()->mapping, side, boundary, to, equalBlocks));
            });
    connect(canvas, &OwnershipCanvas::processorsDragged, this, [this, canvas](int dim, Index count) {
        canvas->setReadout(drag_.moveProcessors(canvas->sight()->mapping, dim, count));
    });
    connect(canvas, &OwnershipCanvas::dragEnded, this, [this](bool keep) { drag_.end(keep); });
}

RedistPlan const* OwnershipPanel::plan() const {
    if (!shown_) return nullptr;
    auto const plans = shown_->plan->plans();
    return &plans[static_cast<std::size_t>(std::clamp<Index>(session_.selection().plan, 0, std::ssize(plans) - 1))];
}

void OwnershipPanel::showPlan() {
    if (shown_ == session_.derived()) return;
    shown_ = session_.derived();
    RedistPlan const* const looked = plan();
    if (!looked) return;
    bool const sameShape = looked->source().array().extents == looked->target().array().extents;
    bool const still = looked->source().spec() == looked->target().spec();
    auto const companion = [&](Mapping const& mapping) { return sameShape ? std::optional(mapping) : std::nullopt; };
    source_->setMapping(looked->source(), companion(looked->target()), still ? tr("mapped") : tr("from"));
    target_->setMapping(looked->target(), companion(looked->source()), tr("to"));
    target_->setVisible(!still);
    player_->setPlan(still ? nullptr : looked);
    fillArrays();
    fillAxes();
    showSelection();
}

void OwnershipPanel::fillArrays() {
    QSignalBlocker const quiet(arrays_);
    arrays_->clear();
    for (RedistPlan const& each : shown_->plan->plans()) {
        auto const& [from, to] = std::pair(each.source().array(), each.target().array());
        QString const text = QString::fromStdString(describe(from));
        arrays_->addItem(from.name == to.name ? text : text + QStringLiteral(" \u2192 ") + QString::fromStdString(describe(to)));
    }
    arrays_->setCurrentIndex(session_.selection().plan);
}

void OwnershipPanel::fillAxes() {
    auto const& sight = *source_->sight();
    int const dims = sight.mapping.dims();
    if (std::ssize(fixed_) != dims || rowDim_->count() != dims) fixed_ = sight.fixed;
    QSignalBlocker const quietRows(rowDim_);
    QSignalBlocker const quietColumns(columnDim_);
    rowDim_->clear();
    columnDim_->clear();
    for (int d = 0; d < dims; ++d) {
        rowDim_->addItem(tr("dimension %1").arg(d + 1));
        columnDim_->addItem(tr("dimension %1").arg(d + 1));
    }
    rowDim_->setCurrentIndex(sight.rowDim.value_or(0));
    columnDim_->setCurrentIndex(sight.columnDim);
    rowDim_->setEnabled(dims > 1);
    columnDim_->setEnabled(dims > 1);
    applyAxes();
}

void OwnershipPanel::addSlider(int dim) {
    ArraySpec const& array = source_->sight()->mapping.array();
    auto const d = static_cast<std::size_t>(dim);
    Index const extent = array.extents[d];
    fixed_[d] = std::clamp<Index>(fixed_[d], 0, std::max<Index>(extent - 1, 0));
    Index const scale = (extent + mostSliderSteps - 1) / mostSliderSteps; // indices per step of the slider
    auto* const slider = new QSlider(Qt::Horizontal);
    auto* const label = new QLabel;
    auto const say = [label, dim, lower = array.lower[d]](Index index) {
        label->setText(tr("dimension %1 = %2").arg(dim + 1).arg(lower + index));
    };
    slider->setRange(0, static_cast<int>(std::max<Index>(extent - 1, 0) / std::max<Index>(scale, 1)));
    slider->setValue(static_cast<int>(fixed_[d] / std::max<Index>(scale, 1)));
    label->setMinimumWidth(150);
    say(fixed_[d]);
    sliderRows_->addRow(label, slider);
    connect(slider, &QSlider::valueChanged, this, [this, d, scale, say](int value) {
        fixed_[d] = value * scale;
        say(fixed_[d]);
        for (OwnershipCanvas* canvas : {source_, target_})
            if (canvas->sight() && std::ssize(canvas->sight()->fixed) == std::ssize(fixed_))
                canvas->setAxes(canvas->sight()->rowDim, canvas->sight()->columnDim, fixed_);
        player_->refresh();
    });
}

void OwnershipPanel::applyAxes() {
    if (!source_->sight()) return;
    int const dims = source_->sight()->mapping.dims();
    if (dims > 1 && rowDim_->currentIndex() == columnDim_->currentIndex()) {
        // The other one gives way.
        auto* const other = sender() == rowDim_ ? columnDim_ : rowDim_;
        other->setCurrentIndex((other->currentIndex() + 1) % dims);
    }
    std::optional<int> const row = dims > 1 ? std::optional(rowDim_->currentIndex()) : std::nullopt;
    int const column = dims > 1 ? columnDim_->currentIndex() : 0;
    while (sliderRows_->rowCount() > 0) sliderRows_->removeRow(0);
    for (int d = 0; d < dims; ++d)
        if (d != column && d != row) addSlider(d);
    sliders_->setVisible(sliderRows_->rowCount() > 0);
    source_->setAxes(row, column, fixed_);
    // Arrays of other rank, as in B(i) = A(i,3), keep axes of their own.
    if (target_->sight() && target_->sight()->mapping.dims() == dims) target_->setAxes(row, column, fixed_);
    player_->refresh();
}

bool OwnershipPanel::event(QEvent* event) {
    // Escape ends the data flow before it means anything to the window.
    if (event->type() == QEvent::ShortcutOverride && player_->isOpen() && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QWidget::event(event);
}

void OwnershipPanel::keyPressEvent(QKeyEvent* event) {
    double const time = player_->overlay()->time();
    switch (event->key()) {
    case Qt::Key_Space:
        return player_->play();
    case Qt::Key_Escape:
        return player_->close();
    case Qt::Key_Comma:
        return player_->goTo(std::ceil(time) - 1);
    case Qt::Key_Period:
        return player_->goTo(std::floor(time) + 1);
    case Qt::Key_Home:
        return player_->goTo(0);
    case Qt::Key_End:
        return player_->goTo(player_->overlay()->flow().length());
    default:
        return QWidget::keyPressEvent(event);
    }
}

std::vector<Highlight> OwnershipPanel::highlightsOf(Mapping const& mapping, Selection::Side side) const {
    Selection const& selection = session_.selection();
    std::vector<Highlight> highlights;
    if (selection.message) {
        RedistPlan const& looked = *plan();
        for (Message const& message : looked.sends(selection.message->from))
            if (message.to == selection.message->to)
                highlights.push_back(side == Selection::Side::Source
                                         ? Highlight{looked.source_box(message), rank_color(message.from)}
                                         : Highlight{looked.target_box(message), rank_color(message.to)});
        if (highlights.empty()) highlights.push_back({}); // nothing of this array: all of it fades
    } else if (selection.rank && !selection.element) {
        auto const position = mapping.grid().position(*selection.rank);
        highlights.push_back({position ? mapping.owned(*position) : BoxSet(), rank_color(*selection.rank)});
    }
    return highlights;
}

std::optional<Extents> OwnershipPanel::elementOn(Selection::Side side) const {
    auto const& element = session_.selection().element;
    if (!element) return std::nullopt;
    if (element->side == side) return element->index;
    RedistPlan const& looked = *plan();
    int const dims = (side == Selection::Side::Source ? looked.source() : looked.target()).dims();
    return partner(looked.map(), element->side, element->index, dims);
}

void OwnershipPanel::showSelection() {
    RedistPlan const* const looked = plan();
    if (!looked || shown_ != session_.derived()) return;
    source_->setHighlights(highlightsOf(looked->source(), Selection::Side::Source), elementOn(Selection::Side::Source));
    target_->setHighlights(highlightsOf(looked->target(), Selection::Side::Target), elementOn(Selection::Side::Target));
    auto const& element = session_.selection().element;
    if (element)
        explain(element->side, element->index);
    else
        explanation_->clear();
}

void OwnershipPanel::clickElement(Selection::Side side, Extents const& element) {
    RedistPlan const* const looked = plan();
    if (!looked) return;
    auto const owners = (side == Selection::Side::Source ? looked->source() : looked->target()).owners(element);
    Selection selection = session_.selection();
    bool const again = selection.element == Selection::Element{side, element};
    selection.message.reset();
    // A first click asks about the element, a second one about the rank that owns it, a third one about nothing.
    if (again) {
        selection.element.reset();
        selection.rank = owners.empty() ? std::nullopt : std::optional(owners.front().rank);
    } else if (selection.rank && !selection.element && !owners.empty() && owners.front().rank == *selection.rank) {
        selection.rank.reset();
    } else {
        selection.element = Selection::Element{side, element};
        selection.rank = owners.empty() ? std::nullopt : std::optional(owners.front().rank);
    }
    session_.select(selection);
}

void OwnershipPanel::explain(Selection::Side side, Extents const& element) {
    std::string text;
    auto const sink = [&](std::string_view piece) { text += piece; };
    auto const other = side == Selection::Side::Source ? Selection::Side::Target : Selection::Side::Source;
    auto const there = elementOn(other);
    auto const write = [&](Selection::Side which, Extents const& index) {
        text += which == Selection::Side::Source ? "Before: " : "After: ";
        owner_text(which == Selection::Side::Source ? plan()->source() : plan()->target(), index, sink);
    };
    write(side, element);
    if (there && target_->isVisibleTo(this)) {
        text += "\n";
        write(other, *there);
    }
    explanation_->setPlainText(QString::fromStdString(text));
}

} // namespace tessera::gui
