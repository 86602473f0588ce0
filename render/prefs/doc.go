// Package prefs stores preferences and window state between runs: the position and panels of the window, the settings of the city, recent
// recordings, and the last view of each recording.
//
// # Files
//
// All files are in one folder, by default memcity in the user's configuration folder:
//
//	window.json            place, drawers, widths, zoom, presenter, settings, folder, picture, columns, trends, structures,
//	                       trees, record, recent
//	recordings/HASH.json   one per recording, the 200 written last: camera, point, window, selection, marks, notes, rules
//
// Each file is a JSON object with a "version". It is at most 4 MB long and readable only by the user. HASH is a hash of the recording's
// [ID], which is also in the file.
//
// # Rules
//
//   - No value in a file is trusted. A value with a wrong type or outside its limits is reported and gets its default.
//   - A file that is not a JSON object, or is too long, is reported and renamed to NAME.broken-1 (up to 9). Renaming never
//     overwrites a file.
//   - Unknown names stay in the file when it is written.
//   - A file of an older version is migrated. A file of a newer version is never changed.
//   - A file is replaced completely or not at all. It is read again before that, and only changes since the last read or write are
//     applied. Several windows can therefore share the folder.
//   - If files cannot be read or written, everything works without them. That is reported once.
package prefs
