package model

import (
	"memcity/city/exchange"
)

// RecordWay selects the source of the program to record.
type RecordWay uint8

// Sources of a program.
const (
	RecordRunning RecordWay = iota // a running program
	RecordCommand                  // a program started with a command line
	RecordAddress                  // a program that sends its events over a network
)

// RecordChoices are the user's choices in the recording dialog.
type RecordChoices struct {
	Way     RecordWay
	Command string // command line of the program
	Folder  string // working folder of the program
	Address string
	Options exchange.RecordOptions
}

// CommandLine is a command line that was used before.
type CommandLine struct{ Line, Folder string }

// Record is the model of the recording dialog.
type Record struct {
	RecordChoices
	Commands []CommandLine // used before, newest first

	Programs []exchange.Program // running programs
	Listed   bool               // the list of programs is complete
	Unlisted string             // why programs cannot be listed; "" if they can

	Starting string                // program being started or attached to; "" for none
	Fault    *exchange.RecordFault // error of the last attempt; nil if it succeeded
	// OutFolder is the default folder for recordings; "" if unknown.
	OutFolder string
	NoSave    bool // there is no dialog to choose a file
}

// Live describes a live recording, or one that has just ended.
type Live struct {
	Ours   bool                  // made by this window; otherwise the input grows without it
	Status exchange.RecordStatus // status of a recording made by this window
	Busy   string                // pending command, such as "Stopping…"; "" for none

	Saving string // progress of saving a copy; "" if none is being saved

	Shown bool          // its city is visible
	Input exchange.Live // live state of the open recording

	OutputOpen bool // show the output of the program
}

// SetRecord sets the choices of the recording dialog. The result is Model.Record.
type SetRecord struct{ Choices RecordChoices }

// StartRecord starts a recording with the given choices. PID is the process of the program for RecordRunning.
type StartRecord struct {
	Choices RecordChoices
	PID     int
}

// OpenAddress watches an address.
type OpenAddress struct{ Address string }

func (SetRecord) event()   {}
func (StartRecord) event() {}
func (OpenAddress) event() {}

// RecordPrefix is the prefix of the control names of the recording dialog.
const RecordPrefix = "record/"

// Waits reports whether the recording has no GC point yet.
func (l *Live) Waits() bool { return l != nil && l.Ours && l.Status.Points == 0 }

// Ended reports whether the recording has ended.
func (l *Live) Ended() bool { return l.Ours && l.Status.Ended || !l.Ours && l.Input.Ended }

// Lost reports whether the last poll of the input failed, for example because the server is down.
func (l *Live) Lost() bool { return !l.Ours && !l.Ended() && l.Input.Trouble != "" }

// AddressExample is an example of an address to watch.
const AddressExample = "ws://localhost:8887"
