package record

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/native"
)

// Extension is the file name extension of native traces.
const Extension = ".mct"

// output is a native trace that is being written. It is not safe for concurrent use.
type output struct {
	*native.Writer
	path    string
	file    *os.File // nil if the trace goes to a stream
	through io.Writer
	good    int64 // file size after the last complete chunk
	size    int64
	err     error // first write error
	moved   bool  // the file was moved from path but still exists

	info  trace.WriterInfo
	first string    // path of the first file, if the trace is rotated
	parts int       // number of files so far
	since time.Time // when the current file was begun
	wrap  func(io.Writer) io.Writer
}

// Write writes to the file. After an error it writes nothing and returns the same error.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.through.Write(p)
	o.size += int64(n)
	o.err = err
	return n, err
}

// done flushes the writer if err is nil, and marks everything written so far as complete. Otherwise it returns err with an explanation.
func (o *output) done(err error) error {
	if err == nil {
		err = o.Flush()
	}
	if err == nil {
		err = o.look()
	}
	if err != nil {
		return o.explain(err)
	}
	o.good = o.size
	return nil
}

// errLost reports that path no longer refers to the file, so written data would be lost.
var errLost = errors.New("it was deleted or replaced by another file")

// look checks that path still refers to the file. Writing to a deleted file would fill the disk invisibly, so that is an error.
func (o *output) look() error {
	if o.file == nil {
		return o.err
	}
	info, err := o.file.Stat()
	if err != nil || o.err != nil {
		return o.err
	}
	if at, err := os.Stat(o.path); err == nil && os.SameFile(at, info) {
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil // path cannot be checked at the moment
	}
	if links(info) > 0 {
		o.moved = true
		return nil
	}
	o.err = errLost
	return errLost
}

func (o *output) explain(err error) error {
	if errors.Is(o.err, errLost) {
		return fmt.Errorf("%s: was deleted or replaced while it was written; the recording has ended, and its data is lost", o.path)
	}
	if o.err != nil {
		return &Cut{o.path, plain(o.err)}
	}
	return err
}

// Cut reports that a trace ended before its program because it could no longer be written, for example to a full disk.
type Cut struct{ Path, Reason string }

func (c *Cut) Error() string {
	return c.Path + ": " + c.Reason + "; it contains everything recorded until then"
}

// close ends the file. An incomplete chunk is removed.
func (o *output) close() error {
	if o.file == nil {
		if err := o.Writer.Close(); err != nil {
			return o.explain(err)
		}
		return nil
	}
	if o.look() == nil {
		if err := o.Writer.Close(); err == nil {
			return o.file.Close()
		} else if o.err == nil {
			o.file.Close()
			return err
		}
	}
	err := o.explain(o.err)
	if errors.Is(o.err, errLost) {
		o.file.Close()
		return err
	}
	if cut := o.file.Truncate(o.good); cut != nil {
		err = fmt.Errorf("%w; its end is damaged: %s", err, plain(cut))
	}
	o.file.Close()
	return err
}

// create begins a trace for a VM. number is the 0-based index of the file in this recording.
func (o *Options) create(number int, info trace.WriterInfo, at time.Time) (*output, error) {
	out, err := o.begin(number, info, at)
	if err != nil {
		return nil, err
	}
	if out.Writer, err = native.NewWriter(out, info); err == nil {
		err = out.done(nil)
	}
	if err != nil {
		if out.file != nil {
			out.file.Close()
		}
		return nil, out.explain(err)
	}
	return out, nil
}

// begin opens the file or stream for a trace.
func (o *Options) begin(number int, info trace.WriterInfo, at time.Time) (*output, error) {
	switch {
	case o.Stream != nil && number > 0:
		return nil, errors.New(StreamName + ": can only take one trace; another virtual machine is not recorded")
	case o.Stream != nil:
		return &output{info: info, path: StreamName, through: o.Stream}, nil
	}
	file, path, err := o.newFile(number, info.Program, at)
	if err != nil {
		return nil, err
	}
	out := &output{wrap: o.wrap, info: info, first: path, parts: 1}
	out.take(file, path, at)
	return out, nil
}

