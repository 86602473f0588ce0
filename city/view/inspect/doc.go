// Package inspect is the pure half of the group view: what a group is made of and who keeps it alive, and single objects.
package inspect
