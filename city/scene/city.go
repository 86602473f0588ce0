package scene

import (
	budgetpkg "memcity/city/budget"
	"memcity/layout"
)

// RGB is a color in sRGB.
type RGB struct{ R, G, B uint8 }

// District is an inner group at one GC point. Its slab extends from Level*SlabHeight to (Level+1)*SlabHeight.
type District struct {
	Node   int32       // of the series
	Parent int32       // index into City.Districts; -1 for the root
	Level  int32       // 0 for the root
	Plot   layout.Rect // the whole slab
	Label  layout.Rect // free strip at the slab's front edge, for the name
	Color  RGB
	First  int32 // Buildings[First:End] are the buildings of the district and its subdistricts
	End    int32

	Objects, Bytes int64
}

// Building is a leaf group at one GC point.
type Building struct {
	Node     int32       // of the series
	District int32       // index into City.Districts; -1 if the city is a single building
	Plot     layout.Rect // reserved ground
	Base     layout.Rect // current footprint
	Bottom   float64     // height of the slab under it
	Height   float64     // 0 if the group is currently empty
	Color    RGB
	Noise    bool    // true if the change since the start of the window is within normal fluctuation; see [trees.Change.IsNoise]
	Solid    bool    // true for one of the strongest growing groups; always opaque
	Shrunk   float64 // share of [Palette.Shrunk] in the color of the roof, 0 … 1
	Dust     float64 // share of the roof covered by dust, 0 … 1, in a city by staleness; see [Plan.Used]
	Opacity  float64 // 0 … 1; 0 shows only outlines

	// Parts of the building in a comparison; see [Plan.Compared].
	Kept      float64 // height of the survivors, or of the part in a finding, at the bottom of Height
	Gone      float64 // height of the removed part, above Height
	KeptColor RGB     // color of the kept part
	Cut       bool    // true if the parts show the amount that would be freed, instead of a change

	// In a comparison with a baseline, buildings are halved. Height and Color apply to the right half. Solid marks the largest differences.
	// See [Building.Halves].
	Halved                     bool
	Before                     float64 // height of the left half, the baseline
	BeforeObjects, BeforeBytes int64

	Storeys *Storeys // in a city by age or version; nil for no storeys, see [Plan.Aged] and [Plan.Versioned]. Read-only

	Mast *Mast // in the city of a fleet; nil for no mast. Read-only

	Objects, Bytes           int64
	FirstObjects, FirstBytes int64 // at the start of the window
	MaxObjects, MaxBytes     int64 // in the window
	GrowthObjects            int64 // over the whole window
	GrowthBytes              int64
}

// Hidden counts the groups without a plot.
type Hidden struct {
	Groups         int // groups that are neither building nor district
	Objects, Bytes int64
	Growers        int // leaf groups among them that grew more than the weakest solid building
}

// Reference is a frustum between two buildings: objects of From refer to objects of To. A bundle ends in a district instead; see
// [City.Drawn].
type Reference struct {
	From, To               int32 // indexes into City.Buildings; -1 at the end of a bundle that is a district
	Incoming               bool  // true if To is selected, so that From keeps it alive; otherwise From is selected
	FromObjects, ToObjects int64 // objects that have these references, and objects that they refer to
	FromRadius, ToRadius   float64

	Groups   int   // number of bundled references; 0 for a single one
	District int32 // end of a bundle: index into City.Districts
}

// City contains everything visible at one GC point, except the selection. Buildings are in plan order, so the buildings of a district are
// consecutive. Read-only once built.
type City struct {
	Plan      *Plan
	Point     int // index of the GC point
	Districts []District
	Buildings []Building
	Blocks    []Block // groups without a plot, by district
	Hidden    Hidden
	Objects   int64 // of the whole heap
	Bytes     int64

	Compared *Comparison // comparison that the building parts show; nil for none
	Aged     *Ages       // ages that the storeys show; nil for none, or if they show versions
	Versions *Versions   // versions that the storeys show; nil for none
	Used     *Held       // staleness that colors and roofs show in place of growth; nil for growth
	Pinned   *Pins       // findings that colors show; nil for none
	Look     Look        // direction of the overview
	Thread   *Thread     // from the GC root to the current finding; nil for none

	Budgets *budgetpkg.Budgets // budgets of groups; nil for none

	Isolated bool // true if buildings that are not opaque are barely visible; see [City.Isolate]

	stepped bool // true if heights do not follow the area
}
