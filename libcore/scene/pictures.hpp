// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whole pictures of messages on their way, with their headings: the same for distplan draw and for the window.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/comm/index/index_plan.hpp"
#include "libcore/io/io_choice.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/network/site.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/scene/cost_scene.hpp"
#include "libcore/scene/file_scene.hpp"
#include "libcore/scene/messages_scene.hpp"
#include "libcore/scene/network_traffic.hpp"
#include "libcore/scene/ownership_scene.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/schedule/schedule.hpp"

#include <optional>
#include <vector>

namespace tessera {

/// The grids of ownership_picture(): before and, where they differ, after. `only`: everything that this rank does not hold is
/// blank.
[[nodiscard]] std::vector<TitledGrid> ownership_panels(RedistPlan const& plan, std::optional<Rank> only = std::nullopt);
/// Who owns what before and, beside it, after; once where nothing moves. `only`: everything that this rank does not hold is blank.
[[nodiscard]] Scene ownership_picture(RedistPlan const& plan, std::optional<Rank> only = std::nullopt);

/// Who sends how much to whom. Cost: as MessageMatrix.
[[nodiscard]] Scene messages_picture(MultiPlan const& plan);
/// The same of some senders and receivers.
[[nodiscard]] Scene messages_picture(MultiPlan const& plan, MessagesView const& view);

/// Who sends how much to whom in a general send or get, and beside it how often each element is named.
[[nodiscard]] Scene index_picture(IndexPlan const& plan);

/// Ranks by steps. `costs`: those of the schedule on the site; `current`: a step that is framed, from 0.
[[nodiscard]] Scene schedule_picture(Schedule const& schedule, ScheduleCost const& costs, Site const& site,
                                     std::optional<int> current);
/// The same while the costs are being counted: their room is kept.
[[nodiscard]] Scene schedule_picture(Schedule const& schedule, Site const& site, std::optional<int> current);

/// Link loads of a step, from 0, or of all steps added up. `marked`: links drawn in black. Precondition: such a step.
[[nodiscard]] Scene network_picture(Schedule const& schedule, Site const& site, std::optional<int> step,
                                    std::vector<int> marked = {});
/// The same where the loads are known already.
[[nodiscard]] Scene network_picture(Schedule const& schedule, Site const& site, NetworkTraffic const& traffic,
                                    std::optional<int> step, std::vector<int> marked = {});
/// The same of a schedule that may have fewer steps, as one beside another has: then its last. Precondition: it has one.
/// Error: the work was stopped.
[[nodiscard]] Result<Scene> network_picture(SitedSchedule const& sited, std::optional<int> step, std::vector<int> marked,
                                            Watch const& watch = {});

/// Predicted times of all algorithms over the length of the messages, `observed` laid over them.
/// Errors: no machine, or one without rates; nothing is sent; the work was stopped.
[[nodiscard]] Result<Scene> cost_picture(MessageSet const& messages, Site const& site, std::vector<ObservedTimes> observed = {},
                                         Watch const& watch = {});
/// Predicted times of all algorithms over the number of ranks: all-to-alls with messages as long as the longest of these, among the
/// first 2, 4, 8, ... nodes of the network, at most most_ranks_compared. Errors: as above; a network of one node.
[[nodiscard]] Result<Scene> cost_over_ranks_picture(MessageSet const& messages, Site const& site, Watch const& watch = {});
inline constexpr int most_ranks_compared = 1024;

/// The file of an I/O statement, as one method accesses it. Error: no such phase.
[[nodiscard]] Result<Scene> file_picture(IoTask const& task, IoCandidate const& method, FileView const& view = {});
/// The same where the map of the method's plan is known already.
[[nodiscard]] Result<Scene> file_picture(IoTask const& task, IoCandidate const& method, FileMap const& map, FileView const& view);

} // namespace tessera
