package state

// View is what fills the window. All views share one selection, GC point, window and metric.
type View uint8

// The views.
const (
	CityView       View = iota
	HeapView            // the groups as a table
	GroupView           // what the selected group is made of and who keeps it alive
	GraphView           // the heap graph of the selected group
	OverviewView        // the heap over time with its GCs, pauses and suspicious windows; the window is chosen here
	TrendsView          // the groups over time, level by level
	DiffView            // what was born, died and stayed between the ends of the window
	StructuresView      // the data structures, and how they grew between the ends of the window
	ChurnView           // what died in the window, how old it was, and where it was allocated
	TreeView            // the memory tree as a sunburst or an icicle plot
)

var viewNames = []string{"city", "heap", "group", "graph", "overview", "trends", "diff", "structures", "churn", "tree"}

func (v View) String() string { return viewNames[v] }

// Show changes the view. It can be gone back from.
type Show struct{ View View }

func (a Show) step(s State) State {
	before := s
	s.View = a.View
	return s.came(before)
}

// Visit shows a view with one group selected. It is one step of the history.
type Visit struct {
	View View
	Key  string
}

func (a Visit) step(s State) State {
	before := s
	s.View, s.Selection, s.More = a.View, a.Key, nil
	s.Isolated = s.Isolated && a.Key != ""
	return s.came(before)
}
