#include "clearance_repair.hpp"

namespace clearway {

void ClearanceRepair::run(std::vector<TriangleId>& measured) {
  constexpr int most_stages = 60;  // rounding might otherwise make stages repeat forever
  s_.resize_arrays();
  changed_.process();
  for (int stage = 0; stage < most_stages; ++stage) {
    if (s_.to_retract.empty()) {
      feet_.check();
      searches_.run();
    }
    if (feet_.insert_planned() || !s_.to_retract.empty()) {
      crowded_.undo_plans();
      s_.to_retract.insert(s_.to_retract.end(), s_.fresh.begin(), s_.fresh.end());
      s_.fresh.clear();
      changed_.retract();
      changed_.process();
      stage = -1;  // the feet on busy walls belong to stage 0: start again from there
      continue;
    }
    if (!crowded_.refine() && s_.to_retract.empty() && s_.feet_to_test.empty()) break;
  }
  measure(measured);
}

void ClearanceRepair::measure(std::vector<TriangleId>& measured) {
  s_.resize_arrays();
  changed_.start_at_walls();
  std::erase_if(s_.stale, [&](TriangleId triangle) { return s_.t.touched_in_edit(triangle); });
  sort_once(s_.stale);
  if (is_bulk(s_.mesh, s_.t.touched().size())) {
    s_.widths.measure_all(s_.t, s_.records);
  } else {
    for (const Triangulation::Touch& touched : s_.t.touched())
      if (!touched.again) s_.widths.measure(s_.t, s_.records, touched.triangle());
    for (const TriangleId triangle : s_.stale) s_.widths.measure(s_.t, s_.records, triangle);
  }
  measured.swap(s_.stale);
}

}  // namespace clearway
