#include "clearance/search_records.hpp"

namespace clearway {
namespace {

// Unused nodes are freed in the order of memory when they are more than this number, and more than
// this fraction of all: sorting visits all nodes.
constexpr std::size_t few_nodes = 1000, sorted_fraction = 64;

}  // namespace

void SearchRecords::resize(std::size_t triangles) {
  others_.resize(triangles, none);
  gates_.resize(triangles, none);
  recorded_corners_.resize(triangles, 0);
}

std::size_t SearchRecords::bytes() const {
  return recorded_corners_.bytes() + records_.bytes() + nodes_.bytes() + charges_.bytes() +
         others_.bytes() + gates_.bytes() + free_records_.bytes() + feet_.bytes();
}

RecordId SearchRecords::add(const RecordedSearch& search) {
  RecordId id;
  if (free_records_.empty()) {
    id = records_.end_id();
    records_.push_back({search, 0, none});
  } else {
    id = free_records_.back();
    free_records_.pop_back();
    records_.edit(id) = {search, records_[id].serial, none};
  }
  if (search.is_look())
    recorded_corners_.edit(Mesh::triangle_of(search.corner())) |= 1
                                                                  << Mesh::side_of(search.corner());
  if (search.is_foot()) feet_.insert(pair_of(search.corner_vertex(), search.vertex()));
  return id;
}

void SearchRecords::set_vertex(RecordId reason, VertexId vertex) {
  records_.edit(reason).search = RecordedSearch::reason(vertex);
}

void SearchRecords::end(RecordId id) {
  Record& record = records_.edit(id);
  const RecordedSearch search = record.search;
  if (search.is_foot()) feet_.erase(pair_of(search.corner_vertex(), search.vertex()));
  if (search.is_look())
    recorded_corners_.edit(Mesh::triangle_of(search.corner())) &=
        ~(1 << Mesh::side_of(search.corner()));
  ++record.serial;
  has_ended_ = true;
  for (ChargeId c = record.charges; c != none;) {
    const ChargeId next = charges_[c].next;
    charges_.edit(c).next = free_charge_;
    free_charge_ = c;
    c = next;
  }
  record.charges = none;
  record.search = RecordedSearch::look(none);
  free_records_.push_back(id);
}

void SearchRecords::note(TriangleId triangle, RecordId id) {
  Lists& lists = records_[id].search.is_gate() ? gates_ : others_;
  RecordNodeId head = lists[triangle];
  // Remove stale nodes at the head of the list, so that they do not accumulate.
  while (has_ended_ && head != none) {
    const RecordNodeId here = head;
    if (records_[nodes_[here].record].serial == nodes_[here].serial) break;
    head = nodes_[here].next;
    nodes_.edit(here).next = free_node_;
    free_node_ = here;
  }
  RecordNodeId n = free_node_;
  if (n == none) {
    n = nodes_.end_id();
    nodes_.push_back({id, records_[id].serial, head});
  } else {
    free_node_ = nodes_[n].next;
    nodes_.edit(n) = {id, records_[id].serial, head};
  }
  lists.edit(triangle) = n;
}

void SearchRecords::add_charge(RecordId id, Charge charge) {
  charge.next = records_[id].charges;
  ChargeId c = free_charge_;
  if (c == none) {
    c = charges_.end_id();
    charges_.push_back(charge);
  } else {
    free_charge_ = charges_[c].next;
    charges_.edit(c) = charge;
  }
  records_.edit(id).charges = c;
}

RecordId SearchRecords::find_look(HalfEdgeId corner) const {
  for (RecordNodeId n = others_[Mesh::triangle_of(corner)]; n != none; n = nodes_[n].next) {
    const Record& record = records_[nodes_[n].record];
    if (record.serial == nodes_[n].serial && record.search.is_look() &&
        record.search.corner() == corner)
      return nodes_[n].record;
  }
  return none;
}

bool SearchRecords::is_foot(const Mesh& mesh, HalfEdgeId e) const {
  VertexId u = mesh.origin(e), f = mesh.target(e);
  if (mesh.is_refinement(u)) std::swap(u, f);
  return !mesh.is_refinement(u) && mesh.is_busy(f) && feet_.contains(pair_of(u, f));
}

void SearchRecords::free(std::vector<RecordNodeId>& unused) {
  const auto free = [&](RecordNodeId n) {
    nodes_.edit(n).next = free_node_;
    free_node_ = n;
  };
  // In the order of memory, the nodes of the next records are contiguous, which speeds up the next
  // edit.
  if (unused.size() > few_nodes && sorted_fraction * unused.size() > nodes_.size()) {
    IdVector<RecordNodeId, bool> is_unused(nodes_.size());
    for (const RecordNodeId n : unused) is_unused[n] = true;
    for (std::size_t n = is_unused.size(); n-- > 0;)
      if (const RecordNodeId node(n); is_unused[node]) free(node);
  } else {
    for (const RecordNodeId n : unused) free(n);
  }
  unused.clear();
}

}  // namespace clearway
