package v8

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"memcity/trace"
)

// scope is a context: an object with the variables of a call, a block or a module that functions refer to.
type scope struct {
	function uint32 // index of the text with the name of its function; noText if unknown
	info     node   // its ScopeInfo, which all contexts of one function share
}

// module is an object whose slots are presented as the variables of a type.
type module struct {
	name  string // of the type
	node  node
	value string   // name of the variable whose value a cell contains; empty for other objects
	slots []string // names of its slots, filled by [loader.staticSlot]
}

const (
	contextName   = system + "Context"
	scriptContext = system + "ScriptContext"
	nativeContext = system + "NativeContext"
	cellName      = system + "Cell"
	accessorPair  = system + "AccessorPair"
	contextCell   = system + "ContextCell"
	sharedPrefix  = system + "SharedFunctionInfo" + details
	debugInfo     = system + "DebugInfo"
	details       = " / " // precedes details of a name, such as a URL, since V8 14
)

// systemName returns the name of a node of V8's own without details: system / Context for system / Context / scope @7. For other nodes, it
// returns nil.
func (l *loader) systemName(n node) []byte {
	text := l.texts.bytes(l.names[n])
	if len(text) <= len(system) || string(text[:len(system)]) != system {
		return nil
	}
	if i := bytes.Index(text[len(system):], []byte(details)); i >= 0 {
		return text[:len(system)+i]
	}
	return text
}

// isSystem reports whether a node is V8's own and has the given name, ignoring details.
func (l *loader) isSystem(n node, name string) bool { return string(l.systemName(n)) == name }

// isContext reports whether a node is the context of a function, block, script or module.
func (l *loader) isContext(n node) bool {
	switch l.kinds[n] {
	case objectNode, hiddenNode, nativeNode:
		name := l.systemName(n)
		return string(name) == contextName || string(name) == scriptContext
	}
	return false
}

// findContexts finds the contexts, the names of their functions, and the files that define them.
func (l *loader) findContexts() {
	k := l.texts.known
	functions := map[node]uint32{} // names of functions by ScopeInfo
	for n, kind := range l.kinds {
		if kind == codeNode {
			if info := l.follow(node(n), k["name_or_scope_info"]); info != noNode {
				functions[info] = l.names[n]
			}
		}
	}
	l.contexts = map[node]scope{}
	for n := range l.kinds {
		if !l.isContext(node(n)) {
			continue
		}
		s := scope{function: noText, info: l.follow(node(n), k["scope_info"])}
		if f, ok := functions[s.info]; ok && functionName(l.texts.of(f)) != "" {
			s.function = f
		}
		l.contexts[node(n)] = s
	}
	of := l.files.of
	for n, kind := range l.kinds {
		if kind != closureNode || of[n] == unknownFile {
			continue
		}
		c := l.follow(node(n), k["context"])
		for range maxBack {
			if _, ok := l.contexts[c]; !ok || of[c] != unknownFile {
				break
			}
			of[c] = of[n]
			c = l.follow(c, k["previous"])
		}
	}
}

// functionName returns the name of a function, given that of the node for its code; empty if it has none.
func functionName(name string) string {
	name = strings.TrimPrefix(name, sharedPrefix)
	if strings.HasPrefix(name, "(") || strings.HasPrefix(name, system) {
		return ""
	}
	return name
}

