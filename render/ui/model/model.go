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
	"memcity/city/view/pods"
)

// ID identifies a panel.
type ID string

// ViewID returns the ID of a view's panel.
func ViewID(v state.View) ID { return ID(v.String()) }

// Panels that do not belong to views.
const (
	Bar       ID = "bar"       // top: name, path of the selection, buttons
	RailP     ID = "views"     // left edge: list of views
	WhatIfP   ID = "without"   // above the city: removals and the amounts they free
	ChainP    ID = "chain"     // grouping of heap states
	TimeBar   ID = "time"      // bottom: heap over time, playback
	SettingsP ID = "settings"  // left
	Inspector ID = "inspector" // right: selected group
	GuideP    ID = "guide"     // right: findings and how to reach them
	InviteP   ID = "invite"    // offers the guide
	LegendP   ID = "legend"    // left, above the time bar
	MinimapP  ID = "minimap"   // right, above the time bar
	Tooltip   ID = "tooltip"   // at the pointer: group under it
	Hint      ID = "hint"      // at a control: what it does
	ProgressP ID = "progress"
	Problems  ID = "problems" // warnings and errors
	ToastP    ID = "toast"
	Help      ID = "help"
	PictureP  ID = "picture" // picture dialog
	Menu      ID = "menu"    // below the button that opened it
	SearchP   ID = "search"  // below the top bar
	Start     ID = "start"   // while nothing is open
	EmptyP    ID = "empty"   // in place of a city without buildings
	Caption   ID = "caption" // in saved pictures: one or two lines about the content
	RecordP   ID = "record"  // recording dialog
	LiveP     ID = "live"    // below the top bar, for a live recording
	WaitP     ID = "wait"    // in place of a city, before the first GC point
	OutputP   ID = "output"  // output of the recorded program
	RulesP    ID = "rules"   // rules that watch the recording
	BudgetsP  ID = "budgets" // rules of a rules file, with outcomes
	ClosingP  ID = "closing" // prompt before closing the window ends the recording
	SteerP    ID = "steer"   // prompt whether another program may show something
	StoryP    ID = "story"   // above the time bar: sequence of views with notes
	FilesP    ID = "files"   // file browser
)

// Model is the content of all panels. It is a snapshot: after passing it to [ui.UI.Show], the caller must not modify anything that it refers
// to. The zero Model is the start screen without demos.
type Model struct {
	State state.State

	Name   string   // name of the recording; "" if nothing is open
	Paths  []string // paths it was opened from
	Format string
	Groups int     // number of groups in the series
	Points []Point // GC points of the recording; nil if nothing is open or it has no heap states
	Marks  []trees.Mark
	Clock  int64 // Unix time of time zero in ms, if the recording has wall-clock times (fleets); else 0
	// NoStates explains why a recording has no heap states, as it only reports GCs; "" if it has some.
	NoStates string

	// Catalog lists what heap states can be grouped by; nil for memory trees, whose grouping is FixedChain. ChainOpen opens the grouping
	// window.
	Catalog    *trees.Catalog
	FixedChain string
	ChainOpen  bool
	SizeKind   trees.SizeKind // size kind of all numbers

	Selection *Group // last selected group; nil if nothing is selected
	// Selections are all selected groups in the order of selection, if there are at least two.
	Selections []*Group
	Together   *Links // references of Selections; nil if there are fewer than two
	Hover      *Group // group of the tooltip at HoverAt; nil for none
	HoverAt    image.Point
	Route      *Route // replaces Hover in the tooltip; nil for none
	Block      *Block // replaces Hover in the tooltip; nil for none

	Legend  Legend
	Slices  []Slice  // largest buildings by size, for a recording with one GC point
	Minimap *Minimap // nil for none

	// Plan is listed in the table of the heap view, at GC point At; nil for none. Results contains the query results for the heap state.
	Plan    *scene.Plan
	At      int
	Results query.Results

	WhatIf     *WhatIf // nil if nothing is removed
	NoRemovals string  // why nothing can be removed; "" if something can

	NoEditor string // why source lines cannot be opened in an editor, with instructions; "" if an editor is set

	// GuideOld reports that GC points were added since the guide was requested. Inviting offers the guide.
	GuideOld, Inviting bool

	Progress *Progress // nil if nothing is in progress
	Problems []Problem
	Toasts   []string // short messages, oldest first

	Help         *HelpRequest // nil while the manual is closed
	SettingsOpen bool
	Drawers      Drawers
	LegendFolded bool    // show only its heading
	Presenter    bool    // large labels
	Zoom         float64 // zoom of the panels; 0 means 1

	// CanSearch enables the search. Search is its result; nil while the search is closed.
	CanSearch bool
	Search    *Search

	Picture *Picture // nil while the picture dialog is closed

	CanRecord bool     // programs can be recorded
	Record    *Record  // nil while the recording dialog is closed
	Live      *Live    // nil unless a recording is live or has just ended
	RulesOpen bool     // show the rules that watch a live recording
	Budgets   *Budgets // nil without a rules file, unless the list of rules is open
	Steer     *Steer   // nil if no other program waits for permission
	Story     *Story   // nil while the story card is closed
	Files     *Files   // nil while the file browser is closed
	Closing   bool     // show the prompt before closing

	Demos  []Demo
	Recent []Recent

	Caption string // for [ui.Render]
}

