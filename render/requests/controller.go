package requests

import (
	"fmt"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/render/jobs"
	"memcity/render/notices"
	"memcity/render/store"
	"memcity/render/ui/model"
	"memcity/words"
)

// Controller requests the plan and the queries for the current state from the worker.
type Controller struct {
	*Requests

	work    Work
	store   *store.Store
	notices *notices.Notices
	jobs    *jobs.Jobs
	working working

	keysOf        *trees.Series // series with the keys of the selection; nil until a recording has been read
	keysOfOpening int           // opening of that series
}

// Work is the worker of a [Controller]; see Worker in package render.
type Work interface {
	Worker
	Describe(name, text string) (file string, err error)
	Cancel()
}

// NewController returns a Controller for a worker without requests.
func NewController(work Work, s *store.Store, n *notices.Notices, j *jobs.Jobs) *Controller {
	return &Controller{Requests: New(work), work: work, store: s, notices: n, jobs: j}
}

// Send sends the given queries, if they differ from the last ones.
func (c *Controller) Send(queries ...query.Query) {
	if c.SetQuery(query.NewRequest(queries...)) {
		c.notices.Renew()
	}
}

// TakeBackGrouping returns the settings to the grouping of the current city if another one was requested but was canceled or failed. The
// error stays visible.
func (c *Controller) TakeBackGrouping() {
	r := &c.store.Result
	if r.Busy || r.Plan == nil || c.store.Opened.Number != r.Opening {
		return
	}
	shown := r.Request.Settings.Grouping()
	if c.Plan().Settings.Grouping() == shown || c.store.State.Settings.Grouping() != c.Plan().Settings.Grouping() {
		return
	}
	c.store.Do(state.KeepGrouping{To: shown})
	if r.Err == nil {
		c.notices.Toast("Canceled. The grouping is unchanged.")
	}
	c.TakeBack(c.planRequest(), r.Request, r.Err)
}

// DeselectLost removes groups that the current grouping lacks from the selection, and shows a message.
func (c *Controller) DeselectLost() {
	r := &c.store.Result
	if r.Plan == nil || !r.Whole || c.store.Opened.Number != r.Opening || c.keysOf == r.Plan.Series {
		return
	}
	first := c.keysOfOpening != r.Opening
	if c.keysOf, c.keysOfOpening = r.Plan.Series, r.Opening; first {
		return
	}
	var lost []string
	for _, key := range c.store.State.Selected() {
		if _, ok := r.Plan.Series.Find(key); !ok {
			lost = append(lost, key)
		}
	}
	if len(lost) == 0 {
		return
	}
	c.store.Do(state.Deselect{Keys: lost})
	if len(lost) == 1 {
		c.notices.Toast("Deselected: the current view does not contain this group.")
	} else {
		c.notices.Toast("Deselected: the current view does not contain " + words.Count(int64(len(lost))) + " of these groups.")
	}
}

// planRequest returns the request for the plan that the state needs.
func (c *Controller) planRequest() exchange.Request {
	req := exchange.Request{Settings: c.store.State.Settings, Frozen: c.store.State.Frozen, Baseline: c.store.State.Split()}
	if r := &c.store.Result; r.Plan != nil && c.store.Opened.Number == r.Opening {
		req.Of = r.Plan.Series
	}
	if !c.store.State.Whole() {
		req.Window = c.store.State.Window
	}
	return req
}

// Want requests the plan that the state needs, if it differs from the last request.
func (c *Controller) Want() {
	if c.store.Opened.Number == 0 || c.store.Result.Opening != c.store.Opened.Number || c.Opening(c.store.Result.Busy) {
		return
	}
	if c.SetPlan(c.planRequest()) {
		c.notices.Renew()
	}
}

// TakeBackBaseline returns to the current comparison if another one was requested but was canceled or failed. The error stays visible.
func (c *Controller) TakeBackBaseline() {
	r := &c.store.Result
	if r.Busy || r.Plan == nil || c.store.Opened.Number != r.Opening {
		return
	}
	shown := r.Request.Baseline
	if c.Plan().Baseline == shown || c.store.State.Split() != c.Plan().Baseline {
		return
	}
	division := scene.Undivided
	if !shown.Paths.Empty() {
		division = scene.ByBaseline
	}
	c.store.Do(state.KeepBaseline{To: shown, Division: division})
	if r.Err == nil {
		c.notices.Toast("Canceled. The comparison is unchanged.")
	}
	c.TakeBack(c.planRequest(), r.Request, r.Err)
}

// KeepPoints protects the GC points of a live recording that the view refers to from being thinned out.
func (c *Controller) KeepPoints() {
	r := &c.store.Result
	if !r.Live.Growing || r.Plan == nil || c.store.Opened.Number != r.Opening {
		return
	}
	c.Keep(c.store.State.Kept(r.Plan.Series))
}

// Describe adds the description of a data structure to the user's own, in the background.
func (c *Controller) Describe(e model.TakeStructure) {
	take := func() string {
		file, err := c.work.Describe(e.Type, e.Text)
		if err != nil {
			return fmt.Sprintf("The description of %s cannot be saved: %v", e.Type, err)
		}
		c.jobs.Later(func() {
			c.Structures++
			c.store.Stale = true
		})
		if file == "" {
			return "Used until the program ends; there is no settings folder to save it in."
		}
		return "Description saved: " + file
	}
	if !c.jobs.Start(jobs.SaveDescription, take) {
		c.notices.Toast("Please wait: the previous description is still being saved.")
	}
}
