package model

import (
	"memcity/city/exchange"
)

// RecordWay is where the program to be recorded comes from.
type RecordWay uint8

// The ways.
const (
	RecordRunning RecordWay = iota // one that runs already
	RecordCommand                  // one that is started by a command line
	RecordAddress                  // one that sends what happens over a network
)

// RecordChoices are the user's choices in the dialog for recording.
type RecordChoices struct {
	Way     RecordWay
	Command string // line that starts the program
	Folder  string // to start it in
	Address string
	Options exchange.RecordOptions
}

// CommandLine is a command line that was used before.
type CommandLine struct{ Line, Folder string }

// Record is what the dialog for recording shows.
type Record struct {
	RecordChoices
	Commands []CommandLine // used before, newest first

	Programs []exchange.Program // that run now
	Listed   bool               // they have been looked for
	Unlisted string             // why they are not known; empty if they can

	Starting string                // program that is being started or attached to; empty for none
	Fault    *exchange.RecordFault // why the last try did not work; nil if it did
	// OutFolder is where a recording goes for which no file is named; empty if that is not known.
	OutFolder string
	NoSave    bool // there is no dialog to choose a file
}

// Live is a recording under way, or one that has just ended.
type Live struct {
	Ours   bool                  // made by this window; else the input grows by itself
	Status exchange.RecordStatus // of ours
	Busy   string                // what it was told to do and has not done yet, such as "Stopping…"; empty for nothing

	Saving string // how far saving it under another name is; empty if that does not go on

	Shown bool          // its city is shown
	Input exchange.Live // what is shown of it

	OutputOpen bool // lines that the program wrote are shown
}

// SetRecord requests other choices in the dialog for recording. The result is Model.Record.
type SetRecord struct{ Choices RecordChoices }

// StartRecord records as chosen; PID is that of the program for RecordRunning.
type StartRecord struct {
	Choices RecordChoices
	PID     int
}

// OpenAddress watches what an address sends.
type OpenAddress struct{ Address string }

func (SetRecord) event()   {}
func (StartRecord) event() {}
func (OpenAddress) event() {}

// RecordPrefix begins the names of the controls of the dialog for recording.
const RecordPrefix = "record/"

// Waits reports whether a recording has no GC point yet that could be shown.
func (l *Live) Waits() bool { return l != nil && l.Ours && l.Status.Points == 0 }

// Ended reports whether nothing more comes.
func (l *Live) Ended() bool { return l.Ours && l.Status.Ended || !l.Ours && l.Input.Ended }

// Lost reports whether the last look at what is watched went wrong, as when the server has died.
func (l *Live) Lost() bool { return !l.Ours && !l.Ended() && l.Input.Trouble != "" }

// AddressExample is an address that can be watched.
const AddressExample = "ws://localhost:8887"
