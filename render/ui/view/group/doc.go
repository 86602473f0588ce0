// Package group draws the group view: the content of the selected objects, their sizes, and what keeps them alive.
package group
