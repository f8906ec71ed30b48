// The storage of an abstraction: labels and entries of lists are used again.
#include "check.hpp"
#include "terrain/abstraction_tables.hpp"
#include "terrain/structures.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

TEST(labels_are_counted_and_used_again) {
  AbstractionTables tables;
  const ComponentId a = tables.new_label(), b = tables.new_label();
  CHECK(a != b && tables.components == 2);
  tables.free_label(a);
  CHECK(tables.components == 1);
  CHECK(tables.new_label() == a && tables.components == 2);
}

TEST(entries_of_removed_structures_are_used_again) {
  AbstractionTables tables;
  const StructureId a = tables.new_corridor(), b = tables.new_corridor();
  CHECK(a != b && tables.corridors.size() == 2);
  tables.free_corridors.push_back(a);
  CHECK(tables.new_corridor() == a && tables.corridors.size() == 2);
}

TEST(a_structure_belongs_to_all_sides_of_its_triangles) {
  AbstractionTables tables;
  tables.resize(2);
  const TriangleId t{1};
  CHECK(tables.structure_of(t) == none);
  tables.set_structure(t, StructureId(7));
  for (Index i = 0; i < 3; ++i) CHECK(tables.structure(Mesh::half_edge(t, i)) == StructureId(7));
  CHECK(tables.structure_of(TriangleId(0)) == none);
}

TEST(rings_have_no_ends_and_loops_two_in_one_triangle) {
  Corridor c;
  CHECK(c.is_ring() && !c.is_loop());
  c.end[0] = Mesh::half_edge(TriangleId(3), 0);
  c.end[1] = Mesh::half_edge(TriangleId(3), 2);
  CHECK(!c.is_ring() && c.is_loop());
  c.end[1] = Mesh::half_edge(TriangleId(4), 2);
  CHECK(!c.is_ring() && !c.is_loop());
}

}  // namespace CLEARWAY_TEST_FILE
