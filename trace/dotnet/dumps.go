package dotnet

import (
	"context"
	"fmt"
	"io"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/poll"
	"memcity/trace/wire/gcdump"
)

// OpenDumps returns a recording of graphs, plain or compressed with gzip. It reads each file once to find its time and process. Snapshots are ordered
// by these times. Unreadable files become warnings if at least one is readable, and so do files of other processes than the first. Otherwise the
// error is a *[trace.InputError] about the first, or the context's.
func OpenDumps(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return open(ctx, files, func(f trace.File) ([]taken, error) {
		d, err := readDump(ctx, f)
		if err != nil {
			return nil, err
		}
		s := taken{file: f, time: d.Info.Time, process: processOf(&d.Info)}
		s.load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			d, err := readDump(ctx, f)
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if err != nil {
				return nil, nil, explain(f, err)
			}
			return load(ctx, newGraph(d, f).snapshot(), f, progress)
		}
		return []taken{s}, nil
	})
}

func processOf(i *gcdump.Info) string {
	if i.Program == "" {
		return fmt.Sprintf("process %d", i.Process)
	}
	return fmt.Sprintf("process %d, %s", i.Process, trace.PlainLine(i.Program))
}

// readDump reads a file.
func readDump(ctx context.Context, f trace.File) (*gcdump.Dump, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	inflated, _ := input.Inflate(io.NewSectionReader(content, 0, f.Size))
	d, err := gcdump.Read(input.NewReader(ctx, inflated), func(n int64) error { return trace.Admit(ctx, trace.Volume{Bytes: n}) })
	if err == io.ErrUnexpectedEOF {
		err = fmt.Errorf("the file ends too early")
	}
	return d, err
}

// graph is the content of a file for the loader.
type graph struct {
	*gcdump.Dump
	file   trace.File
	pseudo []bool // by type: true for nodes that stand for GC roots

	roots   []root
	statics []static
	cut     string
}

func newGraph(d *gcdump.Dump, f trace.File) *graph {
	g := &graph{Dump: d, file: f, pseudo: make([]bool, len(d.Types))}
	for i, t := range d.Types {
		g.pseudo[i] = strings.HasPrefix(t.Name, "[") && !strings.HasPrefix(t.Name, "[]") && !strings.HasPrefix(t.Name, "[RCW ")
	}
	g.findRoots()
	return g
}

// snapshot returns the content for the loader.
func (g *graph) snapshot() snapshot {
	s := snapshot{roots: g.roots, statics: g.statics, each: g.each}
	for _, t := range g.Types {
		name := strings.TrimSuffix(strings.TrimPrefix(t.Name, "[RCW "), "]")
		if !strings.HasPrefix(t.Name, "[RCW ") {
			name = graphName(t.Name)
		}
		s.kinds = append(s.kinds, kind{name, t.Module})
	}
	return s
}

// each calls visit for each object.
func (g *graph) each(ctx context.Context, progress trace.Progress, visit func(*object) error) (cut string, err error) {
	var n gcdump.Node
	var o object
	cut = g.cut
	for i := range g.Labels {
		if err := poll.At(ctx, i); err != nil {
			return "", err
		}
		if i%(1<<16) == 0 {
			progress.Report(int64(i), int64(len(g.Labels)), "reading "+g.file.Base())
		}
		defined, err := g.Node(i, &n)
		if err != nil {
			cut = err.Error() + "; the object is missing"
			continue
		}
		if !defined || g.pseudo[n.Type] || g.Addresses[i] == 0 {
			continue
		}
		o.address, o.size, o.kind, o.references = g.Addresses[i], uint64(n.Size), n.Type, o.references[:0]
		for _, to := range n.References {
			if a := g.Addresses[to]; a != 0 {
				o.references = append(o.references, a)
			}
		}
		if err := visit(&o); err != nil {
			return "", err
		}
	}
	return cut, nil
}

// Names of nodes for GC roots.
const (
	staticNode = "[static var "
	threadNode = "[thread static var"
	comNode    = "[CCW "
)

// rootNodes contains the kind and text of the roots below nodes.
var rootNodes = map[string]root{
	"[local vars]":        {kind: trace.RootNativeStack, detail: stackRoot},
	"[finalizer Handles]": {kind: trace.RootFinalizing, detail: finalizerRoot},
	"[pinning Handles]":   {kind: trace.RootVMInternal, detail: pinnedHandle},
	"[strong Handles]":    {kind: trace.RootVMInternal, detail: strongHandle},
	"[COM/WinRT Objects]": {kind: trace.RootVMInternal, detail: countedHandle},
	"[Dependent Handles]": {kind: trace.RootVMInternal, detail: "dependent handle"},
	"[other Handles]":     {kind: trace.RootVMInternal, detail: otherHandle},
}

// findRoots finds the roots: the objects below the nodes below the root.
func (g *graph) findRoots() {
	if g.Root < 0 || g.Root >= len(g.Labels) {
		g.cut = "the graph has no root; GC roots are missing"
		return
	}
	seen := map[int]bool{g.Root: true}
	var n gcdump.Node
	for queue := []int{g.Root}; len(queue) > 0; queue = queue[1:] {
		defined, err := g.Node(queue[0], &n)
		if err != nil || !defined {
			continue
		}
		name := g.Types[n.Type].Name
		for _, to := range n.References {
			switch kind, known := g.TypeOf(to); {
			case known && !g.pseudo[kind]:
				g.addRoot(name, g.Addresses[to])
			case known && !seen[to]:
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
}

// addRoot adds an object below a node with a name.
func (g *graph) addRoot(name string, object uint64) {
	if strings.HasPrefix(name, staticNode) || strings.HasPrefix(name, threadNode) {
		name = strings.TrimSuffix(name, "]")
		g.statics = append(g.statics, static{object: object, name: name[strings.LastIndexByte(name, '.')+1:]})
		return
	}
	r, known := rootNodes[name]
	switch {
	case strings.HasPrefix(name, comNode):
		r = root{kind: trace.RootVMInternal, detail: countedHandle}
	case !known:
		r = root{kind: trace.RootVMInternal, detail: trace.ClipName(strings.Trim(trace.PlainLine(name), "[]"))}
	}
	r.object = object
	g.roots = append(g.roots, r)
}
