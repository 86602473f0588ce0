// Package city says what is shown, as values: which groups of a heap are buildings and districts, where they stand, how
// high and in what colour at which GC point, what is selected, and from where the camera looks. It draws nothing.
//
// City words stand for heap words:
//
//	building   leaf group of a memory tree
//	district   inner group; a flat slab
//	plot       ground reserved for a building or district at every GC point
//	base       footprint of a building at one GC point
//	storey     objects of a building that are of one age; see [Plan.Aged]
//	frustum    references between two groups
//	plan       all plots of a series
//
// The way from facts to picture: trace trees are merged into a [Series]; a window over it gives a [Meta] (max tree and
// growth tree); [NewPlan] prunes it and reserves plots; [Plan.At] gives the [City] of one GC point. [State] is what the
// user chose, moved only by [Step].
//
// A recording that grows gives one value after another, each sharing with the one before what has not changed:
// [Series.With] takes in GC points, [Plan.Next] keeps the plots while buildings fit and else lays out anew near the old
// places, [Transition] pairs the two cities for the way from one to the other, and [Extension] takes the state along.
// [Rule] watches it.
package city
