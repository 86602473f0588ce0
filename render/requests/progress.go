package requests

import (
	"time"

	"memcity/city/query"
	"memcity/render/ui/model"
	"memcity/words"
)

// working is the work in progress as shown to the user.
type working struct {
	what     string
	since    time.Duration // when its fraction was from
	from     float64
	canceled bool // canceled by the user; it ends as soon as the work notices
}

// Minimum time and fraction of work before the remaining time is estimated.
const (
	leftAfter = 2 * time.Second
	leftShare = 0.03
)

// Cancel cancels the work in progress. The panels show that immediately, though the work may end a little later.
func (c *Controller) Cancel() {
	c.work.Cancel()
	_, c.working.canceled = c.progress()
	c.store.Stale = true
}

// Progress returns the progress indicator, or nil if nothing is running.
func (c *Controller) Progress() *model.Progress {
	w := &c.working
	p, busy := c.progress()
	if !busy {
		*w = working{}
		return nil
	}
	if w.canceled {
		return &model.Progress{Text: "Cancelling…", Fraction: -1}
	}
	m := &model.Progress{Text: p.What, Fraction: -1, Cancel: true}
	if p.Total <= 0 {
		return m
	}
	m.Fraction = float64(p.Done) / float64(p.Total)
	m.Left = w.left(p, c.store.Now)
	return m
}

// left estimates how long the work will still take; "" while there is too little data.
func (w *working) left(p query.Progress, now time.Duration) string {
	share := float64(p.Done) / float64(p.Total)
	if w.what != p.What || share < w.from {
		*w = working{what: p.What, since: now, from: share}
	}
	took, done := now-w.since, share-w.from
	if took < leftAfter || done < leftShare || share >= 1 {
		return ""
	}
	return leftText(time.Duration(float64(took) * (1 - share) / done))
}

// leftText formats an approximate duration.
func leftText(d time.Duration) string {
	switch seconds := int64(d.Seconds() + 0.5); {
	case seconds < 1:
		return "less than 1 s left"
	case seconds <= 10:
		return words.Count(seconds) + " s left"
	case seconds < 58:
		return "about " + words.Count((seconds+2)/5*5) + " s left"
	default:
		return "about " + words.Count((seconds+30)/60) + " min left"
	}
}

// progress returns the progress of the work in progress.
func (c *Controller) progress() (p query.Progress, busy bool) {
	if c.store.Result.Busy {
		return c.store.Result.Progress, true
	}
	return c.store.Result.Results.Progress, c.store.Result.Results.Busy
}
