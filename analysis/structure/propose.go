package structure

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/poll"
)

// Proposal is a generated description for types that have none. It has no effect until it is added to a library.
type Proposal struct {
	Type   string // type of the heads
	Text   string // text of the description, as in a file
	Why    string
	Heads  int // number of heads with this description
	Parts  int
	Leaves int
	Bytes  int64 // size of heads and parts; an object counts once per data structure that contains it
}

// MaxProposals is the maximum number of proposals.
const MaxProposals = 100

// Propose finds types without a description that look like data structures:
//
//   - A backbone is a type whose objects refer to each other, or are elements of arrays of this type, for at least half of the objects.
//     Types of contents of data structures are not backbones.
//   - A head is a type that refers to a backbone, to an array of it, or to an array of other objects that nothing else refers to.
//   - A type is also a head if its only reference is to a head that usually has no other referrer. It wraps another data structure, as
//     HashSet wraps HashMap.
//
// Proposals with the largest heads and parts come first. The cost is a few passes over the references, and [Detect] with the proposals. It
// returns an error only if ctx is done.
func Propose(ctx context.Context, h *trace.Heap, l *Library, progress trace.Progress) ([]Proposal, error) {
	progress.Report(0, 0, "finding backbones")
	p := newProposer(h, l)
	if err := p.look(ctx); err != nil {
		return nil, err
	}
	p.findNodes()
	p.findHeads()
	p.findWrappers()
	return p.write(ctx, progress)
}

// proposer counts references between types that have no description.
type proposer struct {
	heap    *trace.Heap
	library *Library
	matched *matched
	held    []uint8 // by object: number of references to it, at most 2

	objects  []int64 // by type
	toOwn    []int64 // by type: objects that refer to an object of the type, or of a supertype or subtype
	inArrays []int64 // by type: objects that are elements of arrays of the type that a single object holds
	contents []int64 // by type: objects that parts of described data structures or other arrays refer to

	refs     map[[2]trace.TypeID]*edge // by types of referrer and target
	elements map[[2]trace.TypeID]bool  // by types of array and element: true if the element has the array's element type
	node     []bool                    // by type: true for backbones
	head     map[trace.TypeID]*proposed
}

// edge counts references between two types.
type edge struct {
	related bool  // true if one type is or extends the other
	objects int64 // number of objects that have such a reference
	owned   int64 // number of references to objects that nothing else refers to
	all     int64
	last    trace.ObjectID // last counted object
}

// proposed is a head type that is to be described.
type proposed struct {
	refs  []string
	nodes []trace.TypeID
	why   string
}

func newProposer(h *trace.Heap, l *Library) *proposer {
	n := len(h.Types)
	return &proposer{heap: h, library: l, matched: match(h, l), held: make([]uint8, h.Len()), objects: make([]int64, n),
		toOwn:    make([]int64, n),
		inArrays: make([]int64, n), contents: make([]int64, n), refs: map[[2]trace.TypeID]*edge{}, elements: map[[2]trace.TypeID]bool{},
		node: make([]bool, n),
		head: map[trace.TypeID]*proposed{}}
}

// plain reports whether objects of a type may be heads or parts that have no description.
func (p *proposer) plain(t trace.TypeID) bool {
	return p.heap.Types[t].Kind == trace.Instance && p.matched.types[t].description == noDescription
}

// look counts references.
func (p *proposer) look(ctx context.Context) error {
	h := p.heap
	for _, to := range h.RefTo {
		if p.held[to] < 2 {
			p.held[to]++
		}
	}
	inArray := make([]bool, h.Len())
	asContent := make([]bool, h.Len())
	for from := range h.Len() {
		if err := poll.At(ctx, from); err != nil {
			return err
		}
		o := trace.ObjectID(from)
		t := h.TypeOf.At(o)
		p.objects[t]++
		switch {
		case h.Types[t].Kind == trace.ObjectArray:
			p.lookInto(o, inArray, asContent)
		case p.plain(t):
			p.lookAt(o, t)
		case p.matched.types[t].description != noDescription:
			for _, to := range h.References(o) {
				p.count(to, asContent, p.contents)
			}
		}
	}
	return ctx.Err()
}

// count counts an object once.
func (p *proposer) count(o trace.ObjectID, seen []bool, into []int64) {
	if !seen[o] {
		seen[o] = true
		into[p.heap.TypeOf.At(o)]++
	}
}

