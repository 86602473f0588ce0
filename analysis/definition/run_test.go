package definition

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// knowsAll is what a complete recording knows.
const knowsAll = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots | trace.KnowsSites |
	trace.KnowsThreads | trace.KnowsValues | trace.KnowsTexts | trace.KnowsSpaces

// shop returns a heap state with a little of everything:
//
//	0 Main      static root; field cart → 1
//	1 Cart      owner → 2, state → 7, count 3, open true, items → 5, total 1.5; allocated in Main.run by main
//	2 Person    name → 3 "Anna", age (Integer) → 8
//	3 String    "Anna", with its byte[] 4
//	5 Object[2] → 1, 2
//	6 Cart      all null, count 0
//	7 State     enum constant, name → 9 "PAID" (byte[] 10)
//	8 Integer   42
//	11 byte[100]
func shop() *group.Subject {
	b := tracetest.NewHeap()
	main := b.Type("com.shop.Main", 16, "cart")
	cart := b.Type("com.shop.Cart", 48, "owner", "state", "items")
	b.Field(cart, "count", trace.IntValue)
	b.Field(cart, "open", trace.BooleanValue)
	b.Field(cart, "total", trace.DoubleValue)
	b.Field(cart, "weight", trace.FloatValue)
	person := b.Type("com.shop.Person", 24, "name", "age")
	array := b.ArrayType("java.lang.Object[]")
	enum := b.Type("java.lang.Enum", 24, "name")
	state := b.Subtype(enum, "com.shop.State", 24)
	integer := b.Type("java.lang.Integer", 16)
	b.Field(integer, "value", trace.IntValue)

	m, c, p := b.Object(main), b.Object(cart), b.Object(person)
	anna := b.String("Anna")
	items, empty := b.Array(array, 2), b.Object(cart)
	paid, age := b.Object(state), b.Object(integer)
	name := b.String("PAID")
	big := b.Array(b.PrimitiveType("int[]", 4), 100)
	b.Set(c, "count", tracetest.IntValue(3))
	b.Set(c, "open", trace.MakeValue(trace.BooleanValue, 1))
	b.Set(c, "total", trace.MakeValue(trace.DoubleValue, math.Float64bits(1.5)))
	b.Set(c, "weight", trace.MakeValue(trace.FloatValue, uint64(math.Float32bits(0.1))))
	b.Set(age, "value", tracetest.IntValue(42))
	b.Refer(m, "cart", c)
	b.Refer(c, "owner", p)
	b.Refer(c, "state", paid)
	b.Refer(c, "items", items)
	b.Refer(p, "name", anna)
	b.Refer(p, "age", age)
	b.Refer(paid, "name", name)
	b.Element(items, 0, c)
	b.Element(items, 1, p)
	thread := b.Thread("worker-1", trace.NoObject)
	b.Site(c, thread, "com.shop.Main.run:12", "com.shop.Main.main:3")
	b.Site(empty, -1, "com.shop.db.Loader.load:40", "com.shop.Main.run:14")
	b.Space(c, "old")
	b.Root(m, trace.RootStaticField, "com.shop.Main.main")
	b.Root(big, trace.RootJNIGlobal, "")
	h := b.Heap()
	return &group.Subject{Heap: h, Names: trace.NewNames(), Knows: knowsAll}
}

// objects of shop
const (
	objMain   trace.ObjectID = 0
	objCart   trace.ObjectID = 1
	objPerson trace.ObjectID = 2
	objAnna   trace.ObjectID = 3
	objItems  trace.ObjectID = 5
	objEmpty  trace.ObjectID = 6
	objPaid   trace.ObjectID = 7
	objAge    trace.ObjectID = 8
	objBig    trace.ObjectID = 11
)

// entry returns a file with one definition whose expression is a block.
func entry(kind, what, expression string) string {
	return "definitions:\n  - name: x\n    kind: " + kind + "\n    " + what + ": |\n      " +
		strings.ReplaceAll(expression, "\n", "\n      ") + "\n"
}

