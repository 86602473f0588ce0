package lines

import (
	"strings"

	"memcity/trace"
	"memcity/trace/wire/lines"
)

// rootLine is a line about a root.
type rootLine struct {
	line                              int64
	ref                               uint64
	kind, owner, member, name, thread lines.Text
	frame                             int32
}

// rootBytes is the memory of a root in bytes: of the line and of the [trace.Root].
const rootBytes = 104

// rootKinds are the kinds of roots by name.
var rootKinds = map[string]trace.RootKind{
	"static": trace.RootStaticField, "local": trace.RootLocal, "frame": trace.RootLocal, "thread": trace.RootThread,
	"native local": trace.RootJNILocal, "native global": trace.RootJNIGlobal, "monitor": trace.RootMonitor, classKind: trace.RootClass,
	moduleKind: trace.RootModule, "native stack": trace.RootNativeStack, "thread block": trace.RootThreadBlock, "interned": trace.RootInterned,
	"finalizing": trace.RootFinalizing, "debugger": trace.RootDebugger, "vm": trace.RootVMInternal, "interpreter": trace.RootVMInternal,
	"variable": trace.RootVariable, "unknown": trace.RootUnknown,
}

// learnRoot stores a root. The names of its thread and frame become part of the thread.
func (l *loader) learnRoot(r *lines.Record) {
	if !r.HasRef {
		return
	}
	kind := l.texts.Of(r.What)
	l.modules.add(kind, r.Ref, l.texts.Of(r.Name))
	root := rootLine{r.Line, r.Ref, r.What, r.Owner, r.Member, r.Name, r.Thread, r.Frame}
	if rootKinds[kind] == trace.RootLocal && r.Frame < 0 && r.Name != 0 && r.Thread != 0 {
		root.frame = l.places.addFrame(r.Thread, r.Name)
		root.name = 0
	}
	l.roots = append(l.roots, root)
}

// addRoots adds the roots to the heap.
func (l *loader) addRoots(h *trace.Heap) {
	for i := range l.roots {
		r := &l.roots[i]
		o := l.builder.Find(r.ref)
		if o == trace.NoObject {
			l.faults.add(rootTarget, r.line, 1)
			continue
		}
		root := trace.Root{Kind: rootKinds[l.texts.Of(r.kind)], Object: o, Thread: l.places.thread(r.thread), Frame: -1, Detail: l.detail(r)}
		if root.Kind.IsNamed() || root.Kind == trace.RootUnknown && r.member != 0 {
			root.Kind = h.NamedKind()
		}
		if r.frame >= 0 {
			if l.places.hasFrame(r.thread, r.frame) {
				root.Frame = r.frame
			} else {
				l.faults.add(noSuchFrame, r.line, 1)
			}
		}
		h.Roots = append(h.Roots, root)
	}
}

// detail returns the description of a root.
func (l *loader) detail(r *rootLine) string {
	text := func(n lines.Text) string { return trace.ClipName(l.texts.Of(n)) }
	switch kind := l.texts.Of(r.kind); {
	case r.member != 0 && r.owner != 0:
		return trace.Member(text(r.owner), text(r.member))
	case r.member != 0:
		return text(r.member)
	case rootKinds[kind] == trace.RootUnknown && kind != "unknown":
		return strings.TrimSpace(trace.ClipName(kind) + " " + text(r.name))
	}
	return text(r.name)
}
