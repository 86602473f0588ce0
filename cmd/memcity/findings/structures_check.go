package findings

import (
	"fmt"
	"io"
	"os"
	"strings"

	"memcity/analysis/structure"
	"memcity/analysis/userfile"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/words"
)

// CheckedStructures is the output of structures --check.
type CheckedStructures struct {
	Faults       []checkedFault       `json:"faults"`
	Descriptions []checkedDescription `json:"descriptions"`

	recording bool // true if a recording was given
}

type checkedFault struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Text   string `json:"text"`
}

// checkedDescription is a description, with its matches in the recording, if one was given.
type checkedDescription struct {
	Type    string       `json:"type"`
	Head    bool         `json:"head"`
	File    string       `json:"file"`
	Line    int          `json:"line"`
	Objects *int64       `json:"objects,omitempty"`
	Types   []string     `json:"types,omitempty"` // matching types of the recording
	Refs    []checkedRef `json:"references"`
}

type checkedRef struct {
	Text  string   `json:"text"`
	Use   string   `json:"use"`             // follow, leaf or never
	Any   bool     `json:"any,omitempty"`   // true if it matches all types
	Types []string `json:"types,omitempty"` // matching types of the recording
}

var structureUses = [...]string{structure.Follow: "follow", structure.Leaf: "leaf", structure.Never: "never"}

// checkFiles reports faults in files of descriptions and, with a recording, which types the descriptions match.
func (f *structureFlags) checkFiles(c *cli.Call, paths []string) error {
	if err := cli.CheckFormat(f.format, "table", "json"); err != nil {
		return err
	}
	out := &CheckedStructures{recording: len(paths) > 0, Faults: []checkedFault{}, Descriptions: []checkedDescription{}}
	var files []*structure.File
	for _, path := range f.files {
		file, faults, err := readStructures(path)
		if err != nil {
			return err
		}
		files = append(files, file)
		for _, f := range faults {
			out.Faults = append(out.Faults, checkedFault{f.File, f.Line, f.Column, f.Text})
		}
	}
	explained, err := f.explain(c, structure.Merge(files...), paths)
	if err != nil {
		return err
	}
	out.fill(explained)
	if err = c.Print(f.format, out); err == nil && len(out.Faults) > 0 {
		return cli.ErrQuiet
	}
	return err
}

func readStructures(path string) (*structure.File, userfile.Faults, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, nil, cli.Unreadable(path, err)
	}
	defer r.Close()
	if info, err := r.Stat(); err == nil && info.IsDir() {
		return nil, nil, &trace.InputError{Source: path, Offset: -1, Text: "it is a folder; expected a file with descriptions"}
	}
	file, err := structure.Parse(path, r)
	return file, userfile.FaultsOf(path, err), nil
}

// explain returns what the descriptions match in the recording, if there is one.
func (f *structureFlags) explain(c *cli.Call, l *structure.Library, paths []string) ([]structure.Explained, error) {
	if len(paths) == 0 {
		return structure.Explain(&trace.Heap{}, l), nil
	}
	if err := c.CheckPaths(paths); err != nil {
		return nil, err
	}
	opened, err := c.Open(paths)
	if err != nil {
		return nil, err
	}
	if err := checkStructures(opened.Recording); err != nil {
		return nil, err
	}
	point, err := cli.PointOf(c.Ctx, opened, f.at)
	if err != nil {
		return nil, err
	}
	return opened.ExplainStructures(c.Ctx, point, l, c.Progress())
}

func (k *CheckedStructures) fill(explained []structure.Explained) {
	for _, e := range explained {
		d := checkedDescription{Type: e.Type, Head: e.Head, File: e.File, Line: e.Line, Types: e.Types, Refs: []checkedRef{}}
		if k.recording {
			d.Objects = &e.Objects
		}
		for _, r := range e.Refs {
			d.Refs = append(d.Refs, checkedRef{r.Text, structureUses[r.Use], r.Any, r.Types})
		}
		k.Descriptions = append(k.Descriptions, d)
	}
}

// Table prints the result for people.
func (k *CheckedStructures) Table(out io.Writer) error {
	for _, f := range k.Faults {
		fmt.Fprintln(out, (&userfile.Fault{File: f.File, Line: f.Line, Column: f.Column, Text: f.Text}).Error())
	}
	fmt.Fprintf(out, "%s, %s\n", words.Counted(int64(len(k.Descriptions)), "description"), words.Counted(int64(len(k.Faults)), "fault"))
	if !k.recording {
		return nil
	}
	for _, d := range k.Descriptions {
		kind := "part"
		if d.Head {
			kind = "head"
		}
		if len(d.Types) == 0 {
			fmt.Fprintf(out, "%s %s: no such type in the recording\n", kind, d.Type)
			continue
		}
		fmt.Fprintf(out, "%s %s: %s, %s\n", kind, d.Type, words.Counted(*d.Objects, "object"), typesText(d.Types))
		for _, r := range d.Refs {
			what := typesText(r.Types)
			if r.Any {
				what = "any type"
			}
			fmt.Fprintf(out, "  %s %s: %s\n", r.Use, r.Text, what)
		}
	}
	return nil
}

// maxTypesShown is the maximum number of matching types that a table names.
const maxTypesShown = 6

func typesText(types []string) string {
	if len(types) == 0 {
		return "no such type in the recording"
	}
	text := strings.Join(types[:min(len(types), maxTypesShown)], ", ")
	if more := len(types) - maxTypesShown; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
