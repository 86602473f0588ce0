package inputs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/render/atomic"
	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/native"
)

// convertFlags contains the options of convert.
type convertFlags struct {
	grouping         cli.Grouping
	output, format   string
	force, anonymous bool
	collections      bool
}

// convert writes a recording in another format.
func convert(c *cli.Call) error {
	set := c.Flags()
	var f convertFlags
	f.grouping.Register(c, set)
	set.StringVarP(&f.output, "output", "o", "", "")
	set.StringVar(&f.format, "format", "trace", "")
	set.BoolVar(&f.force, "force", false, "")
	set.BoolVar(&f.anonymous, "anonymous", false, "")
	set.BoolVar(&f.collections, "collections", false, "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if !set.Changed("format") && hasObjectsEnding(f.output) {
		f.format = objectsFormat
	}
	if err := f.check(set.Changed); err != nil {
		return err
	}
	opened, err := c.Open(paths)
	if err != nil {
		return err
	}
	if f.collections {
		return f.collectionFiles(c, opened)
	}
	switch f.format {
	case "trees":
		return f.trees(c, opened)
	case objectsFormat:
		return f.objects(c, opened)
	}
	return f.trace(c, opened)
}

func (f *convertFlags) check(given func(name string) bool) error {
	if err := cli.CheckFormat(f.format, "trace", "trees", objectsFormat); err != nil {
		return err
	}
	if f.output == "" {
		return cli.Usagef("convert: expected -o OUT, the file or folder to write")
	}
	if f.format != "trace" && f.anonymous {
		return cli.Usagef("--anonymous: only for traces; convert to an anonymous trace first, then to %s", f.format)
	}
	if f.collections {
		return f.checkCollections(given)
	}
	for _, name := range []string{"by", "filter", "where", "classifiers"} {
		if f.format != "trees" && given(name) {
			return cli.Usagef("--%s: only for --format trees; a trace contains all objects", name)
		}
	}
	return f.checkOutput()
}

// checkOutput returns an error if the output is of the wrong kind, or if it exists and --force is not set.
func (f *convertFlags) checkOutput() error {
	if f.output == "-" {
		if f.format == "trees" {
			return cli.Usagef("-: memory trees need a folder and cannot be written to standard output")
		}
		return nil
	}
	if err := f.checkEnding(); err != nil {
		return err
	}
	info, err := os.Stat(f.output)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s: %w", f.output, atomic.Cause(err))
	case f.format != "trees" && info.IsDir():
		return cli.Usagef("%s: is a folder; expected a file for the %s", f.output, f.format)
	case f.format == "trees" && !info.IsDir():
		return cli.Usagef("%s: is a file; expected a folder for memory trees", f.output)
	}
	if info.IsDir() {
		if entries, err := os.ReadDir(f.output); err == nil && len(entries) == 0 {
			return nil
		}
		if err := onlyTrees(f.output); err != nil {
			return err
		}
	}
	if !f.force {
		return cli.Usagef("%s: already exists; --force replaces it", f.output)
	}
	return nil
}

// checkEnding returns an error if the output does not have the file extension of its format.
func (f *convertFlags) checkEnding() error {
	switch f.format {
	case "trace":
		return cli.CheckEnding(f.output, "", ".mct")
	case objectsFormat:
		return cli.CheckEnding(strings.TrimSuffix(f.output, ".gz"), ".jsonl")
	}
	return nil
}

// trace writes a native trace.
func (f *convertFlags) trace(c *cli.Call, o *recording.Recording) error {
	r := o.Recording
	if why := native.Copyable(r); why != "" {
		return cli.Usagef("%s: %s; --format trees writes them as JSON", r.Name, why)
	}
	info := native.CopyInfo(r)
	info.Anonymous = f.anonymous
	if info.Tool == "" {
		info.Tool = "memcity convert"
	}
	var size int64
	write := func(out io.Writer) error {
		w, err := native.NewWriter(stoppedWriter{c.Ctx, out}, info)
		if err != nil {
			return err
		}
		ctx, end := c.Reading(memory.Convert)
		defer end()
		reported, err := w.Copy(ctx, r, c.Progress())
		if err != nil {
			return err
		}
		c.Report(reported)
		err = w.Close()
		size = w.Size()
		return err
	}
	if err := f.save(c, write); err != nil || f.output == "-" {
		return err
	}
	fmt.Fprintf(c.Text(), "%s: GC points: %d, bytes: %d\n", f.output, len(r.Points), size)
	return nil
}

// save calls write with the output file, or with standard output for "-".
func (f *convertFlags) save(c *cli.Call, write func(io.Writer) error) error {
	var err error
	if f.output == "-" {
		err = write(c.Stdout)
	} else {
		err = atomic.Write(f.output, atomic.Private, write)
	}
	if err != nil {
		return f.explain(c, err)
	}
	return nil
}

// explain adds the output path to err, unless err is about the input or the context is done.
func (f *convertFlags) explain(c *cli.Call, err error) error {
	var input *trace.InputError
	if c.Ctx.Err() != nil {
		return c.Ctx.Err()
	}
	if errors.As(err, &input) {
		return err
	}
	return fmt.Errorf("%s: %w", f.output, atomic.Cause(err))
}

// stoppedWriter is a writer that fails once its context is done.
type stoppedWriter struct {
	ctx context.Context
	w   io.Writer
}

func (s stoppedWriter) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}

// onlyTrees returns an error if a folder contains anything besides memory trees, so that it must not be replaced.
func onlyTrees(folder string) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		rest, _ := filepath.Rel(folder, path)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", path, atomic.Cause(err))
		case d.IsDir() && (rest == "." || memtree.IsMapFolder(rest)):
			return nil
		case d.Type().IsRegular() && strings.HasSuffix(d.Name(), ".json"):
			return nil
		}
		return cli.Usagef("%s: contains %s, which is not a memory tree; choose another folder", folder, rest)
	})
}

// trees writes a folder of memory trees with their pointer maps.
func (f *convertFlags) trees(c *cli.Call, o *recording.Recording) error {
	by, err := f.grouping.Find(c, o, trees.Shallow)
	if err != nil {
		return err
	}
	part, err := atomic.BeginFolder(f.output)
	if err != nil {
		return fmt.Errorf("%s: %w", f.output, atomic.Cause(err))
	}
	defer part.Abandon()
	w := memtree.FolderWriter{File: filesIn(part.Path)}
	var first error // of a GC point that cannot be read
	for i := range o.Recording.Points {
		c.Progress().Report(int64(i), int64(len(o.Recording.Points)), "converting "+o.Recording.Name)
		p, err := o.Tree(c.Ctx, by, i, nil)
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		if err != nil {
			c.Notify(fmt.Sprintf("warning: GC point %d: skipped: %v", i+1, err))
			first = cmp.Or(first, err)
			continue
		}
		if err := w.Point(p.Time, p.Tree, p.Pointers); err != nil {
			return f.explain(c, err)
		}
	}
	if w.Count == 0 {
		return first
	}
	if err := part.Commit(); err != nil {
		return f.explain(c, err)
	}
	fmt.Fprintf(c.Text(), "%s: memory trees: %d\n", f.output, w.Count)
	return nil
}

// filesIn returns a function that writes a file in a folder and creates its parent folders.
func filesIn(folder string) func(name string, write func(io.Writer) error) error {
	return func(name string, write func(io.Writer) error) error {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		return atomic.Write(path, atomic.Private, write)
	}
}