// keysOf evaluates a definition. of returns the paths of an object, each joined by /; report is what was reported.
func keysOf(t *testing.T, s *group.Subject, text string) (of func(trace.ObjectID) []string, report []error) {
	t.Helper()
	f, err := Load("x.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	keys, err := f.Definitions[0].run(context.Background(), s, func(err error) { report = append(report, err) })
	if err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	class := func(o trace.ObjectID) uint32 {
		out := []uint32{0}
		if keys.ByType != nil {
			out[0] = keys.ByType[s.Heap.TypeOf.At(o)]
		} else {
			keys.Of(o, out)
		}
		return out[0]
	}
	if keys.Evaluated != nil {
		counted := map[uint32]int64{}
		for o := range trace.ObjectID(s.Heap.Len()) {
			counted[class(o)]++
		}
		keys.Evaluated(func(class uint32) int64 { return counted[class] })
	}
	return func(o trace.ObjectID) []string {
		if uint64(class(o)) >= keys.Count {
			t.Errorf("class %d, count %d", class(o), keys.Count)
		}
		var paths []string
		for _, p := range keys.Paths(class(o)) {
			paths = append(paths, strings.Join(p, "/"))
		}
		return paths
	}, report
}

func TestExpressions(t *testing.T) {
	for _, c := range []struct {
		expression string
		object     trace.ObjectID
		want       string
	}{
		{`object.type`, objCart, "com.shop.Cart"},
		{`object.package + "|" + object.name`, objCart, "com.shop|Cart"},
		{`object.package`, objBig, "(primitive arrays)"},
		{`object.name`, objBig, "int[]"},
		{`object.kind`, objItems, "object array"},
		{`object.loader`, objCart, "boot"},
		{`object.size`, objCart, "48"},
		{`object.size`, objBig, "416"},
		{`object.length`, objBig, "100"},
		{`object.length`, objCart, "-1"},
		{`object.text`, objAnna, "Anna"},
		{`object.text`, objCart, "(none)"},
		{`object.fields["count"]`, objCart, "3"},
		{`(object.fields.count ?? 0) + 1`, objCart, "4"},
		{`object.fields["open"]`, objCart, "true"},
		{`object.fields["total"]`, objCart, "1.5"},
		{`object.fields["weight"]`, objCart, "0.1"},
		{`"Größe"[:3] + string(len("Größe"))`, objCart, "Grö5"},
		{`"Größe"[indexOf("Größe", "ß"):]`, objCart, "ße"},
		{`"Größe"[-2:] + "Größe"[2:-2] + "Größe"[7:9]`, objCart, "ßeö"},
		{`let t = object.text; t == null ? "" : t[1:]`, objAnna, "nna"},
		{`len((object.text ?? object.frames)[1:])`, objCart, "1"},
		{`object.frames[1:]`, objCart, "com.shop.Main.main(Main.java:3)"},
		{`lastIndexOf(object.type, ".")`, objCart, "8"},
		{`indexOf(object.type, "no")`, objCart, "-1"},
		{`object.fields["owner.name"]`, objCart, "Anna"},
		{`object.fields.owner.name`, objCart, "Anna"},
		{`object.fields["owner"]["name"]`, objCart, "Anna"},
		{`object.fields["owner.name"]`, objEmpty, "(none)"},
		{`object.fields["owner.name"] ?? "nobody"`, objEmpty, "nobody"},
		{`object.fields["owner.age"]`, objCart, "42"},
		{`object.fields["cart.owner.age"]`, objMain, "42"},
		{`object.fields["state"]`, objCart, "PAID"},
		{`object.fields["state"]`, objEmpty, "(none)"},
		{`object.fields["items"]`, objCart, "java.lang.Object[]"},
		{`object.fields["no such field"]`, objCart, "(none)"},
		{`object.fields["count.name"]`, objCart, "(none)"},
		{`object.fields["value"]`, objAge, "42"},
		{`object.fields["name"]`, objPaid, "PAID"},
		{`object.references["com.shop.Cart"]`, objItems, "1"},
		{`object.references["com.shop.Cart"]`, objBig, "0"},
		{`object.thread`, objCart, "worker-1"},
		{`object.thread`, objEmpty, "(not known)"},
		{`object.site`, objCart, "com.shop.Main.run(Main.java:12)"},
		{`object.site`, objMain, "(not known)"},
		{`object.frames`, objCart, "com.shop.Main.run(Main.java:12) com.shop.Main.main(Main.java:3)"},
		{`object.frames`, objMain, "(none)"},
		{`object.space`, objCart, "old"},
		{`object.space`, objMain, "(not known)"},
		{`object.inDegree`, objCart, "2"},
		{`object.outDegree`, objCart, "3"},
		{`object.isRoot`, objMain, "true"},
		{`object.isRoot`, objCart, "false"},
		{`object.roots`, objMain, "static field com.shop.Main.main"},
		{`object.roots`, objCart, "(none)"},
		{`object.size < 30 ? "small" : object.size < 100 ? "medium" : "large"`, objCart, "medium"},
		{`let s = object.size; s * 2`, objCart, "96"},
		{`object.size / 32`, objCart, "1.5"},
		{`0.0 / 0`, objCart, "NaN"},
		{`object.type matches "Cart$"`, objCart, "true"},
		{`object.type startsWith "com.shop." and not object.isRoot`, objCart, "true"},
		{`object.name in ["Cart", "Person"] ? "domain" : "other"`, objPerson, "domain"},
		{`{"Cart": "checkout"}[object.name] ?? "other"`, objCart, "checkout"},
		{`{"Cart": "checkout"}[object.name] ?? "other"`, objMain, "other"},
		{`split(object.package, ".")`, objCart, "com shop"},
		{`split(object.package, ".") | map(upper(#)) | join("-")`, objCart, "COM-SHOP"},
		{`[object.kind, object.kind, object.name]`, objCart, "instance Cart"},
		{`[1, 2.5, true, null]`, objCart, "1 2.5 true (none)"},
		{`filter(object.frames, # contains "main")`, objCart, "com.shop.Main.main(Main.java:3)"},
		{`len(object.frames) > 0 ? object.frames[0] : "none"`, objCart, "com.shop.Main.run(Main.java:12)"},
		{`uniq(concat(["a"], ["a", "b"]))`, objCart, "a b"},
		{`replace(object.type, "shop", "s")`, objCart, "com.s.Cart"},
		{`string(object.size) + " bytes"`, objCart, "48 bytes"},
		{`1..3`, objCart, "1 2 3"},
		{`object.name == "Cart" ? 1 : "one"`, objCart, "1"},
		{`""`, objCart, "(empty)"},
		{`"a\nb"`, objCart, `"a\nb"`},
		{`"   "`, objCart, `"   "`},
		{`"\x00\x00\x00"`, objCart, `"\x00\x00\x00"`},
		{`"a\\nb"`, objCart, `a\nb`},
		{`"\"a\\nb\""`, objCart, `"\"a\\nb\""`},
		{`"\"a\""`, objCart, `"a"`},
		{`"ends in a blank "`, objCart, `"ends in a blank "`},
		{`null`, objCart, "(none)"},
		{`[]`, objCart, "(none)"},
	} {
		of, report := keysOf(t, shop(), entry("classifier", "expression", c.expression))
		if got := strings.Join(of(c.object), " "); got != c.want {
			t.Errorf("%s\ngives %q for object %d, want %q", c.expression, got, c.object, c.want)
		}
		if report != nil {
			t.Errorf("%s: %v", c.expression, report)
		}
	}
}

// TestHiddenField checks that a field hides one of the same name in the superclass. The constants of an enum keep their own.
func TestHiddenField(t *testing.T) {
	b := tracetest.NewHeap()
	person := b.Type("app.Person", 16, "name")
	employee := b.Subtype(person, "app.Employee", 24, "name", "other")
	enum := b.Type("java.lang.Enum", 24, "name")
	state := b.Subtype(enum, "app.State", 32, "name", "other")
	var objects [2]trace.ObjectID
	for i, typ := range []trace.TypeID{employee, state} {
		objects[i] = b.Object(typ)
		b.Refer(objects[i], "name", b.String("super"))
		b.Refer(objects[i], "other", b.String("own"))
	}
	h := b.Heap()
	for _, o := range objects {
		h.RefSlot.Put(int(h.RefStart.At(o))+1, []uint16{1}) // the class's own name
	}
	s := &group.Subject{Heap: h, Names: trace.NewNames(), Knows: knowsAll}
	of, _ := keysOf(t, s, entry("classifier", "expression", `object.fields["name"]`))
	for _, o := range objects {
		if got := of(o); !slices.Equal(got, []string{"own"}) {
			t.Errorf("the name of %s is %q", h.Types[h.TypeOf.At(o)].Name, got)
		}
	}
}

// TestInDegree checks that the property and the classifier count the same: references from objects and from GC roots.
func TestInDegree(t *testing.T) {
	s := shop()
	s.Heap.Roots = append(s.Heap.Roots, trace.Root{Kind: trace.RootJNIGlobal, Object: objCart, Thread: -1, Frame: -1})
	of, _ := keysOf(t, s, entry("classifier", "expression", `string(object.inDegree) + (object.inDegree == 1 ? " reference" : " references")`))
	chain, err := group.Builtin().Parse("in-degree")
	if err != nil {
		t.Fatal(err)
	}
	g, err := group.New(t.Context(), s, chain, group.Options{Objects: true})
	if err != nil {
		t.Fatal(err)
	}
	for o := range trace.ObjectID(s.Heap.Len()) {
		if got, want := of(o)[0], g.Tree.Names.Text(g.Tree.Nodes[g.Leaves(o)[0]].Name); got != want {
			t.Errorf("object %d has %s by the property, %s by the classifier", o, got, want)
		}
	}
	if got := of(objCart)[0]; got != "3 references" {
		t.Errorf("the cart has %s", got)
	}
}

func TestPath(t *testing.T) {
	of, _ := keysOf(t, shop(), entry("classifier", "path", `[object.kind] | concat(split(object.type, "."))`))
	if got := of(objCart); !slices.Equal(got, []string{"instance/com/shop/Cart"}) {
		t.Errorf("paths %q", got)
	}
}

// TestPathsAtTheirLimits checks that a path has at least one key, and at most as many as groups can be nested.
func TestPathsAtTheirLimits(t *testing.T) {
	for _, c := range []struct {
		path  string
		keys  int
		first string
		fault string
	}{
		{`filter([1], # > 1)`, 1, noneKey, ""},
		{`map(1..256, #)`, 256, "1", ""},
		{`map(1..257, #)`, 1, failedKey, "x.yaml:5:7: classifier x: a path has 257 keys; at most 256 are allowed (12 objects)"},
	} {
		of, report := keysOf(t, shop(), entry("classifier", "path", c.path))
		paths := of(objCart)
		if len(paths) != 1 || strings.Count(paths[0], "/") != c.keys-1 || paths[0] != c.first && !strings.HasPrefix(paths[0], c.first+"/") {
			t.Errorf("%s: %.100q", c.path, paths)
		}
		if c.fault == "" && len(report) > 0 || c.fault != "" && (len(report) != 1 || report[0].Error() != c.fault) {
			t.Errorf("%s: reported %v, want %q", c.path, report, c.fault)
		}
	}
}

func TestFilter(t *testing.T) {
	of, _ := keysOf(t, shop(), entry("filter", "expression", `object.fields["count"] != null and object.size > 10`))
	if got := of(objCart); !slices.Equal(got, []string{""}) {
		t.Errorf("the cart goes on with %q", got)
	}
	if got := of(objMain); got != nil {
		t.Errorf("Main goes on with %q", got)
	}
}

// TestFaultsOfObjects checks that a failed evaluation of an object does not end the run.
func TestFaultsOfObjects(t *testing.T) {
	for _, c := range []struct{ expression, want string }{
		{`object.fields["count"] * 2`, `x.yaml:5:30: classifier x: invalid operation: null * int (10 objects)`},
		{`int(object.name)`, `x.yaml:5:7: classifier x: invalid operation: int(Main) (12 objects)`},
		{`1 % (object.length + 1)`, `x.yaml:5:9: classifier x: integer divide by zero (8 objects)`},
		{`object.frames[1] + "x"`, `x.yaml:5:20: classifier x: index out of range: 1 (array length is 0) (10 objects)`},
		{`object.fields["count"] + 1`,
			`x.yaml:5:30: classifier x: null + a number: expected two numbers or two strings; use string(…) to convert to a string (10 objects)`},
		{`let few = 1..200; sum(few, count(few, # > 0))`, `x.yaml:5:45: classifier x: more than 10000 steps (12 objects)`},
		{`len(1..20000)`, `x.yaml:5:12: classifier x: memory budget exceeded (12 objects)`},
	} {
		of, report := keysOf(t, shop(), entry("classifier", "expression", c.expression))
		if len(report) != 1 || report[0].Error() != c.want {
			t.Errorf("%s\ntold %v\nwant %s", c.expression, report, c.want)
		}
		failed := 0
		for o := range trace.ObjectID(12) {
			if slices.Equal(of(o), []string{failedKey}) {
				failed++
			}
		}
		if !strings.Contains(c.want, fmt.Sprintf("(%d objects)", failed)) {
			t.Errorf("%s: %d objects are in the group of faults, reported %s", c.expression, failed, c.want)
		}
	}
}

// TestGuards checks that expressions that blow up small input soon end with a fault of the object.
func TestGuards(t *testing.T) {
	double := "let v0 = [\"a\"] | join();\n"
	lists := "let v0 = object.frames;\n"
	for i := range 40 {
		double += fmt.Sprintf("let v%d = v%d + v%d;\n", i+1, i, i)
		lists += fmt.Sprintf("let v%d = concat(v%d, v%d);\n", i+1, i, i)
	}
	ten := `"aaaaaaaaaa"`
	for _, c := range []struct{ expression, want string }{
		{double + "v40", "a string of more than 65536 bytes (12 objects)"},
		{lists + "len(v40)", "memory budget exceeded (2 objects)"},
		{strings.Repeat("replace(", 8) + ten + strings.Repeat(`, "a", `+ten+`)`, 8), "a string of more than 65536 bytes (12 objects)"},
		{`let l = map(1..4000, ` + ten + ` + ` + ten + `); len(join(l, ","))`, "a string of more than 65536 bytes (12 objects)"},
		{`len([object.text ?? object.frames])`, "a list or table must not contain lists or tables (10 objects)"},
		{`len(map([1], object.text ?? object.frames))`, "a list or table must not contain lists or tables (10 objects)"},
		{`{"a": object.text ?? object.frames}["a"]`, "a list or table must not contain lists or tables (10 objects)"},
		{`object.text ?? object.frames`, "it returns a list or table, not a single key (10 objects)"},
		{`string(object.text ?? object.frames)`, "string takes a number, a string, yes or no: use join for lists (10 objects)"},
		{`map(1..1001, #)`, "an object is in more than 1000 groups (12 objects)"},
		{`let l = 1..5000; any(l, none(l, # < 0))`, ""},
		{`let l = 1..5000; all(l, none(l, # < 0))`, "more than 10000 steps (12 objects)"},
		{`sum(1..9000) > 0`, ""},
	} {
		_, report := keysOf(t, shop(), entry("classifier", "expression", c.expression))
		switch {
		case c.want == "" && report == nil:
		case len(report) != 1 || c.want == "" || !strings.HasSuffix(report[0].Error(), c.want):
			t.Errorf("%.100s\ntold %v\nwant %s", c.expression, report, c.want)
		}
	}
	_, fault := compile(strings.Repeat("(", 9999))
	if fault == nil {
		t.Error("thousands of open brackets are taken")
	}
	if _, fault := compile(strings.Repeat("(", 4000) + "1" + strings.Repeat(")", 4000)); fault != nil {
		t.Errorf("brackets: %s", fault.text)
	}
}
