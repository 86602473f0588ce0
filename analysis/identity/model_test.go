package identity_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// model is a program's heap whose objects have numbers that a heap state hides.
type model struct {
	rng     *rand.Rand
	objects []*thing // in memory order
	count   int
}

type thing struct {
	number int
	kind   string
	value  int32
	refs   map[string]*thing
	list   []*thing
}

func newModel(seed uint64) *model { return &model{rng: rand.New(rand.NewPCG(seed, 3))} }

func (m *model) add(kind string, value int) *thing {
	m.count++
	t := &thing{number: m.count, kind: kind, value: int32(value), refs: map[string]*thing{}}
	m.objects = append(m.objects, t)
	return t
}

// people adds n persons before first. They have friends, list links, and names that others may also have.
func (m *model) people(n int, first *thing) *thing {
	for range n {
		p := m.add("Person", m.rng.IntN(50))
		p.refs["name"] = m.add("Name", m.rng.IntN(20*n))
		if first != nil {
			p.refs["friend"] = first.refs["item"]
		}
		l := m.add("Link", 0)
		l.refs["next"], l.refs["item"] = first, p
		first = l
	}
	return first
}

// leave removes a share of persons with their links. Persons whose friend was removed have none.
func (m *model) leave(first *thing, share float64) *thing {
	gone := map[*thing]bool{}
	for _, t := range m.objects {
		if t.kind == "Person" && m.rng.Float64() < share {
			gone[t], gone[t.refs["name"]] = true, true
		}
	}
	head := &thing{refs: map[string]*thing{}}
	last := head
	for l := first; l != nil; l = l.refs["next"] {
		if gone[l.refs["item"]] {
			gone[l] = true
			continue
		}
		if f := l.refs["item"].refs["friend"]; gone[f] {
			l.refs["item"].refs["friend"] = nil
		}
		last.refs["next"] = l
		last = l
	}
	last.refs["next"] = nil
	var kept []*thing
	for _, t := range m.objects {
		if !gone[t] {
			kept = append(kept, t)
		}
	}
	m.objects = kept
	return head.refs["next"]
}

// overwrite replaces the first objects of a list by new ones.
func (m *model) overwrite(list *thing, n int) {
	dead := map[*thing]bool{}
	for i := range n {
		dead[list.list[i]] = true
		list.list[i] = m.add("Item", 0)
	}
	m.objects = slices.DeleteFunc(m.objects, func(o *thing) bool { return dead[o] })
}

// heap returns a heap state. byNumber maps numbers to objects.
func (m *model) heap() (h *trace.Heap, byNumber map[int]trace.ObjectID) {
	b := tracetest.NewHeap()
	types := map[string]trace.TypeID{"Person": b.Type("app.Person", 24, "name", "friend"), "Name": b.Type("app.Name", 16),
		"Link": b.Type("app.Link", 24, "next", "item"), "List": b.ArrayType("java.lang.Object[]"), "Item": b.Type("app.Item", 16)}
	b.Field(types["Person"], "age", trace.IntValue)
	b.Field(types["Name"], "text", trace.IntValue)
	byNumber = map[int]trace.ObjectID{}
	for _, t := range m.objects {
		var o trace.ObjectID
		if t.kind == "List" {
			o = b.Array(types["List"], len(t.list))
		} else {
			o = b.Object(types[t.kind])
		}
		byNumber[t.number] = o
		switch t.kind {
		case "Person":
			b.Set(o, "age", tracetest.IntValue(t.value))
		case "Name":
			b.Set(o, "text", tracetest.IntValue(t.value))
		}
	}
	for _, t := range m.objects {
		o := byNumber[t.number]
		for _, slot := range []string{"name", "friend", "next", "item"} {
			if to := t.refs[slot]; to != nil {
				b.Refer(o, slot, byNumber[to.number])
			}
		}
		for i, to := range t.list {
			if to != nil {
				b.Element(o, i, byNumber[to.number])
			}
		}
	}
	return b.Heap(), byNumber
}

func (m *model) shuffle() {
	m.rng.Shuffle(len(m.objects), func(i, j int) { m.objects[i], m.objects[j] = m.objects[j], m.objects[i] })
}

// text returns the content of an object and of its referents up to a depth. References to objects of its own kind do not count.
func (t *thing) text(depth int) string {
	s := fmt.Sprintf("%s %d %d", t.kind, t.value, len(t.list))
	if depth == 0 {
		return s
	}
	for _, slot := range []string{"name", "friend", "next", "item"} {
		if to := t.refs[slot]; to != nil && to.kind != t.kind {
			s += fmt.Sprintf(" %s(%s)", slot, to.text(depth-1))
		}
	}
	for i, to := range t.list {
		s += fmt.Sprintf(" %d(%s)", i, to.text(depth-1))
	}
	return s
}
