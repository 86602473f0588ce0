// Package taken already has the names of a schema, so that its mutants are compiled each by itself.
package taken

const mutant__ = 3

func Below(n int) bool { return n < mutant__ }
