#include "border_costs.hpp"

#include <algorithm>
#include <limits>

namespace clearway {

BorderCosts::BorderCosts(const WeightedMesh& mesh)
    : mesh_(mesh), slots_(mesh.mesh.half_edge_slots(), BorderId(none)) {}

double BorderCosts::at(HalfEdgeId entered, double s) const {
  double out = std::numeric_limits<double>::infinity();
  if (slots_[entered] == none) return out;
  for (const Part& part : parts_[slots_[entered]])
    if (part.line.from <= s && s <= part.line.to) out = std::min(out, part.line.at(s));
  return out;
}

void BorderCosts::parts_of(HalfEdgeId entered, BeamNodeId owner, std::vector<LineCost>& out) const {
  out.clear();
  if (slots_[entered] == none) return;
  for (const Part& part : parts_[slots_[entered]])
    if (part.owner == owner) out.push_back(part.line);
}

bool BorderCosts::add(HalfEdgeId entered, const LineCost& line, BeamNodeId owner) {
  const auto lowered = [&](double cost) { return mesh_.lowered(cost); };
  if (!(line.from < line.to)) return line.cost < lowered(at(entered, line.from));
  if (slots_[entered] == none) {
    slots_.set(entered, parts_.end_id());
    parts_.emplace_back();
  }
  std::vector<Part>& parts = parts_[slots_[entered]];
  merged_.clear();
  bool is_kept = false;
  const auto put = [&](const LineCost& of, BeamNodeId own, double from, double to) {
    if (!(from < to)) return;
    is_kept = is_kept || own == owner;
    if (!merged_.empty() && merged_.back().owner == own && merged_.back().line.to == from &&
        merged_.back().line.slope == of.slope) {
      merged_.back().line.to = to;
      return;
    }
    merged_.push_back({{from, to, of.at(from), of.slope}, own});
  };
  double done = line.from;  // the new line is merged up to here
  for (const Part& part : parts) {
    const LineCost& old = part.line;
    if (old.to <= line.from || old.from >= line.to) {
      if (old.from >= line.to) {
        put(line, owner, done, line.to);
        done = line.to;
      }
      put(old, part.owner, old.from, old.to);
      continue;
    }
    const double from = std::max(old.from, line.from), to = std::min(old.to, line.to);
    put(old, part.owner, old.from, from);
    put(line, owner, done, from);
    const double low = line.at(from) - lowered(old.at(from)),
                 high = line.at(to) - lowered(old.at(to));
    if (low < 0 && high < 0) {
      put(line, owner, from, to);
    } else if (low >= 0 && high >= 0) {
      put(old, part.owner, from, to);
    } else {
      const double middle = std::clamp(from + (to - from) * (low / (low - high)), from, to);
      const bool is_first = low < 0;
      put(is_first ? line : old, is_first ? owner : part.owner, from, middle);
      put(is_first ? old : line, is_first ? part.owner : owner, middle, to);
    }
    done = to;
    put(old, part.owner, to, old.to);
  }
  put(line, owner, done, line.to);
  parts.swap(merged_);
  return is_kept;
}

}  // namespace clearway
