// Package check evaluates rules for a recording: sizes of groups, growth, windows, data structures, paths from GC roots, and findings of
// the guide. Rules are sentences in a YAML file, see [Load] and docs/check.md. A [Source] provides the data they refer to. Apart from
// reading that file, the package does no I/O.
package check
