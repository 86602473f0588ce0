// Package minimap draws the plan of the city from above.
package minimap
