// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures that explain one thing about the job.
#include "gui/panels/insight_panel.hpp"

#include "gui/models/text.hpp"

#include <QSignalBlocker>
#include <algorithm>

namespace tessera::gui {
namespace {

/// In the order of all_insights.
struct InsightWords {
    char const* name;
    char const* about;
};
constexpr std::array<InsightWords, all_insights.size()> insightWords{{
    {QT_TRANSLATE_NOOP("InsightPanel", "the template"),
     QT_TRANSLATE_NOOP("InsightPanel",
                       "Where the array lies on its template. Strides leave holes: equal blocks of the template need not be "
                       "equal parts of the array.")},
    {QT_TRANSLATE_NOOP("InsightPanel", "the memory of a rank"),
     QT_TRANSLATE_NOOP("InsightPanel",
                       "Which element lies in which slot of a rank's memory. Click an element or a rank in the Ownership "
                       "panel to look at another.")},
    {QT_TRANSLATE_NOOP("InsightPanel", "two rhythms"),
     QT_TRANSLATE_NOOP("InsightPanel",
                       "The pattern of owners before and after, on one ruler. What two processors share repeats with the "
                       "least common multiple of the two periods.")},
    {QT_TRANSLATE_NOOP("InsightPanel", "the stages of the best method"),
     QT_TRANSLATE_NOOP("InsightPanel", "A method may go through other mappings on its way: each stage is what one phase leaves.")},
}};

} // namespace

InsightPanel::InsightPanel(Session& session, QWidget* parent)
    : ScenePanel(session, View::Insight, parent), kinds_(new QComboBox), about_(new QLabel) {
    for (InsightWords const& each : insightWords) kinds_->addItem(tr(each.name));
    kinds_->setAccessibleName(tr("What is explained"));
    about_->setWordWrap(true);
    about_->setMargin(2);
    stack({rowOf({new QLabel(tr("Explain")), kinds_}, nullptr), about_, canvas()}, canvas());
    setTabOrderOf({kinds_, canvas()});
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

void InsightPanel::draw() {
    DerivedPointer const derived = session().derived();
    if (!derived) return;
    if (session().selection().insight == Insight::Stages && !comparesMethods(derived->totals))
        about_->setText(tr("%L1 messages are too many for comparing methods here: this is the direct one.")
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
    bool const after = selection.element && selection.element->side == Selection::Side::Target;
    Mapping const& mapping = after ? plans[array].target() : plans[array].source();
    std::optional<Extents> element;
    if (selection.element && std::ssize(selection.element->index) == mapping.dims()) element = selection.element->index;
    return state_insight(selection.insight, mapping, selection.rank, element);
}

} // namespace tessera::gui
