// The registries of planners, for Python to read.
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <string>
#include <tuple>

#include "casters.hpp"
#include "clearway/session/grid_planners.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;

std::vector<NamedValue> values_of(const OptionDict& given) {
  std::vector<NamedValue> out;
  // As const char*: nanobind's conversion to std::string is noexcept, and allocates for long names.
  for (const auto& [name, value] : given)
    out.emplace_back(nb::cast<const char*>(name), nb::cast<double>(value));
  return out;
}

namespace {

struct PlannerInfo {
  std::string_view name, summary;
  bool takes_discs;
  std::vector<OptionSpec> options;
  std::vector<std::string_view> improve_modes;
  bool reports_expansions;
  bool takes_factors;
};

std::vector<PlannerInfo> world_infos() {
  std::vector<PlannerInfo> out;
  for (const PlannerSpec& p : world_planners()) {
    out.push_back({p.name,
                   p.summary,
                   p.takes_discs,
                   {p.options.begin(), p.options.end()},
                   {},
                   p.reports_triangles,
                   p.takes_factors()});
    for (const PlannerSpec::Mode& mode : p.improve_modes)
      out.back().improve_modes.push_back(mode.name);
  }
  return out;
}

std::vector<PlannerInfo> grid_infos() {
  std::vector<PlannerInfo> out;
  for (const GridPlannerSpec& p : grid_planners())
    out.push_back(
        {p.name, p.summary, false, {p.options.begin(), p.options.end()}, {}, true, false});
  return out;
}

}  // namespace

void add_planners(nb::module_& m) {
  nb::class_<OptionSpec>(m, "Option", "An option of a planner, as the core declares it.")
      .def_prop_ro("name", [](const OptionSpec& o) { return o.name; })
      .def_prop_ro(
          "type",
          [](const OptionSpec& o) {
            constexpr const char* names[] = {"flag", "whole", "number"};
            return std::string_view(names[static_cast<std::size_t>(o.type)]);
          },
          "\"flag\", \"whole\" or \"number\".")
      .def_prop_ro(
          "default", [](const OptionSpec& o) { return o.initial; }, "NaN: none.")
      .def_prop_ro("least", [](const OptionSpec& o) { return o.least; })
      .def_prop_ro("most", [](const OptionSpec& o) { return o.most; })
      .def_prop_ro(
          "is_open", [](const OptionSpec& o) { return o.is_open; },
          "Whether `least` itself is excluded.")
      .def_prop_ro("range", &OptionSpec::range, "The accepted values, in words.")
      .def_prop_ro("doc", [](const OptionSpec& o) { return o.doc; })
      .def_prop_ro("when_made",
                   [](const OptionSpec& o) { return (o.uses & OptionSpec::when_made) != 0; })
      .def_prop_ro("when_finding",
                   [](const OptionSpec& o) { return (o.uses & OptionSpec::when_finding) != 0; })
      .def_prop_ro("when_improving",
                   [](const OptionSpec& o) { return (o.uses & OptionSpec::when_improving) != 0; });
  nb::class_<PlannerInfo>(m, "PlannerInfo", "A planner, as the core declares it.")
      .def_ro("name", &PlannerInfo::name)
      .def_ro("summary", &PlannerInfo::summary)
      .def_ro("takes_discs", &PlannerInfo::takes_discs)
      .def_ro("options", &PlannerInfo::options)
      .def_ro("improve_modes", &PlannerInfo::improve_modes, "The first is the default.")
      .def_ro("reports_expansions", &PlannerInfo::reports_expansions, "Whether `explored` works.")
      .def_ro("takes_factors", &PlannerInfo::takes_factors, "Whether areas may have factors.");
  m.def("world_planners", &world_infos, "Planners on a World, by name.");
  m.def("grid_planners", &grid_infos, "Planners on a Grid, by name.");
}

}  // namespace clearway::bindings
