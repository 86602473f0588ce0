package cli

import (
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/pflag"

	"memcity/analysis/remedy"
	"memcity/analysis/userfile"
	"memcity/assets"
	"memcity/render/prefs"
)

// RemediesFlag adds the option --remedies, which names files of known containers.
func (c *Call) RemediesFlag(set *pflag.FlagSet) {
	set.StringArrayVar(&c.Remedies, "remedies", nil, "")
}

// remediesFolder returns the folder of the user's files of known containers, next to the program's settings; empty if there is none.
func remediesFolder() string {
	folder, err := prefs.DefaultFolder()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "remedies")
}

// loadBundled reads the bundled files of known containers, once: parsing them takes longer than many a command. Nothing changes them.
var loadBundled = sync.OnceValues(func() ([]*remedy.File, userfile.Faults) {
	return userfile.LoadAll(assets.Remedies(), "*.yaml", remedy.Load)
})

// bundledLibrary returns the library of the bundled files alone.
var bundledLibrary = sync.OnceValue(func() *remedy.Library {
	files, _ := loadBundled()
	return remedy.Merge(files, nil)
})

func (w *Definitions) bundledRemedies() *remedy.Library {
	_, faults := loadBundled()
	w.fault(faults)
	return bundledLibrary()
}

func (w *Definitions) fault(faults userfile.Faults) {
	for _, f := range faults {
		w.Faults = append(w.Faults, f.Error())
	}
}

// readRemedies reads the files of known containers in the given folder, unless it is empty, and the named files. Faults in the folder
// are collected. It returns an error if a named file has a fault.
func (w *Definitions) readRemedies(folder string, named []string) error {
	var own []*remedy.File
	if folder != "" {
		paths, _ := filepath.Glob(filepath.Join(folder, "*.yaml"))
		for _, path := range paths {
			w.stamp(path)
		}
		files, faults := userfile.LoadAll(os.DirFS(folder), "*.yaml", remedy.Load)
		for _, f := range faults {
			f.File = filepath.Join(folder, f.File)
		}
		own = files
		w.fault(faults)
	}
	for _, path := range named {
		w.stamp(path)
		f, err := readRemedy(path)
		if err != nil {
			return err
		}
		own = append(own, f)
	}
	if len(own) > 0 {
		bundled, _ := loadBundled()
		w.Remedies = remedy.Merge(bundled, own)
	}
	return nil
}

func readRemedy(path string) (*remedy.File, error) {
	r, err := os.Open(path)
	if err != nil {
		return nil, Unreadable(path, err)
	}
	defer r.Close()
	f, err := remedy.Load(path, r)
	if err != nil {
		return nil, UsageError{Err: err}
	}
	return f, nil
}
