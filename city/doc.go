// Package city groups the packages that compute everything a user sees, as values that tests can use without a window. It contains no code.
// Each package below it has one task, and imports only packages listed before it:
//
//	trees   the groups of a recording over its GC points
//	budget  rules that users set for groups
//	view    each view without its drawing: its state, its query, its report and rows
//	scene   the city: plans, buildings, references, the camera
//	state   the user's choices, changed only by actions
//	query   the window's queries to the session, and their results
//	dump    the city as text and JSON
//
// The session computes these values ([memcity/city/session]), and the window draws them. Neither imports the other.
package city
