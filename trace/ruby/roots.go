package ruby

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/wire/ruby"
)

// rootGroup is a line with roots.
type rootGroup struct {
	line   int64
	name   string
	thread uint64 // address of the thread; 0 for none
	refs   []uint64
}

// threadRoots is the name of the group of objects that a thread holds. The recorder adds these groups, because a copy of a program has only one
// thread.
const threadRoots = "thread"

// thread is an object of the class Thread.
type thread struct {
	address uint64
	traced  bool // true if its allocation was traced, so that it is not the main thread
}

// threadStruct is the struct of threads.
const threadStruct = "VM/thread"

// Memory in bytes of a thread, of a group of roots without its references, and of a reference in it.
const (
	threadBytes  = 16
	groupBytes   = 16
	perReference = 64
)

// learnRoots stores the roots of a line, without repetitions.
func (l *loader) learnRoots(line int64, r *ruby.Record) {
	refs := slices.Clone(r.References)
	slices.Sort(refs)
	g := rootGroup{line: line, name: strings.ToValidUTF8(string(r.Root), "\ufffd"), refs: slices.Compact(refs)}
	if g.name == threadRoots {
		g.thread = r.Address
	}
	l.roots = append(l.roots, g)
	l.rootBytes += groupBytes + perReference*int64(len(g.refs))
}

// rootWords contains the kind and description of each group of roots.
var rootWords = map[string]struct {
	kind trace.RootKind
	text string
}{
	"vm":              {trace.RootVMInternal, "Ruby"},
	"machine_context": {trace.RootNativeStack, "of the thread that wrote the dump"},
	"global_list":     {trace.RootVMInternal, "variables of C extensions"},
	"finalizers":      {trace.RootFinalizing, "finalizers"},
	"end_proc":        {trace.RootVMInternal, "blocks of at_exit"},
	threadRoots:       {trace.RootLocal, ""},
}

// addRoots adds the roots and threads to the heap.
func (l *loader) addRoots(h *trace.Heap) {
	numbers := l.addThreads(h)
	l.addModules(h)
	for i := range l.roots {
		g := &l.roots[i]
		words, known := rootWords[g.name]
		if !known {
			words.kind, words.text = trace.RootVMInternal, trace.ClipName(trace.PlainLine(g.name))
		}
		for _, to := range g.refs {
			o := l.builder.Find(to)
			if o == trace.NoObject {
				l.faults.add(rootTarget, g.line, 1)
				continue
			}
			root := trace.Root{Kind: words.kind, Object: o, Thread: -1, Frame: -1, Detail: words.text}
			t := &h.Types[h.TypeOf.At(o)]
			if g.name == globalTable {
				root.Kind, root.Detail = trace.RootVariable, l.globalName(to, t.Name)
			}
			if n, ok := numbers[g.thread]; ok {
				root.Thread = n
			}
			if (g.name == globalTable || g.name == threadRoots) && !isVariable(t) {
				root.Kind = trace.RootVMInternal
			}
			h.Roots = append(h.Roots, root)
		}
	}
}

// addModules adds a root for each class and module with a name: a constant holds it.
func (l *loader) addModules(h *trace.Heap) {
	for at := range h.Types {
		if t := &h.Types[at]; t.Class != trace.NoObject {
			h.Roots = append(h.Roots, trace.Root{Kind: trace.RootModule, Object: t.Class, Thread: -1, Frame: -1, Detail: t.Name})
		}
	}
}

// ownGlobals are the global variables of Ruby.
var ownGlobals = setOf(`$! $" $$ $& $' $* $+ $, $-0 $-F $-I $-W $-a $-d $-i $-l $-p $-v $-w $. $/ $0 $: $; $< $= $> $? $@ $DEBUG $FILENAME
	$LOADED_FEATURES $LOAD_PATH $PROGRAM_NAME $VERBOSE $\ $_ $` + "` " + `$stderr $stdin $stdout $~`)

// globalName returns the name of a global variable with a value of the given type.
func (l *loader) globalName(value uint64, of string) string {
	name, known := l.given.globals[value]
	switch {
	case !known:
		return "$(" + strings.Trim(strings.TrimPrefix(of, corePrefix), "()") + ")"
	case ownGlobals[name]:
		return trace.Member(corePrefix+"Kernel", name)
	}
	return name
}

// addThreads adds the threads, and a root for each. The main thread is the only one whose allocation was not traced. It returns the numbers of
// the threads by address.
func (l *loader) addThreads(h *trace.Heap) map[uint64]int32 {
	numbers := make(map[uint64]int32, len(l.threads))
	untraced := 0
	for _, t := range l.threads {
		if !t.traced {
			untraced++
		}
	}
	for i, t := range l.threads {
		o := l.builder.Find(t.address)
		if o == trace.NoObject {
			continue
		}
		name, known := l.given.threads[t.address]
		switch {
		case known:
		case !t.traced && untraced == 1:
			name = "main"
		case h.SiteOf != nil && h.SiteOf[o] != trace.NoSite:
			f := &h.Sites[h.SiteOf[o]].Frames[0]
			name = fmt.Sprintf("%s:%d", cmp.Or(f.Class, f.File), f.Line)
		default:
			name = strconv.Itoa(i + 1)
		}
		numbers[t.address] = int32(len(h.Threads))
		h.Roots = append(h.Roots, trace.Root{Kind: trace.RootThread, Object: o, Thread: int32(len(h.Threads)), Frame: -1})
		h.Threads = append(h.Threads, trace.Thread{Name: name, Object: o})
	}
	return numbers
}

// identify gives each object a number made from its address, its type and its birth. Ruby gives the address of a dead object to a new one,
// which then has another birth.
func identify(h *trace.Heap, ids []uint64) {
	byType := make([]uint64, len(h.Types))
	for i := range h.Types {
		hash := fnv.New64a()
		_, _ = hash.Write([]byte(h.Types[i].Name)) // never fails
		byType[i] = hash.Sum64()
	}
	h.Identity = make([]uint64, len(ids))
	for o, id := range ids {
		n := id ^ byType[h.TypeOf.At(trace.ObjectID(o))]
		if h.BirthOf != nil {
			n ^= uint64(h.BirthOf[o]+1) * 0x9E3779B97F4A7C15
		}
		h.Identity[o] = mix(n)
	}
}

// mix hashes a number. Different numbers have different hashes.
func mix(n uint64) uint64 {
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return n ^ n>>31
}
