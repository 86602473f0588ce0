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

// Extension is what the names of native traces end in.
const Extension = ".mct"

// output is a native trace that is being written. It is for one goroutine.
type output struct {
	*native.Writer
	path    string
	file    *os.File
	through io.Writer
	good    int64 // size of the file when the last chunk had been written
	size    int64
	err     error // the first that writing gave
}

// Write writes to the file, and no more once that went wrong.
func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.through.Write(p)
	o.size += int64(n)
	o.err = err
	return n, err
}

// done notes that what was written is complete as it stands, unless err.
func (o *output) done(err error) error {
	if err == nil {
		err = o.Flush()
	}
	if err != nil {
		return o.explain(err)
	}
	o.good = o.size
	return nil
}

func (o *output) explain(err error) error {
	if o.err != nil {
		return fmt.Errorf("%s: %s; what was recorded until then is in it", o.path, plain(o.err))
	}
	return err
}

// close ends the file. What was begun and could not be finished is cut off.
func (o *output) close() error {
	if o.err == nil {
		if err := o.Writer.Close(); err == nil {
			return o.file.Close()
		} else if o.err == nil {
			o.file.Close()
			return err
		}
	}
	err := o.explain(o.err)
	if cut := o.file.Truncate(o.good); cut != nil {
		err = fmt.Errorf("%w; its end is damaged: %s", err, plain(cut))
	}
	o.file.Close()
	return err
}

// create begins a trace for a VM. The number counts the files of this recording from 0.
func (o *Options) create(number int, info trace.WriterInfo, at time.Time) (*output, error) {
	path := o.Out
	if path == "" {
		path = fileName(info.Program, at)
	}
	file, path, err := o.open(path, number)
	if err != nil {
		return nil, err
	}
	out := &output{path: path, file: file, through: file}
	if o.wrap != nil {
		out.through = o.wrap(file)
	}
	if out.Writer, err = native.NewWriter(out, info); err == nil {
		err = out.done(nil)
	}
	if err != nil {
		file.Close()
		return nil, out.explain(err)
	}
	return out, nil
}

// open makes the file. Those of later VMs, and all that have no name from the user, get a number behind the name until it is
// a new one.
func (o *Options) open(path string, number int) (*os.File, string, error) {
	stem := strings.TrimSuffix(path, Extension)
	end := path[len(stem):]
	const most = 10000 // files of one name
	for n := number + 1; n < most; n++ {
		name := path
		if n > 1 {
			name = stem + "-" + strconv.Itoa(n) + end
		}
		if info, err := os.Lstat(name); o.Overwrite && err == nil && !info.IsDir() {
			// Not emptied: another recording may be writing to it.
			if err := os.Remove(name); err != nil {
				return nil, name, fmt.Errorf("%s: cannot be replaced: %s", name, plain(err))
			}
		}
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		switch {
		case err == nil:
			native.Claim(file)
			return file, name, nil
		case !errors.Is(err, fs.ErrExist):
			return nil, name, fmt.Errorf("%s: cannot be written: %s", name, plain(err))
		case o.Out != "" && number == 0:
			return nil, name, fmt.Errorf("%s: already exists; give another name, or --force to replace it", name)
		}
	}
	return nil, path, fmt.Errorf("%s: there are too many files of this name", path)
}

// check finds out early what would keep the file from being written.
func (o *Options) check() error {
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
		return fmt.Errorf("%s: already exists; give another name, or --force to replace it", o.Out)
	}
	return o.checkFolder(filepath.Dir(o.Out))
}

// checkFolder finds out whether files can be made in a folder, by making one: permissions alone do not report.
func (o *Options) checkFolder(folder string) error {
	probe, err := os.CreateTemp(folder, ".memcity-*")
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %s", cmp.Or(o.Out, "the recording"), plain(err))
	}
	probe.Close()
	return os.Remove(probe.Name())
}

// fileName names a trace after a program and the time: "Main-20261121-181333.mct".
func fileName(program string, at time.Time) string {
	name := strings.TrimSuffix(program, ".jar")
	if i := strings.LastIndexByte(name, '.'); i >= 0 && name == program {
		name = name[i+1:] // the class without its package
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
