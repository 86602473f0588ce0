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
		return "Boxed values: use primitive variables and arrays, and primitive collections."
	case slices.Contains(textTypes, typeName):
		return "Strings: build each string once and keep it, use one StringBuilder for a whole loop, and log only what someone reads."
	case typeName == "byte[]":
		return "Byte arrays: reuse buffers. Arrays that belong to strings disappear with the strings."
	case typeName == "java.lang.Object[]":
		return "Arrays of growing collections: create the collections with their final capacity, and reuse them."
	case has("java.util.stream.", "Spliterator"):
		return "Streams: each step creates objects, a plain loop does not. Filter first."
	case strings.HasSuffix(typeName, "Itr") || strings.HasSuffix(typeName, "Iterator"):
		return "Iterators: use index loops, which create none, and avoid restarting inner loops."
	case has("$$Lambda", "$anon", "Lambda/"):
		return "Lambdas: a lambda that captures variables is created on every call. Create it once outside, or pass the variables as arguments."
	case strings.HasSuffix(typeName, "[]"):
		return "Arrays: reuse an array that is large enough, or allocate it with its final size."
	case strings.HasSuffix(typeName, "$Node") || strings.HasSuffix(typeName, "$Entry"):
		return "Collection entries: fill a collection once and reuse it, or use an array instead."
	}
	return "Create the object once outside the loop and reuse it, or pass its values directly."
}
