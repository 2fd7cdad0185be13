// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the owners before and after, side by side.
#include "gui/panels/ownership_panel.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/wrap_layout.hpp"
#include "gui/session/element_travel.hpp"
#include "gui/session/viewed_array.hpp"
#include "libcore/mapping/declared_boxes.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/spec/write.hpp"

#include <QKeyEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace tessera::gui {
namespace {

constexpr int mostSliderSteps = 1 << 20;
constexpr double paleness = 0.65; // for shadows

/// Adds a pale highlight for the shadow of a rank around its own block; nothing if it owns no block.
void addShadow(std::vector<Highlight>& highlights, Mapping const& mapping, Index position) {
    ArraySpec const& array = mapping.array();
    BoxSet const owned = mapping.owned(position);
    if (array.shadow.empty() || owned.empty()) return;
    std::vector<PeriodicSet> sets;
    for (std::size_t d = 0; d < array.shadow.size(); ++d) {
        if (!owned.dims()[d].is_interval()) return;
        Run const own = owned.dims()[d].bounds();
        sets.push_back(PeriodicSet::interval(
            intersection(Run{own.begin - array.shadow[d].low, own.end + array.shadow[d].high}, Run{0, array.extents[d]})));
    }
    highlights.push_back({BoxSet(std::move(sets)), blend(rank_color(mapping.grid().rank(position)), white, paleness)});
}

/// Shows or hides the second picture. When it comes back, both get half of the width.
void showSecond(OwnershipCanvas& picture, bool shown) {
    bool const comesBack = shown && picture.isHidden();
    picture.setVisible(shown);
    if (auto* const split = qobject_cast<QSplitter*>(picture.parentWidget()); split && comesBack) split->setSizes({1000, 1000});
}

/// Returns a highlight of the rank's own copy, if other ranks hold copies.
Highlight highlightOf(Mapping const& mapping, BoxSet box, Rank rank) {
    auto const position = mapping.grid().position(rank);
    std::optional<Index> copy;
    if (position && mapping.holds(*position)) copy = mapping.replica(*position);
    return {std::move(box), rank_color(rank), copy};
}

/// Returns a highlight of each box that the message fills in a picture. Fades the whole array if a reshape makes too many of them.
std::vector<Highlight> messageHighlights(RedistPlan const& plan, Selection::Side side, Message const& message) {
    constexpr std::size_t mostBoxes = 1000;
    bool const isSource = side == Selection::Side::Source;
    Mapping const& mapping = mappingOn(plan, side);
    auto const boxes = declared_boxes(mapping.array(), isSource ? plan.map().source_groups : plan.map().target_groups,
                                      isSource ? plan.source_box(message) : plan.target_box(message), mostBoxes);
    std::vector<Highlight> highlights;
    if (boxes)
        for (BoxSet const& box : *boxes) highlights.push_back(highlightOf(mapping, box, isSource ? message.from : message.to));
    return highlights;
}

} // namespace

OwnershipPanel::OwnershipPanel(Session& session, QWidget* parent)
    : ViewPanel(session, parent), drag_(session), arrays_(new QComboBox), rowDim_(new QComboBox), columnDim_(new QComboBox),
      sliders_(new QWidget), sliderRows_(new QFormLayout(sliders_)), source_(new OwnershipCanvas), target_(new OwnershipCanvas) {
    auto* const pictures = createPictures();
    stack({createChoices(), sliders_, pictures}, pictures);
    layout()->setContentsMargins(0, 0, 0, 0);
    orderTabs();
    connectPictures();
    connect(&session, &Session::beforeForgotten, this, &OwnershipPanel::showGhosts);
    listen();
}

