package v8

import (
	"slices"

	"memcity/trace"
	"memcity/trace/poll"
)

// markPage marks the nodes that are reachable from the global objects and the DOM trees of documents, as DevTools does. What else refers to
// them, such as a debugger, does not keep them alive. If the root node names no global object, no node is marked.
func (l *loader) markPage() error {
	var stack []node
	push := func(n node) {
		if l.flags[n]&isPage == 0 {
			l.flags[n] |= isPage
			stack = append(stack, n)
		}
	}
	from, to := l.edgesOf(0)
	for e := from; e < to; e++ {
		if k := l.edgeKinds[e]; k == shortcutEdge || k == elementEdge && l.texts.of(l.names[l.to[e]]) == "(Document DOM trees)" {
			push(l.to[e])
		}
	}
	for steps := 0; len(stack) > 0; steps++ {
		if err := poll.At(l.ctx, steps); err != nil {
			return err
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		from, to := l.edgesOf(n)
		for e := from; e < to; e++ {
			if l.edgeKinds[e] != weakEdge {
				push(l.to[e])
			}
		}
	}
	return nil
}

// findHubs finds the contexts of realms, the global objects, and the windows and documents of pages. Every function leads to its realm, and every
// node of the DOM to its document, so references to them would make everything hold everything. Hubs stay alive without these references,
// because a synthetic node or another hub refers to each of them.
func (l *loader) findHubs() {
	rooted := map[node]bool{}
	for n, kind := range l.kinds {
		if kind != syntheticNode {
			continue
		}
		from, to := l.edgesOf(node(n))
		for e := from; e < to; e++ {
			if k := l.edgeKinds[e]; k == weakEdge {
				continue
			} else if k == shortcutEdge && n == 0 || l.isSystem(l.to[e], nativeContext) {
				rooted[l.to[e]] = true
			}
		}
	}
	for n := range rooted {
		l.flags[n] |= isHub
		if l.isSystem(n, nativeContext) {
			l.addGlobals(n)
		} else {
			l.globals = append(l.globals, n)
		}
	}
}

// addGlobals marks the global objects of a realm as hubs, and the window and the document if it is that of a page.
func (l *loader) addGlobals(realm node) {
	for _, name := range []string{"global_object", "extension", "global_proxy_object"} {
		g := l.follow(realm, l.texts.known[name])
		switch {
		case g == noNode || l.systemName(g) != nil:
		case l.kinds[g] == nativeNode && name == "global_proxy_object":
			l.flags[g] |= isHub
			l.addDocuments(g)
		case l.kinds[g] == objectNode:
			l.flags[g] |= isHub
			if name != "global_proxy_object" {
				l.globals = append(l.globals, g)
			}
		}
	}
}

// documents are the names of the nodes for documents.
var documents = []string{"HTMLDocument", "Document", "XMLDocument"}

// addDocuments marks the documents of a window as hubs.
func (l *loader) addDocuments(window node) {
	from, to := l.edgesOf(window)
	for e := from; e < to; e++ {
		d := l.to[e]
		if l.edgeKinds[e] != weakEdge && l.edgeKinds[e] != shortcutEdge && l.kinds[d] == nativeNode && slices.Contains(documents, l.texts.of(l.names[d])) {
			l.flags[d] |= isHub
		}
	}
}

// isWeak reports whether an edge of a node keeps nothing alive, by the rules of DevTools: weak edges, shortcuts, the edge from the table of a
// WeakMap to a value, and edges from outside the page into the page; see [loader.markPage]. In addition, edges to hubs are weak.
func (l *loader) isWeak(n node, e uint32) bool {
	to := l.to[e]
	switch l.edgeKinds[e] {
	case weakEdge, shortcutEdge:
		return true
	case internalEdge:
		if form := l.texts.formOf(l.edgeNames[e]); form&(isNumber|isEphemeron) == isEphemeron && l.texts.tables[form&^isEphemeron] == l.ids[n] {
			return true // the key of the pair holds the value
		}
	}
	f, g := l.flags[n], l.flags[to]
	return g&isPage != 0 && f&isPage == 0 || g&isHub != 0 && f&isHub == 0
}

// passing are the groups of roots that refer to an object only while V8 works with it: the stack, handles of running native code, and
// constants of functions that are being compiled.
var passing = []string{"(Stack roots)", "(Handle scope)", "(Strong roots)"}

// addRoots adds a root for each object that a synthetic node refers to. It leaves out passing references to values of variables: if they
// counted, a variable would hold nothing alone just because its functions are running.
func (l *loader) addRoots() {
	for n, kind := range l.kinds {
		if kind != syntheticNode {
			continue
		}
		from, to := l.edgesOf(node(n))
		group := trace.PlainLine(l.texts.of(l.names[n]))
		if n == 0 {
			group = "(root)"
		}
		isPassing := slices.Contains(passing, group)
		for e := from; e < to; e++ {
			k, to := l.edgeKinds[e], l.to[e]
			if l.kinds[to] == syntheticNode || k == weakEdge || k == shortcutEdge && n != 0 {
				continue
			}
			g := l.flags[to]
			if n != 0 && g&isPage != 0 && l.flags[n]&isPage == 0 && g&isHub == 0 {
				continue // the page holds it
			}
			if g&ofVariable != 0 && isPassing {
				continue
			}
			l.heap.Roots = append(l.heap.Roots, trace.Root{Kind: rootKind(group), Object: l.object(to), Thread: -1, Frame: -1, Detail: group})
		}
	}
}

func rootKind(group string) trace.RootKind {
	if group == "(Stack roots)" {
		return trace.RootNativeStack
	}
	return trace.RootVMInternal
}

// propagateDetached spreads the state of nodes of the DOM to the native nodes below them. References of attached nodes lead to attached
// nodes. The rest of the nodes below detached nodes is detached.
func (l *loader) propagateDetached() {
	if l.col.parted < 0 {
		return
	}
	for _, state := range []uint8{isAttached, isDetached} {
		var stack []node
		for n, kind := range l.kinds {
			if kind == nativeNode && l.flags[n]&(isAttached|isDetached) == state {
				stack = append(stack, node(n))
			}
		}
		for len(stack) > 0 {
			n := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			from, to := l.edgesOf(n)
			for e := from; e < to; e++ {
				child, kind := l.to[e], l.edgeKinds[e]
				if kind == weakEdge || kind == hiddenEdge || l.kinds[child] != nativeNode || l.flags[child]&(isAttached|isDetached) != 0 {
					continue
				}
				l.flags[child] |= state
				stack = append(stack, child)
			}
		}
	}
}

// flagsOf returns the flags of a node with a value of the column detachedness.
func flagsOf(detachedness uint64) uint8 {
	switch detachedness {
	case 1:
		return isAttached
	case 2:
		return isDetached
	}
	return 0
}
