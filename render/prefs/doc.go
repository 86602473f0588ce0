// Package prefs keeps what the window remembers from one run to the next: its place and panels, the settings of the
// city, what was opened last, and for each recording where the user left off.
//
// # Files
//
// Everything lies in one folder, by default memcity in the user's folder for settings of programs:
//
//	window.json            place, drawers, widths, zoom, presenter, settings, folder, picture, columns, trends, structures,
//	                       trees, record, recent
//	recordings/HASH.json   one per recording, the 200 written last: camera, point, window, selection, marks, notes, rules
//
// Each file is a JSON object with a "version", at most 4 MB long and readable by the user alone. HASH is made of the
// recording's [ID], which stands in the file as well.
//
// # Rules
//
//   - Nothing in a file is trusted. A value of a wrong type or outside its limits is reported and left at its default.
//   - A file that is no JSON object, or is too long, is renamed to NAME.broken-1 (to -9; no file is ever overwritten so)
//     and reported.
//   - Names that this program does not know stay in the file when it is written.
//   - A file of an older version is read as if it were new; one of a newer version is never changed.
//   - A file is replaced as a whole or not at all. Before that it is read again, and only what has changed since it was
//     last read or written is put in, so that several windows can share the folder.
//   - If nothing can be read or written, everything works without memory. That is reported once.
package prefs
