#include "structure_channels.hpp"

#include <algorithm>

#include "clearway/base/interrupt.hpp"

namespace clearway {

void StructureChannels::leave_tree(TriangleId from, std::vector<HalfEdgeId>& portals) const {
  for (TriangleId t = from; a_.level(t) == 1; t = Mesh::triangle_of(portals.back()))
    portals.push_back(mesh_.twin(a_.back(t)));
}

void StructureChannels::enter_tree(TriangleId to, std::vector<HalfEdgeId>& portals) const {
  const auto first = static_cast<std::ptrdiff_t>(portals.size());
  for (TriangleId t = to; a_.level(t) == 1; t = Mesh::triangle_of(mesh_.twin(portals.back())))
    portals.push_back(a_.back(t));
  std::reverse(portals.begin() + first, portals.end());
}

void StructureChannels::cross_tree(TriangleId from, TriangleId to,
                                   std::vector<HalfEdgeId>& portals) const {
  const auto order = [&](TriangleId t) { return a_.level(t) == 1 ? a_.position(t) + 1 : 0; };
  std::vector<HalfEdgeId> down;  // from the lowest common ancestor to `to`, reversed
  while (from != to) {
    // Ancestors come first in the order of a tree: the later triangle is no ancestor of the other.
    if (order(from) > order(to)) {
      portals.push_back(mesh_.twin(a_.back(from)));
      from = Mesh::triangle_of(portals.back());
    } else {
      down.push_back(a_.back(to));
      to = Mesh::triangle_of(mesh_.twin(down.back()));
    }
  }
  portals.insert(portals.end(), down.rbegin(), down.rend());
}

void StructureChannels::follow_ring(HalfEdgeId out, TriangleId until,
                                    std::vector<HalfEdgeId>& portals) const {
  for (HalfEdgeId in = mesh_.twin(out);; in = mesh_.twin(a_.onward(in))) {
    check_interrupt();
    portals.push_back(in);
    if (Mesh::triangle_of(in) == until) return;
  }
}

void StructureChannels::follow_corridor(HalfEdgeId out, TriangleId until,
                                        std::vector<HalfEdgeId>& portals) const {
  const Corridor& c = a_.corridors()[a_.structure(out)];
  if (c.is_ring()) return follow_ring(out, until, portals);
  const Step* const steps = a_.path().data() + c.first;
  const TriangleId t = Mesh::triangle_of(out);
  const bool is_from_node = a_.level(t) == 3;
  const bool stops =
      until != none && a_.level(until) == 2 && a_.structure_of(until) == a_.structure(out);
  const bool is_forward = is_from_node ? out == c.end[0] : a_.back(t) != out;
  if (is_forward) {
    const Index last = stops ? a_.position(until) + 1 : c.count;
    for (Index k = is_from_node ? 0 : a_.position(t) + 1; k < last; ++k)
      portals.push_back(steps[k].back);
    if (!stops) portals.push_back(c.end[1]);
  } else {
    const Index last = stops ? a_.position(until) : 0;
    for (Index k = is_from_node ? c.count : a_.position(t); k > last; --k)
      portals.push_back(steps[k - 1].ahead);
    if (!stops) portals.push_back(c.end[0]);
  }
}

}  // namespace clearway
