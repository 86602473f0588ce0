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

// builtins contains the built-in types of runtimes other than the JVM. Their packages are js: for JavaScript, builtins for Python, ruby:
// for Ruby, and System for .NET, whose types have no type arguments here. Types of .NET that are nested in others have the prefix System:.
// Unnamed types of Go are in goRole.
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

	"System.Collections.Generic.Dictionary": collection, "System.Collections.Generic.List": collection, "System.Collections.Generic.HashSet": collection,
	"System.Collections.Generic.Queue": collection, "System.Collections.Generic.Stack": collection, "System.Collections.Generic.LinkedList": collection,
	"System.Collections.Generic.SortedDictionary": collection, "System.Collections.Generic.SortedList": collection,
	"System.Collections.Generic.SortedSet": collection, "System.Collections.Generic.PriorityQueue": collection,
	"System.Collections.Concurrent.ConcurrentDictionary": collection, "System.Collections.Concurrent.ConcurrentQueue": collection,
	"System.Collections.Concurrent.ConcurrentStack": collection, "System.Collections.Concurrent.ConcurrentBag": collection,
	"System.Collections.Concurrent.BlockingCollection": collection, "System.Collections.ArrayList": collection, "System.Collections.Hashtable": collection,
	"System.Collections.Queue": collection, "System.Collections.Stack": collection, "System.Collections.SortedList": collection,
	"System.Collections.ObjectModel.Collection": collection, "System.Collections.ObjectModel.ObservableCollection": collection,
	"System.Collections.ObjectModel.ReadOnlyCollection": collection, "System.Collections.Specialized.ListDictionary": collection,
	"System.Collections.Specialized.OrderedDictionary": collection, "System.Collections.Specialized.HybridDictionary": collection,
	"System.Collections.Immutable.ImmutableDictionary": collection, "System.Collections.Immutable.ImmutableList": collection,
	"System.Collections.Immutable.ImmutableHashSet": collection, "System.Collections.Immutable.ImmutableQueue": collection,
	"System.Runtime.CompilerServices.ConditionalWeakTable": collection,
	"System:Node": wrapper, "System:Tables": wrapper, "System:Container": wrapper, "System:bucket": wrapper, "System:SyncHashtable": collection,
	"System.Collections.Generic.LinkedListNode": wrapper, "System.Collections.Concurrent.ConcurrentQueueSegment": wrapper,
	"System.Collections.DictionaryEntry": wrapper, "System.Collections.Generic.KeyValuePair": wrapper, "System.Tuple": wrapper, "System.Lazy": wrapper,
	"System.WeakReference": wrapper, "System.Runtime.CompilerServices.StrongBox": wrapper, "System.EventHandler": wrapper, "System.Action": wrapper,
	"System.Func": wrapper, "System.Predicate": wrapper, "System.AsyncCallback": wrapper, "System.Threading.TimerCallback": wrapper,
	"System.Threading.WaitCallback": wrapper, "System.Threading.Timer": wrapper, "System.Threading.TimerHolder": wrapper,
	"System.Threading.TimerQueue": wrapper, "System.Threading.TimerQueueTimer": wrapper, "System.Threading.Tasks.Task": wrapper,
	"System.Threading.Tasks.ContinueWithTaskContinuation": wrapper, "System.Threading.Tasks.TaskCompletionSource": wrapper,
	"System.Boolean": box, "System.Byte": box, "System.Char": box, "System.Decimal": box, "System.Double": box, "System.Single": box,
	"System.Int16": box, "System.Int32": box, "System.Int64": box, "System.IntPtr": box, "System.SByte": box, "System.UInt16": box,
	"System.UInt32": box, "System.UInt64": box, "System.UIntPtr": box, "System.Guid": box, "System.DateTime": box, "System.TimeSpan": box,

	"sync.Map": collection, "sync.Pool": collection, "container/list.List": collection, "container/ring.Ring": collection,
	"sync.entry": wrapper, "sync.poolLocal": wrapper, "sync.poolDequeue": wrapper, "sync.poolChain": wrapper, "sync.poolChainElt": wrapper,
	"container/list.Element": wrapper, "runtime.sudog": wrapper, "runtime._defer": wrapper, "runtime._panic": wrapper,
}

// builtinPrefixes are the beginnings of the names in builtins.
var builtinPrefixes = []string{"js:", "(", "builtins.", "collections.", "queue.", "weakref.", "ruby:", "System.", "System:", goPrefix, "sync.", "internal/sync.",
	"container/", "runtime."}

// goPrefix precedes the built-in types of Go, such as go:map[string]int.
const goPrefix = "go:"

// roleOf returns the role of a type. Types whose names are in parentheses are parts of a runtime, such as tables of hashes.
func roleOf(name string) role {
	if !slices.ContainsFunc(builtinPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
		return other // as all types of the JVM, without a look into the map
	}
	if of, ok := strings.CutPrefix(name, goPrefix); ok {
		return goRole(of)
	}
	if arguments := strings.IndexByte(name, '<'); arguments > 0 {
		name = name[:arguments]
	}
	r, ok := builtins[name]
	if !ok && strings.HasPrefix(name, "internal/sync.") { // the tries of sync.Map
		return wrapper
	}
	if !ok && strings.HasPrefix(strings.TrimPrefix(name, "ruby:"), "(") {
		return wrapper
	}
	return r
}

// goRole returns the role of a built-in type of Go. Objects of unknown type are in parentheses.
func goRole(name string) role {
	starts := func(prefixes ...string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	}
	switch {
	case strings.HasPrefix(name, "("), name == "string", starts("[]uint8", "[]byte"):
		return other
	case strings.HasSuffix(name, ")") && starts("map["), starts("func ", "*", "interface ", "unsafe.Pointer", "hchan", "sudog<"):
		return wrapper
	case starts("[", "map[", "chan "):
		return collection
	case starts("int", "uint", "float", "complex", "bool"):
		return box
	}
	return other
}

// runtimePrefixes are the beginnings of the names of types that come with a runtime.
var runtimePrefixes = []string{"java.", "javax.", "jdk.", "sun.", "com.sun.", "js:", "node:", "builtins.", "collections.", "ruby:", "System.", "System:", "Microsoft.",
	"(", goPrefix, "runtime.", "internal/", "sync.", "container/"}

// OfRuntime reports whether a type comes with the runtime.
func OfRuntime(name string) bool {
	for _, prefix := range runtimePrefixes {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasSuffix(name, "[]")
}
