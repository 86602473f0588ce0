package main

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/findings"
)

// TestStructures: both caches of the demo come first among the program's own structures, with their holders and contents.
func TestStructures(t *testing.T) {
	p := into[findings.Structures](t, "structures", "demo:two-caches", "--at", "last")
	if p.Structures == nil || p.Structures.Heads < 500 || p.Structures.Contained == 0 || p.Structures.Cut != 0 ||
		len(p.Structures.List) != 10 {
		t.Fatalf("%+v", p.Structures)
	}
	for i, held := range []string{"IdCache.idCache", "NameCache.nameCache"} {
		s := p.Structures.List[i]
		if s.Type != "java.util.HashMap" || !strings.HasSuffix(s.HeldBy, "by the static field "+held) || s.Leaves != 15_620 || s.Nested != 0 ||
			len(s.Contents) != 2 || s.Contents[0].Type != "com.example.shop.Product" || s.Contents[0].Now.Objects != 7810 {
			t.Errorf("%d: %+v", i, s)
		}
		if *s.Sizes.Own != *s.Sizes.Deep || s.Sizes.Retained.Bytes >= s.Sizes.Reachable.Bytes {
			t.Errorf("%d: %+v", i, s.Sizes)
		}
	}
	sum := 0
	for i, k := range p.Structures.Types {
		sum += k.Heads
		if i < 64 && (k.Retained == nil || k.Retained.Objects < int64(k.Heads)) {
			t.Errorf("%+v", k)
		}
	}
	if sum != p.Structures.Heads {
		t.Errorf("%d heads by type, %d in all", sum, p.Structures.Heads)
	}
	more := into[findings.Structures](t, "structures", "demo:two-caches", "--at", "last", "--contained", "--top", "0", "--leaves", "0")
	if len(more.Structures.List) != p.Structures.Heads || more.Structures.List[0].Contents != nil {
		t.Errorf("%d with those contained, want %d", len(more.Structures.List), p.Structures.Heads)
	}
}

// TestStructuresGrowth: the two caches share their contents, and grow.
func TestStructuresGrowth(t *testing.T) {
	p := into[findings.Structures](t, "structures", "demo:two-caches", "--from", "1", "--to", "last", "--top", "3")
	g := p.Growth
	if p.From.At != 1 || p.Recording.At != 10 || g.Identity != "recovered" || g.Rate < 0.95 || g.LeftOut == 0 || len(g.List) != 3 {
		t.Fatalf("%+v", p)
	}
	for i, want := range []float64{23.6, 14.7} { // of the heap's growth, each alone
		s := g.List[i]
		if s.Pattern != structure.SingleContainer.String() || s.Portions.Retained < want-0.5 || s.Portions.Retained > want+0.5 ||
			s.Portions.Deep < 40 ||
			s.Contents[0].Before.Objects != 781 || s.Contents[0].Now.Objects != 7810 || s.Meaning == "" || s.Next == "" {
			t.Errorf("%d: %+v, %+v", i, s, s.Portions)
		}
	}
	if s := g.List[2]; s.Pattern == structure.SingleContainer.String() || s.Pattern == "" {
		t.Errorf("%+v", s)
	}
	strong := into[findings.Structures](t, "structures", "demo:two-caches", "--from", "1", "--strong", "20", "--top", "2", "--metric",
		"objects")
	if a, b := strong.Growth.List[0].Pattern, strong.Growth.List[1].Pattern; a == "" || b != structure.SharedContainer.String() {
		t.Errorf("patterns %q, %q", a, b)
	}
	back := into[findings.Structures](t, "structures", "demo:steady", "--from", "2", "--to", "3")
	if back.Growth.HeapAfter.Bytes <= back.Growth.HeapBefore.Bytes && back.Growth.List[0].Portions != nil {
		t.Error("portions of a heap that did not grow")
	}
}

// TestStructuresFirst: without an option for GC points, the structures are compared over the leak window, and the fastest-growing come first.
func TestStructuresFirst(t *testing.T) {
	r := memcity("structures", "demo:reports", "--top", "3", "--format", "json")
	var first findings.Structures
	if err := json.Unmarshal([]byte(r.stdout), &first); err != nil || r.err != nil {
		t.Fatal(err, r.err)
	}
	if !strings.HasPrefix(r.stderr, "memcity: window: GC points 2..8, where the heap grows; ") {
		t.Errorf("on standard error: %s", r.stderr)
	}
	same := into[findings.Structures](t, "structures", "demo:reports", "--from", "2", "--to", "8", "--top", "3")
	if first.Growth == nil || first.From.At != 2 || first.Recording.At != 8 || !reflect.DeepEqual(first, same) {
		t.Errorf("%+v, from %+v", first, first.From)
	}
	for _, args := range [][]string{{"--at", "last"}, {"--propose"}} {
		if p := into[findings.Structures](t, append([]string{"structures", "demo:reports", "--top", "3"}, args...)...); p.From != nil {
			t.Errorf("%q: growth from %+v", args, p.From)
		}
	}
}

