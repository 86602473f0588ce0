package trees_test

import (
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// TestCondition: groups by package and type have an expression for their objects; others have none.
func TestCondition(t *testing.T) {
	flat := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Inner("java.util", citytest.Leaf("LinkedList", 3, 72)),
		citytest.Inner("a\"b", citytest.Leaf("Object[]", 40, 4000)))))
	types := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Leaf("app.Person", 3, 72),
		&citytest.Group{Name: "Main.all", Role: "GC root", Objects: 1, Bytes: 8})))
	nested := trees.NewSeries(citytest.Points(citytest.Inner("Heap", citytest.Inner("java", citytest.Inner("util", citytest.Leaf("List", 1, 8))))))
	for _, test := range []struct {
		series *trees.Series
		by     trees.Grouping
		keys   []string
		want   string
	}{
		{flat, trees.By("package", "type"), []string{"Heap#java.util#LinkedList"}, `object.package == "java.util" and object.name == "LinkedList"`},
		{flat, trees.By("package", "type"), []string{"Heap#java.util"}, `object.package == "java.util"`},
		{flat, trees.By("package", "type"), []string{"Heap#java.util", "Heap#a\"b#Object[]"},
			`object.package == "java.util" or object.package == "a\"b" and object.name == "Object[]"`},
		{types, trees.By("type"), []string{"Heap#app.Person"}, `object.type == "app.Person"`},
		{types, trees.By("type"), []string{"Heap#Main.all"}, ""},
		{types, trees.By("type"), []string{"Heap#app.Person", "Heap#Main.all"}, ""},
		{types, trees.By("type"), []string{"Heap"}, ""},
		{types, trees.By("type"), nil, ""},
		{nested, trees.By("packages", "type"), []string{"Heap#java"}, `(object.package == "java" or object.package startsWith "java.")`},
		{nested, trees.By("packages", "type"), []string{"Heap#java#util"}, `(object.package == "java.util" or object.package startsWith "java.util.")`},
		{nested, trees.By("packages", "type"), []string{"Heap#java#util#List"}, `object.package == "java.util" and object.name == "List"`},
	} {
		var nodes []int32
		for _, key := range test.keys {
			node, ok := test.series.Find(key)
			if !ok {
				t.Fatalf("there is no %q", key)
			}
			nodes = append(nodes, node)
		}
		if got, ok := test.series.Condition(test.by, nodes...); got != test.want || ok != (test.want != "") {
			t.Errorf("%q: %s, expected %s", test.keys, got, test.want)
		}
	}
}
