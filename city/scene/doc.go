// Package scene computes the city: the groups of a heap that are buildings and districts, their places, heights and colors at each GC
// point, and the camera's view. It draws nothing.
//
// The names of the city stand for parts of a heap:
//
//	building   leaf group of a memory tree
//	district   inner group; a flat slab
//	block      all groups of a district that have no plot; flat
//	plot       ground reserved for a building or district at every GC point
//	base       footprint of a building at one GC point
//	storey     objects of a building with the same age or pod version; see [Plan.Aged] and [Plan.Versioned]
//	frustum    references between two groups
//	plan       all plots of a series
//
// [NewPlan] prunes the meta trees of a series and reserves plots. [Plan.At] returns the [City] at one GC point. When a recording grows,
// [Plan.Next] keeps the plots while buildings fit; otherwise it makes a new layout close to the old one. [Transition] pairs the two cities
// for the animation between them.
package scene
