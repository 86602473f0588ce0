package render

import (
	"time"

	"memcity/city/query"
	"memcity/render/ui/model"
	"memcity/words"
)

// working is the work under way as the user sees it.
type working struct {
	what      string
	since     time.Duration // when its share was from
	from      float64
	cancelled bool // by the user; it ends as soon as it notices
}

// What has to be known before it is said how long work takes.
const (
	leftAfter = 2 * time.Second
	leftShare = 0.03
)

// cancelWork cancels the work under way. That is shown at once, though the work may end a little later.
func (a *App) cancelWork() {
	a.worker.Cancel()
	_, a.working.cancelled = a.progress()
	a.stale = true
}

// progressModel is what is shown of the work under way; nil if there is none.
func (a *App) progressModel() *model.Progress {
	w := &a.working
	p, busy := a.progress()
	if !busy {
		*w = working{}
		return nil
	}
	if w.cancelled {
		return &model.Progress{Text: "Cancelling…", Fraction: -1}
	}
	m := &model.Progress{Text: p.What, Fraction: -1, Cancel: true}
	if p.Total <= 0 {
		return m
	}
	m.Fraction = float64(p.Done) / float64(p.Total)
	m.Left = w.left(p, a.now)
	return m
}

// left says about how long work will still take; empty as long as that is not known.
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

// leftText writes a time that is only about right.
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
