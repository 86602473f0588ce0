package record

import (
	"errors"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"memcity/trace/record/metrics"
)

// Status is the state of a recording.
type Status struct {
	For   time.Duration // time since the recording began
	Files []FileStatus  // one for each VM, in the order of discovery
	Notes []string      // problems that did not end the recording, and omissions; oldest first

	Waiting string // condition for the recording to begin; empty once it holds
	Ended   bool
	Err     error // why nothing was recorded, or why the recording ended early; nil without an error
	Exited  bool  // the started program has ended, with status Exit
	Exit    int   // 128 plus the signal number if a signal ended it, as in shells
}

// FileStatus is the state of the recording of one VM.
type FileStatus struct {
	Path    string   // newest file, if there are several; see Parts
	Parts   []string // all files but the first, if the trace is rotated
	Program string   // main class or jar file
	VM      string
	PID     int // 0 if unknown

	Points   int   // GC points written
	GCs      int   // GCs that ended; some do not become GC points
	Objects  int64 // at the newest point
	Bytes    int64
	Size     int64   // of the file, in bytes
	Overhead float64 // share of time for which the program was paused for recording, 0 to 1
	Held     bool    // the budget delays or prevents GC points
	Ended    bool
	Lost     bool // the file was deleted while it was being written

	Full    int            // points with single objects
	Removed int            // points removed later to keep the file small
	Marks   int            // marks set by users or other programs
	Dropped int64          // allocation samples lost because the recorder was too slow
	Pauses  metrics.Pauses // for points
	Paused  time.Duration  // total wall-clock time of pauses; basis of Overhead
}

// setPaused sets the total time of pauses, and the share of the elapsed time that they took.
func (f *FileStatus) setPaused(total, elapsed time.Duration) {
	f.Paused = total
	f.Overhead = min(1, total.Seconds()/max(elapsed.Seconds(), 1e-3))
}

// A Fault reports in one sentence why a program cannot be recorded as requested.
type Fault struct {
	Text  string
	Dumps bool // mode dumps would work without the missing part
	Err   error
}

func (f *Fault) Error() string {
	if f.Dumps {
		return f.Text + "; to record without an agent, use --mode dumps"
	}
	return f.Text
}

func (f *Fault) Unwrap() error { return f.Err }

// clone returns a deep copy of s for the caller.
func (s Status) clone() Status {
	s.Files, s.Notes = slices.Clone(s.Files), slices.Clone(s.Notes)
	for i := range s.Files {
		s.Files[i].Parts = slices.Clone(s.Files[i].Parts)
		s.Files[i].Pauses = s.Files[i].Pauses.Clone()
	}
	return s
}

// plain returns the cause of a file error in plain words.
func plain(err error) string {
	var path *fs.PathError
	switch {
	case diskFull(err):
		return "no space left on the disk"
	case errors.Is(err, syscall.EFBIG):
		return "the file has reached the system's size limit"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file or folder"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}
