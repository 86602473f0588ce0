package v8

import (
	"slices"
	"strconv"

	"memcity/trace"
	"memcity/trace/poll"
)

// running contains the functions that can still use the variables of contexts.
type running struct {
	functions map[node][]uint32 // by context: scopes of the closures that keep it
	closure   map[node]node     // by context: a closure that was made in it
	other     map[node]bool     // contexts that something else keeps, such as a generator
}

// findUnused finds the variables in contexts that no function can use any more: no closure that keeps the context contains a use of the
// variable, and neither does a function inside one of the closures. Chrome DevTools has the same rule. Contexts that a generator or anything
// else but a closure keeps are left out, and so are modules. It needs the tables about scopes, and numbers, which V8 only writes on request.
func (l *loader) findUnused() error {
	if len(l.scopes.list) == 0 || l.texts.known["scope_id"] == noText {
		return nil
	}
	l.scopes.link()
	scopes := l.scopesOfInfos()
	if len(scopes) == 0 {
		return nil
	}
	l.heap.Unused = []trace.UnusedVariable{}
	r, err := l.findRunning()
	if err != nil || len(r.functions) == 0 {
		return err
	}
	contexts := make([]node, 0, len(l.contexts))
	for c := range l.contexts {
		contexts = append(contexts, c)
	}
	slices.Sort(contexts)
	for _, c := range contexts {
		scope, ok := scopes[l.contexts[c].info]
		if functions := r.functions[c]; ok && len(functions) > 0 && !r.other[c] {
			l.addUnused(c, scope, functions, r.closure[c])
		}
	}
	return nil
}

// addUnused adds the unused variables of a context.
func (l *loader) addUnused(c node, scope uint32, functions []uint32, closure node) {
	index := uint32(0)
	from, to := l.edgesOf(c)
	for e := from; e < to; e++ {
		if l.kinds[l.to[e]] == syntheticNode {
			continue
		}
		if l.edgeKinds[e] == contextEdge {
			if v, ok := l.scopes.variable(scope, l.edgeNames[e]); ok && !l.isUsed(v, functions) {
				u := trace.UnusedVariable{Context: l.object(c), Index: index, Name: trace.PlainLine(l.texts.of(l.edgeNames[e]))}
				if closure != noNode && l.files.of[closure] != unknownFile {
					u.File, u.Line = l.files.labels[l.files.of[closure]], l.lines[closure]
				}
				l.heap.Unused = append(l.heap.Unused, u)
			}
		}
		index++
	}
}

// isUsed reports whether one of the given functions, or a function inside it, uses a variable.
func (l *loader) isUsed(v uint32, functions []uint32) bool {
	for _, s := range l.scopes.users[v] {
		for ; s != noScope; s = l.scopes.list[s].parent {
			if slices.Contains(functions, s) {
				return true
			}
		}
	}
	return false
}

// findRunning finds the holders of each context.
func (l *loader) findRunning() (*running, error) {
	previous, own := l.texts.known["previous"], l.texts.known["context"]
	r := &running{functions: map[node][]uint32{}, closure: map[node]node{}, other: map[node]bool{}}
	for n, kind := range l.kinds {
		if err := poll.At(l.ctx, n); err != nil {
			return nil, err
		}
		from, to := l.edgesOf(node(n))
		for e := from; e < to; e++ {
			target := l.to[e]
			if l.kinds[target] != objectNode || l.edgeKinds[e] == weakEdge || l.edgeKinds[e] == shortcutEdge {
				continue
			}
			internal := l.edgeKinds[e] == internalEdge
			if internal && l.edgeNames[e] == previous {
				if _, isContext := l.contexts[node(n)]; isContext {
					continue
				}
			}
			if _, ok := l.contexts[target]; !ok || l.flags[target]&isModule != 0 {
				continue
			}
			if kind == closureNode && internal && l.edgeNames[e] == own {
				l.addRunning(r, node(n), target)
				continue
			}
			for c := target; !r.other[c]; c = l.follow(c, previous) {
				if _, ok := l.contexts[c]; !ok {
					break
				}
				r.other[c] = true
			}
		}
	}
	return r, nil
}

// addRunning adds a closure to the contexts that it keeps. A closure of an unknown scope may use every variable.
func (l *loader) addRunning(r *running, closure, context node) {
	k := l.texts.known
	shared := l.follow(closure, k["shared"])
	if shared == noNode {
		return
	}
	key := scopeKey{script: l.follow(shared, k["script"])}
	id, ok := l.number(shared, k["scope_id"])
	key.id = id
	scope, known := l.scopes.at[key]
	if _, ok := r.closure[context]; !ok {
		r.closure[context] = closure
	}
	for c := context; l.flags[c]&isModule == 0; {
		if _, is := l.contexts[c]; !is {
			break
		}
		if !ok || !known {
			r.other[c] = true
		} else if functions := r.functions[c]; slices.Contains(functions, scope) {
			break
		} else {
			r.functions[c] = append(functions, scope)
		}
		if c = l.follow(c, k["previous"]); c == noNode {
			break
		}
	}
}

// number returns the number that a node of V8's own has under a name.
func (l *loader) number(n node, name uint32) (int32, bool) {
	number := l.follow(n, name)
	if number == noNode || l.kinds[number] != numberNode {
		return 0, false
	}
	value := l.follow(number, l.texts.known["value"])
	if value == noNode {
		return 0, false
	}
	v, err := strconv.ParseInt(l.texts.of(l.names[value]), 10, 32)
	return int32(v), err == nil
}

// scopesOfInfos returns the scope of each ScopeInfo of a context.
func (l *loader) scopesOfInfos() map[node]uint32 {
	k := l.texts.known
	scripts := map[node]node{} // by ScopeInfo of a function
	for n, kind := range l.kinds {
		if kind == codeNode {
			if info, script := l.follow(node(n), k["name_or_scope_info"]), l.follow(node(n), k["script"]); info != noNode && script != noNode {
				scripts[info] = script
			}
		}
	}
	scopes := map[node]uint32{}
	for _, c := range l.contexts {
		if _, done := scopes[c.info]; done || c.info == noNode {
			continue
		}
		info := c.info
		for range maxBack {
			if _, ok := scripts[info]; ok || info == noNode {
				break
			}
			info = l.follow(info, k["outer_scope_info"])
		}
		id, ok := l.number(c.info, k["scope_id"])
		if script, found := scripts[info]; ok && found {
			if scope, ok := l.scopes.at[scopeKey{script, id}]; ok {
				scopes[c.info] = scope
			}
		}
	}
	return scopes
}