void OwnershipPanel::addTo(ViewState& viewed) const {
    if (!source_->mappingView()) return;
    MappingView const& mappingView = *source_->mappingView();
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

QWidget* OwnershipPanel::createChoices() {
    sliderRows_->setContentsMargins(4, 0, 4, 0);
    for (QComboBox* const box : {arrays_, rowDim_, columnDim_}) box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    arrays_->setAccessibleName(tr("Array"));
    rowDim_->setAccessibleName(tr("Dimension drawn down"));
    columnDim_->setAccessibleName(tr("Dimension drawn across"));
    connect(arrays_, &QComboBox::activated, this, &OwnershipPanel::lookAt);
    connect(rowDim_, &QComboBox::activated, this, &OwnershipPanel::applyAxes);
    connect(columnDim_, &QComboBox::activated, this, &OwnershipPanel::applyAxes);
    // In a narrow panel the choices wrap into two lines instead of being cut off.
    auto* const row = new QWidget;
    auto* const lines = new WrapLayout(row);
    lines->setContentsMargins(4, 2, 4, 2);
    for (auto const& [words, box] :
         {std::pair(tr("Array"), arrays_), std::pair(tr("Down"), rowDim_), std::pair(tr("Across"), columnDim_)}) {
        QWidget* const labelled = rowOf({new QLabel(words), box}, nullptr);
        labelled->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
        lines->addWidget(labelled);
    }
    lines->addWidget(flowPlayer_);
    return row;
}

/// Creates the pictures side by side, and the overlay for moving data.
QWidget* OwnershipPanel::createPictures() {
    source_->setAccessibleName(tr("Owners before"));
    target_->setAccessibleName(tr("Owners after"));
    auto* const pictures = new QSplitter(Qt::Horizontal);
    pictures->addWidget(source_);
    pictures->addWidget(target_);
    pictures->setChildrenCollapsible(false);
    auto* const stage = new QWidget;
    auto* const stageLayout = new QVBoxLayout(stage);
    stageLayout->setContentsMargins(0, 0, 0, 0);
    stageLayout->addWidget(pictures);
    flowPlayer_ = new FlowPlayer(session(), stage, source_, target_);
    setPlayer(flowPlayer_);
    return stage;
}

void OwnershipPanel::orderTabs() {
    QList<QWidget*> order{arrays_, rowDim_, columnDim_};
    for (QWidget* const control : flowPlayer_->findChildren<QWidget*>())
        if (control->focusPolicy() != Qt::NoFocus) order << control;
    order << source_ << target_;
    setTabOrderOf(order);
}

void OwnershipPanel::connectPictures() {
    connect(source_, &OwnershipCanvas::windowChanged, target_, &OwnershipCanvas::follow);
    connect(target_, &OwnershipCanvas::windowChanged, source_, &OwnershipCanvas::follow);
    for (auto const& [canvas, side] : {std::pair(source_, Selection::Side::Source), std::pair(target_, Selection::Side::Target)}) {
        connect(canvas, &OwnershipCanvas::clicked, this, [this, side = side](Extents const& e) { clickElement(side, e); });
        connect(canvas, &OwnershipCanvas::steppedTo, this, [this, side = side](Extents const& e) { stepTo(side, e); });
        connectDrags(canvas, side);
    }
}

void OwnershipPanel::lookAt(int array) {
    session().change([array](Selection& selection) {
        selection.plan = array;
        selection.element.reset();
    });
    showPlan();
}

void OwnershipPanel::connectDrags(OwnershipCanvas* canvas, Selection::Side side) {
    canvas->setEditable(true);
    connect(canvas, &OwnershipCanvas::boundaryDragged, this,
            [this, canvas, side](Boundary const& boundary, Index to, bool equalBlocks) {
                canvas->setReadout(drag_.moveBoundary(canvas->mappingView()->mapping, side, boundary, to, equalBlocks));
            });
    connect(canvas, &OwnershipCanvas::processorsDragged, this, [this, canvas](int dim, Index count) {
        canvas->setReadout(drag_.moveProcessors(canvas->mappingView()->mapping, dim, count));
    });
    connect(canvas, &OwnershipCanvas::dragEnded, this, [this](bool keep) { drag_.end(keep); });
}

std::shared_ptr<RedistPlan const> OwnershipPanel::plan() const {
    if (!shown_) return nullptr;
    auto const plans = shown_->plan->plans();
    auto const array = std::clamp<Index>(session().selection().plan, 0, std::ssize(plans) - 1);
    return {shown_->plan, &plans[as_size(array)]}; // the pointer shares the ownership of all plans
}

void OwnershipPanel::showJob() {
    if (shown_ == session().derived() && shown_) return;
    shown_ = session().derived();
    if (shown_) return showPlan();
    flowPlayer_->setPlan(nullptr);
    arrays_->clear();
    for (OwnershipCanvas* const canvas : {source_, target_}) canvas->clear(session().whyEmpty());
    showSecond(*target_, false);
}

void OwnershipPanel::showPlan() {
    auto const viewed = plan();
    if (!viewed) return;
    Mapping const& from = mappingOn(*viewed, Selection::Side::Source);
    Mapping const& to = mappingOn(*viewed, Selection::Side::Target);
    bool const sameShape = from.array().extents == to.array().extents;
    bool const still = changesNothing(*viewed);
    auto const compared = [&](Mapping const& mapping) { return sameShape ? std::optional(mapping) : std::nullopt; };
    bool const plays = !still && !viewed->map().reshapes(); // runs of a reshape are no rectangles of both pictures
    flowPlayer_->setPlan(plays ? viewed : nullptr); // first, because it listens to the pictures, and its old plan does not fit the
                                                    // new mappings
    source_->setMapping(from, compared(to), still ? tr("mapped") : tr("from"));
    target_->setMapping(to, compared(from), tr("to"));
    showSecond(*target_, !still);
    showGhosts();
    fillArrays();
    fillAxes();
    showSelection();
}

/// Shows the boundaries of the same array before the last edit.
void OwnershipPanel::showGhosts() {
    DerivedPointer const before = session().before();
    auto const array = as_size(std::max(session().selection().plan, 0));
    RedistPlan const* const then = before && array < before->plan->plans().size() ? &before->plan->plans()[array] : nullptr;
    source_->setGhost(then ? std::optional(then->source().declared()) : std::nullopt);
    target_->setGhost(then ? std::optional(then->target().declared()) : std::nullopt);
}

void OwnershipPanel::fillArrays() {
    QSignalBlocker const quiet(arrays_);
    arrays_->clear();
    for (RedistPlan const& each : shown_->plan->plans()) {
        auto const& [from, to] = std::pair(each.source().spec().array, each.target().spec().array);
        QString const text = asText(describe(from));
        arrays_->addItem(from.name == to.name ? text : text + QStringLiteral(" \u2192 ") + asText(describe(to)));
    }
    arrays_->setCurrentIndex(session().selection().plan);
}

void OwnershipPanel::fillAxes() {
    auto const& mappingView = *source_->mappingView();
    int const dims = mappingView.mapping.dims();
    if (std::ssize(fixed_) != dims || rowDim_->count() != dims) fixed_ = mappingView.fixed;
    QSignalBlocker const quietRows(rowDim_);
    QSignalBlocker const quietColumns(columnDim_);
    rowDim_->clear();
    columnDim_->clear();
    for (int d = 0; d < dims; ++d) {
        rowDim_->addItem(tr("dimension %1").arg(d + 1));
        columnDim_->addItem(tr("dimension %1").arg(d + 1));
    }
    rowDim_->setCurrentIndex(mappingView.rowDim.value_or(0));
    columnDim_->setCurrentIndex(mappingView.columnDim);
    rowDim_->setEnabled(dims > 1);
    columnDim_->setEnabled(dims > 1);
    applyAxes();
}

void OwnershipPanel::addSlider(int dim) {
    ArraySpec const& array = source_->mappingView()->mapping.array();
    auto const d = as_size(dim);
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
        say(value * scale);
        fix(d, value * scale);
    });
}

