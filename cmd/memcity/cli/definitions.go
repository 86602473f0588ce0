package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"memcity/analysis/definition"
	"memcity/analysis/group"
	"memcity/analysis/remedy"
	"memcity/analysis/structure"
	"memcity/analysis/userfile"
	"memcity/assets"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/render/prefs"
	"memcity/trace"
)

// Definitions contains the definition files and descriptions of data structures of one execution. The bundled files come first, then the
// user's, then those named on the command line.
type Definitions struct {
	Files      []*definition.File
	bundled    int // number of bundled files, which come first in Files
	structures []*structure.File
	Library    *structure.Library // the merged structures
	Remedies   *remedy.Library    // known containers
	Faults     []string

	Memory *memory.Account // of the process; nil for no limit

	Folder string   // of the user's files; empty for none
	named  []string // files named on the command line
	own    []string // stamps of the user's files
}

// stamp records the path, size and modification time of a user's file.
func (w *Definitions) stamp(path string) {
	full, _ := filepath.Abs(path)
	if info, err := os.Stat(path); err == nil {
		w.own = append(w.own, fmt.Sprint(full, " ", info.Size(), " ", info.ModTime().UnixNano()))
	}
}

// The bundled definition files are read once, since parsing them takes longer than many a command. Nothing changes them.
var (
	bundledClassifiers = sync.OnceValues(func() ([]*definition.File, userfile.Faults) {
		return userfile.LoadAll(assets.Classifiers(), "*.yaml", definition.Load)
	})
	bundledStructures = sync.OnceValues(func() ([]*structure.File, userfile.Faults) {
		return userfile.LoadAll(assets.Structures(), "*"+structureFile, structure.Parse)
	})
)

