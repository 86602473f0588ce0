// Package scene says what stands in a city: which groups of a heap are buildings and districts, where they stand, how high and
// in what colour at which GC point, and from where the camera looks. It draws nothing.
//
// City words stand for heap words:
//
//	building   leaf group of a memory tree
//	district   inner group; a flat slab
//	block      groups of a district that have no plot, together; flat
//	plot       ground reserved for a building or district at every GC point
//	base       footprint of a building at one GC point
//	storey     objects of a building that are of one age, or of pods of one version; see [Plan.Aged] and [Plan.Versioned]
//	frustum    references between two groups
//	plan       all plots of a series
//
// [NewPlan] prunes the meta trees of a series and reserves plots; [Plan.At] gives the [City] of one GC point. When a recording
// grows, [Plan.Next] keeps the plots while buildings fit and else lays out anew near the old places, and [Transition] pairs the
// two cities for the way from one to the other.
package scene
