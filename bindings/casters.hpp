// Lists, strings and dicts as arguments. The casters of nanobind are noexcept: they end the process
// when memory runs out. These throw std::bad_alloc, which becomes a MemoryError.
//
// Include this instead of nanobind/stl/vector.h, string.h and map.h. Do not put a string or a list
// into a pair, a tuple or an optional that is an argument: nanobind's casters of these are
// noexcept, too.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/detail/nb_dict.h>
#include <nanobind/stl/detail/nb_list.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace nanobind::detail {

// Whether Python has raised an error other than a lack of memory, which is cleared.
inline bool clear_type_error() {
  if (PyErr_ExceptionMatches(PyExc_MemoryError)) throw python_error();
  PyErr_Clear();
  return true;
}

template <>
struct type_caster<std::string> {
  NB_TYPE_CASTER(std::string, const_name("str"))

  bool from_python(handle src, std::uint32_t, cleanup_list*) {
    if (!PyUnicode_Check(src.ptr())) return false;
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(src.ptr(), &size);
    if (!text) return !clear_type_error();
    value.assign(text, static_cast<std::size_t>(size));
    return true;
  }

  static handle from_cpp(const std::string& text, rv_policy, cleanup_list*) noexcept {
    return PyUnicode_FromStringAndSize(text.data(), static_cast<Py_ssize_t>(text.size()));
  }
};

template <class T>
struct type_caster<std::vector<T>> : list_caster<std::vector<T>, T> {
  bool from_python(handle src, std::uint32_t flags, cleanup_list* cleanup) {
    if (!PySequence_Check(src.ptr()) || PyUnicode_Check(src.ptr())) return false;
    const object items = steal(PySequence_List(src.ptr()));
    if (!items.is_valid()) return !clear_type_error();
    const auto size = static_cast<std::size_t>(PyList_Size(items.ptr()));
    this->value.clear();
    this->value.reserve(size);
    make_caster<T> caster;
    const std::uint32_t own = flags_for_local_caster<T>(flags);
    for (std::size_t i = 0; i < size; ++i) {
      const handle item = PyList_GetItem(items.ptr(), static_cast<Py_ssize_t>(i));
      if (!caster.from_python(item, own, cleanup) || !caster.template can_cast<T>()) return false;
      this->value.push_back(caster.operator cast_t<T>());
    }
    return true;
  }
};

template <>
struct type_caster<std::map<std::string, double>>
    : dict_caster<std::map<std::string, double>, std::string, double> {
  bool from_python(handle src, std::uint32_t flags, cleanup_list* cleanup) {
    if (!PyDict_Check(src.ptr())) return false;
    value.clear();
    Py_ssize_t at = 0;
    for (PyObject *name = nullptr, *number = nullptr;
         PyDict_Next(src.ptr(), &at, &name, &number);) {
      make_caster<std::string> key;
      make_caster<double> entry;
      if (!key.from_python(name, flags, cleanup) || !entry.from_python(number, flags, cleanup))
        return false;
      value.insert_or_assign(std::move(key.value), entry.value);
    }
    return true;
  }
};

}  // namespace nanobind::detail
