// Package memtree reads and writes memory trees with pointer maps as JSON. It supports series of files in the default format of Memory
// Cities and in the AntTracks format. Package trace/wire/memtree reads and writes the documents.
//
// memtree reads files as a series, tree merges siblings of the same name, pointers and folders find the maps of a tree, and write writes
// both.
package memtree
