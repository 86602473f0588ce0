package table

import (
	"io"
	"iter"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"memcity/assets/help"
)

func testFolder(t *testing.T) *Folder {
	return &Folder{Path: t.TempDir(), WriteFile: func(path string, write func(io.Writer) error) error {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return write(f)
	}}
}

const id = "0123456789abcdef0123456789abcdef"

func ptr[T any](v T) *T { return &v }

// sample returns rows with the ends of ranges, nulls, and texts that are hard to write.
func sample() *Tables {
	odd := []string{"", "a#b", "'; DROP TABLE x; --", "Ω\x00", "\xff"}
	return &Tables{
		Recording: Recording{ID: id, Schema: Schema, Service: "'\"\n", Started: ptr(int64(5)), Knows: []string{"objects"}, Judged: true},
		GCPoints:  []GCPoint{{ID: id, Point: 1, Bytes: math.MaxInt64}, {ID: id, Point: 2, Unix: ptr(int64(-1)), Judged: true}},
		Groups:    []Group{{ID: id, Path: odd, Hash: math.MinInt64, Deep: ptr(int64(0))}, {ID: id, Point: 1, Path: []string{"Heap"}, Hash: math.MaxInt64}},
		Growth:    []Growth{{ID: id, Path: odd, BytesPerHour: ptr(-0.5)}},
		Pointers:  []Pointer{{ID: id, From: -1, To: 1, Objects: 2}},
		Findings:  []Finding{{ID: id, Rule: "leak", Path: odd, ObjectsPerHour: ptr(math.MaxFloat64)}},
		Owners:    nil,
	}
}

// TestRoundTrip checks that the library reads what was written, and that equal rows give equal bytes.
func TestRoundTrip(t *testing.T) {
	f, in := testFolder(t), sample()
	size, err := f.Write(in)
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	before := map[string]string{}
	for _, name := range Names {
		content, err := os.ReadFile(f.file(name, id))
		if err != nil {
			t.Fatal(err)
		}
		before[name], total = string(content), total+int64(len(content))
	}
	if size != total {
		t.Errorf("%d bytes, files have %d", size, total)
	}
	compare(t, f, "gc_points", in.GCPoints)
	compare(t, f, "groups", in.Groups)
	compare(t, f, "growth", in.Growth)
	compare(t, f, "pointers", in.Pointers)
	compare(t, f, "findings", in.Findings)
	compare(t, f, "owners", in.Owners)
	if r := f.Recording(id); r == nil || r.Service != in.Recording.Service || *r.Started != 5 || !slices.Equal(r.Knows, in.Recording.Knows) {
		t.Errorf("%+v", r)
	}
	if _, err := f.Write(sample()); err != nil {
		t.Fatal(err)
	}
	for _, name := range Names {
		if content, err := os.ReadFile(f.file(name, id)); err != nil || string(content) != before[name] {
			t.Errorf("%s: other bytes, %v", name, err)
		}
	}
}

func compare[R any](t *testing.T, f *Folder, name string, want []R) {
	t.Helper()
	got, err := parquet.ReadFile[R](f.file(name, id))
	if err != nil || len(got) != len(want) {
		t.Fatalf("%s: %d rows, want %d, %v", name, len(got), len(want), err)
	}
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) && !emptyLists(got[i], want[i]) {
			t.Errorf("%s: row %d: %+v, want %+v", name, i, got[i], want[i])
		}
	}
}

// emptyLists reports whether rows differ only in lists that are nil in one and empty in the other.
func emptyLists(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) && (x.Field(i).Kind() != reflect.Slice || x.Field(i).Len()+y.Field(i).Len() > 0) {
			return false
		}
	}
	return true
}

// TestIncomplete checks that a recording exists once all its tables do, and not if some have another version.
func TestIncomplete(t *testing.T) {
	f := testFolder(t)
	if has, err := Has(f.Path); has || err != nil {
		t.Errorf("an empty folder: %v, %v", has, err)
	}
	if _, err := f.Write(sample()); err != nil {
		t.Fatal(err)
	}
	if has, err := Has(f.Path); !has || err != nil {
		t.Errorf("a fleet: %v, %v", has, err)
	}
	for _, name := range Names {
		hidden := f.file(name, id) + ".away"
		if err := os.Rename(f.file(name, id), hidden); err != nil {
			t.Fatal(err)
		}
		if f.Recording(id) != nil {
			t.Errorf("it is there without %s", name)
		}
		if err := os.Rename(hidden, f.file(name, id)); err != nil {
			t.Fatal(err)
		}
	}
	old := sample()
	old.Recording.Schema = Schema + 1
	if _, err := f.Write(old); err != nil || f.Recording(id) != nil {
		t.Errorf("one of another version is there, %v", err)
	}
	for _, bad := range []string{"", "../" + id[3:], strings.ToUpper(id), id + "0", id[1:]} {
		bad := &Tables{Recording: Recording{ID: bad}}
		if _, err := f.Write(bad); err == nil {
			t.Errorf("%q is written", bad.Recording.ID)
		}
	}
}

