// The search shows excerpts of the pages it finds, which it fetches: a browser refuses that for files.
if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
