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

// Description is what is to be seen in the window, with stable lower-case names. Places are in framebuffer pixels from the
// upper left corner; lengths of the camera are in the plan's metres, angles in degrees.
type Description struct {
	View         string                    `json:"view"`      // of the state, or start while nothing is open
	Recording    string                    `json:"recording"` // name
	Format       string                    `json:"format"`    // of its file, and what it knows, as info lists them
	Knows        []string                  `json:"knows"`
	Point        int                       `json:"point"` // from 1; 0 while nothing is open
	Points       int                       `json:"points"`
	Time         int64                     `json:"time_ms"`   // of the GC point
	Window       [2]int                    `json:"window"`    // from 1
	Compared     *DescribedDiff            `json:"compared"`  // null while the buildings are whole
	Without      *dump.Without             `json:"without"`   // null while nothing is removed, and as long as it is not known what that frees
	Base         *describe.DescribedBase   `json:"base"`      // null while they are not halved
	Ages         *dump.Ages                `json:"ages"`      // null while buildings have no storeys
	Staleness    *dump.Staleness           `json:"staleness"` // null while colours do not show it
	Pinned       *DescribedPin             `json:"pinned"`    // null while no finding is pinned
	Labels       []DescribedLabel          `json:"labels"`    // names in the city on the last picture, the most important first
	Routes       *describe.DescribedRoutes `json:"routes"`    // null while references are not shown as routes
	Rules        *describe.DescribedRules  `json:"rules"`     // null while no rules file is held against the recording
	Playing      bool                      `json:"playing"`
	Selection    string                    `json:"selection"` // keys
	Selected     []string                  `json:"selected"`  // all keys that are selected, the selection last
	Isolated     bool                      `json:"isolated"`
	Hover        string                    `json:"hover"`
	Marks        map[string]string         `json:"marks"` // colour by key
	Notes        map[string]string         `json:"notes"` // by key
	Camera       DescribedCamera           `json:"camera"`
	Settings     DescribedSettings         `json:"settings"`
	Size         [2]int                    `json:"size"`
	Scale        float64                   `json:"scale"`
	Zoom         float64                   `json:"zoom"`      // of the panels, a factor of scale
	Presenter    bool                      `json:"presenter"` // everything large
	Theme        string                    `json:"theme"`
	Progress     *DescribedProgress        `json:"progress"` // null while nothing is read or computed
	Live         *DescribedLive            `json:"live"`     // null while nothing is recorded or grows
	Errors       []string                  `json:"errors"`
	Warnings     []string                  `json:"warnings"`
	Messages     []string                  `json:"messages"` // short ones that go away
	CanUndo      bool                      `json:"can_undo"`
	CanRedo      bool                      `json:"can_redo"`
	CanGoBack    bool                      `json:"can_go_back"`
	CanGoForward bool                      `json:"can_go_forward"`
	Panels       []DescribedPanel          `json:"panels"` // from the bottom to the top
	Items        []DescribedItem           `json:"items"`
	Buildings    []DescribedBuilding       `json:"buildings"` // the largest of those that can be clicked
}

// DescribedPin is the finding that the city points at.
type DescribedPin struct {
	Text string        `json:"text"` // on its plate
	Key  string        `json:"key"`  // of the group that it is about
	Of   int           `json:"of"`   // findings in the city
	Rect DescribedRect `json:"rect"` // around the body of the building
	Seen float64       `json:"seen"` // share of its roof and the upper half of its front that nothing opaque stands before
}

// DescribedLabel is a name in the city.
type DescribedLabel struct {
	Text string        `json:"text"`
	Rect DescribedRect `json:"rect"`
}

// DescribedDiff is what the parts of the buildings show.
type DescribedDiff struct {
	From     int    `json:"from"` // GC points, from 1
	To       int    `json:"to"`
	Identity string `json:"identity"` // how objects were recognised: native, recovered, or none, where parts are differences of counts
	Vanished int    `json:"vanished"` // buildings of which nothing is left
}

// DescribedCamera is where the picture is seen from.
type DescribedCamera struct {
	Eye      [3]float64 `json:"eye"`
	Target   [3]float64 `json:"target"`
	Yaw      float64    `json:"yaw"`
	Pitch    float64    `json:"pitch"`
	Distance float64    `json:"distance"`
}

