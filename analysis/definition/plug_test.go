package definition

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// load loads a valid file.
func load(t testing.TB, text string) *File {
	t.Helper()
	f, err := Load("x.yaml", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// classifiers returns what Register adds for a file.
func classifiers(f *File, report func(error)) []*group.Classifier {
	var all []*group.Classifier
	builtin := map[string]bool{}
	for _, c := range group.Builtin().All() {
		builtin[c.Name] = c.Lacks == ""
	}
	registry, _ := Register(group.Builtin(), []*File{f}, report)
	for _, c := range registry.All() {
		if !builtin[c.Name] && c.Lacks == "" {
			all = append(all, c)
		}
	}
	return all
}

// tree groups a heap state by a chain of built-in and custom classifiers, and writes the tree with one node per line.
func tree(t testing.TB, s *group.Subject, text, chain string) []string {
	t.Helper()
	registry, faults := Register(group.Builtin(), []*File{load(t, text)}, nil)
	if faults != nil {
		t.Fatal(faults)
	}
	parsed, err := registry.Parse(chain)
	if err != nil {
		t.Fatal(err)
	}
	g, err := group.New(context.Background(), s, parsed, group.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, n := range g.Tree.Nodes {
		lines = append(lines, fmt.Sprintf("%s %s %d", s.Names.Text(n.Role), s.Names.Text(n.Name), n.Objects))
	}
	return lines
}

// TestChain checks that custom classifiers work in chains with built-in ones.
func TestChain(t *testing.T) {
	const text = `
definitions:
  - name: own-part
    expression: |
      object.package startsWith "com.shop" ? "own" : "other"
  - name: only-carts
    kind: filter
    expression: object.name == "Cart"
  - name: tags
    expression: |
      ["all", object.name]
`
	got := tree(t, shop(), text, "only-carts,own-part,type,tags")
	want := []string{" Heap 12", "Own Part own 2", "Type com.shop.Cart 2", "Tags all 2", "Tags Cart 2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestFeatures(t *testing.T) {
	const text = `
features:
  - name: run
    code: [com.shop.Main#run]
  - name: early
    code: ["com.shop.Main:1-12"]
  - name: database
    code: [com.shop.db.*]
  - name: program
    callers: true
    code: [com.shop.Main]
`
	b := tracetest.NewHeap()
	typ := b.Type("a.A", 16)
	sites := [][]string{{"com.shop.Main.run:12", "com.shop.Main.main:3"}, {"com.shop.Main.run:13"},
		{"com.shop.db.Loader.load:4", "com.shop.Main.run:1"},
		{"com.shop.dbx.Y.z:1"}, {"com.shop.Main$Inner.run:20"}, {"com.shop.Mainly.run:1"}, {"com.shop.db.deep.X.y"}}
	for _, frames := range sites {
		b.Site(b.Object(typ), -1, frames...)
	}
	b.Object(typ)
	s := &group.Subject{Heap: b.Heap(), Names: trace.NewNames(), Knows: knowsAll}
	keys, err := classifiers(load(t, text), nil)[0].Prepare(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"run early program", "run program", "database program", "(other)", "program", "(other)", "database", "(not known)"}
	for o, want := range want {
		class := []uint32{0}
		keys.Of(trace.ObjectID(o), class)
		var got []string
		for _, p := range keys.Paths(class[0]) {
			got = append(got, strings.Join(p, "/"))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("object %d is in %q, want %s", o, got, want)
		}
	}
	got := tree(t, s, text, "feature")
	if want := []string{" Heap 8", "Feature run 2", "Feature early 1", "Feature program 4", "Feature database 2", "Feature (other) 2",
		"Feature (not known) 1"}; !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("tree %q\nwant %q", got, want)
	}
}

func TestCodeRange(t *testing.T) {
	for _, text := range []string{"", "*", ".a", "a.", "a..b", "a.*#m", "a.*:3", "a:0", "a:3-2", "a:-", "a#", "a b", "a:1-9999999999",
		"#m", "a.B#"} {
		if r, err := parseCodeRange(text); err == nil {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
	for text, want := range map[string]CodeRange{
		"a.*":                 {Class: "a", Below: true},
		"com.shop.Cart":       {Class: "com.shop.Cart"},
		"a.B$C#<init>":        {Class: "a.B$C", Method: "<init>"},
		"a.B#m:7":             {Class: "a.B", Method: "m", First: 7, Last: 7},
		"überfall.Größe:1-20": {Class: "überfall.Größe", First: 1, Last: 20},
	} {
		if r, err := parseCodeRange(text); err != nil || r != want {
			t.Errorf("%q is read as %+v, %v; want %+v", text, r, err, want)
		}
	}
}

func TestDomain(t *testing.T) {
	d := load(t, "domain:\n  own: [org.apache.shop.*]\n").Domain
	for name, own := range map[string]bool{"org.apache.shop.X": true, "org.apache.Y": false, "com.mine.Z": true, "java.lang.String": false} {
		if d.Owns(name) != own {
			t.Errorf("the default with own packages: %s is own: %v", name, !own)
		}
	}
	d = load(t, "domain:\n  foreign:\n    - com.mine\n").Domain
	if d.Owns("com.mine.Z") || !d.Owns("java.lang.String") {
		t.Error("a list of foreign packages does not take the place of the default")
	}
	if load(t, "definitions:\n").Domain != nil {
		t.Error("a file that says nothing of the domain has one")
	}
}

// TestOracle compares the evaluation per type, in parallel, in parts and by numbers with one for each object alone. The number of
// processors must not matter.
func TestOracle(t *testing.T) {
	h := tracetest.RandomHeap(7, 3*minPart)
	s := &group.Subject{Heap: h, Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots}
	for _, expression := range []string{
		`object.name`,
		`object.length > 3 ? object.name : object.size`,
		`[object.name, string(object.outDegree)]`,
		`object.kind == "instance" ? object.outDegree : 1 / object.length`,
		`10 % object.length`,
	} {
		d := load(t, entry("classifier", "expression", expression)).Definitions[0]
		want := oneByOne(t, d, s)
		for _, processors := range []int{1, 3} {
			before := runtime.GOMAXPROCS(processors)
			keys, err := d.run(context.Background(), s, nil)
			runtime.GOMAXPROCS(before)
			if err != nil {
				t.Fatal(err)
			}
			for o, typ := range h.TypeOf.All() {
				class := []uint32{0}
				if keys.ByType != nil {
					class[0] = keys.ByType[typ]
				} else {
					keys.Of(trace.ObjectID(o), class)
				}
				if got := fmt.Sprint(keys.Paths(class[0])); got != want[o] {
					t.Fatalf("%s, %d processors: object %d gives %s, want %s", expression, processors, o, got, want[o])
				}
			}
		}
	}
}

// oneByOne evaluates a definition for each object from scratch.
func oneByOne(t *testing.T, d *Definition, s *group.Subject) []string {
	t.Helper()
	f, err := newFacts(context.Background(), s, d.expression.uses)
	if err != nil {
		t.Fatal(err)
	}
	r := newRunner(d, f)
	all := make([]string, s.Heap.Len())
	for o, typ := range s.Heap.TypeOf.All() {
		env := map[string]any{slotStep: r.step}
		for i := range d.expression.uses {
			u := &d.expression.uses[i]
			env[u.slot] = f.value(u, typ, trace.ObjectID(o))
		}
		class := r.classify(env)
		all[o] = fmt.Sprint(r.results.classes[class])
	}
	return all
}

func TestCancel(t *testing.T) {
	for _, expression := range []string{"object.inDegree", `object.fields["name"]`} {
		d := load(t, entry("classifier", "expression", expression)).Definitions[0]
		testrun.CancelEverywhere(t, expression, func(ctx context.Context) error {
			_, err := d.run(ctx, shop(), nil)
			return err
		})
	}
}

// TestNoAddresses checks that a property that the heap state lacks is reported with its place.
func TestNoAddresses(t *testing.T) {
	d := load(t, entry("classifier", "expression", "object.address")).Definitions[0]
	_, err := d.run(context.Background(), shop(), nil)
	if want := "x.yaml:5:14: classifier x: object.address is not available: this recording has no addresses"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestNeeds checks that the classifier needs what the expression reads.
func TestNeeds(t *testing.T) {
	c := classifiers(load(t, entry("classifier", "expression", `object.site + (object.text ?? "")`)), nil)[0]
	if c.Needs != trace.KnowsObjects|trace.KnowsSites|trace.KnowsTexts {
		t.Errorf("it needs %v", c.Needs.Names())
	}
	s := shop()
	s.Knows = trace.KnowsObjects
	_, err := group.New(context.Background(), s, group.Chain{c}, group.Options{})
	if err == nil || !strings.Contains(err.Error(), `classifier "x": needs allocation sites`) {
		t.Errorf("a recording without sites gives %v", err)
	}
}
