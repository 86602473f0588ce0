package v8

import (
	"os"
	"testing"
	"fmt"
	"time"
	"bufio"
	"strings"
	"strconv"
	"runtime"
	"encoding/json"
	"sort"

	"memcity/trace"
	"memcity/analysis/closure/dominators"
)

func TestOracle(t *testing.T) {
	name := os.Getenv("V8FILE")
	if name == "" {
		t.Skip()
	}
	f, err := trace.DiskFile(name)
	if err != nil { t.Fatal(err) }
	begin := time.Now()
	h, w, err := load(t.Context(), f, nil)
	fmt.Println("load", time.Since(begin), w, err)
	if err != nil { t.Fatal(err) }
	var ms runtime.MemStats; runtime.ReadMemStats(&ms)
	fmt.Println("objects", h.Len(), "refs", len(h.RefTo), "types", len(h.Types), "roots", len(h.Roots), "peak sys MB", ms.Sys>>20, "B/node", ms.Sys/uint64(h.Len()))
	tsv := os.Getenv("V8TSV")
	if tsv == "" { return }
	begin = time.Now()
	tab, err := dominators.Find(t.Context(), h)
	if err != nil { t.Fatal(err) }
	fmt.Println("dominators", time.Since(begin))
	byID := map[uint64]trace.ObjectID{}
	for o, id := range h.Identity { byID[id] = trace.ObjectID(o) }
	in, _ := os.Open(tsv)
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, 1<<20)
	sc.Scan()
	type row struct{ shallow, retained int64; dom uint64; typ, name string }
	rows := map[uint64]row{}
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		id, _ := strconv.ParseUint(c[0], 10, 64)
		sh, _ := strconv.ParseInt(c[3], 10, 64)
		re, _ := strconv.ParseInt(c[4], 10, 64)
		d, _ := strconv.ParseUint(c[5], 10, 64)
		rows[id] = row{sh, re, d, c[1], c[2]}
	}
	// retained sizes of the file's own sizes, over the dominators of the oracle
	want := map[uint64]int64{}
	kids := map[uint64][]uint64{}
	for id, r := range rows { if id != r.dom { kids[r.dom] = append(kids[r.dom], id) } }
	var order []uint64
	for id, r := range rows { if id == r.dom { order = append(order, id) } }
	if len(order) == 0 { order = append(order, 1) }
	for i := 0; i < len(order); i++ { order = append(order, kids[order[i]]...) }
	for i := len(order)-1; i >= 0; i-- { id := order[i]; if o, ok := byID[id]; ok { want[id] += h.Size(o) }; if d := rows[id].dom; d != id { want[d] += want[id] } }
	equal, domEqual, n := 0, 0, 0
	diff := map[string]int{}
	shown := 0
	for id, r := range rows {
		if r.typ == "synthetic" { continue }
		n++
		o, ok := byID[id]
		if !ok { t.Errorf("no object %d", id); continue }
		// the dominator
		d := uint64(0)
		if x := tab.Of(o); x != trace.NoObject { d = h.Identity[x] }
		rd := r.dom
		if rows[rd].typ == "synthetic" { rd = 0 }
		if d == rd { domEqual++ } else {
			diff[fmt.Sprintf("dom of %s %s", r.typ, h.Types[h.TypeOf.At(o)].Name)]++
			if false { shown++; fmt.Printf("id %d %s %s dom %d want %d(%s %s) retained %d want %d\n", id, r.typ, r.name, d, rd, rows[rd].typ, rows[rd].name, tab.Retained(o).Bytes, r.retained) }
		}
		if tab.Retained(o).Bytes == want[id] { equal++ } else {
			diff[fmt.Sprintf("RET of %s %s", r.typ, h.Types[h.TypeOf.At(o)].Name)]++
			if shown < 20 { shown++; fmt.Printf("RETAINED id %d %s %s dom %d want %d(%s %s) retained %d want %d\n", id, r.typ, r.name, d, rd, rows[rd].typ, rows[rd].name, tab.Retained(o).Bytes, want[id]) }
		}
	}
	fmt.Printf("nodes %d equal retained %d = %.3f%%, dominators %.3f%%\n", n, equal, 100*float64(equal)/float64(n), 100*float64(domEqual)/float64(n))
	var ks []string
	for k := range diff { ks = append(ks, k) }
	sort.Slice(ks, func(i, j int) bool { return diff[ks[i]] > diff[ks[j]] })
	for _, k := range ks[:min(5, len(ks))] { fmt.Println(diff[k], k) }
	_ = json.Marshal
}
