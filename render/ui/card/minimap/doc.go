// Package minimap draws the map of the city from above.
package minimap