// lookInto counts the elements of an array, separately for those of the array's element type and others.
func (p *proposer) lookInto(array trace.ObjectID, inArray, asContent []bool) {
	h := p.heap
	for _, to := range h.References(array) {
		key := [2]trace.TypeID{h.TypeOf.At(array), h.TypeOf.At(to)}
		fits, known := p.elements[key]
		if !known {
			fits = p.isA(key[1], strings.TrimSuffix(h.Types[key[0]].Name, "[]"))
			p.elements[key] = fits
		}
		if p.held[array] == 1 && fits {
			p.count(to, inArray, p.inArrays)
		} else {
			p.count(to, asContent, p.contents)
		}
	}
}

// isA reports whether a type has the given name or extends such a type.
func (p *proposer) isA(t trace.TypeID, name string) bool {
	return name != rootType && slices.Contains(p.matched.names.line(t), name)
}

// lookAt counts the references of an object.
func (p *proposer) lookAt(o trace.ObjectID, t trace.TypeID) {
	h, own := p.heap, false
	for _, to := range h.References(o) {
		target := h.TypeOf.At(to)
		if kind := h.Types[target].Kind; kind == trace.PrimitiveArray || kind == trace.ClassObject {
			continue
		}
		key := [2]trace.TypeID{t, target}
		e := p.refs[key]
		if e == nil {
			e = &edge{last: trace.NoObject, related: p.related(t, target)}
			p.refs[key] = e
		}
		own = own || e.related && to != o
		e.all++
		if p.held[to] == 1 {
			e.owned++
		}
		if e.last != o {
			e.last = o
			e.objects++
		}
	}
	if own {
		p.toOwn[t]++
	}
}

// related reports whether one type is or extends the other.
func (p *proposer) related(a, b trace.TypeID) bool {
	return a == b || p.isA(a, p.heap.Types[b].Name) || p.isA(b, p.heap.Types[a].Name)
}

// leastNodes is the minimum number of objects of a backbone.
const leastNodes = 8

func (p *proposer) findNodes() {
	for t := range p.node {
		n := p.objects[t]
		p.node[t] = p.plain(trace.TypeID(t)) && n >= leastNodes && p.toOwn[t] > 0 && (2*p.toOwn[t] >= n || 2*p.inArrays[t] >= n) &&
			10*p.contents[t] <= n
	}
}

// edges returns the pairs of types with references in a fixed order.
func (p *proposer) edges() [][2]trace.TypeID {
	keys := make([][2]trace.TypeID, 0, len(p.refs))
	for k := range p.refs {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [2]trace.TypeID) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return keys
}

// findHeads finds types that refer to backbones or own arrays.
func (p *proposer) findHeads() {
	types := p.heap.Types
	for _, k := range p.edges() {
		from, to := k[0], k[1]
		if p.isNode(from) {
			continue
		}
		e := p.refs[k]
		switch {
		case p.node[to]:
			node := p.topNode(to)
			p.addHead(from, types[node].Name, fmt.Sprintf("%s refer to each other, and %s refers to them", types[node].Name, types[from].Name), node)
		case types[to].Kind == trace.ObjectArray && 2*e.owned >= e.all:
			why := fmt.Sprintf("%s has an array of its own", types[from].Name)
			node := trace.NoType
			if i, ok := p.matched.names.element[strings.TrimRight(types[to].Name, "[]")]; ok && p.node[i] {
				node = p.topNode(i)
				why = fmt.Sprintf("%s has an array of %s, which refer to each other", types[from].Name, types[node].Name)
			}
			p.addHead(from, types[to].Name, why, node)
		}
	}
}

// isNode reports whether a type or one of its supertypes is a backbone.
func (p *proposer) isNode(t trace.TypeID) bool { return p.node[p.topNode(t)] }

// topNode returns the topmost supertype of t that is a backbone, or t if there is none.
func (p *proposer) topNode(t trace.TypeID) trace.TypeID {
	top := t
	for super := range p.heap.Supers(t) {
		if p.node[super] {
			top = super
		}
	}
	return top
}

