// The scope of World.editing. In C++ because the interpreter runs signal handlers between any two
// steps of a Python function: a scope left by an interrupt must not stay open.
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// `edits.open` is the calling thread's transaction on the world, or None; `make` creates one. An
// inner scope works on a copy, which replaces the outer transaction when the scope ends.
struct Editing {
  nb::object world, edits, make, outer, transaction;

  nb::object enter() {
    outer = edits.attr("open");
    transaction = outer.is_none() ? make() : nb::object(outer.attr("copy")());
    edits.attr("open") = transaction;
    return world;
  }

  void exit(nb::handle type, nb::handle, nb::handle) {
    edits.attr("open") = outer;
    if (!type.is_none()) return;
    if (outer.is_none())
      transaction.attr("apply")();
    else
      outer.attr("become")(transaction);
  }
};

}  // namespace

void add_editing(nb::module_& m) {
  nb::class_<Editing>(m, "Editing", "Opens a transaction of the calling thread and applies it.")
      .def(
          "__init__",
          [](Editing* self, nb::object world, nb::object edits, nb::object make) {
            new (self) Editing{std::move(world), std::move(edits), std::move(make), {}, {}};
          },
          "world"_a, "edits"_a, "make"_a)
      .def("__enter__", &Editing::enter)
      .def("__exit__", &Editing::exit, "type"_a.none(), "value"_a.none(), "traceback"_a.none());
}

}  // namespace clearway::bindings