// HelpRequest requests a page of the manual. Links in the manual lead on from there.
type HelpRequest struct {
	Page   string // name of the page
	Number int    // 1-based number of the request, different for each
}

// Point is a GC point on the time bar.
type Point struct {
	Time           trees.Millis
	Objects, Bytes int64 // of the whole heap
	Counted        bool  // true if it has only counts, which include garbage, and other points have objects
}

// IsCounted reports whether a GC point of the recording, given by its 0-based number, has only counts while other points have objects.
func (m *Model) IsCounted(source int) bool {
	if m.Plan == nil {
		return false
	}
	point := m.Plan.Series.PointOf(source)
	return point >= 0 && point < len(m.Points) && m.Points[point].Counted
}

// Peak returns the GC point with the most bytes, the earliest of several, among the points with objects if there are any; -1 without points.
func (m *Model) Peak() int {
	peak := -1
	for i, p := range m.Points {
		if peak < 0 || m.Points[peak].Counted && !p.Counted || m.Points[peak].Counted == p.Counted && p.Bytes > m.Points[peak].Bytes {
			peak = i
		}
	}
	return peak
}

// Group is a building or district, with its numbers at the current GC point.
type Group struct {
	Key      string
	Path     []Part // from the root to the group
	Building bool
	Hidden   bool   // has no plot in the city
	Needs    int    // number of groups per district that gives it a plot; 0 if it has one or can never get one
	Block    *Block // block of a hidden group or of a district; nil for none

	NoReferences bool // the recording contains no references

	Objects, Bytes           int64
	Estimate                 *trees.Estimate // error of Objects and Bytes if they are estimated from samples; nil if they are exact
	FirstObjects, FirstBytes int64           // at the start of the window
	LastObjects, LastBytes   int64           // at the end of the window
	Rank, Ranked             int             // 1-based rank by growth over the window, and number of buildings; 0 if it did not grow
	Solid                    bool            // drawn solid because of its strong growth

	History []trees.Amount // at every GC point of the recording; nil if unknown

	In, Out  []Link       // incoming and outgoing references, sorted by descending Own
	NotShown scene.Unseen // referring or referenced groups without a building

	Color   scene.RGB
	Mark    *scene.RGB           // the user's color; nil for none
	Fate    *diffs.Fate          // born, dead and surviving objects; nil without a comparison
	Budgets []budget.BudgetState // at the current GC point, the worst first
	Ages    *ages.Counts         // ages of its objects; nil if unknown or the city does not show ages
	Pods    *pods.Report         // amounts per pod in a fleet; else nil
	Use     *scene.Use           // use of the collections that hold its objects; nil if unknown or the city does not show staleness
}

// Part is a step of a path.
type Part struct{ Key, Name, Role string }

// Block contains the groups that a district leaves out.
type Block struct {
	Name           string // such as "177 smaller"
	Path           []Part // path of the district
	Groups         int
	Objects, Bytes int64
	Needs          int // number of groups per district that gives all of them plots
}

// Route is a connection between two groups.
type Route struct {
	From, To               []Part // paths of both groups
	FromObjects, ToObjects int64  // participating objects
	Direction              scene.RouteDirection
}

// Link is a reference between the selected group and another group.
type Link struct {
	Key, Name    string // of the other group
	Own, Partner int64  // participating objects of the selected group, and of the other
	Color        scene.RGB
	AtLeast      bool // Partner is a lower bound
}

// Slice is a building as a share of the whole heap.
type Slice struct {
	Key, Name string
	Value     int64 // in the current unit
}

// Links contains the references of several groups, except those between them.
type Links struct {
	In, Out      []Link       // Own is the sum over the groups; Partner is the maximum, a lower bound
	NotShown     scene.Unseen // groups without a building
	Within       int          // number of references between the groups
	NoReferences bool         // the recording contains no references
}

