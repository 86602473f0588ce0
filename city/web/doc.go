// Package web makes the data of the city that a report shows in a browser: positions, and amounts and colors at each GC point. Positions,
// amounts, colors and texts are those of [scene.Plan]. The page computes footprints and heights from the amounts. The data contains names
// and numbers of groups, and no contents of objects.
package web
