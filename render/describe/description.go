package describe

import (
	"image"
	"math"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/render/ui/card/live"
	"memcity/render/ui/model"
)

// Description describes the content of the window, with stable lower-case names. Positions are in framebuffer pixels from the top left
// corner. Lengths of the camera are in meters of the plan, angles in degrees.
type Description struct {
	View         string              `json:"view"`      // name of the view, or "start" if nothing is open
	Recording    string              `json:"recording"` // name
	Format       string              `json:"format"`    // file format, and the data in it as listed by info
	Knows        []string            `json:"knows"`
	Point        int                 `json:"point"` // 1-based; 0 if nothing is open
	Points       int                 `json:"points"`
	Time         int64               `json:"time_ms"`   // time of the GC point
	Window       [2]int              `json:"window"`    // 1-based
	Compared     *DescribedDiff      `json:"compared"`  // null while buildings are undivided
	WhatIf       *dump.WhatIf        `json:"without"`   // null if nothing is removed, or until the freed size has been computed
	Base         *DescribedBaseline  `json:"base"`      // null without a baseline
	Ages         *dump.Ages          `json:"ages"`      // null while buildings have no storeys
	Staleness    *dump.Staleness     `json:"staleness"` // null unless colors show staleness
	Pinned       *DescribedPin       `json:"pinned"`    // null while no finding is pinned
	Labels       []DescribedLabel    `json:"labels"`    // labels in the last picture of the city, the most important first
	Routes       *DescribedRoutes    `json:"routes"`    // null unless references are shown as routes
	Rules        *DescribedRules     `json:"rules"`     // null without a rules file
	Playing      bool                `json:"playing"`
	Selection    string              `json:"selection"` // key
	Selected     []string            `json:"selected"`  // keys of the whole selection; that of Selection is last
	Isolated     bool                `json:"isolated"`
	Hover        string              `json:"hover"`
	Marks        map[string]string   `json:"marks"` // color by key
	Notes        map[string]string   `json:"notes"` // by key
	Camera       DescribedCamera     `json:"camera"`
	Settings     DescribedSettings   `json:"settings"`
	Size         [2]int              `json:"size"`
	Scale        float64             `json:"scale"`
	Zoom         float64             `json:"zoom"`      // zoom of the panels, on top of scale
	Presenter    bool                `json:"presenter"` // large text
	Theme        string              `json:"theme"`
	Progress     *DescribedProgress  `json:"progress"` // null unless something is being read or computed
	Live         *DescribedLive      `json:"live"`     // null unless a recording is live or has just ended
	Errors       []string            `json:"errors"`
	Warnings     []string            `json:"warnings"`
	Messages     []string            `json:"messages"` // short messages that expire
	CanUndo      bool                `json:"can_undo"`
	CanRedo      bool                `json:"can_redo"`
	CanGoBack    bool                `json:"can_go_back"`
	CanGoForward bool                `json:"can_go_forward"`
	Panels       []DescribedPanel    `json:"panels"` // bottom to top
	Items        []DescribedItem     `json:"items"`
	Buildings    []DescribedBuilding `json:"buildings"` // the largest clickable buildings
}

// DescribedPin describes the finding that the city points at.
type DescribedPin struct {
	Text string        `json:"text"` // text on the plate
	Key  string        `json:"key"`  // key of the group of the finding
	Of   int           `json:"of"`   // number of findings in the city
	Rect DescribedRect `json:"rect"` // bounds of the body of the building
	Seen float64       `json:"seen"` // share of its roof and the upper half of its front that nothing opaque hides
}

// DescribedLabel describes a label in the city.
type DescribedLabel struct {
	Text string        `json:"text"`
	Rect DescribedRect `json:"rect"`
}

// DescribedDiff describes the comparison shown by the parts of buildings.
type DescribedDiff struct {
	From     int    `json:"from"` // GC points, 1-based
	To       int    `json:"to"`
	Identity string `json:"identity"` // how objects were matched: "native", "recovered", or "none", where parts are differences of counts
	Vanished int    `json:"vanished"` // number of buildings whose objects are all gone
}

// DescribedCamera describes the camera.
type DescribedCamera struct {
	Eye      [3]float64 `json:"eye"`
	Target   [3]float64 `json:"target"`
	Yaw      float64    `json:"yaw"`
	Pitch    float64    `json:"pitch"`
	Distance float64    `json:"distance"`

	Orthographic bool `json:"orthographic,omitempty"` // parallel rays, as in the bird's eye view
}

