package structure_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"memcity/analysis/structure"
	"memcity/analysis/userfile"
	"memcity/assets"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/jdk"
)

// bundled returns the descriptions that come with the program.
func bundled(t testing.TB) *structure.Library {
	t.Helper()
	files, faults := userfile.LoadAll(assets.Structures(), "*.ds", structure.Parse)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	return structure.Merge(files...)
}

func openHeap(t testing.TB, path string, point int) *trace.Heap {
	t.Helper()
	r, err := open.Paths(context.Background(), []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := r.Points[point].Load(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func detect(t testing.TB, h *trace.Heap, l *structure.Library) *structure.Detection {
	t.Helper()
	d, err := structure.Detect(context.Background(), h, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// holder is an object of the test program's class Holder.
type holder struct {
	name                 string
	collection           trace.ObjectID
	contents, structures int64
}

const programPackage = "com.example.structures."

func holders(t *testing.T, h *trace.Heap) []holder {
	t.Helper()
	var all []holder
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name != programPackage+"Holder" {
			continue
		}
		var k holder
		fields, err := h.Values.Fields(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fields {
			switch f.Name {
			case "name":
				if k.name, err = h.Values.Text(f.Value.Object(), 100); err != nil {
					t.Fatal(err)
				}
			case "collection":
				k.collection = f.Value.Object()
			case "contents":
				k.contents = f.Value.Int()
			case "structures":
				k.structures = f.Value.Int()
			}
		}
		all = append(all, k)
	}
	if len(all) < 150 {
		t.Fatalf("%d collections, the program holds more", len(all))
	}
	slices.SortFunc(all, func(a, b holder) int { return strings.Compare(a.name, b.name) })
	return all
}

// checkCollections checks that each collection of the test program has exactly its contents.
func checkCollections(t *testing.T, h *trace.Heap) {
	ctx := context.Background()
	d := detect(t, h, bundled(t))
	if d.Unfinished != 0 {
		t.Errorf("%d data structures cut", d.Unfinished)
	}
	closures := d.Closures()
	own := func(o trace.ObjectID) bool {
		name := h.Types[h.TypeOf.At(o)].Name
		return name == programPackage+"Item" || name == programPackage+"Delay"
	}
	for _, k := range holders(t, h) {
		id := d.Of(k.collection)
		if k.structures == 0 {
			if id != structure.None {
				t.Errorf("%s: it is a data structure", k.name)
			}
			continue
		}
		if id == structure.None {
			t.Errorf("%s: no data structure; its type is %s", k.name, h.Types[h.TypeOf.At(k.collection)].Name)
			continue
		}
		all := within(d, id)
		if got := int64(len(all)); got != k.structures {
			t.Errorf("%s: %d data structures, want %d", k.name, got, k.structures)
			for _, w := range all {
				t.Logf("  %s", h.Types[h.TypeOf.At(d.Heads[w])].Name)
			}
		}
		leaves, err := closures.Leaves(ctx, []structure.ID{id}, true)
		if err != nil {
			t.Fatal(err)
		}
		items, others := int64(0), map[string]int{}
		for _, o := range leaves {
			if own(o) {
				items++
			} else {
				others[h.Types[h.TypeOf.At(o)].Name]++
			}
		}
		if items != k.contents {
			t.Errorf("%s: %d contents, want %d", k.name, items, k.contents)
		}
		for name, n := range others { // markers for an empty place or for an element of a set
			if n > 1 || name != "java.lang.Object" && name != "java.lang.Boolean" {
				t.Errorf("%s: %d contents of type %s", k.name, n, name)
			}
		}
		for _, w := range all {
			for _, o := range d.Parts(w) {
				if own(o) {
					t.Errorf("%s: an item is a part", k.name)
					break
				}
			}
		}
	}
}

func TestCollections(t *testing.T) {
	for _, name := range []string{"jdk17", "jdk25"} {
		t.Run(name, func(t *testing.T) { checkCollections(t, openHeap(t, "testdata/"+name+".tar.zst", 0)) })
	}
}

// classes has the folder of the compiled test programs.
var classes struct {
	sync.Once
	folder string
}

func TestMain(m *testing.M) {
	code := m.Run()
	if classes.folder != "" {
		os.RemoveAll(classes.folder)
	}
	os.Exit(code)
}

// compiled compiles the test programs, once.
func compiled(t *testing.T, home string) string {
	t.Helper()
	classes.Do(func() {
		sources, err := filepath.Glob("testdata/java/com/example/structures/*.java")
		if err != nil {
			t.Fatal(err)
		}
		if classes.folder, err = os.MkdirTemp("", "structures"); err != nil {
			t.Fatal(err)
		}
		jdk.Run(t, home, ".", "javac", append([]string{"-encoding", "UTF-8", "--release", "11", "-d", classes.folder}, sources...)...)
	})
	return classes.folder
}

// record runs one of the test programs with a JDK. The program writes its files into a folder.
func record(t *testing.T, home, main string, args ...string) (folder string) {
	t.Helper()
	path := compiled(t, home)
	folder = t.TempDir()
	command := exec.Command(filepath.Join(home, "bin", "java"),
		append([]string{"-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", path, programPackage + main}, args...)...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", command, err, out)
	}
	return folder
}

// TestCollectionsOfJDKs records the program with every installed JDK.
func TestCollectionsOfJDKs(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		folder := record(t, home, "Main", "collections.hprof")
		checkCollections(t, openHeap(t, filepath.Join(folder, "collections.hprof"), 0))
	})
}
