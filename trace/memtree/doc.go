// Package memtree reads and writes memory trees as JSON, with their pointer maps: series of files in the default format of
// Memory Cities or in that of AntTracks. The documents are those of trace/wire/memtree.
//
// memtree reads files as one series; tree merges siblings of one name; pointers and folders find the maps that belong to a
// tree; write writes both.
package memtree