// DescribedProgress describes the work in progress.
type DescribedProgress struct {
	Text     string  `json:"text"`
	Fraction float64 `json:"fraction"` // negative if unknown
}

// DescribedLive describes a live recording, or one that has just ended.
type DescribedLive struct {
	State     string   `json:"state"`   // waiting, live, frozen, ended or broken off
	Program   string   `json:"program"` // empty if it is recorded elsewhere
	File      string   `json:"file"`
	Points    int      `json:"points"` // number of GC points so far
	Objects   int64    `json:"objects"`
	Size      int64    `json:"size"` // size of the file in bytes
	Shown     bool     `json:"shown"`
	Following bool     `json:"following"`
	New       int      `json:"new"`     // GC points not seen yet because the view does not follow
	Waiting   int      `json:"waiting"` // GC points held back while frozen
	Exited    bool     `json:"exited"`  // the program has ended and its exit status is available
	Exit      int      `json:"exit"`
	Output    []string `json:"output"` // last lines of the program's output
	Rules     []string `json:"rules"`  // rules that watch the recording
	Fired     []string `json:"fired"`  // messages of the rules that fired
}

// DescribedRect describes a rectangle on the screen.
type DescribedRect struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// DescribedPanel describes an open panel.
type DescribedPanel struct {
	ID   string        `json:"id"`
	Rect DescribedRect `json:"rect"`
}

// DescribedItem describes a text or a control in a panel.
type DescribedItem struct {
	Panel   string        `json:"panel"`
	Kind    string        `json:"kind"`
	Text    string        `json:"text"`
	Value   string        `json:"value"`
	Hint    string        `json:"hint"`
	Rect    DescribedRect `json:"rect"`
	Focused bool          `json:"focused"`
	Off     bool          `json:"off"`
}

// DescribedBuilding describes a clickable building.
type DescribedBuilding struct {
	Key     string        `json:"key"`
	Name    string        `json:"name"`
	Rect    DescribedRect `json:"rect"` // bounds of the whole body, including hidden parts
	At      [2]int        `json:"at"`   // pixel where a click hits it
	Objects int64         `json:"objects"`
	Bytes   int64         `json:"bytes"`
}

// DescribeLive describes a live recording; nil if there is none.
func DescribeLive(m *model.Model) *DescribedLive {
	l := m.Live
	if l == nil {
		return nil
	}
	d := &DescribedLive{State: live.LiveState(m), Points: l.Input.Points, Shown: l.Shown, Following: l.Shown && m.State.Follow,
		New:     m.State.Arrived,
		Waiting: l.Input.Waiting, Output: []string{}, Rules: []string{}, Fired: []string{}}
	if l.Ours {
		s := &l.Status
		d.Program, d.File, d.Points, d.Objects, d.Size, d.Exited, d.Exit = s.Program, s.File, s.Points, s.Objects, s.Size, s.Exited, s.Exit
		d.Output = append(d.Output, s.Output...)
	}
	for _, r := range l.Input.Rules {
		d.Rules = append(d.Rules, r.Rule.String())
		if r.Fired != nil {
			d.Fired = append(d.Fired, r.Fired.Text)
		}
	}
	return d
}

// DescribeCamera describes a camera with rounded numbers.
func DescribeCamera(c scene.Camera) DescribedCamera {
	vec := func(v scene.Vec) [3]float64 { return [3]float64{RoundTo(v.X, 3), RoundTo(v.Y, 3), RoundTo(v.Z, 3)} }
	const degree = math.Pi / 180
	return DescribedCamera{vec(c.Eye()), vec(c.Target), RoundTo(math.Remainder(c.Yaw/degree, 360), 3), RoundTo(c.Pitch/degree, 3),
		RoundTo(c.Distance, 3), c.Orthographic}
}

// RoundTo rounds f to the given number of decimals, so that output does not depend on the last bits of a float.
func RoundTo(f float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	f = math.Round(f*unit) / unit
	if f == 0 {
		return 0 // not -0
	}
	return f
}

// DescribeRect describes a rectangle of the window.
func DescribeRect(r image.Rectangle) DescribedRect {
	return DescribedRect{r.Min.X, r.Min.Y, r.Dx(), r.Dy()}
}
