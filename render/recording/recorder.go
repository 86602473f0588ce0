// Package recording is what the window does about recordings: the dialog that starts them, the bar that shows how far they are, and
// saving them under another name.
package recording

import (
	"context"

	"memcity/city/exchange"
)

// Recorder finds programs and records them.
type Recorder interface {
	// Programs lists the programs that run. It may wait for them.
	Programs(ctx context.Context) ([]exchange.Program, error)
	// Folder is where recordings go for which no file is named; empty if that is not known. It may wait for the file system.
	Folder() string
	// Record starts a program or attaches to one, and records it until it ends or the recording is stopped. It may wait
	// until the recording has begun; ctx bounds no more than that. Errors may be of type *city.RecordFault.
	Record(ctx context.Context, req exchange.RecordRequest) (Recording, error)
}

// Recording is one that was begun. Its methods may be called from any goroutine.
type Recording interface {
	// Status does not wait.
	Status() exchange.RecordStatus
	// Point looks at the heap now, and returns when that was requested.
	Point() error
	// Stop ends the recording, not the program, and returns when the file is complete.
	Stop() error
	// End ends the recording and, if it was started for it, the program.
	End() error
}
