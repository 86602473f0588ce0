package model

import (
	"image"
	"math"

	"memcity/city/budget"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
	"memcity/city/view/inspect"
	"memcity/city/view/pods"
)

// ID names a panel.
type ID string

// ViewID names the panel of a view.
func ViewID(v state.View) ID { return ID(v.String()) }

// The panels other than those of views.
const (
	Bar       ID = "bar"       // along the top: name, path of the selection, buttons
	RailP     ID = "views"     // at the left edge: what fills the window
	WithoutP  ID = "without"   // over the city: what is removed, and what that frees
	ChainP    ID = "chain"     // what the heap states are grouped by
	TimeBar   ID = "time"      // along the bottom: heap over time, playing
	SettingsP ID = "settings"  // left
	Inspector ID = "inspector" // right: the selected group
	GuideP    ID = "guide"     // right: what is wrong, and the way to it
	InviteP   ID = "invite"    // offers the guide
	LegendP   ID = "legend"    // left, above the time bar
	MinimapP  ID = "minimap"   // right, above the time bar
	Tooltip   ID = "tooltip"   // at the pointer: the group under it
	Hint      ID = "hint"      // at a control: what it does
	ProgressP ID = "progress"
	Problems  ID = "problems" // warnings and errors
	ToastP    ID = "toast"
	Help      ID = "help"
	PictureP  ID = "picture" // makes pictures of the city
	Menu      ID = "menu"    // below the button that opened it
	SearchP   ID = "search"  // below the top bar
	Start     ID = "start"   // while nothing is open
	EmptyP    ID = "empty"   // in the place of a city without buildings
	Caption   ID = "caption" // for pictures: what is shown, in a line or two
	RecordP   ID = "record"  // chooses a program to be recorded
	LiveP     ID = "live"    // below the top bar, while a recording grows
	WaitP     ID = "wait"    // in place of a city, before the first GC point
	OutputP   ID = "output"  // what the recorded program wrote
	RulesP    ID = "rules"   // what watches the recording
	BudgetsP  ID = "budgets" // rules of a rules file, and how they stand
	ClosingP  ID = "closing" // prompts before the recording ends with the window
	SteerP    ID = "steer"   // asks whether another program may show something
	StoryP    ID = "story"   // above the time bar: views with notes, one after the other
	FilesP    ID = "files"   // chooses files
)

// Model is everything that the panels show. It is a snapshot: whoever hands it to [ui.UI.Show] must not write to what it
// refers to afterwards. The zero Model is the start screen without demos.
type Model struct {
	State state.State

	Name   string   // of the recording; empty while nothing is open
	Paths  []string // that it was opened by
	Format string
	Groups int     // in the series
	Points []Point // of the recording; nil while nothing is open, and if it has no heap states
	Marks  []trees.Mark
	Clock  int64 // wall-clock time of time zero where times go by the clock, as those of a fleet, in ms since 1970; else 0
	// NoStates says why a recording that reports only GCs has no heap states; empty if it has some.
	NoStates string

	// Catalog is what heap states can be grouped by; nil if the trees came ready-made, grouped as FixedChain says. ChainOpen
	// shows it.
	Catalog    *trees.Catalog
	FixedChain string
	ChainOpen  bool
	Measure    trees.Measure // of all numbers shown

	Selection *Group // the group selected last; nil if nothing is selected
	// Selections are all selected groups in the order of selecting, if there are at least two.
	Selections []*Group
	Together   *Links // references of Selections; nil if there are fewer than two
	Hover      *Group // shown as a tooltip at HoverAt; nil for none
	HoverAt    image.Point
	Route      *Route // shown as a tooltip in place of Hover; nil for none
	Block      *Block // so is this

	Legend  Legend
	Slices  []Slice  // the largest buildings, in the order of their size, for a recording of one GC point
	Minimap *Minimap // nil for none

	// Plan is what the table of the heap view lists, at its GC point At; nil for none. Results is what is known of the heap
	// state.
	Plan    *scene.Plan
	At      int
	Results query.Results

	Without *Without // nil if nothing is removed
	NoCut   string   // why nothing can be removed; empty if it can

	// GuideOld says that GC points came since the guide was requested. Inviting offers it.
	GuideOld, Inviting bool

	Progress *Progress // nil if no work is under way
	Problems []Problem
	Toasts   []string // short messages, oldest first

	Help         *HelpRequest // nil while the manual is closed
	SettingsOpen bool
	Drawers      Drawers
	LegendFolded bool    // only its heading is shown
	Presenter    bool    // large labels
	Zoom         float64 // size of the panels over the usual one; 0 means 1

	// CanSearch offers searching; Search is what was found, nil while searching is closed.
	CanSearch bool
	Search    *Search

	Picture *Picture // nil while the dialog for pictures is closed

	CanRecord bool     // programs can be recorded
	Record    *Record  // nil while the dialog for recording is closed
	Live      *Live    // nil while nothing is recorded or grows
	RulesOpen bool     // shows what watches a recording that grows
	Budgets   *Budgets // nil while no rules file is open, nor the list of rules
	Steer     *Steer   // nil if no other program waits to show something
	Story     *Story   // nil while its card is closed
	Files     *Files   // nil if no file is to be chosen in the window
	Closing   bool     // prompts whether the recording is to end with the window

	Demos  []Demo
	Recent []Recent

	Caption string // for [ui.Render]
}

