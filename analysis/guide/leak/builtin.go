package leak

import (
	"slices"
	"strings"
)

// role is the purpose of a built-in type of a runtime. It decides how much the type's name tells a reader about a pile.
type role uint8

const (
	other      role = iota
	collection      // programs put things into it
	wrapper         // holds objects only for others
	box             // one number or boolean
)

// builtins contains the built-in types of runtimes other than the JVM. Their packages are js: for JavaScript, builtins for Python and ruby:
// for Ruby.
var builtins = map[string]role{
	"js:Map": collection, "js:Set": collection, "js:WeakMap": collection, "js:WeakSet": collection, "js:Array": collection,
	"js:Object": wrapper, "(string)": other, "(sliced string)": other, "(symbol)": other, "(bigint)": other, "(number)": box,
	"js:WeakRef": wrapper, "js:FinalizationRegistry": wrapper, "js:Number": box, "js:Boolean": box,

	"builtins.dict": collection, "builtins.list": collection, "builtins.set": collection, "builtins.frozenset": collection,
	"collections.deque": collection, "collections.defaultdict": collection, "collections.OrderedDict": collection, "collections.Counter": collection,
	"queue.Queue": collection, "weakref.WeakKeyDictionary": collection, "weakref.WeakValueDictionary": collection,
	"builtins.tuple": wrapper, "builtins.cell": wrapper, "builtins.method": wrapper, "builtins.mappingproxy": wrapper,
	"builtins.int": box, "builtins.float": box, "builtins.bool": box, "builtins.complex": box,

	"ruby:Hash": collection, "ruby:Array": collection, "ruby:Set": collection, "ruby:Thread::Queue": collection, "ruby:Queue": collection,
	"ruby:Thread::SizedQueue": collection, "ruby:SizedQueue": collection, "ruby:SortedSet": collection, "ruby:ObjectSpace::WeakMap": collection,
	"ruby:ObjectSpace::WeakKeyMap": collection, "ruby:Proc": wrapper, "ruby:Method": wrapper, "ruby:UnboundMethod": wrapper,
	"ruby:Enumerator": wrapper, "ruby:Enumerator::Lazy": wrapper, "ruby:Fiber": wrapper, "ruby:Binding": wrapper, "ruby:Struct": wrapper,
	"ruby:WeakRef": wrapper, "ruby:Float": box, "ruby:Integer": box, "ruby:Rational": box, "ruby:Complex": box,
}

// builtinPrefixes are the beginnings of the names in builtins.
var builtinPrefixes = []string{"js:", "(", "builtins.", "collections.", "queue.", "weakref.", "ruby:"}

// roleOf returns the role of a type. Types whose names are in parentheses are parts of a runtime, such as tables of hashes.
func roleOf(name string) role {
	if !slices.ContainsFunc(builtinPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
		return other // as all types of the JVM, without a look into the map
	}
	r, ok := builtins[name]
	if !ok && strings.HasPrefix(strings.TrimPrefix(name, "ruby:"), "(") {
		return wrapper
	}
	return r
}

// runtimePrefixes are the beginnings of the names of types that come with a runtime.
var runtimePrefixes = []string{"java.", "javax.", "jdk.", "sun.", "com.sun.", "js:", "node:", "builtins.", "collections.", "ruby:", "("}

// OfRuntime reports whether a type comes with the runtime.
func OfRuntime(name string) bool {
	for _, prefix := range runtimePrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasSuffix(name, "[]")
}