func (p *proposer) addHead(t trace.TypeID, ref, why string, node trace.TypeID) {
	d := p.head[t]
	if d == nil {
		d = &proposed{why: why}
		p.head[t] = d
	}
	if !slices.Contains(d.refs, ref) {
		d.refs = append(d.refs, ref)
	}
	if node != trace.NoType && !slices.Contains(d.nodes, node) {
		d.nodes = append(d.nodes, node)
		d.why = why
	}
}

// maxWrapped limits the depth of heads that wrap one another.
const maxWrapped = 8

// findWrappers finds types that hold a single data structure, proposed or described.
func (p *proposer) findWrappers() {
	types := p.heap.Types
	edges := p.edges()
	changed := true
	for round := 0; changed && round < maxWrapped; round++ {
		changed = false
		for _, k := range edges {
			from, to := k[0], k[1]
			e := p.refs[k]
			_, proposedHead := p.head[to]
			if p.head[from] != nil || p.isNode(from) || len(types[from].References) != 1 || !proposedHead && !p.matched.types[to].head {
				continue
			}
			if 2*e.owned >= e.all {
				p.addHead(from, types[to].Name, fmt.Sprintf("%s has one reference, to a %s of its own", types[from].Name, types[to].Name), trace.NoType)
				changed = true
			}
		}
	}
}

// write writes the descriptions and counts what they would find.
func (p *proposer) write(ctx context.Context, progress trace.Progress) ([]Proposal, error) {
	var all strings.Builder
	described := map[trace.TypeID]bool{}
	texts := map[string]*Proposal{}
	var order []trace.TypeID
	for t := range p.heap.Types {
		if p.head[trace.TypeID(t)] != nil && !p.inherits(trace.TypeID(t)) {
			order = append(order, trace.TypeID(t))
		}
	}
	for _, t := range order {
		d, name := p.head[t], p.heap.Types[t].Name
		if texts[name] != nil || !writable(append(d.refs, name)...) {
			continue
		}
		text := fmt.Sprintf("DS %s { %s; }\n", name, strings.Join(d.refs, "; "))
		for _, node := range d.nodes {
			nodeName := p.heap.Types[node].Name
			line := fmt.Sprintf("%s { %s; (*); }\n", nodeName, nodeName)
			if !described[node] {
				all.WriteString(line)
			}
			described[node] = true
			text += line
		}
		all.WriteString(fmt.Sprintf("DS %s { %s; }\n", name, strings.Join(d.refs, "; ")))
		texts[name] = &Proposal{Type: name, Text: text, Why: d.why}
	}
	file, _ := Parse("proposal", strings.NewReader(all.String())) // removes duplicates of types with the same name
	d, err := Detect(ctx, p.heap, Merge(p.given(), file), progress)
	if err != nil {
		return nil, err
	}
	return d.proposals(texts), nil
}

// given returns the library as a file.
func (p *proposer) given() *File { return &File{Descriptions: p.library.Descriptions} }

// inherits reports whether a supertype has a proposal, which then applies to this type as well.
func (p *proposer) inherits(t trace.TypeID) bool {
	for super := range p.heap.Supers(t) {
		if super != t && p.head[super] != nil {
			return true
		}
	}
	return false
}

// writable reports whether names may occur in a description. Names of hidden classes may not.
func writable(names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		plain := strings.ReplaceAll(strings.TrimRight(name, "[]"), ".", "")
		return plain == "" || strings.ContainsFunc(plain, func(r rune) bool { return !inWord(r) || r == '*' })
	})
}

// proposals counts the members of proposed heads. It returns the proposals with the largest heads and parts first.
func (d *Detection) proposals(texts map[string]*Proposal) []Proposal {
	for id := range ID(d.Len()) {
		p := texts[d.Description(id).Type]
		if p == nil {
			continue
		}
		p.Heads++
		p.Parts += len(d.Parts(id))
		p.Leaves += len(d.Leaves(id)) + len(d.Nested(id))
		p.Bytes += d.Heap.Size(d.Heads[id])
		for _, o := range d.Parts(id) {
			p.Bytes += d.Heap.Size(o)
		}
	}
	var list []Proposal
	for _, p := range texts {
		if p.Heads > 0 {
			list = append(list, *p)
		}
	}
	slices.SortFunc(list, func(a, b Proposal) int { return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Text, b.Text)) })
	return list[:min(len(list), MaxProposals)]
}
