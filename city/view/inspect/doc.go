// Package inspect defines the group view without its drawing: the composition and owners of a group, and single objects.
package inspect
