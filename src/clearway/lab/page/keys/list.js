// The list of keys and gestures, for the help.

export const KEYS = /** @type {[string, string][]} */ ([
  ["Arrows", "move the cross on the map; Shift: farther, Ctrl: by one pixel"],
  ["Enter", "press there: select, or place the next point; twice in one place ends a shape"],
  ["Escape", "give up the shape, the tool or the selection"],
  ["A / B", "put the start / the goal at the cross or the pointer"],
  ["1 … 9", "tools in their order"],
  ["N / P", "select the next / the previous object"],
  ["V", "select the next point of the object"],
  ["I", "add a point behind the selected point, or on the longest side"],
  ["Alt + Arrows", "move the selected object or point"],
  ["Delete", "delete the selected point or object"],
  ["T", "open or close the selected door, enable or disable the link"],
  ["[ / ]", "smaller / larger radius"],
  ["Space", "play or pause the search"],
  [", / .", "one step of the search back / on"],
  ["+ / − / 0", "zoom in / zoom out / show all"],
  ["Ctrl + Shift + Arrows", "move the map"],
  ["Ctrl + Z / Ctrl + Shift + Z", "undo / redo"],
  ["Ctrl + S / O", "save / open a file"],
  ["Wheel, two fingers", "zoom; drag the ground to move the map"],
  ["Double click, Enter", "close the shape that is being drawn"],
]);
