package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/groups"
)

// products is the key of the objects that both caches of the demo two-caches hold.
const products = "Heap#com.example.shop#Product"

// ok runs a command that must succeed.
func ok(t *testing.T, args ...string) string {
	t.Helper()
	r := memcity(args...)
	if r.err != nil || r.stderr != "" {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), r.err, r.stderr)
	}
	return r.stdout
}

// into runs a command and decodes its JSON.
func into[T any](t *testing.T, args ...string) (out T) {
	t.Helper()
	if err := json.Unmarshal([]byte(ok(t, append(args, "--format", "json")...)), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestAnalysesText compares the printed output of the commands about one heap state with a file.
func TestAnalysesText(t *testing.T) {
	var out strings.Builder
	for _, line := range []string{
		"memcity tree demo:two-caches --by type --sizes deep,retained --sort retained --top 6",
		"memcity tree demo:two-caches --by type --where \"object.package == 'com.example.shop'\" --sizes retained --format csv",
		"memcity paths demo:two-caches --group " + products,
		"memcity paths demo:persons --by type --group Heap#com.example.people.Person --to none --expand in --expand out",
		"memcity owners demo:two-caches",
		"memcity owners demo:two-caches --group " + products,
		"memcity owners demo:persons --owners package --top 3 --share 80%",
	} {
		out.WriteString("$ " + line + "\n" + ok(t, splitCommand(line)[1:]...) + "\n")
	}
	if *update {
		writeGolden(t, "analyses.golden", out.String())
	}
	checkGolden(t, "analyses.golden", out.String())
}

// TestTwoCachesOwn: without further options, the two caches are the owners of the heap.
func TestTwoCachesOwn(t *testing.T) {
	type results struct{ Answers []groups.Ownership }
	caches := []string{"static field com.example.shop.IdCache.idCache", "static field com.example.shop.NameCache.nameCache"}
	of := into[results](t, "owners", "demo:two-caches").Answers
	if len(of) != 2 || of[0].Owners != "roots" || of[1].Owners != "type" {
		t.Fatalf("results %+v", of)
	}
	whole := of[0]
	names := func(p groups.Ownership, at []int) (names []string) {
		for _, i := range at {
			names = append(names, p.List[i].Name)
		}
		slices.Sort(names)
		return names
	}
	if top := names(whole, []int{0, 1}); !slices.Equal(top, caches) {
		t.Errorf("at the top are %q", top)
	}
	if set := names(whole, whole.Smallest.Owners); !slices.Equal(set, caches) {
		t.Errorf("the smallest set is %q", set)
	}
	pair := whole.Pairs[0]
	if both := names(whole, []int{pair.A, pair.B}); !slices.Equal(both, caches) || pair.Together.Bytes*10 < whole.Target.Bytes*7 {
		t.Errorf("the first pair is %q with %+v of %+v", both, pair, whole.Target)
	}
	if sum := whole.List[0].Exclusive.Bytes + whole.List[1].Exclusive.Bytes + pair.Shared.Bytes; sum != pair.Together.Bytes {
		t.Errorf("alone and shared are %d bytes, together %d", sum, pair.Together.Bytes)
	}
	one := into[results](t, "owners", "demo:two-caches", "--group", products, "--owners", "roots").Answers[0]
	if set := names(one, one.Smallest.Owners); !slices.Equal(set, caches) || !one.Smallest.Proven || one.Smallest.Objects != 7810 {
		t.Errorf("the products' smallest set is %q, %+v", set, one.Smallest)
	}
	for _, owner := range one.List {
		if owner.Exclusive.Objects != 0 || owner.Reaches.Objects != 7810 {
			t.Errorf("%s owns %+v alone and reaches %+v", owner.Name, owner.Exclusive, owner.Reaches)
		}
	}
}

// TestTreeSizes: sizes are sorted, bound each other, and are equal in JSON and CSV. Sizes that are not requested are missing.
func TestTreeSizes(t *testing.T) {
	args := []string{"tree", "demo:two-caches", "--by", "type", "--sizes", "retained", "--sort", "deep", "--metric", "objects"}
	root := into[groups.Tree](t, args...).Root
	before := root.Children[0]
	for _, n := range root.Children {
		if n.DeepBytes == nil || n.RetainedObjects == nil || *n.DeepBytes < n.Bytes || *n.RetainedBytes < n.Bytes || *n.DeepObjects < n.Objects {
			t.Fatalf("%s: %+v", n.Name, n)
		}
		if *n.DeepObjects > *before.DeepObjects {
			t.Errorf("%s comes behind %s", n.Name, before.Name)
		}
		before = n
	}
	rows, err := csv.NewReader(strings.NewReader(ok(t, append(args, "--format", "csv")...))).ReadAll()
	if err != nil || len(rows) < len(root.Children) {
		t.Fatal(len(rows), err)
	}
	if header := strings.Join(rows[0], " "); header != "key name role objects bytes deep_objects deep_bytes retained_objects retained_bytes" {
		t.Errorf("header %s", header)
	}
	if got := rows[2][8]; got != strconv.FormatInt(*root.Children[0].RetainedBytes, 10) {
		t.Errorf("retained bytes are %s in CSV, %d in JSON", got, *root.Children[0].RetainedBytes)
	}
	if n := into[groups.Tree](t, "tree", "demo:persons", "--sizes", "retained").Root; n.DeepBytes != nil || n.RetainedBytes == nil {
		t.Errorf("requested retained sizes: %+v", n)
	}
}

// TestReadyMadeSizes: ready-made trees print the sizes that they contain, and report missing ones.
func TestReadyMadeSizes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	with := write("with.json", `{"classifiers":[{"name":"Type","id":0}],"time":1,"root":{"key":"Heap","classifierId":0,"bytes":9,"objects":3,`+
		`"transitiveClosureSize":9,"retainedSize":9,"children":[{"key":"a","classifierId":0,"bytes":5,"objects":1,"retainedSize":7}]}}`)
	without := write("without.json", `{"time":1,"root":{"name":"Heap","objects":2,"bytes":9}}`)
	tree := into[groups.Tree](t, "tree", with, "--sizes", "deep,retained")
	if c := tree.Root.Children[0]; c.RetainedBytes == nil || *c.RetainedBytes != 7 || c.RetainedObjects != nil || c.DeepBytes != nil {
		t.Errorf("sizes are %+v", c)
	}
	for _, args := range [][]string{
		{"tree", without, "--sizes", "deep"}, {"city", without, "--measure", "retained"},
		{"paths", without, "--group", "Heap"}, {"paths", without, "--object", "1"}, {"owners", without},
	} {
		if r := memcity(args...); r.status != cli.ExitUsage || r.stdout != "" || !strings.Contains(r.err.Error(), filepath.Base(without)[:7]) {
			t.Errorf("%s: status %d, %v", args[0], r.status, r.err)
		}
	}
	if r := memcity("tree", without, "--where", "object.size > 3"); r.err != nil || !strings.Contains(r.stderr, "--where is ignored") {
		t.Errorf("%v, %q", r.err, r.stderr)
	}
}

// TestPathsJSON checks the graph of the products in all formats.
func TestPathsJSON(t *testing.T) {
	args := []string{"paths", "demo:two-caches", "--group", products}
	p := into[groups.Paths](t, args...)
	if g := p.Graph; g.Selected.Objects != 7810 || g.Strongest == nil || g.Strongest.Alive != 7810 || len(p.Settings.Steps) != 1 {
		t.Fatalf("%+v", p)
	}
	node := ""
	for _, n := range p.Graph.Nodes {
		if n.Type == "java.util.HashMap$Node" {
			node = n.Key
		}
	}
	more := into[groups.Paths](t, append(args, "--expand", "out="+node)...)
	if len(more.Graph.Nodes) <= len(p.Graph.Nodes) || more.Settings.Steps[1].Node != node {
		t.Errorf("%d nodes, then %d, after %+v", len(p.Graph.Nodes), len(more.Graph.Nodes), more.Settings.Steps)
	}
	file := filepath.Join(t.TempDir(), "graph.svg")
	ok(t, append(args, "--format", "svg", "-o", file)...)
	svg, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer svg.Close()
	for d := xml.NewDecoder(svg); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if dot := ok(t, append(args, "--format", "dot")...); !strings.HasPrefix(dot, "digraph") {
		t.Error(dot)
	}
	if one := ok(t, "paths", "demo:two-caches", "--object", "77"); !strings.Contains(one, "is kept alive by") {
		t.Error(one)
	}
}

// TestNearKeys: the error about a missing key lists similar keys.
func TestNearKeys(t *testing.T) {
	for key, want := range map[string]string{
		"Product":                       products,
		"Heap#com.example.shop#Produkt": products,
		"Heap#com.example.shoe#product": products,
		"nothing like it":               "Heap#java.util",
	} {
		r := memcity("paths", "demo:two-caches", "--group", key)
		if r.status != cli.ExitUsage || !strings.Contains(r.err.Error(), strconv.Quote(want)) {
			t.Errorf("%s: status %d, %v", key, r.status, r.err)
		}
	}
}

// TestInterrupted: an interrupt ends each command.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"tree", "demo:persons", "--sizes", "deep"}, {"paths", "demo:persons", "--group", "Heap"}, {"owners", "demo:persons"},
		{"city", "demo:persons", "--measure", "retained"},
	} {
		if err := commandLine().Run(ctx, args, strings.NewReader(""), io.Discard, io.Discard); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", args[0], err)
		}
	}
}

// TestPathsFile: the error names a file that cannot be written.
func TestPathsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "none", "graph.svg")
	r := memcity("paths", "demo:two-caches", "--group", products, "-o", file)
	if r.status != cli.ExitCheckFailed || r.err.Error() != file+": the graph cannot be written: no such file or directory" {
		t.Errorf("status %d, %v", r.status, r.err)
	}
}
