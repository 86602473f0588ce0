package guide

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"memcity/analysis/closure"
	"memcity/trace"
)

func TestTry(t *testing.T) {
	dirs, _ := filepath.Glob(os.Getenv("TRY"))
	for _, d := range dirs {
		r, err := trace.Open(context.Background(), []string{d}, nil)
		if err != nil {
			fmt.Println(d, err)
			continue
		}
		s := NewHolders(nil)
		var times []time.Duration
		for i := range r.Points {
			h, _, err := r.Points[i].Load(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			reach, _ := closure.Reachable(context.Background(), h)
			if _, err := s.Add(context.Background(), h, reach); err != nil {
				t.Fatal(err)
			}
			times = append(times, time.Duration(r.Points[i].Time)*time.Millisecond)
		}
		fmt.Println("==", filepath.Base(d), "points", s.Points, "places", len(s.Nodes), "heap", s.Bytes)
		for _, x := range s.Suspects(times) {
			h := x.Holding
			fmt.Printf("  %s (%s) root %s conf %.2f objects %v bytes %v\n", h.Owner, h.Kind, h.Root, x.Confidence, x.Objects, x.Bytes)
			g := s.Groups(x.Tops(), x.From)
			if k := Telling(g); k >= 0 {
				fmt.Printf("     telling %s +%d\n", g[k].Type, g[k].GrowthObjects)
			}
		}
	}
}