// take directs the output to a new file.
func (o *output) take(file *os.File, path string, at time.Time) {
	o.file, o.path, o.since, o.through, o.size, o.good = file, path, at, file, 0, 0
	if o.wrap != nil {
		o.through = o.wrap(file)
	}
}

// StreamName is the path reported for a trace that is written to a stream.
const StreamName = "standard output"

// NewFile creates a file for a trace that is not written by a recorder. Unless the options name the file, its name consists of the program
// and the time.
func (o *Options) NewFile(program string, at time.Time) (file *os.File, path string, err error) {
	if err := o.check(); err != nil {
		return nil, "", err
	}
	return o.newFile(0, program, at)
}

// newFile creates the file for the trace of a VM.
func (o *Options) newFile(number int, program string, at time.Time) (file *os.File, path string, err error) {
	path = o.Out
	if path == "" {
		path = fileName(program, at)
	}
	return o.open(path, number)
}

// newFile creates a file that must not exist yet, readable only by the user, and claims it for this process.
func newFile(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		native.Claim(file)
	}
	return file, err
}

// open creates the file. A number is added to the name for later VMs and, if the user gave no name, for existing files.
func (o *Options) open(path string, number int) (*os.File, string, error) {
	stem := strings.TrimSuffix(path, Extension)
	end := path[len(stem):]
	const most = 10000 // files with the same stem
	for n := number + 1; n < most; n++ {
		name := path
		if n > 1 {
			name = stem + "-" + strconv.Itoa(n) + end
		}
		if info, err := os.Lstat(name); o.Overwrite && err == nil && !info.IsDir() {
			// Do not truncate: another recording may be writing to it.
			if err := os.Remove(name); err != nil {
				return nil, name, fmt.Errorf("%s: cannot be replaced: %s", name, plain(err))
			}
		}
		file, err := newFile(name)
		switch {
		case err == nil:
			return file, name, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, name, fmt.Errorf("%s: cannot be written: %s", name, plain(err))
		case o.Out != "" && number == 0:
			return nil, name, fmt.Errorf("%s: already exists; use another name, or --force to replace it", name)
		}
	}
	return nil, path, fmt.Errorf("%s: there are too many files of this name", path)
}

// check returns an error early if the file could not be written later.
func (o *Options) check() error {
	if o.Stream != nil {
		return nil
	}
	if o.Out == "" {
		return o.checkFolder(".")
	}
	info, err := os.Stat(o.Out)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s: is a folder; expected a file to write", o.Out)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s: is not a regular file; expected one to write", o.Out)
	case err == nil && !o.Overwrite:
		return fmt.Errorf("%s: already exists; use another name, or --force to replace it", o.Out)
	}
	return o.checkFolder(filepath.Dir(o.Out))
}

// checkFolder checks that files can be created in a folder by creating one. Permissions alone are no proof.
func (o *Options) checkFolder(folder string) error {
	probe, err := os.CreateTemp(folder, ".memcity-*")
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %s", cmp.Or(o.Out, "the recording"), plain(err))
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// fileName returns a file name with the program and the time: "Main-20261121-181333.mct".
func fileName(program string, at time.Time) string {
	name := strings.TrimSuffix(program, ".jar")
	if i := strings.LastIndexByte(name, '.'); i >= 0 && name == program {
		name = name[i+1:] // drops the package
	}
	name = strings.Map(func(r rune) rune {
		switch {
		case r == '-' || r == '_' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r > 0x7f:
			return r
		}
		return '_'
	}, name)
	name = strings.TrimLeft(name, ".-")
	const most = 60
	if name == "" || len(name) > most {
		name = "recording"
	}
	return name + "-" + at.Format("20060102-150405") + Extension
}
