package model

// Steer is the first request of another program to show something in the window.
type Steer struct {
	Name    string // name of the program, as it reports itself
	Command string // command that opens the requested view
}
