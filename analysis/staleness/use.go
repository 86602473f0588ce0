package staleness

import (
	"context"
	"errors"

	"memcity/trace/usage"
)

// Use summarizes the operations of a program on collections of one type and allocation site in a window.
type Use struct {
	Collections             int
	Type, Site, AddSite     string // class, allocation site, and the line that added most elements; empty if unknown
	Elements                int64  // elements in the window
	NeverRead, NeverRemoved int64  // part of these
	Adds, Gets, Removes     int64
	Staleness               float64 // mean over the elements
}

// UseOf returns the use of the given collections in a window, with the type and site of the first. It is nil if there are no collections or
// the window does not overlap the log. The cost is linear in the elements.
func UseOf(ctx context.Context, log *usage.Log, collections []usage.CollectionID, from, to usage.Millis) (*Use, error) {
	if len(collections) == 0 {
		return nil, nil
	}
	v, err := New(log, from, to)
	if errors.Is(err, ErrWindow) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	first := &log.Collections[collections[0]]
	u := &Use{Type: log.Strings[first.Type], Site: log.Strings[first.Site], Collections: len(collections)}
	adds, most := map[usage.StringID]int64{}, int64(0)
	for _, c := range collections {
		d, err := v.Details(ctx, c, 0)
		if err != nil {
			return nil, err
		}
		u.Staleness += d.Staleness * float64(d.Elements)
		u.Elements += d.Elements
		u.NeverRead += d.NeverRead
		u.NeverRemoved += d.NeverRemoved
		u.Adds += d.Adds
		u.Gets += d.Gets
		u.Removes += d.Removes
		for _, s := range d.AddSites {
			if adds[s.Site] += s.Count; adds[s.Site] > most {
				most, u.AddSite = adds[s.Site], log.Strings[s.Site]
			}
		}
	}
	u.Staleness /= float64(max(1, u.Elements))
	return u, nil
}

// Limits for verdicts on a growing collection.
const (
	inUseShare = 0.2 // maximum share of unread elements for a collection in use; staleInUse is its maximum staleness
	staleInUse = 0.3
)

// IsInUse reports whether nearly all elements were read, and recently.
func (u *Use) IsInUse() bool {
	return u.Elements > 0 && float64(u.NeverRead) <= inUseShare*float64(u.Elements) && u.Staleness <= staleInUse
}
