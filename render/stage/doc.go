// Package stage manages everything that the picture is composed of: batches, labels, images of the panels, and transitions between cities.
package stage
