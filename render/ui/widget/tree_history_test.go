package widget

import "testing"

// Curves over time get the space left by columns, and none if that is too little.
func TestHistoryRoom(t *testing.T) {
	table := TreeTable{List: func() TreeList { return namedRows{{Name: "n"}} }, Columns: []TreeColumn{{Id: "a", Width: 100}, {Id: "b", Width: 100}}}
	if g := table.Grid(0, 2000); g.History.W != 0 {
		t.Errorf("a table without curves has room for them: %v", g.History)
	}
	table.History = func(*TreeRow) func(int) int64 { return nil }
	for width, want := range map[float32]bool{400: false, 700: false, 900: true, 2000: true} {
		g := table.Grid(0, width)
		last := g.Spans[len(g.Spans)-1]
		if got := g.History.W > 0; got != want || got && (g.History.x < last.x+last.W || g.History.x+g.History.W > width || g.History.W > historyMost) {
			t.Errorf("in %v the curves have %+v after %+v", width, g.History, last)
		}
	}
}
