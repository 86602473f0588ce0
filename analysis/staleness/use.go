package staleness

import (
	"context"
	"errors"

	"memcity/trace/usage"
)

// Use is what a program did with a collection in a window.
type Use struct {
	Type, Site, AddSite     string // the collection's class, where it was allocated, and the line that added most; empty if not known
	Elements                int64  // in the window
	NeverRead, NeverRemoved int64  // of these
	Adds, Gets, Removes     int64
	Staleness               float64 // mean over the elements
}

// UseOf returns what the program did with a collection in a window; nil if the window holds no time of the log. It takes time in proportion
// to the elements.
func UseOf(ctx context.Context, log *usage.Log, c usage.CollectionID, from, to usage.Millis) (*Use, error) {
	v, err := New(log, from, to)
	if errors.Is(err, ErrWindow) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	d, err := v.Details(ctx, c, 0)
	if err != nil {
		return nil, err
	}
	of := &log.Collections[c]
	u := &Use{Type: log.Strings[of.Type], Site: log.Strings[of.Site], Elements: d.Elements, NeverRead: d.NeverRead, NeverRemoved: d.NeverRemoved,
		Adds: d.Adds, Gets: d.Gets, Removes: d.Removes, Staleness: d.Staleness}
	if len(d.AddSites) > 0 {
		u.AddSite = log.Strings[d.AddSites[0].Site]
	}
	return u, nil
}

// Limits of what use says of a collection that grows.
const (
	staleShare = 0.8 // of the elements that were not read, from which on nobody looks at what is kept
	inUseShare = 0.2 // of these at most, and this staleness at most, if it is in use
	staleInUse = 0.3
)

// IsStale reports whether hardly any element was read.
func (u *Use) IsStale() bool {
	return u.Elements > 0 && float64(u.NeverRead) >= staleShare*float64(u.Elements)
}

// IsInUse reports whether nearly all elements were read, and late.
func (u *Use) IsInUse() bool {
	return u.Elements > 0 && float64(u.NeverRead) <= inUseShare*float64(u.Elements) && u.Staleness <= staleInUse
}
