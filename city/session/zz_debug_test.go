package session

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"memcity/analysis/guide"
	"memcity/trace"
)

func TestZZ(t *testing.T) {
	r, err := trace.Open(context.Background(), []string{os.Getenv("ZZ")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := Wrap(r, Options{})
	g := &guided{Opened: o}
	var pts []int
	g.recording = r
	for i := range r.Points {
		pts = append(pts, i)
	}
	_, _, err = g.place(context.Background(), pts)
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		p guide.Place
		g int64
	}
	var rows []row
	for p := range g.holders.Nodes {
		n := &g.holders.Nodes[p]
		rows = append(rows, row{guide.Place(p), n.AllBytes[len(n.AllBytes)-1] - n.AllBytes[0]})
	}
	slices.SortFunc(rows, func(a, b row) int { return int(b.g - a.g) })
	for _, r := range rows[:30] {
		n := &g.holders.Nodes[r.p]
		fmt.Println(r.p, n.Parent, n.Field, n.Type, n.Objects, n.AllBytes)
	}
	_ = time.Second
}
