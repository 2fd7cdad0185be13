// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that explain one concept of the job.
#include "gui/panels/insight_panel.hpp"

#include "gui/models/text.hpp"
#include "gui/session/viewed_array.hpp"
#include "libcore/scene/ownership/template_scene.hpp"

#include <QSignalBlocker>
#include <algorithm>

namespace tessera::gui {
namespace {

/// Texts in the order of all_insights.
struct InsightWords {
    char const* name;
    char const* about;
};
constexpr std::array<InsightWords, all_insights.size()> insightWords{{
    {QT_TRANSLATE_NOOP("InsightPanel", "the template"),
     QT_TRANSLATE_NOOP("InsightPanel",
                       "The array on its template. Strides leave gaps, so equal blocks of the template may hold different numbers "
                       "of elements. Drag the first element to move the array, or another to stretch it.")},
    {QT_TRANSLATE_NOOP("InsightPanel", "the balance"),
     QT_TRANSLATE_NOOP("InsightPanel",
                       "The number of elements on each rank. If the amounts differ, all wait for the fullest rank.")},
    {QT_TRANSLATE_NOOP("InsightPanel", "the memory of a rank"),
     QT_TRANSLATE_NOOP(
         "InsightPanel",
         "The element in each slot of a rank's memory. Click an element or a rank in the Ownership panel to see another rank.")},
    {QT_TRANSLATE_NOOP("InsightPanel", "two rhythms"),
     QT_TRANSLATE_NOOP("InsightPanel", "The owners before and after, on one ruler. The indices that two processors share repeat. "
                                       "Their period is the least common multiple of the two periods.")},
    {QT_TRANSLATE_NOOP("InsightPanel", "the stages of the best method"),
     QT_TRANSLATE_NOOP(
         "InsightPanel",
         "A method may use other mappings between the first and the last. Each stage is the mapping after one phase.")},
}};

/// Returns the place on the template that a cell shows.
Extents placeOf(Mapping const& mapping, CellsTag const& cell) {
    return template_place(mapping, cell.rows.begin, cell.columns.begin);
}

bool isAfter(Selection const& selection) {
    return selection.element && selection.element->side == Selection::Side::Target;
}

} // namespace

InsightPanel::InsightPanel(Session& session, QWidget* parent)
    : ScenePanel(session, parent), kinds_(new QComboBox), about_(new QLabel), drag_(session) {
    for (InsightWords const& each : insightWords) kinds_->addItem(tr(each.name));
    kinds_->setAccessibleName(tr("Topic"));
    about_->setWordWrap(true);
    about_->setMargin(2);
    stack({rowOf({new QLabel(tr("Explain")), kinds_}, nullptr), about_, canvas()}, canvas());
    setTabOrderOf({kinds_, canvas()});
    canvas()->setGrips([this](SceneTag const& tag) { return isGrip(tag); });
    connect(canvas(), &SceneCanvas::dragged, this, &InsightPanel::drag);
    connect(canvas(), &SceneCanvas::dragEnded, this, &InsightPanel::endDrag);
    connect(kinds_, &QComboBox::activated, this, &InsightPanel::choose);
    listen();
}

void InsightPanel::choose(int place) {
    session().change([place](Selection& selection) { selection.insight = all_insights[as_size(place)]; });
}

/// The choice may have been made elsewhere: on the command line, in a test.
void InsightPanel::showSelection() {
    auto const place = static_cast<int>(session().selection().insight);
    QSignalBlocker const quiet(kinds_);
    kinds_->setCurrentIndex(place);
    about_->setText(tr(insightWords[as_size(place)].about));
    redraw();
}

/// Returns whether the tag is an element on its template, which can be dragged.
bool InsightPanel::isGrip(SceneTag const& tag) const {
    DerivedPointer const derived = session().derived();
    auto const* const cell = std::get_if<CellsTag>(&tag);
    if (!derived || session().selection().insight != Insight::Template || !cell) return false;
    Mapping const& mapping = viewedMapping(*derived, session().selection());
    return mapping.spec().target && carries_element(mapping, placeOf(mapping, *cell));
}

void InsightPanel::drag(SceneTag const& from, SceneTag const& to) {
    if (!session().derived()) return;
    if (!dragged_) {
        about_->setMinimumHeight(about_->height()); // a shorter text must not move the picture under the pointer
        dragged_ = viewedMapping(*session().derived(), session().selection());
        draggedSide_ = isAfter(session().selection()) ? Selection::Side::Target : Selection::Side::Source;
    }
    QString const words = drag_.moveOnTemplate(*dragged_, draggedSide_, placeOf(*dragged_, std::get<CellsTag>(from)),
                                               placeOf(*dragged_, std::get<CellsTag>(to)));
    about_->setText(words);
}

void InsightPanel::endDrag(bool keep) {
    drag_.end(keep);
    dragged_.reset();
    about_->setMinimumHeight(0);
    showSelection();
}

void InsightPanel::draw() {
    DerivedPointer const derived = session().derived();
    if (!derived) return;
    if (session().selection().insight == Insight::Stages && !comparesMethods(derived->totals))
        about_->setText(tr("%L1 messages are too many to compare methods here. This is the direct method.")
                            .arg(qlonglong{derived->totals.messages}));
    start([derived, selection = session().selection(), choice = session().choice()](Background::Task const& task) {
        return insightScene(*derived, selection, choice, task.watch());
    });
}

Result<Scene> insightScene(Derived const& derived, Selection const& selection, ScheduleChoice const& choice, Watch const& watch) {
    auto const plans = derived.plan->plans();
    auto const array = as_size(std::clamp<Index>(selection.plan, 0, std::ssize(plans) - 1));
    if (!is_of_state(selection.insight))
        return change_insight(
            selection.insight, *derived.plan, comparesMethods(derived.totals) ? "auto" : "direct",
            [&choice](int ranks) { return siteOf(choice, ranks); }, array, watch);
    Mapping const& mapping = viewedMapping(derived, selection);
    std::optional<Extents> element;
    if (selection.element && std::ssize(selection.element->index) == mapping.dims()) element = selection.element->index;
    return state_insight(selection.insight, mapping, selection.rank, element);
}

namespace {

/// Returns distplan draw --view template, ...
QString insightCommand(CommandInput const& input) {
    auto const& [path, choice, selection, viewed, derived] = input;
    QString const name = textWord(name_of(selection.insight));
    QString command = QStringLiteral("distplan draw %1 --view %2").arg(input.job(), name);
    if (is_of_state(selection.insight)) {
        bool const after = selection.element && selection.element->side == Selection::Side::Target;
        if (!viewed.array.isEmpty()) command += QStringLiteral(" --array-name ") + shellWord(viewed.array);
        if (viewed.transition > 0 || after) command += QStringLiteral(" --state %1").arg(viewed.transition + (after ? 1 : 0));
        if (selection.rank && (selection.insight == Insight::Memory || selection.insight == Insight::Balance))
            command += QStringLiteral(" --rank %1").arg(*selection.rank);
        if (!viewed.element.isEmpty()) command += QStringLiteral(" --at ") + viewed.element;
    } else {
        if (viewed.transition > 0) command += QStringLiteral(" --transition %1").arg(viewed.transition + 1);
        if (selection.insight == Insight::Stages)
            command += viewed.direct ? QStringLiteral(" --method direct") : siteWords(choice.site) + machineWords(choice.site);
    }
    return command + QStringLiteral(" --svg %1.svg").arg(name);
}

std::vector<std::string_view> insightNames() {
    std::vector<std::string_view> names;
    for (Insight const each : all_insights) names.push_back(name_of(each));
    return names;
}

} // namespace

constinit PanelKind const InsightPanel::kind{
    .name = "insight",
    .title = QT_TRANSLATE_NOOP("MainWindow", "Explain"),
    .make = makePanel<InsightPanel>,
    .scene = [](Derived const& derived,
                Session const& session) { return insightScene(derived, session.selection(), session.choice()); },
    .command = insightCommand,
    .about = QT_TRANSLATE_NOOP(
        "ExplanationStrip",
        "One idea at a time, small enough to count: where elements are, how even a mapping is, which ranks exchange messages."),
    .pictures = insightNames,
    .choose = [](Selection& selection, std::size_t picture) { selection.insight = all_insights[picture]; },
};

} // namespace tessera::gui