// findModules finds the contexts of modules and scripts, the cells of variables that ES modules export, and the global objects.
//
// The context of a module or script is the only context of its scope. It has no outer context except that of the realm or of a script, and
// its function has no name: Node.js wraps modules in functions without names and drops them after the call. Contexts of other calls are
// ordinary objects.
func (l *loader) findModules() {
	count := map[node]int{} // contexts by ScopeInfo
	for _, s := range l.contexts {
		count[s.info]++
	}
	k := l.texts.known
	for n, s := range l.contexts {
		f := l.files.of[n]
		if f == unknownFile || s.function != noText || s.info == noNode || count[s.info] != 1 || !l.isOutermost(n) {
			continue
		}
		l.modules = append(l.modules, module{name: l.files.labels[f], node: n})
		l.addCells(n, l.files.labels[f])
		if x := l.follow(n, k["extension"]); x != noNode {
			l.addExports(x, l.files.labels[f])
		}
	}
	for _, g := range l.globals {
		name := "global"
		if strings.HasPrefix(l.texts.of(l.names[g]), "Window") {
			name = "window"
		}
		l.modules = append(l.modules, module{name: name, node: g})
	}
	l.modules = slices.DeleteFunc(l.modules, func(m module) bool { return l.kinds[m.node] == syntheticNode }) // in damaged files
	slices.SortFunc(l.modules, func(a, b module) int { return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.name, b.name)) })
	l.modules = slices.CompactFunc(l.modules, func(a, b module) bool { return a.node == b.node })
	l.moduleOf = make(map[node]int, len(l.modules))
	for i, m := range l.modules {
		l.flags[m.node] |= isModule
		l.moduleOf[m.node] = i
	}
}

// markVariables marks the values of the variables of modules. Variables of the global objects are not marked: most belong to V8.
func (l *loader) markVariables() {
	for _, m := range l.modules {
		if l.flags[m.node]&isHub != 0 {
			continue
		}
		from, to := l.edgesOf(m.node)
		for e := from; e < to; e++ {
			if !strings.HasPrefix(l.staticName(&m, e), "<") {
				l.flags[l.to[e]] |= ofVariable
			}
		}
	}
}

// isOutermost reports whether a context has no outer context except that of the realm or of a script.
func (l *loader) isOutermost(n node) bool {
	outer := l.follow(n, l.texts.known["previous"])
	if outer == noNode {
		return true
	}
	_, inner := l.contexts[outer]
	return !inner || l.isSystem(outer, scriptContext)
}

// addCells adds the cells of the variables of a context. V8 14 and later put variables that change into cells.
func (l *loader) addCells(context node, file string) {
	from, to := l.edgesOf(context)
	for e := from; e < to; e++ {
		if l.edgeKinds[e] == contextEdge && l.isSystem(l.to[e], contextCell) {
			l.modules = append(l.modules, module{name: file, node: l.to[e], value: trace.PlainLine(l.texts.of(l.edgeNames[e]))})
		}
	}
}

// addExports adds the cells of the variables that an ES module exports. The module n has a table of pairs of a name and a cell.
func (l *loader) addExports(n node, file string) {
	from, to := l.edgesOf(n)
	for e := from; e < to; e++ {
		first, last := l.edgesOf(l.to[e])
		for e := first + 1; e < last; e++ {
			key, cell := l.to[e-1], l.to[e]
			if l.kinds[key] != stringNode || !l.isSystem(cell, cellName) {
				continue
			}
			if name := l.texts.of(l.names[key]); name != "" {
				l.modules = append(l.modules, module{name: file, node: cell, value: trace.PlainLine(name)})
			}
		}
	}
}

// rankOf orders modules before global objects, which lead to everything.
func (l *loader) rankOf(m module) int {
	if slices.Contains(l.globals, m.node) {
		return 1
	}
	return 0
}

// addModules adds a type for each module, with the object of the module as its class object. Modules have the same order in every snapshot,
// because an object is named after the first variable that holds it.
func (l *loader) addModules() {
	h := l.heap
	if len(l.modules) == 0 {
		return
	}
	h.StaticNames = make(map[trace.ObjectID][]string, len(l.modules))
	inOrder := slices.Clone(l.modules)
	slices.SortStableFunc(inOrder, func(a, b module) int {
		return cmp.Or(cmp.Compare(l.rankOf(a), l.rankOf(b)), cmp.Compare(a.name, b.name))
	})
	for _, m := range inOrder {
		o := l.object(m.node)
		h.StaticNames[o] = m.slots
		h.Types = append(h.Types, trace.Type{Name: m.name, Super: trace.NoType, Class: o, Loader: trace.NoObject, Element: 1})
	}
}
