// Package check holds rules against what is known of a recording: numbers of groups, growth, windows, data structures, ways
// from GC roots, and findings of the guided exploration. Rules are sentences in a YAML file, see [Load] and docs/check.md; what
// they refer to comes from a [Source]. Everything here is pure but for reading the file.
package check
