package widget

import (
	"strings"
	"testing"
)

// namedRows are rows with names only.
type namedRows []TreeRow

func (l namedRows) Len() int          { return len(l) }
func (l namedRows) Row(i int) TreeRow { return l[i] }
func (l namedRows) Find(string) int   { return -1 }
func (l namedRows) Deepest() int      { return 0 }

// In a wide window numbers are beside names, and names get enough space before number columns become wider. In a narrow window columns are
// left out before names become too narrow.
func TestNumbersStandNextToNames(t *testing.T) {
	short, long := strings.Repeat("n", 12), strings.Repeat("n", 90)
	for _, test := range []struct {
		name        string
		width       float32
		names, wide float32 // widths of the name column and of the first number column
		columns     int
	}{
		{short, 1700, treeNameWell, 150, 5},
		{short, treeNameWell + 5*100*treeWider, treeNameWell, 150, 5},
		{short, treeNameWell + 5*110, treeNameWell, 110, 5},
		{short, treeNameWell + 5*100, treeNameWell, 100, 5},
		{short, TreeNameLeast + 5*100, TreeNameLeast, 100, 5},
		{short, TreeNameLeast + 5*100 - 1, TreeNameLeast + 100 - 1, 100, 4},
		{long, 1700, 720, 150, 5},
		{long, 1000, 500, 100, 5},
	} {
		table := TreeTable{List: func() TreeList { return namedRows{{Name: short}, {Name: test.name}} }}
		for i := range 5 {
			table.Columns = append(table.Columns, TreeColumn{Id: string(rune('a' + i)), Width: 100, Rank: i})
		}
		g := table.Grid(10, test.width)
		if len(g.Columns) != test.columns || g.Name.W != test.names || g.Spans[0].W != test.wide || g.Spans[0].x != 10+test.names {
			t.Errorf("names of %d letters in %v: %v, then %v", len(test.name), test.width, g.Name, g.Spans)
		}
		if last := g.Spans[len(g.Spans)-1]; last.x+last.W > 10+test.width+0.01 {
			t.Errorf("names of %d letters in %v: columns end at %v", len(test.name), test.width, last.x+last.W)
		}
	}
}
