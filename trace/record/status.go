package record

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"memcity/trace/record/metrics"
)

// Status is how far a recording is.
type Status struct {
	For   time.Duration // since the recording began
	Files []FileStatus  // one for each VM, in the order in which they were found
	Notes []string      // what went wrong without ending the recording, and what was left out; oldest first

	Waiting string // what has to hold before the recording begins; empty once it has
	Ended   bool
	Err     error // why nothing was recorded, or why it ended early; nil if nothing is wrong
	Exited  bool  // the program that was started has ended, with status Exit
	Exit    int   // 128 and the number of the signal that ended it, as shells have it
}

// FileStatus is how far the recording of one VM is.
type FileStatus struct {
	Path    string   // the newest of several, see Parts
	Parts   []string // all but the first file that were written one after the other
	Program string   // main class or jar file
	VM      string
	PID     int // 0 if not known

	Points   int   // GC points written
	GCs      int   // GCs that ended; not all become GC points
	Objects  int64 // at the newest point
	Bytes    int64
	Size     int64   // of the file, in bytes
	Overhead float64 // share of the time that the program stood still for the recording, 0 to 1
	Held     bool    // GC points come later than GCs call for, or fewer, since the budget does not allow more
	Ended    bool
	Lost     bool // the file was deleted while it was written

	Full    int            // points with single objects
	Removed int            // points that were removed again to keep the file small
	Marks   int            // that were set from outside
	Dropped int64          // samples of allocations, since the recorder did not keep up
	Pauses  metrics.Pauses // for points
	Paused  time.Duration  // in all, by the clock; that of Overhead
}

// A Fault says in one sentence why a program cannot be recorded as requested.
type Fault struct {
	Text  string
	Dumps bool // mode dumps needs nothing of what is missing
	Err   error
}

func (f *Fault) Error() string {
	if f.Dumps {
		return f.Text + "; recording without an agent is possible with --mode dumps"
	}
	return f.Text
}

func (f *Fault) Unwrap() error { return f.Err }

// clone makes a status the caller's.
func (s Status) clone() Status {
	s.Files, s.Notes = slices.Clone(s.Files), slices.Clone(s.Notes)
	for i := range s.Files {
		s.Files[i].Parts = slices.Clone(s.Files[i].Parts)
		s.Files[i].Pauses = s.Files[i].Pauses.Clone()
	}
	return s
}

// plain says in plain words what is wrong with a file.
func plain(err error) string {
	var path *fs.PathError
	switch {
	case diskFull(err):
		return "no space is left on the disk"
	case errors.Is(err, syscall.EFBIG):
		return "the file has become larger than the system allows"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file or folder"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}
