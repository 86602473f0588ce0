package guide

import (
	"context"
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/words"
)

// Used is what a program did with a collection in a window, where that was recorded.
type Used struct {
	Type, Site              string // of the collection: where it was allocated
	AddSite                 string // the line that added most; empty if none did
	Elements                int64  // in the window
	NeverRead, NeverRemoved int64  // of these
	Adds, Gets, Removes     int64
	Staleness               float64 // mean over the elements, 0 to 1
}

// Limits of what is said of collections whose use was recorded.
const (
	staleShare = 0.8 // of the elements that were not read, from which on that is evidence
	inUseShare = 0.2 // at most, and a staleness of at most staleInUse, is the sign of a collection in use
	staleInUse = 0.3
)

// isStale reports whether hardly any element was looked at again.
func (u *Used) isStale() bool {
	return u.Elements > 0 && float64(u.NeverRead) >= staleShare*float64(u.Elements)
}

// isInUse reports whether nearly all elements are read, and often.
func (u *Used) isInUse() bool {
	return u.Elements > 0 && float64(u.NeverRead) <= inUseShare*float64(u.Elements) && u.Staleness <= staleInUse
}

// used says whether what piles up is ever looked at: as evidence, or as a doubt.
func (g *guided) used(ctx context.Context, d *detail, x *GrownStructure, f *findings.Finding, from int) error {
	u, err := g.Used(ctx, from, g.point, trace.ObjectID(x.Object))
	if err != nil {
		if ctx.Err() == nil {
			g.LeaveOut(g.point, err)
		}
		return ctx.Err()
	}
	if u == nil || u.Elements == 0 {
		return nil
	}
	f.Numbers = append(f.Numbers, findings.FindingNumber{Name: "elements never read", Value: float64(u.NeverRead), Unit: "objects"},
		findings.FindingNumber{Name: "staleness", Value: u.Staleness, Unit: "share"})
	switch {
	case u.isInUse():
		f.Doubts = append(f.Doubts, u.text()+" It is in use, as a cache is.")
		if f.Grade == findings.Leaks {
			f.Grade, f.Title = findings.ProbablyLeaks, leakTitle(d, "Probable leak")
		}
	case u.isStale():
		f.Explain = append(f.Explain, u.text()+u.addText())
	default:
		f.Explain = append(f.Explain, u.text())
	}
	return nil
}

// text is what was done with the collection.
func (u *Used) text() string {
	read := fmt.Sprintf("%s of its %s were never read", words.Count(u.NeverRead), words.Counted(u.Elements, "element"))
	switch u.NeverRead {
	case 0:
		read = fmt.Sprintf("all of its %s were read", words.Counted(u.Elements, "element"))
	case u.Elements:
		read = fmt.Sprintf("none of its %s was ever read", words.Counted(u.Elements, "element"))
	}
	return fmt.Sprintf("What the program did with the %s was recorded: %s, %s and %s; %s.", words.TypeName(u.Type), words.Counted(u.Adds, "addition"),
		words.Counted(u.Gets, "read"), words.Counted(u.Removes, "removal"), read)
}

// addText is which line added the elements.
func (u *Used) addText() string {
	if u.AddSite == "" {
		return ""
	}
	return " Most were added at " + u.AddSite + "."
}
