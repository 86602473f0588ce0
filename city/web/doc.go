// Package web makes the data of the city that a report shows in a browser: where everything stands, and what it counts and in what colour it is at
// each GC point. Positions, amounts, colours and texts are those of [scene.Plan]; the page computes footprints and heights from the amounts.
// It holds names and numbers of groups, and no contents of objects.
package web
