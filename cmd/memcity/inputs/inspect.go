package inputs

import (
	"os"
	"path/filepath"
	"strings"

	"memcity/assets"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// inspectOptions contains the options of inspect.
type inspectOptions struct {
	format string // table or json
	chunks bool   // list each part of the files
	text   bool   // print the whole content as text
}

// inspection is a format that inspect supports.
type inspection struct {
	name string
	text bool // true if the format has a text form
	// find searches the paths for files of the format. It returns a function that prints them; nil if there are none.
	find func(c *cli.Call, paths []string) func(inspectOptions) error
}

var inspections = []inspection{
	{"AntTracks' files", false, findAntTracks}, // must be first, since it reads archives without unpacking them
	{"Memory City traces", true, findTraces},
	{"objects as JSON lines", false, findObjects},
}

// inspect prints the structure of files, not their meaning.
func inspect(c *cli.Call) error {
	set := c.Flags()
	var o inspectOptions
	set.StringVar(&o.format, "format", "table", "")
	set.BoolVar(&o.chunks, "chunks", false, "")
	set.BoolVar(&o.text, "text", false, "")
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if len(paths) == 0 {
		return cli.Usagef("inspect: expected the path of a file or folder")
	}
	if err := cli.CheckFormat(o.format, "table", "json"); err != nil {
		return err
	}
	if o.text && (o.chunks || set.Changed("format")) {
		return cli.Usagef("text: the text form cannot be combined with --chunks or --format")
	}
	for _, path := range paths {
		var err error
		if demo, ok := strings.CutPrefix(path, assets.DemoPrefix); ok {
			_, err = cli.DemoFile(demo)
		} else {
			err = cli.Readable(path)
		}
		if err != nil {
			return err
		}
	}
	var names []string
	for _, i := range inspections {
		names = append(names, i.name)
		print := i.find(c, paths)
		if print == nil {
			continue
		}
		if o.text && !i.text {
			return cli.Usagef("text: %s have no text form", i.name)
		}
		return print(o)
	}
	return &trace.InputError{Source: paths[0], Offset: -1, Text: "expected " + cli.OrList(names) + "; use memcity info for other inputs"}
}

func findAntTracks(c *cli.Call, paths []string) func(inspectOptions) error {
	files := antFiles(paths)
	if len(files) == 0 {
		return nil
	}
	return func(o inspectOptions) error { return inspectAntTracks(c, files, o.format, o.chunks) }
}

// filesOf returns the regular file at a path, or the regular files directly in the folder at the path.
func filesOf(path string) []string {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	if info.Mode().IsRegular() {
		return []string{path}
	}
	var files []string
	entries, _ := os.ReadDir(path) // sorted by name; empty if path is not a folder or cannot be read
	for _, e := range entries {
		if e.Type().IsRegular() {
			files = append(files, filepath.Join(path, e.Name()))
		}
	}
	return files
}
