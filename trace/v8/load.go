package v8

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/scratch"
	"memcity/trace/wire/v8"
)

// loader builds a heap state.
type loader struct {
	*reader
	files    files
	heap     *trace.Heap
	objects  int      // number of objects: nodes that are not synthetic
	before   []uint32 // by block of nodes: number of synthetic nodes before it
	mixed    []bool   // by block: whether it contains synthetic nodes
	globals  []node
	contexts map[node]scope
	modules  []module
	moduleOf map[node]int // index into modules
	twice    int          // objects with the id of another
	warnings []trace.Warning
}

// load reads the heap state of a snapshot.
func load(ctx context.Context, f trace.File, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	r, err := openReader(ctx, f, progress)
	if err != nil {
		return nil, nil, explain(ctx, f, err)
	}
	defer r.content.Close()
	l := &loader{reader: r}
	if err = r.readTables(); err == nil {
		err = l.build()
	}
	if err != nil {
		return nil, nil, explain(ctx, f, err)
	}
	return l.heap, l.warnings, nil
}

// explain returns err as an error about a file, or that of the context.
func explain(ctx context.Context, f trace.File, err error) error {
	var fault *v8.Fault
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &fault):
		text := fault.Text
		if fault.Ends {
			text += ". Names are at the end of a heap snapshot, so nothing can be shown without them; write it again"
		}
		return &trace.InputError{Source: f.Name, Offset: fault.Offset, Text: text}
	}
	return input.Error(err, f.Name)
}

func (l *loader) build() error {
	l.numberObjects()
	l.heap = &trace.Heap{Runtime: trace.V8, Align: 1}
	if err := l.markPage(); err != nil {
		return err
	}
	l.findHubs()
	l.propagateDetached()
	if err := l.findFiles(); err != nil {
		return err
	}
	l.findContexts()
	l.findModules()
	l.markVariables()
	if err := l.findUnused(); err != nil {
		return err
	}
	if err := l.findTypes(); err != nil {
		return err
	}
	scratch.Release(&l.sizes)
	l.addRoots()
	l.addSites()
	scratch.Release(&l.files.of)
	if err := l.addReferences(); err != nil {
		return err
	}
	l.addIdentities()
	l.addModules()
	l.addContents()
	l.warn()
	return nil
}

// nodeBlock is the number of nodes for which synthetic nodes are counted together.
const nodeBlock = 1 << 10

// numberObjects counts the synthetic nodes before each object.
func (l *loader) numberObjects() {
	blocks := (len(l.kinds) + nodeBlock - 1) / nodeBlock
	l.before, l.mixed = make([]uint32, blocks), make([]bool, blocks)
	synthetic := uint32(0)
	for n, kind := range l.kinds {
		if n%nodeBlock == 0 {
			l.before[n/nodeBlock] = synthetic
		}
		if kind == syntheticNode || n == 0 {
			l.kinds[n] = syntheticNode
			l.mixed[n/nodeBlock] = true
			synthetic++
		}
	}
	l.objects = len(l.kinds) - int(synthetic)
}

// object returns the object of a node that is not synthetic.
func (l *loader) object(n node) trace.ObjectID {
	block := n / nodeBlock
	o := n - node(l.before[block])
	if l.mixed[block] {
		for _, kind := range l.kinds[block*nodeBlock : n] {
			if kind == syntheticNode {
				o--
			}
		}
	}
	return o
}

// addIdentities sets the identities: the ids of the nodes, which are unique and do not change while the program runs.
func (l *loader) addIdentities() {
	ids := l.ids[:0]
	for n, id := range l.ids {
		if l.kinds[n] != syntheticNode {
			ids = append(ids, id)
		}
	}
	l.heap.Identity = ids
	l.twice = duplicates(ids)
}

// duplicates returns the number of ids that repeat another one. Most ids of V8 are ascending, so it sorts only the others.
func duplicates(ids []uint64) (count int) {
	var late []uint64
	last, ascends := uint64(0), func(i int, last uint64) bool { return i == 0 || ids[i] > last }
	for i, id := range ids {
		if ascends(i, last) {
			last = id
		} else {
			late = append(late, id)
		}
	}
	slices.Sort(late)
	distinct := slices.Compact(slices.Clone(late))
	count = len(late) - len(distinct)
	last = 0
	for i, id := range ids {
		if !ascends(i, last) {
			continue
		}
		last = id
		for len(distinct) > 0 && distinct[0] < id {
			distinct = distinct[1:]
		}
		if len(distinct) > 0 && distinct[0] == id {
			count++
		}
	}
	return count
}

// warn adds the warnings.
func (l *loader) warn() {
	add := func(text string) { l.warnings = append(l.warnings, trace.Warning{Source: l.file.Base(), Text: text}) }
	if l.fault != nil {
		add(l.fault.Error() + "; names of types and fields are missing")
		l.warnings[len(l.warnings)-1].Lost = true
	}
	if l.fault == nil && l.wrong > 0 {
		add(fmt.Sprintf("%d names are not among the strings of the file", l.wrong))
	}
	if l.twice > 0 {
		add(fmt.Sprintf("%d objects have the id of another object, so they cannot be followed over time", l.twice))
	}
	if l.large > 0 {
		add(fmt.Sprintf("%d objects are larger than 4 GiB; their sizes are shown as 4 GiB", l.large))
	}
}
