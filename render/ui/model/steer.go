package model

// Steer is what another program requests to show in the window for the first time.
type Steer struct {
	Name    string // of the program, as it says itself
	Command string // that opens what it requests
}
