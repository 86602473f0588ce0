package scene

import (
	budgetpkg "memcity/city/budget"
	"memcity/layout"
)

// RGB is a colour in sRGB.
type RGB struct{ R, G, B uint8 }

// District is an inner group at one GC point. Its slab lies from Level*SlabHeight to (Level+1)*SlabHeight.
type District struct {
	Node   int32       // of the series
	Parent int32       // index into City.Districts; -1 for the root
	Level  int32       // 0 for the root
	Plot   layout.Rect // the whole slab
	Label  layout.Rect // free strip at the slab's front edge, for its name
	Color  RGB
	First  int32 // buildings of the district and of those in it are Buildings[First:End]
	End    int32

	Objects, Bytes int64
}

// Building is a leaf group at one GC point.
type Building struct {
	Node     int32       // of the series
	District int32       // index into City.Districts; -1 if the building is all there is
	Plot     layout.Rect // reserved ground
	Base     layout.Rect // footprint now
	Bottom   float64     // height of the slab it stands on
	Height   float64     // 0 if the group is empty now
	Color    RGB
	Noise    bool    // its change since the start of the window is no more than how it moves anyway; see [trees.Change.IsNoise]
	Solid    bool    // one of the strongest growing groups; always opaque
	Shrunk   float64 // share of [Palette.Shrunk] in the colour of the roof, 0 … 1
	Dust     float64 // share of the roof that dust lies on, 0 … 1, in a city by staleness; see [Plan.Used]
	Opacity  float64 // 0 … 1; 0 shows only outlines

	// Parts of the building of a city that compares; see [Plan.Compared].
	Kept      float64 // height of what is permanent, or belongs to a finding, at the bottom of Height
	Gone      float64 // height of what is gone, over Height
	KeptColor RGB     // of what is kept
	Cut       bool    // they say what would be freed of it now, and nothing of a change

	// Of a city that compares with a base, which halves the buildings: Height and Color are those of the right half, and Solid is
	// one of those that differ most. See [Building.Halves].
	Halved                     bool
	Before                     float64 // height of the left half, what the base has
	BeforeObjects, BeforeBytes int64

	Storeys *Storeys // of a building of a city that shows ages or versions; nil if it has none, see [Plan.Aged] and [Plan.Versioned]. Read-only

	Mast *Mast // of a building of a city of a fleet; nil if it has none. Read-only

	Objects, Bytes           int64
	FirstObjects, FirstBytes int64 // at the start of the window
	MaxObjects, MaxBytes     int64 // in the window
	GrowthObjects            int64 // over the whole window
	GrowthBytes              int64
}

// Hidden counts what got no plot.
type Hidden struct {
	Groups         int // all that are neither building nor district
	Objects, Bytes int64
	Growers        int // leaf groups among them that grew more than the weakest of the solid buildings
}

// Reference is a frustum between two buildings: some objects of From refer to some of To. One that bundles several ends
// in a district instead; see [City.Drawn].
type Reference struct {
	From, To               int32 // indexes into City.Buildings; -1 at the end of a bundle that is a district
	Incoming               bool  // To is the selected one, so From keeps it alive; else From is
	FromObjects, ToObjects int64 // that take part
	FromRadius, ToRadius   float64

	Groups   int   // references that are bundled; 0 for one between two buildings
	District int32 // of a bundle: index into City.Districts
}

// City is everything to be seen at one GC point, without selection. Buildings stand in the order of the plan, so those
// of a district follow one another. Read-only.
type City struct {
	Plan      *Plan
	Point     int // index of the GC point
	Districts []District
	Buildings []Building
	Blocks    []Block // of what districts leave out
	Hidden    Hidden
	Objects   int64 // of the whole heap
	Bytes     int64

	Compared *Comparison // what the parts of the buildings show; nil if they have none
	Aged     *Ages       // what their storeys show; nil if they have none, or show versions
	Versions *Versions   // the same
	Used     *Held       // what their colours and roofs show in place of growth; nil for growth
	Pinned   *Pins       // the findings that it points at, which their colours show; nil for none
	Look     Look        // the side from which the whole city is looked at
	Thread   *Thread     // from the GC root to the finding that is shown; nil for none

	Budgets *budgetpkg.Budgets // that its groups have; nil for none

	Isolated bool // buildings that are not opaque are hardly seen; see [City.Isolate]

	stepped bool // heights do not follow the area
}
