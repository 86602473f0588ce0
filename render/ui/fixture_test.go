package ui

import (
	"fmt"
	"image"
	"math"
	"slices"

	"memcity/city"
)

// sample is a model with every panel of the city view filled.
func sample() Model {
	s := city.NewState(23, city.DefaultSettings())
	s.Point = 16
	m := Model{State: s, Name: "persons", Format: "memory tree (default format)", Groups: 1512,
		Catalog: sampleCatalog}
	var history []Value
	for i := range 23 {
		v := int64(20_000 + 1000*i + int(9000*math.Sin(float64(i))))
		m.Points = append(m.Points, Point{city.Millis(300 + 250*i), v, v * 48})
		history = append(history, Value{v / 3, v * 9})
	}
	m.Selection = &Group{Key: "Heap#java.util#LinkedList$Node", Building: true, Solid: true,
		Path:    []Part{{"Heap", "Heap", ""}, {"Heap#java.util", "java.util", "Package"}, {"Heap#java.util#LinkedList$Node", "LinkedList$Node", "Type"}},
		Objects: 12_345, Bytes: 296_280, FirstObjects: 1_200, FirstBytes: 28_800, LastObjects: 12_345, LastBytes: 296_280, Rank: 2, Ranked: 1480, History: history,
		In:       []Link{{"b", "com.example.persons.registry.PersonRegistryEntry", 812, 812, city.RGB{R: 100}, false}, {"a", "java.util.LinkedList", 1, 1, city.RGB{R: 200}, false}},
		Out:      []Link{{"c", "com.example.Person", 12_344, 12_344, city.RGB{G: 200}, false}, {"d", "java.util.LinkedList$Node", 12_300, 12_344, city.RGB{G: 200}, false}},
		NotShown: city.Unseen{In: 2, Out: 3, Groups: 5}}
	m.Legend = Legend{MaxGrowth: 11_145, Largest: 14_002, LargestName: "java.lang.String", Levels: 5,
		Districts:  [2]city.RGB{{R: 0x17, G: 0x33, B: 0x5c}, {R: 0xa9, G: 0xcf, B: 0xf2}},
		References: true,
		Buildings:  1480, Slabs: 20, NotShown: 12, Grew: 900,
		Hidden: city.Hidden{Groups: 12, Objects: 152, Bytes: 4096}, Objects: m.Points[16].Objects, Bytes: m.Points[16].Bytes}
	m.Minimap = sampleMap()
	return m
}

// sampleMap is a plan of four districts with three buildings each.
func sampleMap() *Minimap {
	m := &Minimap{Ground: MapRect{X: -60, Z: -40, W: 120, D: 80, Color: city.RGB{R: 0x17, G: 0x33, B: 0x5c}},
		View: []float32{-50, -35, 45, -30, 20, 30, -20, 32}}
	for i := range 4 {
		x, z := float32(-55+60*(i%2)), float32(-36+38*(i/2))
		m.Rects = append(m.Rects, MapRect{x, z, 50, 34, city.RGB{R: 0xa9, G: 0xcf, B: 0xf2}})
		for j := range 3 {
			m.Rects = append(m.Rects, MapRect{x + 5 + 15*float32(j), z + 8, 10, 10, city.RGB{R: uint8(80 * j), G: 60, B: 50}})
		}
	}
	m.Selected = []MapRect{m.Rects[2]}
	return m
}

// several is a model with three selected groups, one inside another.
func several() Model {
	m := sample()
	a := m.Selection
	b := &Group{Key: "Heap#java.util", Path: a.Path[:2], Objects: 14_000, Bytes: 400_000, FirstObjects: 3_000, FirstBytes: 90_000, LastObjects: 14_000, LastBytes: 400_000}
	c := &Group{Key: "Heap#java.lang#String", Building: true, Path: []Part{{"Heap", "Heap", ""}, {"Heap#java.lang", "java.lang", "Package"},
		{"Heap#java.lang#String", "String", "Type"}}, Objects: 500, Bytes: 12_000, FirstObjects: 700, FirstBytes: 16_800, LastObjects: 500, LastBytes: 12_000, Color: city.RGB{R: 200}}
	m.Selections = []*Group{c, b, a}
	for _, g := range m.Selections {
		m.State = city.Step(m.State, city.Select{Key: g.Key, Add: true})
	}
	return m
}

func startModel() Model {
	m := Model{State: city.NewState(0, city.DefaultSettings())}
	for i, d := range []string{"Persons in a linked list", "A cache that is never emptied", "Short-lived strings"} {
		m.Demos = append(m.Demos, Demo{Name: fmt.Sprint("demo", i), Title: d, Text: "A small program whose heap grows from GC point to GC point; look at what keeps it alive."})
	}
	m.Recent = []Recent{{Path: "/home/me/dumps/shop-server.hprof", Name: "shop-server.hprof"}, {Path: "/mnt/usb/old.zip", Name: "old.zip", Missing: true}}
	return m
}

var screen = image.Pt(1280, 720)

// sampleCatalog has a part of each kind, some of which lack something.
var sampleCatalog = &city.Catalog{
	Classifiers: []city.CatalogEntry{
		{Name: "type", Role: "Type", Description: "The type of the object.", Example: "java.util.HashMap$Node[]", Cardinality: "one"},
		{Name: "package", Role: "Package", Description: "The package of the object's type.", Example: "java.util", Cardinality: "one"},
		{Name: "call-sites", Role: "Call Sites", Description: "The code locations up the call chain.", Example: "app.Shop.open(Shop.java:17)", Cardinality: "hierarchy"},
		{Name: "age", Role: "Age", Description: "The number of GCs survived.", Example: "2 GCs survived", Cardinality: "one", Missing: "needs objects followed over several GC points, which traces have"},
		{Name: "no-java", Description: "No objects of types in the packages java.*.", Example: "no-java", Kind: city.Filters},
		{Name: "where", Description: "Only objects for which an expression is true.", Example: "where(object.size >= 1024)", Kind: city.Filters, Argument: "EXPR"},
		{Name: "points-to", Role: "Points-to", Description: "The objects that the group refers to.", Kind: city.Transforms},
	},
	Ready: []city.ReadyChain{
		{Title: "Package, type", Text: "What the heap is made of, package by package.", By: []string{"package", "type"}},
		{Title: "Type", Text: "A building for each type.", By: []string{"type"}},
		{Title: "Types of the program", Text: "Without those of the JDK.", By: []string{"type"}, Filters: []string{"no-java"}},
		{Title: "Age, type", Text: "How long objects have lived.", Missing: `classifier "age": needs objects followed over several GC points, which traces have`},
	},
	Missing: [4]string{city.Retained: "needs GC roots, which heap dumps have"},
	Check: func(g city.Grouping) city.ChainFaults {
		f := city.ChainFaults{By: make([]string, len(g.By)), Filters: make([]string, len(g.Filters))}
		for i, name := range g.By {
			if slices.Contains(g.By[:i], name) {
				f.By[i] = "named twice"
			}
		}
		for i, name := range g.Filters {
			if name == "where()" {
				f.Filters[i] = "column 1: an expression is missing"
			}
		}
		return f
	},
}
