"""The configuration of Sphinx; `python -m docsite` copies it beside the staged pages."""

import re
from importlib.metadata import version as version_of

project = "Clearway"
author = "The Clearway developers"
copyright = author  # noqa: A001
version = release = version_of("clearway")
html_title = f"Clearway {version}"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_sphinx = False
exclude_patterns = ["_static"]
highlight_language = "text"
pygments_style = "friendly"
pygments_dark_style = "monokai"
suppress_warnings = ["misc.highlighting_failure"]

# Anchors of headings as GitHub makes them: the same links work there and here.
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block", "strikethrough"]

autodoc_member_order = "groupwise"
autodoc_typehints = "none"
autoclass_content = "class"
python_maximum_signature_line_length = 88
add_module_names = False
default_role = "code"


def as_rest(text: str) -> str:
    """Plain text and `code` of a docstring, without other markup."""
    parts = re.split(r"(`[^`]+`)", text)
    for i, part in enumerate(parts):
        if i % 2:  # a word may follow code, as in `Path`s
            parts[i] = f"`{part}`" + ("\\ " if re.match(r"\w", parts[i + 1]) else "")
        else:
            part = re.sub(r"([*|\\]|_\b)", r"\\\1", part)
            parts[i] = re.sub(r"\bdocs/([\w/-]+)\.md\b(?!#)", r":doc:`/\1`", part)
    return "".join(parts)


def process_docstring(app, what, name, obj, options, lines):  # noqa: D103
    blocks = re.split(r"(^ *>>> .*?(?:\n *\n|\Z))", "\n".join(lines) + "\n", flags=re.M | re.S)
    blocks[::2] = [as_rest(block) for block in blocks[::2]]
    lines[:] = "".join(blocks).split("\n")


def skip_member(app, what, name, obj, skip, options):  # noqa: D103
    # Fields of named tuples; the class describes them.
    return True if str(getattr(obj, "__doc__", "")).startswith("Alias for field") else None


def setup(app):  # noqa: D103
    app.connect("autodoc-process-docstring", process_docstring)
    app.connect("autodoc-skip-member", skip_member)
