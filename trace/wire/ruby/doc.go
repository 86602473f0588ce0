// Package ruby reads the lines of heap dumps of Ruby, as written by ObjectSpace.dump_all: files .rubyheap.jsonl or .json, with a JSON object
// per line.
//
// A line describes a GC root, an object, a shape, or names. Lines with names are not Ruby's: the manual has a script that adds them. reader
// finds the lines and parse reads their members.
package ruby
