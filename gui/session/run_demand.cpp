// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a run of the job needs from this machine, and a smaller job of the same kind.
#include "gui/session/run_demand.hpp"

#include "gui/models/text.hpp"
#include "libcore/base/units.hpp"
#include "libcore/edit/form_fields.hpp"

#include <QObject>
#include <QThread>
#include <algorithm>
#include <charconv>
#include <unistd.h>

namespace tessera::gui {
namespace {

constexpr double bytesOfProcess = 32.0 * (1 << 20); // MPI's own buffers, roughly
constexpr Index ranksPerCore = 8;
constexpr Index fewRanks = 16; // run well on any machine
constexpr int mostHalvings = 40;

double bytesOf(Mapping const& mapping) {
    return static_cast<double>(mapping.volume()) * static_cast<double>(mapping.replicas()) *
           static_cast<double>(mapping.array().type.bytes);
}

/// Returns the number of a field; nothing for bounds such as 0:99, and for names.
std::optional<Index> numberOf(FormField const& field) {
    Index number = 0;
    auto const [end, error] = std::from_chars(field.text.data(), field.text.data() + field.text.size(), number);
    bool const whole = error == std::errc() && end == field.text.data() + field.text.size();
    return whole ? std::optional(number) : std::nullopt;
}

/// Returns the processors of the largest arrangement.
double largestGrid(std::vector<FormGroup> const& groups) {
    double most = 0;
    for (FormGroup const& group : groups) {
        if (group.what != FormGroup::What::Processors) continue;
        double processors = 1;
        for (FormField const& field : group.fields) processors *= static_cast<double>(numberOf(field).value_or(1));
        most = std::max(most, processors);
    }
    return most;
}

/// Halves all extents above 1, of arrangements or of arrays and templates; returns whether there are any.
bool halve(std::string& text, std::vector<FormGroup> const& groups, bool arrangements) {
    std::vector<TextEdit> edits;
    for (FormGroup const& group : groups) {
        if ((group.what == FormGroup::What::Processors) != arrangements) continue;
        for (FormField const& field : group.fields) {
            if (field.kind != FormField::Kind::Extent) continue;
            if (auto const number = numberOf(field); number && *number > 1)
                edits.push_back(edit_of(field, std::to_string((*number + 1) / 2)));
        }
    }
    if (edits.empty()) return false;
    text = edited(text, std::move(edits));
    return true;
}

} // namespace

RunDemand demandOf(Derived const& derived) {
    RunDemand demand{derived.plan->ranks(), 0};
    for (RedistPlan const& plan : derived.plan->plans()) demand.bytes += bytesOf(plan.source()) + bytesOf(plan.target());
    demand.bytes += bytesOfProcess * static_cast<double>(demand.ranks);
    return demand;
}

RunDemand usualLimits() {
    double const memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    return {std::max<Index>(fewRanks, ranksPerCore * QThread::idealThreadCount()), memory / 2};
}

QString excessOf(RunDemand const& demand, RunDemand const& limits) {
    if (demand.ranks <= limits.ranks && demand.bytes <= limits.bytes) return {};
    auto const size = [](double bytes) { return asText(scaled_bytes(static_cast<Index>(std::min(bytes, 9e18)))); };
    return QObject::tr("This run starts %1 processes with %2 of memory in all. This machine is good for %3 processes with %4.")
        .arg(demand.ranks)
        .arg(size(demand.bytes))
        .arg(limits.ranks)
        .arg(size(limits.bytes));
}

std::optional<QString> smallerJob(QString const& text, QString const& folder, RunDemand const& limits) {
    std::string smaller = text.toStdString();
    // Plans for many ranks take long, so none is made before the arrangements are small.
    for (auto groups = form_groups(smaller); largestGrid(groups) > static_cast<double>(limits.ranks);)
        if (halve(smaller, groups, true)) groups = form_groups(smaller);
    for (int i = 0; i < mostHalvings; ++i) {
        auto const derived = derive(smaller, "smaller", folder.toStdString());
        if (!derived || (*derived)->plan->ranks() > limits.ranks) return std::nullopt;
        QString const now = QString::fromStdString(smaller);
        if (excessOf(demandOf(**derived), limits).isEmpty()) return now == text ? std::nullopt : std::optional(now);
        if (!halve(smaller, form_groups(smaller), false)) return std::nullopt;
    }
    return std::nullopt;
}

} // namespace tessera::gui
