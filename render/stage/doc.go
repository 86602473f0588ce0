// Package stage owns what the city is drawn with: batches, labels, images of the panels, and what moves between two cities.
package stage