void OwnershipPanel::fix(std::size_t dim, Index index) {
    fixed_[dim] = index;
    for (OwnershipCanvas* canvas : {source_, target_})
        if (canvas->mappingView() && std::ssize(canvas->mappingView()->fixed) == std::ssize(fixed_))
            canvas->setAxes(canvas->mappingView()->rowDim, canvas->mappingView()->columnDim, fixed_);
    flowPlayer_->refresh();
}

void OwnershipPanel::applyAxes() {
    if (!source_->mappingView()) return;
    int const dims = source_->mappingView()->mapping.dims();
    if (dims > 1 && rowDim_->currentIndex() == columnDim_->currentIndex()) {
        // The dimension in the other box changes, so that both differ.
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
    // Arrays with another number of dimensions, as in B(i) = A(i,3), keep their own axes.
    if (target_->mappingView() && target_->mappingView()->mapping.dims() == dims) target_->setAxes(row, column, fixed_);
    flowPlayer_->refresh();
}

bool OwnershipPanel::event(QEvent* event) {
    // Escape closes the data flow before the window handles the key.
    if (event->type() == QEvent::ShortcutOverride && flowPlayer_->isOpen() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QWidget::event(event);
}

void OwnershipPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && flowPlayer_->isOpen()) return flowPlayer_->close();
    ViewPanel::keyPressEvent(event);
}

