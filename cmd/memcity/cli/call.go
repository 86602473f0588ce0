package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"memcity/assets"
	"memcity/assets/help"
	"memcity/city/link"
	"memcity/city/recording"
	"memcity/render/atomic"
	"memcity/trace"
	"memcity/trace/guard"
	"memcity/trace/open"
	"memcity/words"
)

// Call is one execution of a command.
type Call struct {
	Command        // without name and function for the window
	Program        *Program
	Ctx            context.Context
	Args           []string // after the command's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Follows        bool         // true while growing recordings are shown: a missing end is no reason for a warning
	Classifiers    []string     // definition files named by --classifiers
	Remedies       []string     // files of known containers, named by --remedies
	files          *Definitions // see [Call.Definitions]
	sources        *Sources     // see [Call.SourceFlag]
	limits         limits
	meter          meter
	warnings       warnings
	paths          []string             // of the recording
	flags          func(*pflag.FlagSet) // receives the options of the command, which then does nothing else; nil to run it
}

// Flags returns an empty set of flags for the command.
func (c *Call) Flags() *pflag.FlagSet {
	set := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.SortFlags = false
	c.limits.register(c, set)
	return set
}

// Parse reads the flags and returns the paths. For "-h" it prints the command's page of the manual, and done is true.
func (c *Call) Parse(set *pflag.FlagSet) (paths []string, done bool, err error) {
	short := c.shortFormat(set)
	if c.flags != nil {
		c.flags(set)
		return nil, true, nil
	}
	switch err := set.Parse(c.Args); {
	case errors.Is(err, pflag.ErrHelp):
		return nil, true, c.PrintHelp(c.Name)
	case err != nil:
		return nil, false, c.explainFlag(err)
	}
	if *short {
		if set.Changed("format") && set.Lookup("format").Value.String() != jsonFormat {
			return nil, false, Usagef("json: short for --format json; expected only one of them")
		}
		if err := set.Set("format", jsonFormat); err != nil {
			return nil, false, err
		}
	}
	c.paths = set.Args()
	if c.sources != nil {
		if err := c.sources.Find(c); err != nil {
			return nil, false, err
		}
	}
	return c.paths, false, c.limit(set)
}

// jsonFormat is the value of --format that --json stands for.
const jsonFormat = "json"

// shortFormat adds the option --json if the command's page lists JSON among its formats. It reads the manual only if --json is on the
// command line or the options are being listed: reading it would take a fifth of the time of a small command.
func (c *Call) shortFormat(set *pflag.FlagSet) *bool {
	short := false
	asked := func(arg string) bool { return arg == "--"+jsonFormat || strings.HasPrefix(arg, "--"+jsonFormat+"=") }
	if c.flags == nil && !slices.ContainsFunc(c.Args, asked) {
		return &short
	}
	if HasShortFormat(c.Name) && set.Lookup("format") != nil && set.Lookup(jsonFormat) == nil {
		set.BoolVar(&short, jsonFormat, false, "")
	}
	return &short
}

// HasShortFormat reports whether a command has the option --json.
func HasShortFormat(command string) bool {
	page := help.Command(command)
	return page != nil && slices.ContainsFunc(page.Options(), func(o help.Option) bool {
		return o.Name == "format" && slices.Contains(o.Choices(), jsonFormat)
	})
}

// StandardInput is the name of - in messages.
const StandardInput = "standard input"

// CheckPaths reports paths that cannot name a recording. It opens nothing.
func (c *Call) CheckPaths(paths []string) error {
	if len(paths) == 0 {
		return Usagef("%s: expected the path of a recording; demos are demo:%s", c.Name, DemoNames()[0])
	}
	for _, path := range paths {
		switch {
		case path == "":
			return Usagef("path %q: expected a file, a folder or -", path)
		case strings.HasPrefix(path, assets.DemoPrefix) && len(paths) > 1:
			return Usagef("%s: a demo cannot be opened together with other paths", path)
		}
	}
	return nil
}

// CheckThere calls [Call.CheckPaths] and also reports files and folders that cannot be read.
func (c *Call) CheckThere(paths []string) error {
	if err := c.CheckPaths(paths); err != nil {
		return err
	}
	for _, path := range paths {
		if !link.IsFile(path) {
			continue
		}
		if err := Readable(path); err != nil {
			return err
		}
	}
	return nil
}

// Readable returns an error if a file or folder cannot be read. It opens neither pipes nor devices.
func Readable(path string) error {
	info, err := os.Stat(path)
	if err == nil && (info.Mode().IsRegular() || info.IsDir()) {
		var f *os.File
		if f, err = os.Open(path); err == nil {
			f.Close()
		}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("there is no such file or folder")
	case errors.Is(err, fs.ErrPermission):
		err = errors.New("permission denied")
	default:
		err = atomic.Cause(err)
	}
	return &trace.InputError{Source: path, Offset: -1, Text: err.Error()}
}