// HelpRequest is a request for a page of the manual. What is pressed in the manual leads on from there.
type HelpRequest struct {
	Page   string // by its name
	Number int    // another number for every request, from 1
}

// Point is one GC point on the time bar.
type Point struct {
	Time           trees.Millis
	Objects, Bytes int64 // of the whole heap
}

// Group is a building or district with its numbers at the GC point shown.
type Group struct {
	Key      string
	Path     []Part // from the root to the group itself
	Building bool
	Hidden   bool   // it has no plot in the city
	Needs    int    // groups to be shown in each district for it to have a plot; 0 if it has one or never gets one
	Block    *Block // that a hidden group is in, or that a district has; nil for none

	NoReferences bool // the recording does not report references

	Objects, Bytes           int64
	Estimate                 *trees.Estimate // error of Objects and Bytes, which come from samples; nil if they are exact
	FirstObjects, FirstBytes int64           // at the start of the window
	LastObjects, LastBytes   int64           // at its end
	Rank, Ranked             int             // by growth over the window among all buildings, from 1; 0 if it did not grow
	Solid                    bool            // drawn solid for its strong growth

	History []trees.Amount // at every GC point of the recording; nil if not known

	In, Out  []Link       // what refers to it, what it refers to; sorted by Own, descending
	NotShown scene.Unseen // groups without a building

	Color   scene.RGB
	Mark    *scene.RGB           // nil if the user gave it no colour
	Fate    *diffs.Fate          // what became of its objects; nil unless the city compares
	Budgets []budget.BudgetState // at the GC point shown, the worst first
	Ages    *ages.Counts         // of its objects; nil unless the city shows ages, and where they are not known
	Pods    *pods.Report         // of a city of a fleet, what each of its pods has; else nil
	Use     *scene.Use           // of the collections that hold them; nil unless the city shows staleness, and where it is not known
}

// Part is one step of a path.
type Part struct{ Key, Name, Role string }

// Block is what a district leaves out.
type Block struct {
	Name           string // "177 smaller"
	Path           []Part // of the district
	Groups         int
	Objects, Bytes int64
	Needs          int // groups to be shown in each district for all of them to have plots
}

// Route is a connection between two groups.
type Route struct {
	From, To               []Part // paths
	FromObjects, ToObjects int64  // that take part
	Way                    scene.RouteWay
}

// Link is a reference between the selected group and another one.
type Link struct {
	Key, Name    string // of the other group
	Own, Partner int64  // objects that take part: of the selected group, of the other
	Color        scene.RGB
	AtLeast      bool // Partner may be more
}

// Slice is a building as a part of the whole heap.
type Slice struct {
	Key, Name string
	Value     int64 // in the metric in force
}

// Links are the references of several groups taken together, without those between them.
type Links struct {
	In, Out      []Link       // Own is the sum over the groups, Partner the most of any of them, so at least that many
	NotShown     scene.Unseen // groups without a building
	Within       int          // references between the groups
	NoReferences bool         // the recording does not report references
}

// Legend shows what the picture means, in numbers.
type Legend struct {
	RedGrowth   int64  // from which on a building is red, in the metric in force
	Largest     int64  // largest value of a building at any point of the window, in the metric in force
	LargestName string // of that building
	Ever        bool   // the window has several points, so that the largest value need not be of the one that is shown
	Estimated   bool   // the largest value comes from samples of allocations
	Levels      int    // of districts
	Districts   [2]scene.RGB
	Hidden      scene.Hidden
	Buildings   int      // all groups are buildings, slabs, or not shown
	Slabs       int      // districts
	Blocks      int      // of what districts leave out
	Filters     []string // that leave objects out
	Overlap     bool     // inner groups may have less than the sum of what is in them
	NotShown    int      // groups
	Grew        int      // buildings that grew over the window
	Objects     int64    // of the whole heap at the GC point shown
	Bytes       int64

	References bool        // they are known at some GC point
	Isolated   bool        // the rest of the city is hardly seen
	Marks      []scene.RGB // the user's colours in the city
	Routes     *Routes     // nil unless references are drawn as routes
	Compared   *Compared   // nil unless the buildings are to be shown in parts
	Aged       *Aged       // nil unless they are to be shown in storeys
	Used       *Used       // nil unless they are to show staleness
	Based      *Based      // nil unless they are halved by another recording
	Fleet      bool        // buildings are medians over the pods of a fleet, with masts
	Versions   *Versions   // nil unless they are shown in storeys by version
	Pinned     *Pinned     // nil unless they are to show findings
}

