#include "crowded_gates.hpp"

#include <algorithm>

namespace clearway {

void CrowdedGates::plan(RecordId gate, const Sleeve& sleeve) {
  const RecordId reason = s_.records.add(RecordedSearch::reason(pending));
  s_.note_reads(reason);
  plans_.push_back(
      {gate, reason, s_.mesh.origin(sleeve.wall), s_.mesh.target(sleeve.wall), sleeve.foot});
}

void CrowdedGates::undo_plans() {
  for (const Plan& plan : plans_) {
    s_.corners.push_back(s_.records[plan.record].corner());
    s_.records.end(plan.record);
    s_.records.end(plan.reason);
  }
  plans_.clear();
}

bool CrowdedGates::refine() {
  std::sort(plans_.begin(), plans_.end(),
            [](const Plan& a, const Plan& b) { return before(a.foot, b.foot); });
  insertion_.begin();
  bool any = false;
  std::vector<RecordId> others;
  for (const Plan& plan : plans_) {
    s_.t.begin_phase();
    bool inserted = false;
    const VertexId v = insertion_.insert(plan.a, plan.b, plan.foot, false, inserted);
    if (v == none) {
      s_.records.end(plan.reason);
      continue;
    }
    s_.records.set_vertex(plan.reason, v);
    if (!inserted) continue;
    any = true;
    s_.fresh.insert(v);
    s_.resize_arrays();
    // Reasons that read the triangles replaced by this vertex now depend on the vertex.
    others.clear();
    changed_.end_searches(
        [&](RecordId reason) {
          const VertexId other = s_.records[reason].vertex();
          if (other != pending && !s_.fresh.contains(other)) s_.to_retract.push_back(other);
          if (reason != plan.reason) others.push_back(reason);
        },
        [&](TriangleId triangle) {
          if (s_.mesh.is_live(triangle)) s_.records.note(triangle, plan.reason);
        });
    sort_once(others);
    for (const RecordId other : others) s_.records.add_dependent(plan.reason, other);
  }
  plans_.clear();
  return any;
}

}  // namespace clearway
