package widget

import (
	"image"
	"math"
	"slices"
	"testing"
	"time"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
)

// seconds converts seconds to durations.
func seconds(at ...float64) []time.Duration {
	list := make([]time.Duration, len(at))
	for i, s := range at {
		list[i] = time.Duration(s * float64(time.Second))
	}
	return list
}

// Zooming keeps the time under the pointer in place, and stays within the available range.
func TestPlotTimeZooms(t *testing.T) {
	chart := canvas.Rect(100, 0, 400, 100)
	for _, x := range []float32{100, 173, 300, 499} {
		p := PlotTime{first: time.Second, last: 11 * time.Second}
		for _, factor := range []float64{0.5, 0.8, 0.5, 1.1, 0.25} {
			at := p.At(chart, x)
			p.zoom(at, factor)
			from, to := p.Shown()
			if from < p.first || to > p.last || to <= from {
				t.Fatalf("%v to %v is shown of %v to %v", from, to, p.first, p.last)
			}
			if off := math.Abs(float64(p.X(chart, at) - x)); off > 0.5 && from > p.first && to < p.last {
				t.Errorf("at %v, zoomed by %v: the place moved by %v", x, factor, off)
			}
		}
		for range 20 {
			p.zoom(5*time.Second, 1.5)
		}
		if !p.Whole() {
			t.Errorf("zoomed out, %v to %v is shown", p.from, p.to)
		}
	}
}

// New times do not move the visible range, unless it ended at the end of all times.
func TestPlotTimeGrows(t *testing.T) {
	var p PlotTime
	p.Cover(0, 10*time.Second)
	p.Show(2*time.Second, 4*time.Second)
	p.Cover(0, 20*time.Second)
	if from, to := p.Shown(); from != 2*time.Second || to != 4*time.Second {
		t.Errorf("%v to %v is shown", from, to)
	}
	p.Show(18*time.Second, 20*time.Second)
	p.Cover(0, 25*time.Second)
	if from, to := p.Shown(); from != 23*time.Second || to != 25*time.Second {
		t.Errorf("the newest was shown, now %v to %v", from, to)
	}
	p.Fit()
	p.Cover(0, 30*time.Second)
	if !p.Whole() {
		t.Error("all was shown, now it is not")
	}
}

// Thinning keeps the minimum and maximum of every pixel column.
func TestPlotKeepsExtremes(t *testing.T) {
	const n = 20_000
	line := PlotLine{Color: canvas.Rgb(0x336699)}
	for i := range n {
		v := 50 + 10*math.Sin(float64(i)/500)
		switch i % 997 {
		case 300:
			v = 99
		case 600:
			v = 1
		}
		line.Times, line.Values = append(line.Times, time.Duration(i)*time.Millisecond), append(line.Values, v)
	}
	p := Plot{Id: "test", Time: &PlotTime{}, Lines: []PlotLine{line}}
	p.Time.Cover(line.Times[0], line.Times[n-1])
	k := newCoreOf(t, model.Model{State: state.NewState(0, scene.DefaultSettings())}, image.Pt(400, 300))
	g := &plotPainter{Canvas: &Canvas{Core: k,
		Canvas: &canvas.Canvas{Theme: &canvas.LightTheme, Types: k.Faces, Scale: 1, Panel: model.Start}}, plot: &p,
		room: plotRoom{Chart: canvas.Rect(0, 0, 300, 200)}, top: 100}
	columns := g.lineColumns(g.places(&line, 0, n), 1)
	tops := g.edge(&line, line.Values, 0, n)
	if len(columns) != 300 || len(tops) != 300 {
		t.Fatalf("%d and %d columns for 300 pixels", len(columns), len(tops))
	}
	for i := range line.Values {
		x := min(int(g.x(line.Times[i])), 299)
		y := g.y(line.Values[i])
		if c := columns[x]; y < c.Top || y > c.Bottom {
			t.Fatalf("value %d at %v, %v is not in %v", i, x, y, c)
		}
		if i > 0 && i < n-1 && tops[x] > y+1e-3 {
			t.Fatalf("value %d at %v, %v is above the edge %v", i, x, y, tops[x])
		}
	}
}

func TestStepTo(t *testing.T) {
	times := seconds(1, 2, 2, 3, 5)
	for _, c := range []struct {
		from float64
		step int
		want float64
	}{{1, 1, 2}, {2, 1, 3}, {2.5, 1, 3}, {2.5, -1, 2}, {5, 1, 5}, {1, -1, 1}, {3, -1, 2}, {2, -1, 1}, {0, 1, 1}, {3, -9, 1}, {3, 9, 5}} {
		if got := stepTo(times, seconds(c.from)[0], c.step); got != seconds(c.want)[0] {
			t.Errorf("%d from %v: %v, not %v s", c.step, c.from, got, c.want)
		}
	}
}

// Labels of an axis are distinct at any zoom.
func TestTimeLabelsDiffer(t *testing.T) {
	width := func(s string) float32 { return 6 * float32(len(s)) }
	for _, from := range []time.Duration{0, 12*time.Second + 345678*time.Microsecond, 3 * time.Minute, 5*time.Hour + 17*time.Second} {
		for length := 50 * time.Microsecond; length < 100*time.Hour; length = length*3 + 7*time.Microsecond {
			list := timeLabels(from, from+length, 800, width)
			if len(list) < 2 {
				t.Errorf("%v from %v: %d labels", length, from, len(list))
			}
			seen := map[string]bool{}
			for _, l := range list {
				if seen[l.Text] || l.At < 0 || l.At > 1 {
					t.Errorf("%v from %v: %v", length, from, list)
					break
				}
				seen[l.Text] = true
			}
		}
	}
}

func TestStack(t *testing.T) {
	lines := []PlotLine{{Values: []float64{1, 2}}, {Values: []float64{3, math.NaN()}}, {Values: []float64{5, 1}}}
	Stack(lines)
	if want := []float64{9, 3}; !slices.Equal(lines[2].Values, want) || lines[1].own(0) != 3 || lines[1].own(1) != 0 || lines[0].own(1) != 2 {
		t.Errorf("stacked: %v", lines)
	}
}

func newCoreOf(t *testing.T, m model.Model, size image.Point) *Core {
	t.Helper()
	k, err := NewCore(Options{})
	if err != nil {
		t.Fatal(err)
	}
	k.Show(&Shown{Model: m, Size: size, Scale: 1})
	k.Layout()
	return k
}