std::vector<Highlight> OwnershipPanel::highlightsOf(RedistPlan const& viewed, Selection::Side side) const {
    Selection const& selection = session().selection();
    std::vector<Highlight> highlights;
    if (selection.message) {
        for (Message const& message : viewed.sends(selection.message->from))
            if (message.to == selection.message->to) highlights = messageHighlights(viewed, side, message);
        if (highlights.empty()) highlights.push_back({}); // an empty highlight fades the whole array
    } else if (selection.rank && !selection.element) {
        Mapping const& mapping = mappingOn(viewed, side);
        auto const position = mapping.grid().position(*selection.rank);
        if (position) addShadow(highlights, mapping, *position);
        highlights.push_back(highlightOf(mapping, position ? mapping.owned(*position) : BoxSet(), *selection.rank));
    }
    return highlights;
}

std::optional<Extents> OwnershipPanel::elementOn(Selection::Side side) const {
    auto const& element = session().selection().element;
    if (!element) return std::nullopt;
    if (element->side == side) return element->index;
    return partnerOf(*plan(), element->side, element->index);
}

void OwnershipPanel::showSelection() {
    auto const viewed = plan();
    if (!viewed || shown_ != session().derived()) return;
    source_->setHighlights(highlightsOf(*viewed, Selection::Side::Source), elementOn(Selection::Side::Source));
    target_->setHighlights(highlightsOf(*viewed, Selection::Side::Target), elementOn(Selection::Side::Target));
}

void OwnershipPanel::clickElement(Selection::Side side, Extents const& element) {
    auto const viewed = plan();
    if (!viewed) return;
    bool const again = session().selection().element == Selection::Element{side, element};
    auto const owner = ownerOf(*viewed, side, element);
    session().change([&](Selection& selection) {
        bool const ownersRank = selection.rank && !selection.element && owner == selection.rank;
        selection.message.reset();
        // The first click selects the element, the second one the rank that owns it, the third one nothing.
        selection.element.reset();
        selection.rank = ownersRank ? std::nullopt : owner;
        if (again || ownersRank) return;
        selectElement(selection, *viewed, side, element);
    });
}

void OwnershipPanel::stepTo(Selection::Side side, Extents const& element) {
    auto const viewed = plan();
    if (!viewed) return;
    session().change([&](Selection& selection) { selectElement(selection, *viewed, side, element); });
}

namespace {

QString ownershipCommand(CommandInput const& input) {
    ViewState const& viewed = input.viewed;
    QString words = QStringLiteral("distplan draw ") + input.job();
    if (!viewed.array.isEmpty()) words += QStringLiteral(" --array-name ") + shellWord(viewed.array);
    if (viewed.transitions > 1) words += QStringLiteral(" --state %1:%2").arg(viewed.transition).arg(viewed.transition + 1);
    if (input.selection.rank) words += QStringLiteral(" --rank %1").arg(*input.selection.rank);
    if (!viewed.axes.isEmpty()) words += QStringLiteral(" --axes ") + viewed.axes;
    if (!viewed.fixed.isEmpty()) words += QStringLiteral(" --at ") + viewed.fixed;
    return words + QStringLiteral(" --svg ownership.svg");
}

Result<Scene> ownershipScene(Derived const& derived, Session const& session) {
    Selection const& selection = session.selection();
    return ownership_picture(derived.plan->plans()[as_size(selection.plan)], selection.rank);
}

/// Returns the formats of the job, each once.
QString explainFormats(Job const& job, std::string const& /*algorithm*/) {
    std::set<std::string_view> used;
    for (ArrayStates const& array : job.arrays)
        for (MappingSpec const& state : array.states)
            for (DistFormat const& format : state.formats) used.insert(format.info().name);
    QStringList sentences;
    for (FormatInfo const& info : dist_formats())
        if (used.contains(info.name)) sentences << namedSentence(info.name, info.explanation);
    return sentences.join(u' ');
}

} // namespace

constinit PanelKind const OwnershipPanel::kind{
    .name = "ownership",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Ownership"),
    .make = makePanel<OwnershipPanel>,
    .place = PanelKind::Place::BottomLeft,
    .schedule = PanelKind::Schedule::Optional,
    .scene = ownershipScene,
    .command = ownershipCommand,
    .explain = explainFormats,
};

} // namespace tessera::gui
