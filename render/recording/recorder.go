// Package recording manages recordings made by the window: the dialog that starts them, the bar with their status, and saving copies.
package recording

import (
	"context"

	"memcity/city/exchange"
)

// Recorder finds programs and records them.
type Recorder interface {
	// Programs lists the running programs. It may block on them.
	Programs(ctx context.Context) ([]exchange.Program, error)
	// Folder returns the default folder for recordings; "" if unknown. It may wait for the file system.
	Folder() string
	// Record starts a program or attaches to one. It records the program until that ends or the recording is stopped. It may block until the
	// recording has started; ctx applies only until then. Errors may be of type *city.RecordFault.
	Record(ctx context.Context, req exchange.RecordRequest) (Recording, error)
}

// Recording is a started recording. Its methods may be called from any goroutine.
type Recording interface {
	// Status returns the status. It does not block.
	Status() exchange.RecordStatus
	// Point requests a GC point and returns once that was requested.
	Point() error
	// Stop ends the recording but not the program. It returns when the file is complete.
	Stop() error
	// End ends the recording. It also ends the program if that was started for the recording.
	End() error
}
