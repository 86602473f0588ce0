package collect_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace"
)

// records describe a list to which one element was added, and which was read twice.
var records = []any{0, 1, 1500, 0, 1, 1, "java.util.List", 2, 7, 0, 0, 1, 10, 3, 7, 1, 1, 0, 1, 20, 4, 7, 1, 1, 0, 30, 2, 9, 40}

// recorded opens the story with messages before its walk, and with messages after its walk and after its last point.
func recorded(t *testing.T, before, after []byte) (*trace.Recording, error) {
	t.Helper()
	walk, bye := message(7, 1, 1, 300, 0), message(21)
	stream := bytes.Replace(story(), walk, append(bytes.Clone(before), walk...), 1)
	stream = append(append(bytes.TrimSuffix(stream, bye), after...), bye...)
	content, _, err := take(stream)
	file := filepath.Join(t.TempDir(), "story.mct")
	if written := os.WriteFile(file, content, 0o600); written != nil {
		t.Fatal(written)
	}
	return open(t, file), err
}

// placed returns the identity that the list got; 0 for none.
func placed(t *testing.T, rec *trace.Recording) int64 {
	t.Helper()
	if rec.Usage == nil || !rec.Usage.Aggregated {
		t.Fatalf("collections: %+v", rec.Usage)
	}
	log, err := rec.Usage.Log(t.Context())
	if err != nil || len(log.Collections) != 1 || log.Elements.Len() != 1 || log.Gets.Count[0] != 2 || log.Elements.Added[0] != 520 {
		t.Fatalf("%+v, %v", log, err)
	}
	return max(0, log.Collections[0].Object)
}

func TestUses(t *testing.T) {
	all, slot := message(23, records...), message(24, 7, 5)
	for name, test := range map[string]struct {
		before, after []byte
		placed        bool
	}{
		"slots that a walk has seen":         {nil, append(bytes.Clone(all), slot...), true},
		"slots before the walk":              {append(bytes.Clone(all), slot...), nil, true},
		"no slots":                           {all, nil, false},
		"a slot that was freed meanwhile":    {append(append(bytes.Clone(all), message(24, 7, 70)...), message(18, 1, 70)...), nil, false},
		"a slot in which there never is one": {all, message(24, 7, 71), false},
		"records in two messages":            {message(23, records[:7]...), append(message(23, records[7:]...), slot...), true},
	} {
		rec, err := recorded(t, test.before, test.after)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		object := placed(t, rec)
		if (object != 0) != test.placed {
			t.Errorf("%s: object %d", name, object)
		}
		if h := load(t, rec, 0); object != 0 && describer(h)(trace.ObjectID(object-1)) != "class app.Node" {
			t.Errorf("%s: object %d is %s", name, object, describer(h)(trace.ObjectID(object-1)))
		}
	}
}

// TestUsesThatMakeNoSense checks that invalid records only end the recording of collections.
func TestUsesThatMakeNoSense(t *testing.T) {
	rec, err := recorded(t, append(message(23, records...), message(23, 99)...), message(23, records[4:]...))
	if err != nil || len(rec.Points) != 1 {
		t.Fatalf("%d points, %v", len(rec.Points), err)
	}
	placed(t, rec) // earlier records are kept, later ones are not
	found := false
	for _, w := range rec.Warnings {
		found = found || strings.Contains(w.Text, "collections are no longer recorded: ") && strings.Contains(w.Text, "record of kind 99")
	}
	if !found {
		t.Errorf("warnings %v", rec.Warnings)
	}
	if _, err := recorded(t, nil, message(24, 7, 5)); err == nil {
		t.Error("slots without collections are taken")
	}
}

// TestOwnObjects checks that objects to which only the Java agent refers are not in the heap.
func TestOwnObjects(t *testing.T) {
	classes := append(message(2, 3, "Lmemcity/usage/Known;", 8, 1, 0, 0, 1, 0, 1, "table", 2), message(2, 4, "[Lmemcity/usage/Known;", 9, 1, 0, 0, 1, 0, 0)...)
	walk := message(7, 1, 1, 300, 0)
	stream := bytes.Replace(story(), walk, append(classes, walk...), 1)
	// Objects 10 of Known and 11 of Node: Known refers to 11 and to 7, which another object refers to as well.
	objects := message(8, 2*1, 2, 100, 1, 0, 0, 2*2, 4, 16, 1, 0, 0, 2*1, 3, 16, 1, 0, 0)
	references := message(9, 0, 10, 1, 2*(11-6), 1, 2*(11-7)-1)
	stream = bytes.Replace(stream, message(10, 22, 5, 0, 0, 0, 0), bytes.Join([][]byte{objects, references,
		message(10, 22, 5, 0, 0, 0, 0), message(10, 22, 8, 0, 0, 0, 0), message(10, 22, 10, 0, 0, 0, 0)}, nil), 1)
	stream = bytes.Replace(stream, message(12, 3, 5), message(12, 3, 6, 1, 2), 1)
	stream = bytes.Replace(stream, message(14, 1, 50, 5, 1), message(14, 1, 50, 8, 1), 1)
	content, stats, err := take(stream)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "own.mct")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	h := load(t, open(t, file), 0)
	name := describer(h)
	for o := range trace.ObjectID(h.Len()) {
		if strings.Contains(name(o), "memcity") {
			t.Errorf("object %d is %s", o, name(o))
		}
	}
	if h.Len() != 5 || stats.Notes != 1 {
		t.Errorf("%d objects, expected the 5 of the program; %d notes, the last: %s", h.Len(), stats.Notes, stats.LastNote)
	}
}