// explainFlag turns an error of pflag into a [UsageError] in plain words.
func (c *Call) explainFlag(err error) error {
	help := strings.TrimSpace(c.Program.Name + " help " + c.Name)
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedShortnames()) > 0:
		return Usagef("-%s: there is no such option; see %s", words.Clip(unknown.GetSpecifiedName()), help)
	case errors.As(err, &unknown):
		return Usagef("--%s: there is no such option; see %s", words.Clip(unknown.GetSpecifiedName()), help)
	case errors.As(err, &empty):
		return Usagef("--%s: expected a value; see %s", empty.GetFlag().Name, help)
	case errors.As(err, &invalid):
		return Usagef("%s %q: expected %s", invalid.GetFlag().Name, invalid.GetValue(), kindOfFlag(invalid.GetFlag()))
	}
	return UsageError{Err: err}
}

func kindOfFlag(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "int":
		return "a whole number"
	case "float64":
		return "a number"
	case "duration":
		return "a time such as 30s or 5m"
	case "bool":
		return "true or false"
	case "uintSlice":
		return "a whole number from 0, or several separated by commas"
	}
	return "another value"
}

// One is like [Call.Parse], for commands that need a recording.
func (c *Call) One(set *pflag.FlagSet) (paths []string, done bool, err error) {
	paths, done, err = c.Parse(set)
	if err == nil && !done {
		err = c.CheckPaths(paths)
	}
	return paths, done, err
}

// Opener returns a function that opens the given paths.
func Opener(paths []string) recording.Opener {
	return func(ctx context.Context, progress trace.Progress) (r *trace.Recording, err error) {
		err = guard.While("opening "+strings.Join(paths, " "), func() (err error) { r, err = openPaths(ctx, paths, progress); return err })
		return r, err
	}
}

func openPaths(ctx context.Context, paths []string, progress trace.Progress) (*trace.Recording, error) {
	if name, ok := strings.CutPrefix(paths[0], assets.DemoPrefix); ok && len(paths) == 1 {
		return OpenDemo(ctx, name, progress)
	}
	return open.Paths(ctx, paths, progress)
}

// OpenDemo opens a bundled recording by its name. It returns a [UsageError] if there is no demo of this name.
func OpenDemo(ctx context.Context, name string, progress trace.Progress) (*trace.Recording, error) {
	f, err := DemoFile(name)
	if err != nil {
		return nil, err
	}
	r, err := open.Files(ctx, name, []trace.File{f}, progress)
	if err == nil {
		r.Name = name
	}
	return r, err
}

// DemoFile returns the file of a bundled recording by its name. It returns a [UsageError] if there is no demo of this name.
func DemoFile(name string) (trace.File, error) {
	for _, d := range assets.Demos() {
		if d.Name == name {
			return trace.MemoryFile(d.Name, d.Data()), nil
		}
	}
	return trace.File{}, Usagef("demo %q: expected one of %s", name, strings.Join(DemoNames(), ", "))
}

// DemoNames returns the names of the bundled recordings.
func DemoNames() []string {
	var names []string
	for _, d := range assets.Demos() {
		names = append(names, d.Name)
	}
	return names
}

// Open opens the paths and shows progress on a terminal. Warnings about them are printed before other output, as soon as they arise.
func (c *Call) Open(paths []string) (*recording.Recording, error) {
	written, err := c.Definitions()
	if err != nil {
		return nil, err
	}
	r, err := Opener(paths)(c.opening(), c.Progress())
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) {
			return nil, &trace.InputError{Source: path.Path, Offset: -1, Text: path.Err.Error()}
		}
		return nil, err
	}
	if !c.Stateless {
		if err := r.NoStates(); err != nil {
			return nil, err
		}
	}
	o := recording.New(r, written.Options())
	c.watch(o)
	return o, nil
}

// Command is a command of the command line. Its synopsis and flags are on its page in assets/help/commands. A test compares the page
// with the flags that Run registers.
type Command struct {
	Name string
	Run  func(c *Call) error
	// Stateless reports whether the command accepts recordings without heap states, such as a GC log.
	Stateless bool
	// Once reports whether the command exports its recordings to another form, so that no index is made of them.
	Once bool
	// Arguments selects how shells complete the command's arguments.
	Arguments Arguments
	// Plain reports whether the command loads and computes nothing, Endless whether it runs until the user ends it.
	Plain, Endless bool
}

// Arguments selects the kind of a command's arguments, so that shells can complete them.
type Arguments uint8

// Arguments of commands. Only Recordings are paths of recordings.
const (
	Recordings   Arguments = iota // paths, and bundled recordings after demo:
	NoArguments                   // or arguments that the command lists itself
	Demos                         // names of bundled recordings
	Topics                        // commands and pages of the manual
	ProgramToRun                  // a command of the system with its own arguments
	Processes                     // running Java virtual machines
	AnyFiles
)