// TestStructuresFormats checks the table and the CSV.
func TestStructuresFormats(t *testing.T) {
	text := ok(t, "structures", "demo:two-caches", "--at", "last", "--top", "2")
	for _, want := range []string{"of them contained in others. Reachable, by weak references too: ", "heads  contained", "1. java.util.HashMap, object ",
		"smaller ones)",
		"1 HashMap is kept alive by the static field IdCache.idCache", "leaves: 7,810, 374,880 bytes: com.example.shop.Product"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	text = ok(t, "structures", "demo:two-caches", "--to", "last", "--top", "2")
	for _, want := range []string{"GC points 1 and 10: the reachable heap grew by 1,9", "recovered identity", "single-ownership container growth",
		"weaker ones)",
		"leaves: 7,810, before 781, +337,392 bytes more: com.example.shop.Product"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	for _, args := range [][]string{{"--at", "last"}, {"--from", "1"}, {"--propose"}} {
		rows, err := csv.NewReader(strings.NewReader(ok(t,
			append([]string{"structures", "demo:two-caches", "--top", "4", "--format", "csv"}, args...)...))).ReadAll()
		if err != nil || len(rows) != 5 {
			t.Errorf("%v: %d rows, %v", args, len(rows), err)
		}
	}
}

// TestStructuresProposed: the proposals are a valid file, and omit types that have a description.
func TestStructuresProposed(t *testing.T) {
	text := ok(t, "structures", "demo:persons", "--propose", "--top", "0")
	path := filepath.Join(t.TempDir(), "proposed.ds")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text, "DS java.util.HashMap ") {
		t.Error("HashMap is described")
	}
	checked := into[findings.CheckedStructures](t, "structures", "--check", path, "demo:persons")
	if len(checked.Faults) != 0 || len(checked.Descriptions) == 0 {
		t.Fatalf("%+v", checked)
	}
	for _, d := range checked.Descriptions {
		if *d.Objects == 0 || len(d.Types) == 0 {
			t.Errorf("%+v", d)
		}
	}
}

// TestStructuresCheck: faults are reported with exit status 1, as well as the types that names match.
func TestStructuresCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.ds")
	text := "namespace com.example.people {\n  DS Person { (java.lang.String); *Nothing; }\n  DS Other { x }\n}\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := memcity("structures", "--check", path)
	if cli.Status(r.err) != cli.ExitCheckFailed ||
		r.stdout != path+":3:16: expected ; after the reference, found \"}\"\n2 descriptions, 1 fault\n" {
		t.Errorf("%v\n%s", r.err, r.stdout)
	}
	r = memcity("structures", "demo:persons", "--check", path)
	for _, want := range []string{"head com.example.people.Person: ",
		"objects, com.example.people.Person\n  leaf java.lang.String: java.lang.String\n",
		"  follow *Nothing: no such type in the recording\n", "head com.example.people.Other: no such type in the recording\n"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("no %q in\n%s", want, r.stdout)
		}
	}
	r = memcity("tree", "demo:persons", "--classifiers", path, "--by", "structure-role,type", "--filter", "only-all-heads")
	if r.err != nil || !strings.Contains(r.stderr, "mine.ds:3:16: expected ;") || !strings.Contains(r.stdout, "com.example.people.Person") {
		t.Errorf("%v\n%s\n%s", r.err, r.stderr, r.stdout)
	}
}

// TestStructuresUse: invalid options are reported before the recording is read, and so are recordings without references.
func TestStructuresUse(t *testing.T) {
	trees := filepath.Join("..", "..", "testdata", "trees", "persons")
	tests := []struct{ line, want string }{
		{"structures", "expected the path of a recording"},
		{"structures demo:steady --top -1", "top -1: expected 0 for all"},
		{"structures demo:steady --leaves -1", "leaves -1: expected 0 for none"},
		{"structures demo:steady --strong 0", "strong 0: expected a percentage"},
		{"structures demo:steady --metric x", "metric"},
		{"structures demo:steady --format x", "format \"x\": expected table, json, csv or jsonl"},
		{"structures demo:steady --at 1 --from 1", "at \"1\": --from and --to"},
		{"structures demo:steady --from 3 --to 3", "expected an earlier and a later GC point"},
		{"structures demo:steady --propose --from 1", "propose: needs one GC point"},
		{"structures " + trees, "has no references between single objects"},
		{"structures --check nowhere.ds", "nowhere.ds: "},
		{"structures --check .", ".: it is a folder"},
	}
	for _, test := range tests {
		r := memcity(strings.Fields(test.line)...)
		if r.err == nil || !strings.Contains(r.err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.line, r.err, test.want)
		}
	}
}
