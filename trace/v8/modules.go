package v8

import (
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
	contextPrefix = system + "Context"
	scriptContext = system + "ScriptContext"
	nativeContext = system + "NativeContext"
)

// isContext reports whether a node is the context of a function, block, script or module.
func (l *loader) isContext(n node) bool {
	if l.kinds[n] != objectNode && l.kinds[n] != hiddenNode {
		return false
	}
	name := string(l.texts.bytes(l.names[n]))
	return strings.HasPrefix(name, contextPrefix) || strings.HasPrefix(name, scriptContext)
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
		if f, ok := functions[s.info]; ok && isFunctionName(l.texts.of(f)) {
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

// isFunctionName reports whether the name of a node for the code of a function is the name of the function.
func isFunctionName(name string) bool {
	return name != "" && name[0] != '(' && !strings.HasPrefix(name, system)
}

// findModules finds the contexts of modules and scripts, the cells of variables that ES modules export, and the global objects.
//
// The context of a module or script is the only one of its scope, has no outer context but that of the realm, and belongs to no function with
// a name: Node.js wraps modules in functions without names, which it drops after the call. Contexts of other calls are ordinary objects.
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
		if x := l.follow(n, k["extension"]); x != noNode {
			l.addExports(x, l.files.labels[f])
		}
	}
	for _, g := range l.globals {
		name := "global"
		if text := l.texts.of(l.names[g]); strings.HasPrefix(text, "Window") {
			name = "window"
		}
		l.modules = append(l.modules, module{name: name, node: g})
	}
	slices.SortFunc(l.modules, func(a, b module) int { return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.name, b.name)) })
	l.modules = slices.CompactFunc(l.modules, func(a, b module) bool { return a.node == b.node })
	l.moduleOf = make(map[node]int, len(l.modules))
	for i, m := range l.modules {
		l.flags[m.node] |= isModule
		l.moduleOf[m.node] = i
	}
}

// isOutermost reports whether a context has no outer context but that of the realm.
func (l *loader) isOutermost(n node) bool {
	outer := l.follow(n, l.texts.known["previous"])
	if outer == noNode {
		return true
	}
	_, inner := l.contexts[outer]
	return !inner || strings.HasPrefix(l.texts.of(l.names[outer]), scriptContext)
}

// addExports adds the cells of the variables that an ES module exports. The module n has a table of pairs of a name and a cell.
func (l *loader) addExports(n node, file string) {
	from, to := l.edgesOf(n)
	for e := from; e < to; e++ {
		if table := l.to[e]; l.kinds[table] == arrayNode {
			first, last := l.edgesOf(table)
			for e := first + 1; e < last; e++ {
				key, cell := l.to[e-1], l.to[e]
				name := l.texts.of(l.names[key])
				if l.kinds[key] == stringNode && name != "" && string(l.texts.bytes(l.names[cell])) == system+"Cell" {
					l.modules = append(l.modules, module{name: file, node: cell, value: trace.PlainLine(name)})
				}
			}
		}
	}
}

// addModules adds a type for each module, whose class object is that of the module.
func (l *loader) addModules() {
	h := l.heap
	if len(l.modules) == 0 {
		return
	}
	h.StaticNames = make(map[trace.ObjectID][]string, len(l.modules))
	for _, m := range l.modules {
		o := l.object(m.node)
		h.StaticNames[o] = m.slots
		h.Types = append(h.Types, trace.Type{Name: m.name, Super: trace.NoType, Class: o, Loader: trace.NoObject, Element: 1})
	}
}
