package jvm

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CrashReport locates the report that a VM writes if it crashes: a text file, by default named hs_err_pid followed by the PID. It must be
// created while the VM is running, and read after it has ended.
type CrashReport struct {
	// Files are the paths at which the VM tries to write the report, in order, as the VM sees them.
	Files []string
	root  *os.Root // the VM's file system; nil if it is the same as ours
}

// CrashReportOf returns the crash report of a running VM. Unknown paths are left out.
func CrashReportOf(pid int) *CrashReport {
	t, err := find(pid)
	if err != nil {
		return &CrashReport{}
	}
	words := t.commandLine()
	if t.counters != "" {
		if c, err := readCounters(t.counters); err == nil { // includes options from variables and files
			words = slices.Concat(strings.Fields(c.Text("java.rt.vmArgs")), words)
		}
	}
	r := CrashReportAt(t.inside, words, t.workFolder())
	if t.root != "" {
		if r.root, err = os.OpenRoot(t.root); err != nil {
			r.Files = nil
		}
	}
	return r
}

// CrashReportAt is like [CrashReportOf] for a VM that is started with the given words in a folder.
func CrashReportAt(pid int, words []string, folder string) *CrashReport {
	r := &CrashReport{}
	add := func(name string) {
		switch {
		case filepath.IsAbs(name):
			r.Files = append(r.Files, filepath.Clean(name))
		case folder != "":
			r.Files = append(r.Files, filepath.Join(folder, name))
		}
	}
	number := strconv.Itoa(pid)
	const option = "-XX:ErrorFile="
	for _, w := range slices.Backward(words) { // the last option counts
		if name, ok := strings.CutPrefix(w, option); ok {
			add(strings.NewReplacer("%%", "%", "%p", number).Replace(name))
			break
		}
	}
	usual := "hs_err_pid" + number + ".log"
	add(usual)
	add(filepath.Join((target{}).folder(), usual))
	return r
}

// Close releases the VM's file system.
func (r *CrashReport) Close() {
	if r.root != nil {
		r.root.Close()
	}
}

// maxReport is the number of bytes read from a report, which covers the summary at its start.
const maxReport = 64 << 10

// Read returns the path of a report written at since or later, and the problem that it describes. Both are empty if there is none.
func (r *CrashReport) Read(since time.Time) (path, problem string) {
	for _, name := range r.Files {
		data, err := r.head(name, since)
		if err == nil && bytes.HasPrefix(data, []byte("#")) {
			return name, problemOf(string(data))
		}
	}
	return "", ""
}

// head reads the start of a regular file that is not older than since.
func (r *CrashReport) head(name string, since time.Time) ([]byte, error) {
	open, stat := os.Open, os.Stat
	if r.root != nil {
		name = strings.TrimPrefix(name, "/")
		open, stat = r.root.Open, r.root.Stat
	}
	const coarse = 2 * time.Second // time resolution of some file systems
	if info, err := stat(name); err != nil || !info.Mode().IsRegular() || info.ModTime().Before(since.Add(-coarse)) {
		return nil, os.ErrNotExist
	}
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxReport))
}

// problemOf returns the sentence about the fault in a report, and the problematic frame.
func problemOf(report string) string {
	what, frame := "", false
	for line := range strings.Lines(report) {
		text, ok := strings.CutPrefix(line, "#")
		if !ok {
			break // the rest is long
		}
		text = strings.Join(strings.Fields(text), " ")
		switch {
		case frame:
			return shorten(what + " in " + text)
		case text == "Problematic frame:":
			frame = true
		case what == "" && slices.ContainsFunc(causes, func(c string) bool { return strings.HasPrefix(text, c) }):
			what, _, _ = strings.Cut(text, " at pc=")
		}
	}
	return shorten(cmp.Or(what, "the report gives no reason"))
}

// causes are the beginnings of the sentence about the fault.
var causes = []string{"SIG", "EXCEPTION_", "Internal Error", "There is insufficient memory", "Out of Memory Error"}
