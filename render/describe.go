package render

import (
	"image"
	"maps"
	"math"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/render/describe"
	"memcity/render/ui/card/live"
	"memcity/render/ui/model"
)

// Description describes the content of the window, with stable lower-case names. Positions are in framebuffer pixels from the top left
// corner. Lengths of the camera are in meters of the plan, angles in degrees.
type Description struct {
	View         string                      `json:"view"`      // name of the view, or "start" if nothing is open
	Recording    string                      `json:"recording"` // name
	Format       string                      `json:"format"`    // file format, and the data in it as listed by info
	Knows        []string                    `json:"knows"`
	Point        int                         `json:"point"` // 1-based; 0 if nothing is open
	Points       int                         `json:"points"`
	Time         int64                       `json:"time_ms"`   // time of the GC point
	Window       [2]int                      `json:"window"`    // 1-based
	Compared     *DescribedDiff              `json:"compared"`  // null while buildings are undivided
	WhatIf       *dump.WhatIf                `json:"without"`   // null if nothing is removed, or until the freed size has been computed
	Base         *describe.DescribedBaseline `json:"base"`      // null without a baseline
	Ages         *dump.Ages                  `json:"ages"`      // null while buildings have no storeys
	Staleness    *dump.Staleness             `json:"staleness"` // null unless colors show staleness
	Pinned       *DescribedPin               `json:"pinned"`    // null while no finding is pinned
	Labels       []DescribedLabel            `json:"labels"`    // labels in the last picture of the city, the most important first
	Routes       *describe.DescribedRoutes   `json:"routes"`    // null unless references are shown as routes
	Rules        *describe.DescribedRules    `json:"rules"`     // null without a rules file
	Playing      bool                        `json:"playing"`
	Selection    string                      `json:"selection"` // key
	Selected     []string                    `json:"selected"`  // keys of the whole selection; that of Selection is last
	Isolated     bool                        `json:"isolated"`
	Hover        string                      `json:"hover"`
	Marks        map[string]string           `json:"marks"` // color by key
	Notes        map[string]string           `json:"notes"` // by key
	Camera       DescribedCamera             `json:"camera"`
	Settings     DescribedSettings           `json:"settings"`
	Size         [2]int                      `json:"size"`
	Scale        float64                     `json:"scale"`
	Zoom         float64                     `json:"zoom"`      // zoom of the panels, on top of scale
	Presenter    bool                        `json:"presenter"` // large text
	Theme        string                      `json:"theme"`
	Progress     *DescribedProgress          `json:"progress"` // null unless something is being read or computed
	Live         *DescribedLive              `json:"live"`     // null unless a recording is live or has just ended
	Errors       []string                    `json:"errors"`
	Warnings     []string                    `json:"warnings"`
	Messages     []string                    `json:"messages"` // short messages that expire
	CanUndo      bool                        `json:"can_undo"`
	CanRedo      bool                        `json:"can_redo"`
	CanGoBack    bool                        `json:"can_go_back"`
	CanGoForward bool                        `json:"can_go_forward"`
	Panels       []DescribedPanel            `json:"panels"` // bottom to top
	Items        []DescribedItem             `json:"items"`
	Buildings    []DescribedBuilding         `json:"buildings"` // the largest clickable buildings
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

// Limits of the buildings in a description: at most describedBuildings of the largestBuildings largest ones are listed.
const (
	describedBuildings = 50
	largestBuildings   = 500
)

// Describe returns a description of the window. It describes panels as last laid out, so call [OffScreen.Finish] or Settle first. It costs a
// few dozen picks for each visible building.
func (a *App) Describe() Description {
	s := &a.store.State
	d := Description{
		View: "start", Points: s.Points, Playing: s.Playing, Selection: s.Selection, Hover: s.Hover,
		Marks: map[string]string{}, Camera: describeCamera(s.Camera), Settings: DescribedSettings{s.Settings},
		Size: [2]int{a.screen.Width, a.screen.Height}, Scale: a.screen.Scale(), Zoom: a.screen.Zoom, Presenter: a.screen.Presenter,
		Theme:   s.Settings.Theme.String(),
		CanUndo: s.CanUndo(), CanRedo: s.CanRedo(), CanGoBack: s.CanGoBack(), CanGoForward: s.CanGoForward(),
		Selected: append([]string{}, s.Selected()...), Isolated: s.Isolated, Notes: map[string]string{}, Knows: []string{}, Buildings: []DescribedBuilding{},
		Labels: []DescribedLabel{},
	}
	maps.Copy(d.Notes, s.Notes)
	for key, color := range s.Marks {
		d.Marks[key] = color.String()
	}
	d.Rules = a.budgets.Describe()
	if a.store.Events != nil || a.store.City != nil {
		d.Format, d.Knows = a.store.Result.Format, append(d.Knows, a.store.Result.Knows...)
	}
	if a.store.Events != nil {
		d.View, d.Recording = s.View.String(), a.store.Result.Name
	}
	if a.store.City != nil {
		if a.store.Result.Grouped {
			d.Settings.By = a.store.Result.Grouping.By
		}
		d.View, d.Recording, d.Point = s.View.String(), a.store.Result.Name, s.Point+1
		d.Window = [2]int{s.Window.From + 1, s.Window.To + 1}
		if times := a.store.City.Plan.Series.Times; s.Point < len(times) {
			d.Time = int64(times[s.Point])
		}
		d.Base, d.Routes = describe.DescribeBase(a.store.City), a.describeRoutes()
		if k := a.store.City.Compared; k != nil && k.WhatIf != nil {
			d.WhatIf = dump.OfWhatIf(k.WhatIf)
		} else if k != nil && k.Baseline == nil {
			d.Compared = &DescribedDiff{k.From + 1, k.To + 1, k.Followed.String(), len(a.store.City.Vanished())}
		}
		if a.store.City.Aged != nil {
			d.Ages = dump.OfAges(a.store.City.Aged.Report)
		}
		d.Staleness = dump.OfHeld(a.store.City.Used)
		d.Pinned = a.describePin()
		for _, l := range a.stage.Labels() {
			d.Labels = append(d.Labels, DescribedLabel{l.Text, DescribedRect{int(l.X0), int(l.Y0), int(l.X1 - l.X0), int(l.Y1 - l.Y0)}})
		}
		d.Buildings = a.describeBuildings()
	}
	a.describePanels(&d)
	return d
}

// describePanels adds the content of the panels to d.
func (a *App) describePanels(d *Description) {
	d.Errors, d.Warnings, d.Messages = []string{}, []string{}, []string{}
	d.Panels, d.Items = []DescribedPanel{}, []DescribedItem{}
	m := a.model()
	for _, p := range m.Problems {
		if p.Error {
			d.Errors = append(d.Errors, p.Text)
		} else {
			d.Warnings = append(d.Warnings, p.Text)
		}
	}
	d.Messages = append(d.Messages, m.Toasts...)
	d.Live = describeLive(&m)
	if m.Progress != nil {
		d.Progress = &DescribedProgress{m.Progress.Text, roundTo(m.Progress.Fraction, 4)}
	}
	for _, f := range a.panels.Frames() {
		d.Panels = append(d.Panels, DescribedPanel{string(f.ID), describeRect(f.Image.Bounds().Add(f.At))})
	}
	for _, i := range a.panels.Describe() {
		d.Items = append(d.Items, DescribedItem{string(i.Panel), i.Kind, i.Text, i.Value, i.Hint, describeRect(i.Rect), i.Focused, i.Off})
	}
}

func describeLive(m *model.Model) *DescribedLive {
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

func describeCamera(c scene.Camera) DescribedCamera {
	vec := func(v scene.Vec) [3]float64 { return [3]float64{roundTo(v.X, 3), roundTo(v.Y, 3), roundTo(v.Z, 3)} }
	const degree = math.Pi / 180
	return DescribedCamera{vec(c.Eye()), vec(c.Target), roundTo(math.Remainder(c.Yaw/degree, 360), 3), roundTo(c.Pitch/degree, 3),
		roundTo(c.Distance, 3), c.Orthographic}
}

// roundTo rounds f to the given number of decimals, so that output does not depend on the last bits of a float.
func roundTo(f float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	f = math.Round(f*unit) / unit
	if f == 0 {
		return 0 // not -0
	}
	return f
}

func describeRect(r image.Rectangle) DescribedRect {
	return DescribedRect{r.Min.X, r.Min.Y, r.Dx(), r.Dy()}
}
