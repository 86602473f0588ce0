package stage

import (
	"math"
	"testing"
	"time"
)

// Two slow pictures in a row make the next ones coarser, down to a limit. Fast ones make them finer again.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		name  string
		times []time.Duration
		want  float64
	}{
		{"none", nil, 1},
		{"one slow", []time.Duration{time.Second}, 1},
		{"two slow, not in a row", []time.Duration{slowPicture, slowPicture - 1, slowPicture}, 1},
		{"two slow", []time.Duration{slowPicture, slowPicture}, coarser},
		{"three slow", []time.Duration{slowPicture, slowPicture, slowPicture}, coarser * coarser},
		{"all slow", []time.Duration{9e9, 9e9, 9e9, 9e9, 9e9, 9e9, 9e9}, leastResolution},
		{"slow, then as it should be", []time.Duration{slowPicture, slowPicture, quickPicture, quickPicture}, coarser},
		{"slow, then quick", []time.Duration{slowPicture, slowPicture, quickPicture - 1}, 1},
		{"always quick", []time.Duration{0, 0, 0}, 1},
	} {
		var p pace
		for _, d := range c.times {
			p.took(d)
		}
		if got := p.share(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: drawn at %v, want %v", c.name, got, c.want)
		}
	}
}