// Legend contains the numbers that explain the picture.
type Legend struct {
	RedGrowth   int64  // growth at which a building is red, in the current unit
	Largest     int64  // largest value of a building at any GC point of the recording, in the current unit
	LargestName string // name of that building
	Ever        bool   // the recording has several GC points, so the largest value may be at another one
	Estimated   bool   // the largest value is estimated from allocation samples
	Hidden      scene.Hidden
	Buildings   int      // number of buildings; a group is a building, a slab, or not shown
	Slabs       int      // number of districts
	Blocks      int      // number of blocks, with groups that districts leave out
	Filters     []string // filters that exclude objects
	Overlap     bool     // inner groups may be smaller than the sum of their groups
	NotShown    int      // number of groups without a building or slab
	Grew        int      // number of buildings that grew over the window
	Objects     int64    // of the whole heap at the current GC point
	Bytes       int64

	References bool        // some GC point has references
	Isolated   bool        // the rest of the city is dimmed
	Marks      []scene.RGB // the user's colors in the city
	Routes     *Routes     // nil unless references are drawn as routes
	Compared   *Compared   // nil unless buildings are shown in parts
	Aged       *Aged       // nil unless buildings are shown in age storeys
	Used       *Used       // nil unless colors show staleness
	Baseline   *Baseline   // nil without a baseline
	Fleet      bool        // buildings are medians over the pods of a fleet, with masts
	Versions   *Versions   // nil unless buildings are shown in version storeys
	Pinned     *Pinned     // nil unless colors show findings
}

// Routes describes the visible routes.
type Routes struct {
	Shown, Total int     // numbers of connections between buildings
	Left         float64 // share of the referenced objects on routes not shown
	Unplaced     int     // number of connections that end at a group without a building
	Selected     bool    // routes of the selection; otherwise of the whole city
	Direction    scene.RouteDirection
	Least        int // minimum number of referenced objects
}

// Progress describes the work in progress.
type Progress struct {
	Text     string
	Fraction float64 // 0 … 1; negative if unknown
	Left     string  // remaining time, such as "10 s left"; "" if unknown
	Cancel   bool    // the work can be canceled
}

// Problem is an error or a warning.
type Problem struct {
	Text  string
	Error bool // nothing can be shown; otherwise a warning
}

// Search is the result of a search.
type Search struct {
	Found []Found // best first; at most a few hundred
	Total int     // number of all matching groups
	// Problem describes the error in the query; "" if nothing is.
	Problem string
}

// Found is a group that matches a search.
type Found struct {
	Key, Name, Path string // Path is for display, such as "Heap → java.util"
	Objects, Bytes  int64
	Hidden          bool   // has no plot in the city
	Block           string // block of the group, such as "177 smaller"; "" for none
}

// Demo is a bundled recording.
type Demo struct {
	Name, Title, Text string
	Small             bool // one of many, found by its title
	// Picture is a picture of about 3:2; nil for none. It is scaled to cover its place. It is read-only.
	Picture *image.RGBA
}

// Recent is a recording that was opened before.
type Recent struct {
	Path, Name string
	Missing    bool // the file no longer exists
}

// Minimap is a map of the city from above, with smaller Z at the top. All lengths are in units of the city. Rectangles are painted in order.
// Some ten thousand are acceptable, as they are painted only when the Minimap changes.
type Minimap struct {
	Ground   MapRect // visible part of the plane; its color is the background
	Rects    []MapRect
	Selected []MapRect  // framed; their colors are ignored
	View     []float32  // corners of the ground that the camera sees: X, Z, X, Z …; empty for none
	At       [2]float32 // X and Z of the camera's target
}

// MapRect is an area of the ground: its corner with the smallest X and Z, its width along X and its depth along Z.
type MapRect struct {
	X, Z, W, D float32
	Color      scene.RGB
}

func (p Point) Value(m trees.Unit) int64 {
	if m == trees.Bytes {
		return p.Bytes
	}
	return p.Objects
}

// IsOpen reports whether a recording is open.
func (m *Model) IsOpen() bool { return len(m.Points) > 0 || m.NoStates != "" }

// Now returns the totals of the current GC point.
func (m *Model) Now() Point {
	if i := m.State.Point; i >= 0 && i < len(m.Points) {
		return m.Points[i]
	}
	return Point{}
}

// Usable reports whether the ground has an area.
func (m *Minimap) Usable() bool {
	w, d := float64(m.Ground.W), float64(m.Ground.D)
	return w > 0 && d > 0 && !math.IsInf(w, 1) && !math.IsInf(d, 1)
}