// Routes says which connections are drawn.
type Routes struct {
	Shown, Total int     // connections between buildings
	Left         float64 // share of the referenced objects over those that are not shown
	WithoutEnd   int     // connections that end where there is no building
	Selected     bool    // of the selection, else of the whole city
	Way          scene.RouteWay
	Least        int // referenced objects
}

// Progress is work under way.
type Progress struct {
	Text     string
	Fraction float64 // 0 … 1; negative if it is not known
	Left     string  // how long it will still take, such as "10 s left"; empty if that is not known
	Cancel   bool    // it can be cancelled
}

// Problem is a fault that the user should know of.
type Problem struct {
	Text  string
	Error bool // nothing could be shown for it; else a warning
}

// Search is the outcome of a search.
type Search struct {
	Found []Found // best first; a few hundred at most
	Total int     // of all groups that match
	// Problem says in plain English what is wrong with the text searched for; empty if nothing is.
	Problem string
}

// Found is a group that matches what was searched for.
type Found struct {
	Key, Name, Path string // Path is for people, such as "Heap → java.util"
	Objects, Bytes  int64
	Hidden          bool   // it has no plot in the city
	Block           string // "177 smaller", if it is one of these
}

// Demo is a bundled recording.
type Demo struct {
	Name, Title, Text string
	Small             bool // is one of many, to be found by its title
	// Picture shows it, best about 3 wide to 2 high; nil for none. It is scaled to cover its place and never written to.
	Picture *image.RGBA
}

// Recent is a recording that was opened before.
type Recent struct {
	Path, Name string
	Missing    bool // there is no such file any more
}

// Minimap is a plan of the city from above, smaller Z being higher. All lengths are those of the city. Rectangles are painted in
// order; up to some ten thousand are fine, as they are painted once for each Minimap that differs.
type Minimap struct {
	Ground   MapRect // what of the plane is shown; its colour lies below everything
	Rects    []MapRect
	Selected []MapRect  // framed; their colours do not matter
	View     []float32  // corners of what the camera sees of the ground: X, Z, X, Z …; empty for none
	At       [2]float32 // X and Z of the place that the camera looks at
}

// MapRect is an area of the ground: its corner with the smallest X and Z, its width along X and its depth along Z.
type MapRect struct {
	X, Z, W, D float32
	Color      scene.RGB
}

func (p Point) Value(m trees.Metric) int64 {
	if m == trees.Bytes {
		return p.Bytes
	}
	return p.Objects
}

// IsOpen reports whether a recording is shown.
func (m *Model) IsOpen() bool { return len(m.Points) > 0 || m.NoStates != "" }

// Report returns the report on what is selected now; nil while there is none.
func (m *Model) Report() *inspect.Report {
	r := inspect.Kind.Result(&m.Results)
	if r == nil || !r.Query.Keys.Is(m.State.Selected()) || r.Query.By != inspect.View.Of(m.State.Views).By {
		return nil
	}
	return r
}

// Computing reports whether what is shown is still being computed, or about to be.
func (m *Model) Computing() bool {
	r, requested := &m.Results, false
	if object, walking := inspect.View.Of(m.State.Views).Object(); walking {
		q, ok := inspect.ObjectKind.In(r.Request)
		requested = ok && q.Object == object
	} else {
		q, ok := inspect.Kind.In(r.Request)
		requested = ok && q.Keys.Is(m.State.Selected()) && q.By == inspect.View.Of(m.State.Views).By
	}
	return r.Busy || m.Progress != nil || !requested
}

// Now returns the totals of the GC point shown.
func (m *Model) Now() Point {
	if i := m.State.Point; i >= 0 && i < len(m.Points) {
		return m.Points[i]
	}
	return Point{}
}

// Usable reports whether there is a ground to show.
func (m *Minimap) Usable() bool {
	w, d := float64(m.Ground.W), float64(m.Ground.D)
	return w > 0 && d > 0 && !math.IsInf(w, 1) && !math.IsInf(d, 1)
}