// DescribedProgress is work under way.
type DescribedProgress struct {
	Text     string  `json:"text"`
	Fraction float64 `json:"fraction"` // negative if it is not known
}

// DescribedLive is a recording under way, or one that has just ended.
type DescribedLive struct {
	State     string   `json:"state"`   // waiting, live, frozen, ended or broken off
	Program   string   `json:"program"` // empty if it is not recorded here
	File      string   `json:"file"`
	Points    int      `json:"points"` // GC points so far
	Objects   int64    `json:"objects"`
	Size      int64    `json:"size"` // of the file in bytes
	Shown     bool     `json:"shown"`
	Following bool     `json:"following"`
	New       int      `json:"new"`     // GC points that are not looked at, as the view does not follow
	Waiting   int      `json:"waiting"` // GC points that a thaw lets in
	Exited    bool     `json:"exited"`  // the program has ended, with a status
	Exit      int      `json:"exit"`
	Output    []string `json:"output"` // last lines of the program
	Rules     []string `json:"rules"`  // that watch
	Fired     []string `json:"fired"`  // what those that were broken found
}

// DescribedRect is a rectangle on the screen.
type DescribedRect struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// DescribedPanel is an open panel.
type DescribedPanel struct {
	ID   string        `json:"id"`
	Rect DescribedRect `json:"rect"`
}

// DescribedItem is a text or control of a panel.
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

// DescribedBuilding is a building that can be clicked.
type DescribedBuilding struct {
	Key     string        `json:"key"`
	Name    string        `json:"name"`
	Rect    DescribedRect `json:"rect"` // around the whole body, also where something stands before it
	At      [2]int        `json:"at"`   // a pixel that shows it
	Objects int64         `json:"objects"`
	Bytes   int64         `json:"bytes"`
}

// describedBuildings is how many buildings a description lists, largestBuildings among how many of the largest they are
// looked for.
const (
	describedBuildings = 50
	largestBuildings   = 500
)

// Describe reports what is to be seen. Panels are described as they were laid out last, so [OffScreen.Finish] or Settle comes
// first. Cost: a few dozen picks for each building in view.
func (a *App) Describe() Description {
	s := &a.state
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
	d.Rules = a.describeRules()
	if a.events != nil || a.city != nil {
		d.Format, d.Knows = a.result.Format, append(d.Knows, a.result.Knows...)
	}
	if a.events != nil {
		d.View, d.Recording = s.View.String(), a.result.Name
	}
	if a.city != nil {
		if a.result.Grouped {
			d.Settings.By = a.result.Grouping.By
		}
		d.View, d.Recording, d.Point = s.View.String(), a.result.Name, s.Point+1
		d.Window = [2]int{s.Window.From + 1, s.Window.To + 1}
		if times := a.city.Plan.Series.Times; s.Point < len(times) {
			d.Time = int64(times[s.Point])
		}
		d.Base, d.Routes = describe.DescribeBase(a.city), a.describeRoutes()
		if k := a.city.Compared; k != nil && k.Without != nil {
			d.Without = dump.OfWithout(k.Without)
		} else if k != nil && k.Base == nil {
			d.Compared = &DescribedDiff{k.From + 1, k.To + 1, k.Followed.String(), len(a.city.Vanished())}
		}
		if a.city.Aged != nil {
			d.Ages = dump.OfAges(a.city.Aged.Report)
		}
		d.Staleness = dump.OfHeld(a.city.Used)
		d.Pinned = a.describePin()
		for _, l := range a.stage.Labels() {
			d.Labels = append(d.Labels, DescribedLabel{l.Text, DescribedRect{int(l.X0), int(l.Y0), int(l.X1 - l.X0), int(l.Y1 - l.Y0)}})
		}
		d.Buildings = a.describeBuildings()
	}
	a.describePanels(&d)
	return d
}

// describePanels adds what the panels show.
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
		roundTo(c.Distance, 3)}
}

// roundTo rounds to a number of decimals, so that what is written does not differ in the last bits of a float.
func roundTo(f float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	f = math.Round(f*unit) / unit
	if f == 0 {
		return 0 // never the negative one
	}
	return f
}

func describeRect(r image.Rectangle) DescribedRect {
	return DescribedRect{r.Min.X, r.Min.Y, r.Dx(), r.Dy()}
}
