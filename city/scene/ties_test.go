package scene

import (
	"fmt"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/trace/tracetest/golden"
)

// steppedRecording has groups at each threshold relative to the largest, and one object below and above it: for stepped heights, for
// ambiguous names, and for shrinkage. Other groups are equal in everything.
func steppedRecording() []trees.PointTree {
	const largest = 12_800
	moment := func(shrunk func(n int64) int64) *citytest.Group {
		var steps, names, twins []*citytest.Group
		for _, share := range []int64{1, 2, 8, 32, 128} {
			for _, more := range []int64{-1, 0, 1} {
				if n := largest/share + more; n <= largest {
					steps = append(steps, citytest.Leaf(fmt.Sprintf("Part%d%+d", share, more), n, 8*n))
				}
			}
		}
		for i, n := range []int64{99, 100, 101} {
			name := fmt.Sprintf("Name%d", i)
			names = append(names, citytest.Leaf(name, 1000, 8000))
			twins = append(twins, citytest.Leaf(name, n, 8*n))
		}
		for i, n := range []int64{990, 991, 989, 700, 701, 699} {
			twins = append(twins, citytest.Leaf(fmt.Sprint("Shrunk", i), shrunk(n), 8*shrunk(n)))
		}
		for i := range 4 {
			twins = append(twins, citytest.Leaf(fmt.Sprint("Equal", i), 50, 400))
		}
		return citytest.Inner("Heap", citytest.Inner("steps", steps...), citytest.Inner("names", names...), citytest.Inner("twins", twins...),
			citytest.Inner("three", citytest.Leaf("A", 10, 80), citytest.Leaf("B", 10, 80), citytest.Leaf("C", 10, 80)))
	}
	return citytest.Points(moment(func(int64) int64 { return 1000 }), moment(func(n int64) int64 { return n }))
}

// TestSteps writes the city at, below and above each threshold, and the order of equal groups.
func TestSteps(t *testing.T) {
	var w strings.Builder
	for _, children := range []int{AllChildren, 2, 3, 4} {
		for _, stepped := range []bool{false, true} {
			settings := planSettings(trees.Objects, Linear, children)
			settings.OtherHeight = stepped
			p := planOf(steppedRecording(), settings)
			node, value, _ := p.Largest()
			fmt.Fprintf(&w, "== %d children, stepped %v: largest %s %d, hidden %d\n", children, stepped, p.Name(node), value, len(p.hidden))
			for point := range 2 {
				c := p.At(point, settings)
				fmt.Fprintf(&w, "at %d: hidden %+v\n", point, c.Hidden)
				for i := range c.Buildings {
					b := &c.Buildings[i]
					fmt.Fprintf(&w, "%s: %.4g high, label %s, shrunk %.4g, solid %v, opacity %.3g, colour %s, plot %s\n", p.Name(b.Node), b.Height,
						p.Label(b.Node), b.Shrunk, b.Solid, b.Opacity, golden.Text(b.Color), golden.Text(b.Plot))
				}
			}
		}
	}
	golden.File(t, "steps.txt", w.String())
}

// TestRanges: accepted values at and beyond the ends of each setting's range, and the clamped value.
func TestRanges(t *testing.T) {
	var w strings.Builder
	for i := range table {
		typed, ok := table[i].Value.(Typed)
		if !ok {
			continue
		}
		s := DefaultSettings()
		fmt.Fprintf(&w, "%s: %s, %s\n", table[i].Name, typed.Text(&s), typed.Range())
		texts := []string{"", "all", "on", "1"}
		numbers := []string{"-1", "0", "2", "1e9", "0.5", "0.05", "50%", "100%", "101 %", "NaN"}
		switch v := typed.(type) {
		case Count:
			texts = append(texts, numbers...)
			for n := -2; n <= 2; n++ {
				texts = append(texts, fmt.Sprint(v.Low+n), fmt.Sprint(v.High+n))
			}
		case Real:
			texts = append(texts, numbers...)
			for _, n := range []float64{-1e-6, 0, 1e-6} {
				texts = append(texts, fmt.Sprint(v.Low+n), fmt.Sprint(v.High+n))
			}
		}
		for _, text := range texts {
			s := DefaultSettings()
			if err := typed.Parse(&s, text); err != nil {
				fmt.Fprintf(&w, " %q: %v\n", text, err)
			} else {
				fmt.Fprintf(&w, " %q: %s\n", text, typed.Text(&s))
			}
		}
		for _, number := range []float64{-1e12, -1, 0, 1, 1e12} {
			s := DefaultSettings()
			switch at := typed.At(&s).(type) {
			case *int:
				*at = int(number)
			case *float64:
				*at = number
			default:
				continue
			}
			s = s.Normal()
			fmt.Fprintf(&w, " %g is taken for %s\n", number, typed.Text(&s))
		}
	}
	golden.File(t, "ranges.txt", w.String())
}
