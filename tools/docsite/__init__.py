"""The documentation site: docs/ and a generated reference, built by Sphinx with the theme furo."""
