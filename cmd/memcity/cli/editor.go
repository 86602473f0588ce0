package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"memcity/cmd/memcity/source"
	"memcity/render/prefs"
	"memcity/trace/process"
	"memcity/words"
)

// Editor contains the source folders of the program and the command line of the user's editor: that of --open, else that in the user's file.
type Editor struct {
	Sources
	open    string
	command source.Command // nil for none
}

// Register adds the options --source-root and --open.
func (e *Editor) Register(set *pflag.FlagSet) {
	e.Sources.Register(set)
	set.StringVar(&e.open, "open", "", "")
}

// Find opens the folders and reads the command line. A fault in the user's files is reported and the file is ignored.
func (e *Editor) Find(c *Call) (err error) {
	if err := e.Sources.Find(c); err != nil {
		return err
	}
	if e.open != "" {
		e.command, err = ParseEditor(e.open)
		return err
	}
	if e.command, err = writtenEditor(EditorFile()); err != nil {
		c.Notify(err.Error())
	}
	return nil
}

// ParseEditor parses the value of --open. An error is one of usage.
func ParseEditor(text string) (source.Command, error) {
	c, err := source.Parse(text)
	if err != nil {
		return nil, Usagef("open %q: %w, as in code -g {file}:{line}", text, err)
	}
	return c, nil
}

// Missing returns the reason that no place can be opened, with instructions; "" if places can be opened.
func (e *Editor) Missing() string {
	var steps []string
	if e.command == nil {
		steps = append(steps, "write the command of your editor, such as code -g {file}:{line}, to "+words.Printable(EditorFile()))
	}
	if !e.Known() {
		steps = append(steps, "list the folders of the source in "+words.Printable(SourceRootsFile()))
	}
	if len(steps) == 0 {
		return ""
	}
	return "To open the source here, " + strings.Join(steps, ", and ") + ". Then restart Memory City."
}

// Look returns the place of a name of [words.SourceNames], as FILE:LINE, and a function that opens it in the editor and blocks until the
// editor ends. It returns an error if no source file is found. [Editor.Missing] must be empty.
func (e *Editor) Look(name string) (at string, open func() error, err error) {
	found, ok := e.Place(name)
	if !ok {
		return "", nil, fmt.Errorf("%s: no source file below %s", name, e.Roots())
	}
	return found.File + ":" + strconv.Itoa(found.Line), func() error {
		err := e.command.Open(context.Background(), source.Place{File: found.File, Line: found.Line}) // it outlives the window
		var missing *process.Error
		if errors.As(err, &missing) {
			err = missing.Err
		}
		if err != nil {
			return fmt.Errorf("%s: %w", e.command[0], err)
		}
		return nil
	}, nil
}

// EditorFile returns the user's file with the command line of the editor, next to the program's settings; empty if there is no settings
// folder.
func EditorFile() string {
	folder, err := prefs.DefaultFolder()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "editor.txt")
}

// writtenEditor reads a file with the command line of an editor. Empty lines and lines that start with # are ignored. The command is nil if
// there is no file or no other line.
func writtenEditor(file string) (source.Command, error) {
	text, err := readSettingsFile(file)
	if err != nil || text == "" {
		return nil, err
	}
	var c source.Command
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if c != nil {
			return nil, errors.New(file + ": expected one command")
		}
		if c, err = source.Parse(line); err != nil {
			return nil, fmt.Errorf("%s: %w, as in code -g {file}:{line}", file, err)
		}
	}
	return c, nil
}

// maxSettingsFile is the maximum size of a text file of the user next to the program's settings, in bytes.
const maxSettingsFile = 64_000

// readSettingsFile reads a text file of the user. It returns "" for a missing file and for an empty name.
func readSettingsFile(file string) (string, error) {
	if file == "" {
		return "", nil
	}
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular() || info.Size() > maxSettingsFile:
		return "", errors.New(file + ": expected a file of at most " + words.Size(maxSettingsFile))
	}
	text, err := os.ReadFile(file)
	return string(text), err
}
