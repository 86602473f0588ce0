package ruby

import (
	"fmt"
	"math"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/assemble"
	"memcity/trace/wire/ruby"
)

// givenNames are the names of lines of the kind [ruby.Names].
type givenNames struct {
	names     *names
	variables map[uint64]map[uint64]uint32 // of classes and modules, by the addresses of their values
	fields    map[uint64]map[int][]uint32  // of objects, by class and number of references; nil if lines contradict each other
	globals   map[uint64]string
	threads   map[uint64]string
	libraries []string // see [trace.Heap.Libraries]
	bytes     int64    // of memory
}

func newGivenNames(n *names) givenNames {
	return givenNames{names: n, variables: map[uint64]map[uint64]uint32{}, fields: map[uint64]map[int][]uint32{}, globals: map[uint64]string{},
		threads: map[uint64]string{}}
}

// globalTable is the name of the group of roots for global variables.
const globalTable = "global_tbl"

// library is the root of a line that names a module of Ruby's library or of a gem.
const library = "library"

// nameBytes is the memory in bytes that a name of a line takes besides its text.
const nameBytes = 64

// learn stores the names of a line.
func (g *givenNames) learn(r *ruby.Record) {
	g.bytes += int64(len(r.Names)+1) * nameBytes
	switch {
	case string(r.Root) == globalTable:
		for _, n := range r.Names {
			if _, known := g.globals[n.To]; !known {
				g.globals[n.To] = trace.PlainLine(n.Text)
				g.bytes += int64(len(n.Text))
			}
		}
	case string(r.Root) == library && len(r.Name) > 0 && len(g.libraries) < trace.MaxLibraries:
		g.libraries = append(g.libraries, trace.ClipName(strings.ToValidUTF8(string(r.Name), "\ufffd")))
	case r.Class != 0:
		g.learnFields(r)
	case r.Address != 0 && len(r.Name) > 0:
		g.threads[r.Address] = trace.ClipName(strings.ToValidUTF8(trace.PlainLine(string(r.Name)), "\ufffd"))
	case r.Address != 0:
		of := g.variables[r.Address]
		if of == nil {
			of = make(map[uint64]uint32, len(r.Names))
			g.variables[r.Address] = of
		}
		for _, n := range r.Names {
			if of[n.To] == 0 {
				of[n.To] = g.names.Number(trace.PlainLine(n.Text))
			}
		}
	}
}

// learnFields stores the names of the references of objects of a class. Two lines with the same number of names contradict each other.
func (g *givenNames) learnFields(r *ruby.Record) {
	byCount := g.fields[r.Class]
	if byCount == nil {
		byCount = map[int][]uint32{}
		g.fields[r.Class] = byCount
	}
	if _, twice := byCount[len(r.Names)]; twice {
		byCount[len(r.Names)] = nil
		return
	}
	list := make([]uint32, 0, len(r.Names))
	for _, n := range r.Names {
		list = append(list, g.names.Number(trace.PlainLine(n.Text)))
	}
	byCount[len(r.Names)] = list
}

// namer returns a function with the name of the i-th reference of an object, to an address; 0 for elements and unknown variables.
func (l *loader) namer(r *ruby.Record) func(i int, to uint64) uint32 {
	g := &l.given
	switch string(r.Type) {
	case "ARRAY", "HASH":
		return noName
	case "CLASS", "MODULE":
		variables := g.variables[r.Address]
		return func(_ int, to uint64) uint32 { return variables[to] }
	case "ICLASS":
		return l.inner
	case "IMEMO":
		if string(r.Internal) != "env" {
			return l.inner
		}
	case "OBJECT", "STRUCT":
		if fields := g.fields[r.Class][len(r.References)]; fields != nil {
			return func(i int, _ uint64) uint32 { return fields[i] }
		}
	}
	return l.byPlace
}

func noName(int, uint64) uint32 { return 0 }

// byPlace names a reference after its place. References to classes have names in angle brackets.
func (l *loader) byPlace(i int, to uint64) uint32 {
	switch {
	case i >= maxPlaces:
		return 0
	case l.classes.all[to] != nil:
		return l.names.inner[i]
	}
	return l.names.places[i]
}

// inner names a reference that leads to classes and their code.
func (l *loader) inner(i int, _ uint64) uint32 {
	if i >= maxPlaces {
		return 0
	}
	return l.names.inner[i]
}

// isVariable reports whether objects of a type can be values of variables. Classes are values of constants, but they lead to all other
// classes, and a binding leads to the local variables of the program.
func isVariable(t *trace.Type) bool {
	switch t.Name {
	case corePrefix + "Class", corePrefix + "Module", corePrefix + "Binding":
		return false
	}
	return !strings.HasPrefix(t.Name, corePrefix+"(")
}

// nameVariables names the variables of classes and modules that have no name in the file after the types of their values.
func nameVariables(h *trace.Heap) {
	for o, names := range h.StaticNames {
		count := map[string]int{}
		for i, to := range h.References(o) {
			slot := h.Slot(o, i)
			if int(slot) >= len(names) || slot == math.MaxUint16 {
				continue
			}
			t := &h.Types[h.TypeOf.At(to)]
			switch name := names[slot]; {
			case !isVariable(t) && !strings.HasPrefix(name, "<"):
				names[slot] = "<" + name + ">"
			case name == assemble.Unnamed && isVariable(t):
				names[slot] = unnamed(t.Name, count)
			}
		}
	}
}

// unnamed returns a name for a variable with a value of the given type. count contains the variables with that name so far.
func unnamed(of string, count map[string]int) string {
	of = strings.TrimPrefix(of, corePrefix)
	count[of]++
	if n := count[of]; n > 1 {
		return fmt.Sprintf("(%s %d)", of, n)
	}
	return "(" + of + ")"
}
