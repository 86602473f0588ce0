package model

import (
	"fmt"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/words"
)

// Aged describes the age storeys of the buildings.
type Aged struct {
	Births   bool        // ages count GCs; otherwise GC points
	Followed string      // how objects were followed between GC points: native, recovered or none
	Probable bool        // probable pairs count as the same object
	Points   int         // number of GC points of object tracking
	Counts   ages.Counts // counts of the whole heap
	Waiting  bool        // objects are being followed; buildings are undivided until then
	Missing  string      // why there are no storeys; "" if there are
}

// InStoreys reports whether buildings are shown in storeys.
func (m *Model) InStoreys() bool {
	a := m.Legend.Aged
	return m.Legend.Versions != nil || a != nil && !a.Waiting && a.Missing == ""
}

// Moment formats a time of the recording, as wall-clock time if the recording has it.
func (m *Model) Moment(t trees.Millis) string {
	if m.Clock != 0 {
		return words.Clock(m.Clock + int64(t))
	}
	return words.Time(t)
}

// VersionHint explains a class of versions.
func VersionHint(c ages.Class) string {
	switch c {
	case 0:
		return "The newest version of each service with pods at this GC point."
	case 1:
		return "The second-newest version with pods at this GC point."
	}
	return "All earlier versions with pods at this GC point."
}

// Versions describes the version storeys of a fleet.
type Versions struct {
	Names  [ages.Classes][]string // names such as "shop 1.5" by class, for services with several versions
	Counts ages.Counts            // counts over all these services
}

// Unit returns the unit of ages.
func (a *Aged) Unit() string {
	if a.Births {
		return "GC"
	}
	return "GC point"
}

// AgeName returns the name of a class of ages in the legend.
func AgeName(c ages.Class) string {
	if c == ages.Before {
		return "Before"
	}
	if c == ages.Indistinct {
		return "Not told apart"
	}
	from, to := c.Range()
	switch {
	case to < from:
		return fmt.Sprintf("%d or more", from)
	case from == to:
		return words.Count(int64(from))
	}
	return fmt.Sprintf("%d–%d", from, to)
}

// AgeHint explains a class of ages.
func (a *Aged) AgeHint(c ages.Class) string {
	from, to := c.Range()
	things := func(n int) string { return words.Plural(int64(n), a.Unit(), a.Unit()+"s") }
	switch {
	case c == ages.Before && a.Births:
		return "Born before the recording or at an unknown time. Probably older than the objects of all other floors."
	case c == ages.Before:
		return "Already there at the first GC point, so their age is unknown. They have survived at least " + things(a.Points-1) + " since then."
	case c == ages.Indistinct:
		return "Equal objects existed at an earlier GC point. Heap dumps cannot show whether they are the same objects."
	case c == 0 && a.Births:
		return "Born since the last GC, or possibly earlier. The recording shows no GC that they survived."
	case c == 0:
		return "First seen at this GC point."
	case to < from:
		return "Objects that survived " + words.Count(int64(from)) + " or more " + a.Unit() + "s."
	case from == to:
		return "Objects that survived " + things(from) + "."
	}
	return "Objects that survived " + words.Count(int64(from)) + " to " + things(to) + "."
}

// AgesKnown describes how ages were determined.
func (a *Aged) AgesKnown() string {
	doubt := ""
	if share := scene.Doubt(&a.Counts); share > 0 {
		doubt = fmt.Sprintf("; ~ %s of the ages are uncertain", words.PercentOf(share))
		if share < 0.005 {
			doubt = "; ~ under 1 % of the ages are uncertain"
		}
	}
	switch {
	case a.Births:
		return "from births in the recording" + doubt
	case a.Followed == "native":
		return "objects matched by ID in the recording" + doubt
	case a.Followed == "recovered":
		return "objects matched by content and references" + doubt
	}
	return "this is the first GC point"
}

// Baseline describes the baseline of the comparison.
type Baseline struct {
	Name          string
	Point, Points int  // its GC point, 0-based, and its number of GC points
	Shares        bool // compare shares of the heap
	Matched       scene.MatchedShares
	Verdict       scene.Verdict // verdict on the whole heap, in the current unit
}

// Compares reports whether buildings are compared with a baseline.
func (m *Model) Compares() bool { return m.Legend.Baseline != nil }

// OfLarger and OfLower return additions to the descriptions of area and height, for buildings in halves.
func (m *Model) OfLarger() string {
	if m.Compares() {
		return ", of the larger half"
	}
	return ""
}

func (m *Model) OfLower() string {
	if m.Compares() {
		return "; the smaller half is in proportion"
	}
	return ""
}

// Title returns the name of the baseline and its GC point.
func (p *Baseline) Title() string {
	if p.Points == 1 {
		return p.Name
	}
	return p.Name + ", GC point " + words.Count(int64(p.Point+1)) + " of " + words.Count(int64(p.Points))
}

// MatchedText describes how much can be compared.
func (p *Baseline) MatchedText() string {
	return words.PercentOf(p.Matched.Before) + " of the baseline and " + words.PercentOf(p.Matched.After) + " of this recording are in groups that both contain"
}

// Compared describes the parts of the buildings.
type Compared struct {
	From     int    // 0-based GC point compared with the current one
	Followed string // how objects were matched: native or recovered; "" if parts are differences of counts
	Probable bool   // probable pairs count as the same object
	Waiting  bool   // objects are being followed
	Sizes    bool   // the sizes are deep or retained, where objects cannot be followed
	AtStart  bool   // the current GC point is From, so everything survived
	Before   bool   // the current GC point is before From, so buildings are undivided
	Cut      bool   // removals are compared instead of GC points
}

// InParts reports whether buildings are shown in parts.
func (m *Model) InParts() bool { return m.Legend.Compared != nil && !m.Legend.Compared.Before }

// ByCounts reports whether parts are differences of counts.
func (p *Compared) ByCounts() bool { return p.Followed == "" && !p.AtStart && !p.Cut }

// PartNames returns the names of the parts of a building, from bottom to top.
func (p *Compared) PartNames() (kept, born, gone string) {
	if p.ByCounts() {
		return "Unchanged", "More", "Fewer"
	}
	return "Survived", "Born", "Died"
}

// FollowedText describes how parts were determined.
func (p *Compared) FollowedText() string {
	switch {
	case p.Sizes:
		return "only counts are compared: objects cannot be matched for deep and retained sizes"
	case p.Waiting:
		return "are being matched; until then, parts show counts"
	case p.Followed == "native":
		return "matched by ID in the recording"
	case p.Followed == "recovered" && p.Probable:
		return "matched by content and references, including probable matches"
	case p.Followed == "recovered":
		return "matched by content and references"
	}
	return "only counts are compared: this recording does not match objects between GC points"
}
