package dotnet

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"

	"memcity/trace"
	"memcity/trace/wire/assembly"
	"memcity/trace/wire/nettrace"
)

// Assemblies are the assemblies of a recorded program, which name the classes of static fields. It is safe for concurrent use.
type Assemblies struct {
	list func() []string

	mu    sync.Mutex
	known map[string][]assembly.Type // by path; nil for files that are not assemblies
}

// NewAssemblies returns the assemblies with the paths that list returns. A file is read once, when a snapshot is read after its path was listed.
func NewAssemblies(list func() []string) *Assemblies {
	return &Assemblies{list: list, known: map[string][]assembly.Type{}}
}

// maxAssemblies is the largest number of assemblies that are read.
const maxAssemblies = 4096

// types returns the types of each assembly.
func (a *Assemblies) types() (all [][]assembly.Type) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, path := range a.list() {
		types, read := a.known[path]
		if !read && len(a.known) < maxAssemblies {
			if f, err := os.Open(path); err == nil {
				types, _ = assembly.Read(f) // nil if it is not an assembly
				f.Close()
			}
			a.known[path] = types
		}
		if len(types) > 0 {
			all = append(all, types)
		}
	}
	return all
}

type assembliesKey struct{}

// WithAssemblies returns a context that makes [OpenTraces] name the classes of static fields.
func WithAssemblies(ctx context.Context, a *Assemblies) context.Context {
	return context.WithValue(ctx, assembliesKey{}, a)
}

// declaring returns the classes of static fields by the names of the fields, in the assemblies of ctx. A field that several classes have is
// missing. It returns nil if types of the trace are in none of the assemblies: then other classes could declare the fields.
func (t *traceFile) declaring(ctx context.Context) map[string]string {
	a, ok := ctx.Value(assembliesKey{}).(*Assemblies)
	if !ok {
		return nil
	}
	all := a.types()
	byModule := map[uint64][]nettrace.Type{}
	for _, k := range t.defined {
		byModule[k.Module] = append(byModule[k.Module], k)
	}
	for _, types := range byModule {
		if !slices.ContainsFunc(all, func(a []assembly.Type) bool { return defines(a, types) }) {
			return nil
		}
	}
	classes := map[string]string{}
	for _, types := range all {
		for i := range types {
			for _, field := range types[i].Statics {
				if _, twice := classes[field]; twice {
					classes[field] = ""
				} else {
					classes[field] = trace.ClipName(trace.PlainLine(withoutArity(assembly.FullName(types, i))))
				}
			}
		}
	}
	return classes
}

// defines reports whether an assembly defines all types of a module, by their tokens and names.
func defines(in []assembly.Type, types []nettrace.Type) bool {
	for _, t := range types {
		row := int(t.Token&0xffffff) - 1
		if row < 0 {
			continue // an array
		}
		if row >= len(in) {
			return false
		}
		name, _, _ := strings.Cut(t.Name, "[")
		if d := &in[row]; name != d.Name && (d.Namespace == "" || name != d.Namespace+"."+d.Name) {
			return false
		}
	}
	return true
}
