package definition

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/analysis/userfile"
	"memcity/assets"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func manual(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../assets/help/classifiers.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// groupsOf runs a classifier or filter on a heap state and returns the groups that have objects. Nested groups are joined by /.
func groupsOf(t *testing.T, c *group.Classifier, s *group.Subject) []string {
	t.Helper()
	keys, err := c.Prepare(context.Background(), s, nil)
	if err != nil {
		t.Errorf("%s: %v", c.Name, err)
		return nil
	}
	var groups []string
	for o, typ := range s.Heap.TypeOf.All() {
		class := []uint32{0}
		if keys.ByType != nil {
			class[0] = keys.ByType[typ]
		} else {
			keys.Of(trace.ObjectID(o), class)
		}
		for _, p := range keys.Paths(class[0]) {
			groups = append(groups, strings.Join(p, "/"))
		}
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// checkExamples runs all definitions of a file. Nothing may fail, and each must have a description. Each classifier must give its example,
// and each filter must keep some objects and reject others.
func checkExamples(t *testing.T, f *File, s *group.Subject) {
	t.Helper()
	for _, c := range classifiers(f, func(err error) { t.Error(err) }) {
		groups := groupsOf(t, c, s)
		switch {
		case c.Description == "":
			t.Errorf("%s: %s has no description", f.Name, c.Name)
		case c.Kind == group.Filters:
			keys, _ := c.Prepare(context.Background(), s, nil)
			if len(groups) == 0 || keys.Count < 2 {
				t.Errorf("%s: %s keeps %q, with %d classes", f.Name, c.Name, groups, keys.Count)
			}
		case !slices.Contains(groups, c.Example):
			t.Errorf("%s: %s gives %q, not its example %q", f.Name, c.Name, groups, c.Example)
		}
	}
}

// TestManualExamples runs the examples of the manual.
func TestManualExamples(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(manual(t), -1)
	if len(blocks) < 7 {
		t.Fatalf("the manual has %d examples", len(blocks))
	}
	for _, b := range blocks {
		f, err := Load("classifiers.md", strings.NewReader(b[1]))
		if err != nil {
			t.Errorf("%s\n%v", b[1], err)
			continue
		}
		checkExamples(t, f, shop())
		if len(f.Definitions)+len(f.Features) == 0 && f.Domain == nil {
			t.Errorf("nothing is in\n%s", b[1])
		}
	}
}

// TestManualLists checks that the manual has every property with its type, every function and every limit.
func TestManualLists(t *testing.T) {
	text := manual(t)
	for _, p := range properties {
		row := "| `object." + p.Name + "` | " + p.Type + " | "
		if p.Named {
			row = "| `object." + p.Name + "[\"…\"]` | " + p.Type + " | "
		}
		_, rest, found := strings.Cut(text, row)
		if !found {
			t.Errorf("the manual lacks %s", row)
			continue
		}
		rest, _, _ = strings.Cut(rest, "\n")
		needs := strings.Split(rest, " |")[0]
		if names := p.Needs.Names(); len(names) != 1 || names[0] != needs {
			t.Errorf("object.%s needs %q, the manual says %q", p.Name, names, needs)
		}
		if !strings.Contains(rest, p.Example) {
			t.Errorf("object.%s: the manual lacks the example %s", p.Name, p.Example)
		}
	}
	for _, f := range functionNames() {
		if !strings.Contains(text, "`"+f+"`") {
			t.Errorf("the manual lacks the function %s", f)
		}
	}
}

// TestNewcomer checks a file as written by somebody who has read only the manual, with a mistake that is found.
func TestNewcomer(t *testing.T) {
	const text = `
# my classifiers
definitions:

  - name: tag
    description: what I care about
    expression: |
      // carts first, then what they hold
      let cart = object.name == "Cart";
      if cart and object.fields.open == true {
        "open cart of " + (object.fields.owner.name ?? "?")
      } else if cart {
        "closed cart"
      } else {
        object.isRoot ? "root" : null
      }

  - name: held
    kind: filter
    expression: 'object.inDegree > 0 && !(object.package startsWith "java.")'

  - name: wrong
    expression: |
      object.fields["count"]
        > object.inDegre
`
	f, err := Load("newcomer.yaml", strings.NewReader(text))
	const want = "newcomer.yaml:25:18: object has no property inDegre: did you mean inDegree?"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	all := classifiers(f, func(err error) { t.Error(err) })
	if len(all) != 2 {
		t.Fatalf("%d definitions", len(all))
	}
	if got, want := groupsOf(t, all[0], shop()), []string{"(none)", "closed cart", "open cart of Anna", "root"}; !slices.Equal(got, want) {
		t.Errorf("groups %q, want %q", got, want)
	}
	if got := groupsOf(t, all[1], shop()); !slices.Equal(got, []string{""}) {
		t.Errorf("the filter's groups are %q", got)
	}
}

// bundledHeap returns a heap with everything that the bundled definitions look for.
func bundledHeap() *group.Subject {
	b := tracetest.NewHeap()
	m := b.Type("java.util.HashMap", 48, "table")
	b.Field(m, "size", trace.IntValue)
	set := b.Type("java.util.HashSet", 16, "map")
	node := b.Type("java.util.HashMap$Node", 32, "key")
	empty, full, one := b.Object(m), b.Object(m), b.Object(m)
	b.Set(full, "size", tracetest.IntValue(11))
	b.Set(one, "size", tracetest.IntValue(1))
	b.Refer(b.Object(set), "map", empty)
	b.Object(node)
	b.String("Vienna")
	b.String("https://example.org")
	b.String("")
	b.Object(b.Type("java.lang.Integer", 16))
	b.Array(b.ArrayType("java.lang.Object[]"), 3)
	b.Array(b.PrimitiveType("long[]", 8), 1<<18)
	b.Object(b.Type("com.shop.Main$$Lambda/0x7f", 16))
	b.Object(b.Type("com.shop.Main$1", 16))
	b.Object(b.Type("com.shop.Cart$$EnhancerBySpring", 16))
	return &group.Subject{Heap: b.Heap(), Names: trace.NewNames(), Knows: knowsAll}
}

func TestBundled(t *testing.T) {
	files, faults := userfile.LoadAll(assets.Classifiers(), "*.yaml", Load)
	if faults != nil {
		t.Fatal(faults)
	}
	if len(files) == 0 {
		t.Fatal("there are no bundled files")
	}
	s := bundledHeap()
	for _, f := range files {
		checkExamples(t, f, s)
	}
	if _, faults := Register(group.Builtin(), files, nil); faults != nil {
		t.Error(faults)
	}
	want := map[string][]string{
		"collection-size": {"(none)", "0 empty", "1 single", "11 to 1000"},
		"string-start":    {"(empty)", "(none)", "Vienna", "https://"},
		"waste":           {"(none)", "array of length 0", "array of nulls", "boxed number", "empty string"},
		"made-by":         {"JDK", "compiler", "framework"},
	}
	for _, f := range files {
		for _, c := range classifiers(f, nil) {
			if groups := groupsOf(t, c, s); want[c.Name] != nil && !slices.Equal(groups, want[c.Name]) {
				t.Errorf("%s gives %q, want %q", c.Name, groups, want[c.Name])
			}
		}
	}
}
