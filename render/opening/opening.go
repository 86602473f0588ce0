// Package opening opens recordings and chooses their first view: that of a link, of a scene or of the last visit, or the leak window.
package opening

import (
	"memcity/city/exchange"
	"memcity/render/action"
	"memcity/render/camera"
	"memcity/render/cityscape"
	"memcity/render/drawers"
	"memcity/render/files"
	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/navigation"
	"memcity/render/notices"
	"memcity/render/pick"
	"memcity/render/recording"
	"memcity/render/requests"
	"memcity/render/rules"
	"memcity/render/stage"
	"memcity/render/store"
	"memcity/render/ui"
)

// Worker reads recordings; see Worker in package render.
type Worker interface {
	Result() exchange.Result
}

// Parts contains the parts of the window that this package uses.
type Parts struct {
	Worker     Worker
	Store      *store.Store
	Screen     *camera.Viewport
	Notices    *notices.Notices
	Drawers    *drawers.Drawers
	Requests   *requests.Controller
	Cityscape  *cityscape.Cityscape
	Pick       *pick.Pick
	Navigation *navigation.Navigation
	Files      *files.Files
	Budgets    *rules.Budgets
	Watch      *rules.Watch
	Recording  *recording.Controller
	Memory     *memory.Memory
	Jobs       *jobs.Jobs
	Stage      *stage.Stage
	Panels     *ui.UI
	Copy       func(text string) // writes text to the clipboard; may be nil
	Wake       func()            // wakes the window; may be called from any goroutine
}

// Opening opens the recordings of a window.
type Opening struct {
	Parts

	stories *Stories
	awaited *awaited // link to show; nil for none
	begun   bool     // the initial view has been chosen
	pointed bool     // the initial GC point has been chosen
	seeks   bool     // the findings may choose another GC point
}

// New returns the controllers of recordings, stories and requests by other programs.
func New(parts Parts) (*Opening, *Stories, *Steering) {
	o := &Opening{Parts: parts}
	o.stories = &Stories{opening: o}
	return o, o.stories, &Steering{opening: o}
}

// keyLabel returns the label of the first key of an action.
func (o *Opening) keyLabel(id action.ID) string { return o.Panels.Actions().Find(id).Key() }

// Begin shows the first view of a new recording, once its results have been computed.
func (o *Opening) Begin() {
	o.beginView()
	o.beginDefaults()
	o.beginFound()
}
