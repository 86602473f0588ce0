package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"memcity/cmd/memcity/source"
	"memcity/render/atomic"
	"memcity/render/prefs"
)

// Sources contains the source folders of the program: those of --source-root, else those in the user's file of source roots.
type Sources struct {
	roots  []string
	finder *source.Finder // nil if there are no folders
}

// SourcePlace is a field or a frame with its place in the source.
type SourcePlace struct {
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// Register adds the option --source-root.
func (s *Sources) Register(set *pflag.FlagSet) { set.StringArrayVar(&s.roots, "source-root", nil, "") }

// Find opens the folders. Missing folders from the user's file are reported and left out: they may belong to a deleted project.
func (s *Sources) Find(c *Call) (err error) {
	if len(s.roots) > 0 {
		if s.finder, err = source.New(s.roots); err != nil {
			return Usagef("source-root: %s: %w", strings.Join(s.roots, ", "), atomic.Cause(err))
		}
		return nil
	}
	listed, err := listedRoots(SourceRootsFile())
	if err != nil {
		c.Notify(err.Error())
	}
	for _, root := range listed {
		if _, err := source.New([]string{root}); err != nil {
			c.Notify("source root " + root + ": " + atomic.Cause(err).Error())
			continue
		}
		s.roots = append(s.roots, root)
	}
	if len(s.roots) > 0 {
		s.finder, err = source.New(s.roots)
		return err
	}
	return nil
}

// Known reports whether there are source folders.
func (s *Sources) Known() bool { return s != nil && s.finder != nil }

// Roots returns the folders, separated by commas.
func (s *Sources) Roots() string { return strings.Join(s.roots, ", ") }

// Field returns the place of a field, by the name of its class and its own.
func (s *Sources) Field(name string) (SourcePlace, bool) {
	if s.finder == nil {
		return SourcePlace{}, false
	}
	at, ok := s.finder.Field(name)
	return SourcePlace{name, at.File, at.Line}, ok
}

// Frame returns the place of a frame.
func (s *Sources) Frame(name string) (SourcePlace, bool) {
	if s.finder == nil {
		return SourcePlace{}, false
	}
	at, ok := s.finder.Frame(name)
	return SourcePlace{name, at.File, at.Line}, ok
}

// Place returns the place of a name of [words.SourceNames]: a frame or a field.
func (s *Sources) Place(name string) (SourcePlace, bool) {
	if strings.HasSuffix(name, ")") {
		return s.Frame(name)
	}
	return s.Field(name)
}

// Below makes the files of places relative to their source folder, for output that leaves the machine. It changes and returns places.
func (s *Sources) Below(places []SourcePlace) []SourcePlace {
	for i := range places {
		for _, root := range s.roots {
			if rest, err := filepath.Rel(root, places[i].File); err == nil && filepath.IsLocal(rest) {
				places[i].File = rest
				break
			}
		}
	}
	return places
}

// SourceRootsFile returns the user's file of source roots, next to the program's settings; empty if there is no settings folder.
func SourceRootsFile() string {
	folder, err := prefs.DefaultFolder()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "source-roots.txt")
}

// listedRoots reads a file with one folder per line. Empty lines and lines that start with # are ignored, and ~/ stands for the home
// folder. A relative folder is an error, since it would depend on the working folder. Folders below the working folder are returned relative
// to it, so that reports of a project name its files as its other users see them.
func listedRoots(file string) (roots []string, err error) {
	text, err := readSettingsFile(file)
	if err != nil {
		return nil, err
	}
	home, _ := os.UserHomeDir() // without one, ~/ stays and is refused
	here, _ := os.Getwd()
	for line := range strings.Lines(text) {
		root := strings.TrimSpace(line)
		if root == "" || strings.HasPrefix(root, "#") {
			continue
		}
		if rest, ok := strings.CutPrefix(root, "~/"); ok && home != "" {
			root = filepath.Join(home, rest)
		}
		if !filepath.IsAbs(root) {
			return nil, errors.New(file + ": " + root + ": expected an absolute folder, or one below ~/")
		}
		if near, err := filepath.Rel(here, root); err == nil && filepath.IsLocal(near) {
			root = near
		}
		roots = append(roots, root)
	}
	return roots, nil
}
