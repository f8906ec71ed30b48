// Lists of planners and their options: declaration, and lookup by name.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "clearway/base/error.hpp"
#include "clearway/session/option.hpp"

namespace clearway {

// Shorthands for declarations.
OptionSpec flag(std::string_view name, std::uint8_t uses, bool initial, std::string_view doc);
OptionSpec whole(std::string_view name, std::uint8_t uses, double initial, double least,
                 double most, std::string_view doc);
OptionSpec number(std::string_view name, std::uint8_t uses, double initial, double least,
                  double most, std::string_view doc);
OptionSpec number_above(std::string_view name, std::uint8_t uses, double initial, double least,
                        std::string_view doc);

// The planner with this name. If there is none, throws InvalidInput with a list of all names.
template <class Planner>
const Planner& find_named(std::span<const Planner> planners, std::string_view name) {
  for (const Planner& planner : planners)
    if (planner.name == name) return planner;
  std::string names;
  for (const Planner& planner : planners)
    names += (names.empty() ? "" : ", ") + std::string(planner.name);
  throw InvalidInput("no planner " + std::string(name) + "; there are: " + names);
}

// The planner's options with these values. Throws InvalidInput for an unknown name or a value out
// of range.
template <class Options, class Planner>
Options options_of(const Planner& planner, std::span<const NamedValue> values) {
  Options out;
  for (const auto& [name, value] : values) {
    bool is_known = false;
    for (const auto& option : planner.options) {
      if (option.name != name || !option.set) continue;
      option.check(value);
      option.set(out, value);
      is_known = true;
    }
    if (!is_known)
      throw InvalidInput("planner " + std::string(planner.name) + " has no option " + name);
  }
  return out;
}

}  // namespace clearway
