#include <cstdint>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "check.hpp"
#include "clearway/base/detail/journaled.hpp"
#include "clearway/base/id.hpp"
#include "clearway/mesh/mesh.hpp"
#include "triangulation/ids.hpp"
#include "visibility/corners.hpp"

namespace CLEARWAY_TEST_FILE {

using namespace clearway;

namespace {

// Costs what an Index costs.
static_assert(sizeof(VertexId) == sizeof(Index));
static_assert(std::is_trivially_copyable_v<VertexId>);
static_assert(std::is_trivially_default_constructible_v<VertexId>);

// No concept becomes another one, and a number becomes an id only where the code says so; an id
// becomes a number only by number().
template <class From, class To>
constexpr bool becomes = std::is_convertible_v<From, To> || std::is_constructible_v<To, From> ||
                         std::is_assignable_v<To&, From>;
static_assert(!becomes<VertexId, TriangleId> && !becomes<TriangleId, HalfEdgeId>);
static_assert(!becomes<HalfEdgeId, VertexId> && !becomes<VertexId, HalfEdgeId>);
// A segment has the number of the point that it starts at, but is no point; nor is a corner.
static_assert(!becomes<SegmentId, ChainPointId> && !becomes<ChainPointId, SegmentId>);
static_assert(!becomes<CornerId, ChainPointId> && !becomes<CornerId, VertexId>);
static_assert(!std::is_convertible_v<Index, VertexId> && !std::is_convertible_v<int, VertexId>);
static_assert(!std::is_assignable_v<VertexId&, Index>);
static_assert(!becomes<VertexId, Index> && !becomes<VertexId, std::size_t>);
static_assert(std::is_constructible_v<VertexId, Index>);
static_assert(std::is_convertible_v<None, VertexId>);

template <class A, class B>
concept Comparable = requires(A a, B b) { a == b; } || requires(A a, B b) { a < b; };
static_assert(Comparable<VertexId, VertexId>);
static_assert(!Comparable<VertexId, TriangleId> && !Comparable<HalfEdgeId, TriangleId>);

template <class Array, class I>
concept Indexable = requires(Array& array, I i) { array[i]; };
static_assert(Indexable<IdVector<VertexId, int>, VertexId>);
static_assert(!Indexable<IdVector<VertexId, int>, TriangleId>);
static_assert(!Indexable<IdVector<VertexId, int>, Index>);
static_assert(!Indexable<std::vector<int>, VertexId>);
static_assert(Indexable<decltype(Mesh::triangles), TriangleId>);
static_assert(!Indexable<decltype(Mesh::triangles), VertexId>);
static_assert(!Indexable<decltype(Mesh::triangles), HalfEdgeId>);
static_assert(!Indexable<decltype(Mesh::triangles), std::size_t>);
static_assert(!Indexable<decltype(Mesh::vertices), TriangleId>);

template <class F, class A>
concept Callable = requires(const Mesh& mesh, F f, A a) { (mesh.*f)(a); };
static_assert(Callable<decltype(&Mesh::origin), HalfEdgeId>);
static_assert(!Callable<decltype(&Mesh::origin), TriangleId>);
static_assert(!Callable<decltype(&Mesh::point), HalfEdgeId>);

}  // namespace

TEST(ids_number_the_elements_of_an_array) {
  IdVector<VertexId, int> squares;
  JournaledArray<int, VertexId> journaled;
  for (int i = 0; i < 5; ++i) {
    CHECK(squares.end_id() == VertexId(static_cast<Index>(i)));
    squares.push_back(i * i);
    journaled.push_back(i * i);
  }
  Index count = 0;
  for (const VertexId v : squares.ids()) {
    CHECK(v.number() == count++);
    CHECK(squares[v] == static_cast<int>(v.number() * v.number()));
    CHECK(journaled[v] == squares[v]);
  }
  CHECK(count == 5);
  journaled.edit(VertexId(2)) = 7;
  CHECK(journaled[VertexId(2)] == 7);
  CHECK(VertexId(2) + 3 == VertexId(5));
  CHECK(VertexId(2) < VertexId(3) && VertexId(3) != none && VertexId(none) == none);
  const std::unordered_set<VertexId> set{VertexId(1), VertexId(2), VertexId(1)};
  CHECK(set.size() == 2);
}

TEST(half_edges_know_their_triangle_and_side) {
  for (const TriangleId t : IdRange<TriangleId>(3)) {
    for (Index i = 0; i < 3; ++i) {
      const HalfEdgeId e = Mesh::half_edge(t, i);
      CHECK(Mesh::triangle_of(e) == t && Mesh::side_of(e) == i);
      CHECK(Mesh::next(e) == Mesh::half_edge(t, (i + 1) % 3));
      CHECK(Mesh::prev(e) == Mesh::half_edge(t, (i + 2) % 3));
    }
  }
}

TEST(ranges_of_ids_may_begin_anywhere) {
  std::vector<Index> seen;
  for (const VertexId v : IdRange(VertexId(3), VertexId(4) + 2)) seen.push_back(v.number());
  CHECK(seen == std::vector<Index>{3, 4, 5});
  CHECK(VertexId(5) - 2 == VertexId(3));
  for (const VertexId v : IdRange(VertexId(3), VertexId(3))) CHECK(v == none);  // empty
}

}  // namespace CLEARWAY_TEST_FILE