// ReadDefinitions reads the bundled definition files, those in the given folder, unless it is empty, and the named files. Faults in them
// are collected. It returns an error only if a named file cannot be read.
func ReadDefinitions(folder string, named []string) (*Definitions, error) {
	w := &Definitions{Folder: folder, named: named}
	w.add(bundledClassifiers())
	w.bundled = len(w.Files)
	w.addStructures(bundledStructures())
	own := map[string]bool{} // already read
	for _, path := range w.list(folder) {
		own[path] = true
		if err := w.read(path); err != nil {
			w.Faults = append(w.Faults, err.Error())
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
	w.Library = structure.Merge(w.structures...)
	w.Remedies = w.bundledRemedies()
	_, faults := definition.Register(w.base(nil), w.Files, nil)
	w.add(nil, faults)
	return w, nil
}

func (w *Definitions) add(files []*definition.File, faults userfile.Faults) {
	w.Files = append(w.Files, files...)
	for _, f := range faults {
		w.Faults = append(w.Faults, f.Error())
	}
}

// structureFile is the file extension of descriptions of data structures.
const structureFile = ".ds"

func (w *Definitions) addStructures(files []*structure.File, faults userfile.Faults) {
	w.structures = append(w.structures, files...)
	for _, f := range faults {
		w.Faults = append(w.Faults, f.Error())
	}
}

// list returns the definition files in a folder, sorted by name. The folder need not exist.
func (w *Definitions) list(folder string) (paths []string) {
	if folder == "" {
		return nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		w.Faults = append(w.Faults, err.Error())
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() &&
			(strings.HasSuffix(path, ".yaml") || strings.HasSuffix(path, structureFile)) {
			paths = append(paths, path)
		}
	}
	return paths
}

// read reads a file and keeps its valid definitions. It returns an error only if the file cannot be read.
func (w *Definitions) read(path string) error {
	w.stamp(path)
	r, err := os.Open(path)
	if err != nil {
		return Unreadable(path, err)
	}
	defer r.Close()
	if info, err := r.Stat(); err == nil && info.IsDir() {
		return &trace.InputError{Source: path, Offset: -1, Text: "it is a folder; expected a definition file"}
	}
	if strings.HasSuffix(path, structureFile) {
		f, err := structure.Parse(path, r)
		w.addStructures([]*structure.File{f}, userfile.FaultsOf(path, err))
		return nil
	}
	f, err := definition.Load(path, r)
	w.add([]*definition.File{f}, userfile.FaultsOf(path, err))
	return nil
}

// withAdHoc returns the built-in classifiers and those that take expressions.
func withAdHoc(reported func(error)) *group.Registry {
	r, err := group.Builtin().With(definition.AdHoc(reported)...)
	if err != nil {
		panic(err) // the names are constants of the program
	}
	return r
}

// base returns the built-in classifiers and those that use the described data structures.
func (w *Definitions) base(reported func(error)) *group.Registry {
	r, err := withAdHoc(reported).With(structure.Classifiers(w.Library)...)
	if err != nil {
		panic(err) // the names are constants of the program
	}
	return r
}

// Registry returns all classifiers. Definitions that cannot be registered were reported when the files were read.
func (w *Definitions) Registry(reported func(error)) *group.Registry {
	r, _ := definition.Register(w.base(reported), w.Files, reported)
	return r
}

// Options returns the options for every session of the program. If several files set a domain, the last one wins.
func (w *Definitions) Options() recording.Options {
	o := recording.Options{Registry: w.Registry, Structures: w.Library, Remedies: w.Remedies, Files: strings.Join(w.own, "\n"), Open: Opener,
		Memory: w.Memory}
	for _, f := range w.Files {
		if f.Domain != nil {
			o.Domain = f.Domain
		}
	}
	return o
}

// ClassifierFlag adds the option --classifiers, which names definition files.
func (c *Call) ClassifierFlag(set *pflag.FlagSet) {
	set.StringArrayVar(&c.Classifiers, "classifiers", nil, "")
}

// DefinitionsFolder returns the folder of the user's definition files, next to the program's settings; empty if there is none.
func DefinitionsFolder() string {
	folder, err := prefs.DefaultFolder()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "classifiers")
}

// Definitions reads all definition files, including the user's, and prints the faults in them. Later calls return the same definitions.
func (c *Call) Definitions() (*Definitions, error) {
	if c.files != nil {
		return c.files, nil
	}
	w, err := ReadDefinitions(DefinitionsFolder(), c.Classifiers)
	if err == nil {
		err = w.readRemedies(remediesFolder(), c.Remedies)
	}
	if err != nil {
		return nil, err
	}
	for _, text := range w.Faults {
		c.Notify("warning: " + text)
	}
	w.Memory = c.Memory()
	c.files = w
	return w, nil
}

// Grouping contains the options that select how objects are grouped.
type Grouping struct {
	by, filter string
	where      []string
	set        *pflag.FlagSet
}

// Register adds the grouping flags to set.
func (g *Grouping) Register(c *Call, set *pflag.FlagSet) {
	g.set = set
	set.StringVar(&g.by, "by", seq.Join(scene.DefaultSettings().By, ","), "")
	set.StringVar(&g.filter, "filter", "", "")
	set.StringArrayVar(&g.where, "where", nil, "")
	c.ClassifierFlag(set)
}

// grouping returns the requested grouping. A chain is not split at commas, as arguments of classifiers may contain them.
func (g *Grouping) grouping(m trees.SizeKind) trees.Grouping {
	by := trees.Grouping{By: seq.Of(g.by), SizeKind: m}
	if g.filter != "" {
		by.Filters = by.Filters.With(g.filter)
	}
	for _, text := range g.where {
		by.Filters = by.Filters.With("where(" + text + ")")
	}
	return by
}

// Chosen returns the classifiers and filters that the options name; empty where no option is set.
func (g *Grouping) Chosen(written *Definitions) (by, filters seq.Seq[string], err error) {
	if g.set.Changed("by") {
		if err := CheckChain("by", g.by); err != nil {
			return by, filters, err
		}
		by = seq.Of(g.by)
	}
	registry := written.Registry(func(error) {})
	names := func(chains seq.Seq[string]) (seq.Seq[string], error) {
		chain, err := registry.Parse(seq.Join(chains, ","))
		if err != nil {
			return chains, UsageError{Err: err}
		}
		return seq.Of(chain.Names()...), nil
	}
	if !by.Empty() {
		if by, err = names(by); err != nil {
			return by, filters, err
		}
	}
	if filters = g.grouping(trees.Shallow).Filters; !filters.Empty() {
		filters, err = names(filters)
	}
	return by, filters, err
}

// CheckChain reports an empty chain, and a comma at the start or end of a chain.
func CheckChain(option, chain string) error {
	if text := strings.TrimSpace(chain); text == "" || strings.HasPrefix(text, ",") || strings.HasSuffix(text, ",") {
		return Usagef("%s %q: expected classifiers separated by commas, such as package,type; memcity tree --list lists them", option, chain)
	}
	return nil
}

// Find resolves the requested classifiers and filters. For a recording that is already grouped it warns that they are not used.
func (g *Grouping) Find(c *Call, o *recording.Recording, m trees.SizeKind) (trees.Grouping, error) {
	if err := CheckChain("by", g.by); err != nil {
		return trees.Grouping{}, err
	}
	found, err := o.Grouping(g.grouping(m))
	if err != nil {
		return found, UsageError{Err: err}
	}
	if !o.Grouped() {
		return found, CheckSizeKinds(o, m)
	}
	if m != trees.Shallow {
		return found, Usagef("%s sizes: %s contains prebuilt memory trees, without the objects to compute them from", m,
			o.Recording.Name)
	}
	for _, name := range []string{"by", "filter", "where"} {
		if g.set.Changed(name) {
			by := ""
			if list := seq.Join(found.By, ", "); list != "" {
				by = " by " + list
			}
			c.Notify(fmt.Sprintf("warning: %s: it is already grouped%s, so --%s is ignored", o.Recording.Name, by, name))
		}
	}
	return found, nil
}

// Origins returns the name of the defining file of each classifier, by classifier.
func (w *Definitions) Origins() map[string]string {
	from := map[string]string{}
	for i, f := range w.Files {
		name := f.Name
		if i < w.bundled {
			name = "bundled " + name
		}
		for _, d := range f.Definitions {
			from[d.Name] = cmp.Or(from[d.Name], name)
		}
		if len(f.Features) > 0 {
			from["feature"] = cmp.Or(from["feature"], name)
		}
	}
	return from
}
