package tracetest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestValues(t *testing.T) {
	b := tracetest.NewHeap()
	named := b.Type("app.Named", 16, "name")
	person := b.Subtype(named, "app.Person", 24, "friend")
	b.Field(person, "age", trace.IntValue)
	b.Field(named, "mark", trace.BooleanValue)
	ada, eve := b.Object(person), b.Object(person)
	name := b.String("Ädä")
	b.Refer(ada, "name", name)
	b.Refer(ada, "friend", eve)
	b.Set(ada, "age", tracetest.IntValue(-36))
	b.Set(ada, "mark", trace.MakeValue(trace.BooleanValue, 1))
	class := b.Class(person, 112, trace.NoObject)
	b.Refer(class, "first", ada)
	b.Set(class, "count", tracetest.IntValue(2))
	ints := b.Array(b.PrimitiveType("int[]", 4), 3)
	b.Content(ints, trace.IntValue, []byte{0, 0, 0, 1, 0, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0xFF})
	list := b.Array(b.ArrayType("app.Person[]"), 2)
	b.Element(list, 1, eve)
	b.Site(ada, -1, "app.Main.run:12", "app.Main.main:3")
	b.Space(eve, "app")
	h := b.Heap()

	text := func(o trace.ObjectID) string {
		fields, err := h.Values.Fields(o)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, f := range fields {
			all = append(all, fmt.Sprintf("%s.%s %s=%s", h.Types[f.Class].Name, f.Name, f.Kind, f.Value))
		}
		return strings.Join(all, ", ")
	}
	if got, want := text(ada), "app.Person.friend reference=object 1, app.Person.age int=-36, app.Named.name reference=object 2, "+
		"app.Named.mark boolean=true"; got != want {
		t.Errorf("fields are %s, want %s", got, want)
	}
	if got := text(class); got != "app.Person.first reference=object 0, app.Person.count int=2" {
		t.Errorf("static fields are %s", got)
	}
	if v, err := h.Values.Field(eve, "friend"); err != nil || !v.IsNull() {
		t.Errorf("friend is %v, %v", v, err)
	}
	if got, err := h.Values.Elements(ints, 1, 9); err != nil || fmt.Sprint(got) != "[2 -1]" {
		t.Errorf("elements are %v, %v", got, err)
	}
	if got, err := h.Values.Elements(list, 0, 2); err != nil || fmt.Sprint(got) != "[null object 1]" {
		t.Errorf("elements are %v, %v", got, err)
	}
	if got, err := h.Values.Text(name, 2); err != nil || got != "Äd" {
		t.Errorf("text is %q, %v", got, err)
	}
	if _, err := h.Values.Text(ada, 2); !errors.Is(err, trace.ErrNoText) {
		t.Errorf("text of a person: %v", err)
	}
	var rows []string
	err := h.Values.Rows(context.Background(), []trace.Selection{{Type: person, Fields: []int{1, 0}}},
		func(o trace.ObjectID, row []trace.Value) { rows = append(rows, fmt.Sprint(o, row)) })
	if err != nil || !slices.Equal(rows, []string{"0 [-36 object 1]", "1 [0 null]"}) {
		t.Errorf("rows are %q, %v", rows, err)
	}
	if got := h.Sites[h.SiteOf[ada]].Frames[0].String(); got != "app.Main.run(Main.java:12)" || h.SiteOf[eve] != trace.NoSite {
		t.Errorf("site is %s; that of the other is %d", got, h.SiteOf[eve])
	}
	if h.Spaces[h.SpaceOf[eve]] != "app" || h.SpaceOf[ada] != trace.NoSpace || len(h.SpaceOf) != h.Len() {
		t.Errorf("spaces are %v", h.SpaceOf)
	}
}

func TestLife(t *testing.T) {
	b := tracetest.NewHeap()
	thing := b.Type("app.Thing", 16)
	first := b.Object(thing)
	main := b.Thread("main", trace.NoObject)
	b.Born(first, 2)
	b.Identify(first, 77)
	b.AllocatedBy(first, main)
	b.GCs(5)
	b.Sampled(4096)
	second := b.Object(thing)
	h := b.Heap()
	if h.GCs != 5 || h.Interval != 4096 || !slices.Equal(h.BirthOf, []uint32{2, trace.NoBirth}) || !slices.Equal(h.Identity, []uint64{77, 0}) {
		t.Errorf("births %v, identities %v, %d GCs, every %d bytes", h.BirthOf, h.Identity, h.GCs, h.Interval)
	}
	if h.AllocatingThread(first) != main || h.AllocatingThread(second) != trace.NoThread {
		t.Errorf("allocated by %v", h.ThreadOf)
	}
	b.Born(second, 3)
	if h.BirthOf[second] != trace.NoBirth {
		t.Error("a heap changed after it was built")
	}
}
