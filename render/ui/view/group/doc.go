// Package group draws the group view: what the selected objects are made of, which closures they have, and who keeps them alive.
package group
