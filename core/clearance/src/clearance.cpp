#include "clearance/clearance.hpp"

#include "base/infinity.hpp"
#include "clearance/local_widths.hpp"
#include "clearance_repair.hpp"
#include "triangulation/triangulation.hpp"
#include "validate_clearance.hpp"

namespace clearway {

double Clearance::turn_width_without_layer(HalfEdgeId e) const {
  return own_turn_width(*plain_, e);
}

void Clearance::update(Triangulation& triangulation) {
  plain_ = &triangulation;
  if (is_on()) ClearanceRepair(limit_, records_, widths_, triangulation).run(measured_);
}

Clearance::EntryGate Clearance::limiting_gate(HalfEdgeId e) const {
  EntryGate turns[2] = {{infinity, none}, {infinity, none}};
  if (!is_on()) return turns[0];
  // Breaks ties between gates of the same width by coordinates.
  const Mesh& mesh = plain_->mesh;
  const auto is_first = [&](const EntryGate& a, const EntryGate& b) {
    if (a.corner == none || b.corner == none) return b.corner == none;
    const Point p = mesh.point(mesh.origin(a.corner)), q = mesh.point(mesh.origin(b.corner));
    if (p != q) return before(p, q);
    return before(mesh.point(mesh.target(a.corner)), mesh.point(mesh.target(b.corner)));
  };
  records_.for_each_gate(Mesh::triangle_of(e), [&](RecordId record) {
    const EntryGate gate{records_[record].width(), records_[record].corner()};
    records_.for_each_charge(record, [&](HalfEdgeId turn) {
      for (const int i : {0, 1}) {
        if (turn != (i == 0 ? e : Mesh::next(e))) continue;
        if (gate.width < turns[i].width ||
            (gate.width == turns[i].width && is_first(gate, turns[i])))
          turns[i] = gate;
      }
    });
  });
  const EntryGate &a = turns[0], &b = turns[1];
  return a.width > b.width || (a.width == b.width && is_first(a, b)) ? a : b;
}

std::size_t Clearance::bytes() const { return widths_.bytes() + records_.bytes(); }

void Clearance::validate(const Triangulation& triangulation) const {
  validate_clearance(triangulation, limit_, records_, widths_);
}

}  // namespace clearway
