// Package city is the home of what is shown, as values that can be tested without a window. It holds no code of its own: each
// room below it has one task, and imports only the rooms before it.
//
//	trees   the groups of a recording over its GC points
//	budget  rules that users hold against groups
//	view    the pure half of each view: its state, its query, its report and rows
//	scene   the city: plans, buildings, references, the camera
//	state   what the user chose, moved by actions alone
//	query   what the window requests of the session, and what it gets
//	dump    the city as text and JSON
//
// The session computes ([memcity/city/session]), the window draws; both know these values and not each other.
package city
