package churns

import (
	"slices"
	"strings"
)

// boxes lists the types that wrap a single number, character or truth value.
var boxes = []string{"java.lang.Integer", "java.lang.Long", "java.lang.Double", "java.lang.Float", "java.lang.Short", "java.lang.Byte",
	"java.lang.Character", "java.lang.Boolean"}

// textTypes lists the types that make up texts.
var textTypes = []string{"java.lang.String", "java.lang.StringBuilder", "java.lang.StringBuffer", "char[]"}

// Advice returns a sentence or two on how to allocate fewer short-lived objects of a type.
func Advice(typeName string) string {
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(typeName, part) })
	}
	switch {
	case slices.Contains(boxes, typeName):
		return "Boxed values: use variables and arrays of primitive types, and collections of them."
	case slices.Contains(textTypes, typeName):
		return "Strings: build a string once and keep it, use one StringBuilder over all of a loop, and log only what is read."
	case typeName == "byte[]":
		return "Buffers can be reused; the bytes of strings go away with the strings."
	case typeName == "java.lang.Object[]":
		return "Arrays of growing collections: give the collections their final size at the start, and reuse them."
	case has("java.util.stream.", "Spliterator"):
		return "Streams: each step makes objects; a plain loop makes none. Filter first."
	case strings.HasSuffix(typeName, "Itr") || strings.HasSuffix(typeName, "Iterator"):
		return "Iterators: a loop over indexes makes none, and a loop inside a loop should not start over."
	case has("$$Lambda", "$anon", "Lambda/"):
		return "Functions that capture variables are created at every call: create them once outside, or pass the variables as arguments."
	case strings.HasSuffix(typeName, "[]"):
		return "Arrays: reuse one that is large enough, or give it its final size at the start."
	case strings.HasSuffix(typeName, "$Node") || strings.HasSuffix(typeName, "$Entry"):
		return "Entries of collections: fill a collection once and reuse it, or index an array instead."
	}
	return "Make it once outside the loop and reuse it, or pass its values on without it."
}
