// The only mapping from errors of the core to classes of src/clearway/_errors.py.
#include "clearway/base/error.hpp"
#include "module.hpp"

namespace clearway::bindings {

namespace nb = nanobind;

namespace {

void raise(const char* name, const InvalidInput& e, nb::object value = nb::none()) {
  const nb::object type = nb::module_::import_("clearway._errors").attr(name);
  const nb::object index = e.index < 0 ? nb::none() : nb::object(nb::int_(e.index));
  PyErr_SetObject(type.ptr(), type(e.what(), index, value).ptr());
}

}  // namespace

void add_errors() {
  nb::register_exception_translator(
      [](const std::exception_ptr& error, void*) {
        try {
          std::rethrow_exception(error);
        } catch (const UnknownHandle& e) {
          raise("UnknownHandle", e, nb::int_(e.handle));
        } catch (const InvalidInput& e) {
          raise("InvalidInput", e);
        } catch (const InternalError& e) {
          const nb::object type = nb::module_::import_("clearway._errors").attr("InternalError");
          PyErr_SetString(type.ptr(), e.what());
        } catch (const Refused& e) {
          const nb::object type = nb::module_::import_("clearway._errors").attr("ClearwayError");
          PyErr_SetString(type.ptr(), e.what());
        }
      },
      nullptr);
}

}  // namespace clearway::bindings