// TestStream checks that rows of tables on request come one by one. After an error nothing is complete; writing without these tables
// removes old ones.
func TestStream(t *testing.T) {
	f := testFolder(t)
	const n = rowsOfGroup + 5000
	each := func(fails int) iter.Seq2[Reference, error] {
		return func(yield func(Reference, error) bool) {
			for i := range n {
				if i == fails && !yield(Reference{}, io.ErrUnexpectedEOF) || !yield(Reference{ID: id, From: int64(i), To: int64(n - i), Field: "[1]"}, nil) {
					return
				}
			}
		}
	}
	in := sample()
	in.References = each(-1)
	in.Objects = func(func(Object, error) bool) {}
	if _, err := f.Write(in); err != nil || f.Recording(id) == nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[Reference](f.file("references", id))
	if err != nil || len(rows) != n || rows[n-1] != (Reference{ID: id, From: n - 1, To: 1, Field: "[1]"}) {
		t.Errorf("%d rows, want %d, %v", len(rows), n, err)
	}
	if rows, err := parquet.ReadFile[Object](f.file("objects", id)); err != nil || len(rows) != 0 {
		t.Errorf("%d objects, %v", len(rows), err)
	}
	in.References = each(3000)
	if _, err := f.Write(in); err != io.ErrUnexpectedEOF || f.Recording(id) != nil {
		t.Errorf("%v; it is complete: %v", err, f.Recording(id) != nil)
	}
	if _, err := f.Write(sample()); err != nil || f.Recording(id) == nil {
		t.Errorf("%v", err)
	}
	for _, name := range OnRequest {
		if _, err := os.Stat(f.file(name, id)); err == nil {
			t.Errorf("%s are there", name)
		}
	}
}

func TestPerHour(t *testing.T) {
	for _, c := range []struct {
		times, values []int64
		want          float64
		known         bool
	}{
		{nil, nil, 0, false}, {[]int64{5}, []int64{1}, 0, false}, {[]int64{5, 5}, []int64{1, 9}, 0, false},
		{[]int64{0, hour}, []int64{3, 10}, 7, true}, {[]int64{0, hour, 2 * hour}, []int64{4, 4, 4}, 0, true},
		{[]int64{0, hour, 2 * hour}, []int64{0, 3, 0}, 0, true}, {[]int64{1 << 60, 1<<60 + hour}, []int64{1 << 61, 1<<61 - 8}, -8, true},
	} {
		got := PerHour(c.times, c.values)
		if (got != nil) != c.known || got != nil && math.Abs(*got-c.want) > 1e-9 {
			t.Errorf("%v over %v: %v, want %v, known %v", c.values, c.times, got, c.want, c.known)
		}
	}
}

// TestColumnsInManual checks that the page about the tables has exactly their columns, in the order of the rows.
func TestColumnsInManual(t *testing.T) {
	var page string
	for _, p := range help.Pages() {
		if p.Name == "fleet" {
			page = string(p.Source)
		}
	}
	got, table := map[string][]string{}, ""
	row := regexp.MustCompile(`(?m)^\| ?([a-z_]*) \| ([a-z_, ]+) \|`)
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		if m[1] != "" {
			table = m[1]
		}
		if slices.Contains(slices.Concat(Names, OnRequest), table) {
			got[table] = append(got[table], strings.Split(m[2], ", ")...)
		}
	}
	for name, rowType := range map[string]any{"recordings": Recording{}, "gc_points": GCPoint{}, "groups": Group{}, "growth": Growth{}, "pointers": Pointer{},
		"findings": Finding{}, "owners": Owner{}, "objects": Object{}, "references": Reference{}} {
		var want []string
		for _, f := range parquet.SchemaOf(rowType).Fields() {
			want = append(want, f.Name())
		}
		if !slices.Equal(got[name], want) {
			t.Errorf("%s: the manual has %q, the rows %q", name, got[name], want)
		}
		if !slices.Contains(slices.Concat(Names, OnRequest), name) {
			t.Errorf("%s is not written", name)
		}
	}
}
