package ruby

import (
	"strings"

	"memcity/trace"
	"memcity/trace/wire/ruby"
)

// class is a class, module or included module of the program.
type class struct {
	name      string // empty if it has none
	super     uint64 // address
	singleton bool
	included  bool // it stands for an included module
	owner     bool // the type with its name has it as class object
	typeName  uint32
}

// classes are the classes of a dump by address.
type classes struct {
	all   map[uint64]*class
	names *names
	bytes int64 // of memory
}

// classBytes is the memory of a class in bytes.
const classBytes = 200

// learn stores a class.
func (c *classes) learn(r *ruby.Record) {
	if c.all[r.Address] != nil {
		return
	}
	name := strings.ToValidUTF8(string(r.Name), "\ufffd")
	c.all[r.Address] = &class{name: name, super: r.Super, singleton: r.Singleton, included: string(r.Type) == "ICLASS"}
	c.bytes += classBytes + int64(len(name))
}

// chooseOwners decides which class of each name is the class object of its type: the one with the lowest address.
func (c *classes) chooseOwners() {
	first := map[string]uint64{}
	for at, k := range c.all {
		if k.name == "" || k.singleton || k.included {
			continue
		}
		if other, ok := first[k.name]; !ok || at < other {
			first[k.name] = at
		}
	}
	for _, at := range first {
		c.all[at].owner = true
	}
}

// isOwner reports whether the references of a class or module are variables: it has a name.
func (c *classes) isOwner(at uint64) bool {
	k := c.all[at]
	return k != nil && k.name != "" && !k.singleton && !k.included
}

// maxChain is the largest number of superclasses that are followed.
const maxChain = 1000

// real returns the first class in a chain of superclasses that is neither a singleton nor an included module; nil if unknown.
func (c *classes) real(at uint64) *class {
	for range maxChain {
		k := c.all[at]
		if k == nil || !k.singleton && !k.included {
			return k
		}
		at = k.super
	}
	return nil
}

// anonymous is the last part of the name of the type of objects whose class has no name.
const anonymous = "::Anonymous"

// typeOf returns the number of the name of the type of the objects of a class; 0 if the class is unknown.
func (c *classes) typeOf(at uint64) uint32 {
	k := c.real(at)
	if k == nil {
		return 0
	}
	if k.typeName == 0 {
		name := typeName(k.name)
		if k.name == "" {
			name = "Object" + anonymous
			for super, n := c.real(k.super), 0; super != nil && n < maxChain; super, n = c.real(super.super), n+1 {
				if super.name != "" {
					name = super.name + anonymous
					break
				}
			}
		}
		k.typeName = c.names.Number(name)
	}
	return k.typeName
}

// isImplicit reports whether the type of an object leads to the given class, so that no reference to it is needed.
func (c *classes) isImplicit(at uint64) bool {
	k := c.all[at]
	return k != nil && k.owner
}

// supers returns the name of the superclass of each class by name.
func (c *classes) supers() map[string]string {
	supers := map[string]string{}
	for _, k := range c.all {
		if !k.owner {
			continue
		}
		if super := c.real(k.super); super != nil && super.name != "" && super.name != k.name {
			supers[clipType(k.name)] = clipType(super.name)
		}
	}
	return supers
}

func clipType(name string) string { return trace.ClipName(typeName(name)) }

// corePrefix precedes the names of types of Ruby itself.
const corePrefix = "ruby:"

// typeName returns the name of the type of a class.
func typeName(name string) string {
	first, _, _ := strings.Cut(name, "::")
	if core[first] {
		return corePrefix + name
	}
	return name
}

// core contains the classes and modules of Ruby's core, and the widely used data structures of its library.
var core = setOf(`ARGF.class Array BasicObject Bignum Binding Class Comparable Complex Data Dir ENV Encoding Enumerable Enumerator Errno FalseClass
	Fiber File FileTest Fixnum Float GC Hash IO Integer Kernel Marshal MatchData Math Method Module Monitor MonitorMixin Mutex NilClass Numeric Object
	ObjectSpace Proc Process Queue Ractor Random Range Rational Refinement Regexp Set Signal SizedQueue SortedSet String Struct Symbol Thread
	ThreadGroup Time TracePoint TrueClass UnboundMethod UncaughtThrowError Warning ConditionVariable WeakRef ObjectSpace StringIO OpenStruct
	Exception ScriptError LoadError NotImplementedError SyntaxError SecurityError NoMemoryError SignalException Interrupt StandardError
	ArgumentError EncodingError FiberError IOError EOFError IndexError KeyError StopIteration ClosedQueueError LocalJumpError NameError
	NoMethodError NoMatchingPatternError NoMatchingPatternKeyError RangeError FloatDomainError RegexpError RuntimeError FrozenError SystemCallError
	ThreadError TypeError ZeroDivisionError SystemExit SystemStackError`)

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// internals are plain words for the kinds of objects inside the virtual machine.
var internals = map[string]string{
	"iseq": "code", "ment": "method entry", "cref": "class reference", "env": "environment", "callcache": "call cache", "callinfo": "call info",
	"constcache": "constant cache", "svar": "special variables", "throw_data": "throw data", "ifunc": "function", "memo": "memo",
	"tmpbuf": "buffer", "ast": "syntax tree", "parser_strterm": "parser", "fields": "fields",
}

// tracer is the struct of the object that holds the sites of all objects.
const tracer = "ObjectTracing/allocation_info_tracer"

// slotSize is the size in bytes of the slot of an object with data outside it.
const slotSize = 40

// sizeOf returns the size of an object. The table of allocation sites, which only exists for the dump, does not count.
func sizeOf(r *ruby.Record) int64 {
	if string(r.Struct) == tracer {
		return min(r.Size, slotSize)
	}
	return r.Size
}

// typeOfObject returns the number of the name of the type of an object.
func (l *loader) typeOfObject(r *ruby.Record) uint32 {
	switch string(r.Type) {
	case "CLASS":
		if r.Singleton {
			return l.names.internal("singleton class")
		}
		return l.names.Number(corePrefix + "Class")
	case "MODULE":
		return l.names.Number(corePrefix + "Module")
	case "ICLASS":
		return l.names.internal("included module")
	case "IMEMO":
		word, ok := internals[string(r.Internal)]
		if !ok {
			word = strings.ReplaceAll(string(r.Internal), "_", " ")
		}
		return l.names.internal(word)
	case "DATA":
		if string(r.Struct) == tracer {
			return l.names.internal("allocation tracer")
		}
		t := l.classes.typeOf(r.Class)
		if t == 0 || l.names.Text(t) == corePrefix+"Object" {
			return l.names.internal(strings.ToValidUTF8(string(r.Struct), "\ufffd"))
		}
		return t
	}
	if t := l.classes.typeOf(r.Class); t != 0 {
		return t
	}
	return l.names.internal(strings.ToLower(strings.ToValidUTF8(string(r.Type), "\ufffd")))
}
