package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"memcity/analysis/definition"
	"memcity/analysis/fault"
	"memcity/analysis/group"
	"memcity/analysis/structure"
	"memcity/assets"
	"memcity/city"
	"memcity/city/session"
	"memcity/render/prefs"
	"memcity/trace"
)

// written are the definition files of one execution, and descriptions of data structures: those that come with the program, the
// user's, and those named on the command line, in this order.
type written struct {
	files      []*definition.File
	bundled    int // the first ones of files
	structures []*structure.File
	library    *structure.Library // of structures
	faults     []string

	folder string   // of the user's files; empty for none
	named  []string // files named on the command line
}

// readWritten reads the definition files that come with the program, those in a folder, unless it is empty, and those
// named. Faults in them are kept; a file that is named and cannot be read is the error.
func readWritten(folder string, named []string) (*written, error) {
	w := &written{folder: folder, named: named}
	w.add(fault.LoadAll(assets.Classifiers(), "*.yaml", definition.Load))
	w.bundled = len(w.files)
	w.addStructures(fault.LoadAll(assets.Structures(), "*"+structureFile, structure.Parse))
	own := map[string]bool{} // read already
	for _, path := range w.list(folder) {
		own[path] = true
		if err := w.read(path); err != nil {
			w.faults = append(w.faults, err.Error())
		}
	}
	for _, path := range named {
		full, err := filepath.Abs(path)
		if err == nil && own[full] {
			continue
		}
		own[full] = true
		if err := w.read(path); err != nil {
			return nil, err
		}
	}
	w.library = structure.Merge(w.structures...)
	_, faults := definition.Register(w.base(nil), w.files, nil)
	w.add(nil, faults)
	return w, nil
}

func (w *written) add(files []*definition.File, faults fault.List) {
	w.files = append(w.files, files...)
	for _, f := range faults {
		w.faults = append(w.faults, f.Error())
	}
}

// structureFile is the end of the names of files that describe data structures.
const structureFile = ".ds"

func (w *written) addStructures(files []*structure.File, faults fault.List) {
	w.structures = append(w.structures, files...)
	for _, f := range faults {
		w.faults = append(w.faults, f.Error())
	}
}

// list returns the definition files in a folder in order of their names. There need not be such a folder.
func (w *written) list(folder string) (paths []string) {
	if folder == "" {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.faults = append(w.faults, err.Error())
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && (strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, structureFile)) {
			paths = append(paths, path)
		}
	}
	return paths
}

// read reads a file, what is right in it in any case. The error is that it cannot be read at all.
func (w *written) read(path string) error {
	r, err := os.Open(path)
	if err != nil {
		return unreadable(path, err)
	}
	defer r.Close()
	if info, err := r.Stat(); err == nil && info.IsDir() {
		return &trace.InputError{Source: path, Offset: -1, Text: "it is a folder; expected a definition file"}
	}
	if strings.HasSuffix(path, structureFile) {
		f, err := structure.Parse(path, r)
		w.addStructures([]*structure.File{f}, fault.Of(path, err))
		return nil
	}
	f, err := definition.Load(path, r)
	w.add([]*definition.File{f}, fault.Of(path, err))
	return nil
}

// withAdHoc returns the built-in classifiers with those that take expressions.
func withAdHoc(told func(error)) *group.Registry {
	r, err := group.Builtin().With(definition.AdHoc(told)...)
	if err != nil {
		panic(err) // their names are in the program
	}
	return r
}

// base returns the classifiers that are in the program, with those that know the data structures described.
func (w *written) base(told func(error)) *group.Registry {
	r, err := withAdHoc(told).With(structure.Classifiers(w.library)...)
	if err != nil {
		panic(err) // their names are in the program
	}
	return r
}

// registry returns all classifiers; what files hold beyond it was told when they were read.
func (w *written) registry(told func(error)) *group.Registry {
	r, _ := definition.Register(w.base(told), w.files, told)
	return r
}

// options are what every session of the program works with. The last domain that a file gives is the one.
func (w *written) options() session.Options {
	o := session.Options{Registry: w.registry, Structures: w.library, Open: opener}
	for _, f := range w.files {
		if f.Domain != nil {
			o.Domain = f.Domain
		}
	}
	return o
}

// classifierFlag lets definition files be named.
func (c *call) classifierFlag(set *pflag.FlagSet) {
	set.StringArrayVar(&c.classifiers, "classifiers", nil, "")
}

// userClassifiers returns the folder of the user's definition files, beside the program's settings; empty if there is
// none.
func userClassifiers() string {
	folder, err := prefs.DefaultFolder()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "classifiers")
}

// written reads the definition files, the user's among them, and prints what is wrong with them; once.
func (c *call) written() (*written, error) {
	if c.files != nil {
		return c.files, nil
	}
	w, err := readWritten(userClassifiers(), c.classifiers)
	if err != nil {
		return nil, err
	}
	for _, text := range w.faults {
		fmt.Fprintln(c.stderr, "memcity: warning: "+text)
	}
	c.files = w
	return w, nil
}

// groupingFlags say how objects are made into groups.
type groupingFlags struct {
	by, filter string
	where      []string
	set        *pflag.FlagSet
}

func (g *groupingFlags) register(c *call, set *pflag.FlagSet) {
	g.set = set
	set.StringVar(&g.by, "by", strings.Join(city.DefaultSettings().By, ","), "")
	set.StringVar(&g.filter, "filter", "", "")
	set.StringArrayVar(&g.where, "where", nil, "")
	c.classifierFlag(set)
}

// wish returns the grouping asked for. Chains stay in one piece, as arguments of classifiers may have commas.
func (g *groupingFlags) wish(m city.Measure) city.Grouping {
	by := city.Grouping{By: []string{g.by}, Measure: m}
	if g.filter != "" {
		by.Filters = append(by.Filters, g.filter)
	}
	for _, text := range g.where {
		by.Filters = append(by.Filters, "where("+text+")")
	}
	return by
}

// checkChain finds chains, and places in chains, where nothing is named.
func checkChain(option, chain string) error {
	if text := strings.TrimSpace(chain); text == "" || strings.HasPrefix(text, ",") || strings.HasSuffix(text, ",") {
		return usagef("%s %q: expected classifiers joined by commas, such as package,type; memcity tree --list tells which there are", option, chain)
	}
	return nil
}

// find finds the classifiers and filters asked for. If the recording comes grouped it says that they are not used.
func (g *groupingFlags) find(c *call, o *session.Opened, m city.Measure) (city.Grouping, error) {
	if err := checkChain("by", g.by); err != nil {
		return city.Grouping{}, err
	}
	found, err := o.Grouping(g.wish(m))
	if err != nil {
		return found, usageError{err}
	}
	if !o.Grouped() {
		return found, checkMeasures(o, m)
	}
	if m != city.Shallow {
		return found, usagef("%s sizes: %s comes as ready-made memory trees, without the objects to compute them from", m,
			o.Recording.Name)
	}
	for _, name := range []string{"by", "filter", "where"} {
		if g.set.Changed(name) {
			fmt.Fprintf(c.stderr, "memcity: warning: %s: it comes grouped by %s, --%s is not used\n", o.Recording.Name,
				strings.Join(found.By, ", "), name)
		}
	}
	return found, nil
}
