package memtree

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/parallel"
	"memcity/trace/wire/memtree"
)

// treePoint is a tree that will become a [trace.Point].
type treePoint struct {
	time    trace.Millis
	timed   bool
	file    int // index of the file
	element int // index in the file
	tree    *trace.Tree
	texts   *dictionary // dictionary of tree.Nodes until adopt is called
	format  memtree.Format
	keys    *keyIndex // nil without pointer maps
}

// Open returns a recording of memory trees and their pointer maps, in order of time. Unreadable files become warnings if at least one is
// readable. Otherwise the error is a *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return OpenNamed(ctx, trace.NewNames(), files, progress)
}

// OpenNamed is [Open] with an existing dictionary. Equal names in trees read with the same dictionary have equal numbers.
func OpenNamed(ctx context.Context, names *trace.Names, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	trees, maps := splitMaps(files)
	if len(trees) == 0 {
		return nil, &trace.InputError{Source: files[0].Name, Offset: -1, Text: "the pointer maps have no matching memory trees"}
	}
	bytesRead := newProgress(files, progress)
	read := make([]treeFile, len(trees))
	dictionaries := make([]dictionary, parallel.Parts(len(trees), 1))
	eachFile(ctx, len(trees), func(worker, i int) {
		read[i] = readTrees(ctx, trees[i], i, &dictionaries[worker], len(maps) > 0)
		bytesRead.done(trees[i])
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	rec := &trace.Recording{Names: names}
	var points []treePoint
	var first *trace.InputError
	for _, f := range read {
		points = append(points, f.points...)
		rec.Warnings = append(rec.Warnings, f.warnings...)
		if f.fault != nil && first == nil {
			first = f.fault
		}
	}
	if len(points) == 0 {
		return nil, first
	}
	for _, f := range read {
		if f.fault != nil {
			input.Warn(rec, f.fault, "skipped")
		}
	}
	addPoints(rec, points, trees)
	addReleases(rec)
	if err := addMaps(rec, ctx, points, trees, maps, bytesRead); err != nil {
		return nil, err
	}
	return rec, nil
}

// splitMaps separates the files in folders of pointer maps from the others.
func splitMaps(files []trace.File) (trees, maps []trace.File) {
	for _, file := range files {
		if _, isMap := SeriesFolder(file.Name); isMap {
			maps = append(maps, file)
		} else {
			trees = append(trees, file)
		}
	}
	return trees, maps
}

// addPoints sorts the points and adds them to the recording.
func addPoints(r *trace.Recording, points []treePoint, files []trace.File) {
	r.Knows |= trace.KnowsTimes
	for i := range points {
		if p := &points[i]; !p.timed {
			r.Knows &^= trace.KnowsTimes
			r.Warnings = append(r.Warnings, trace.Warning{Source: files[p.file].Base(),
				Text: "neither the trees nor the file names have times, so the points are sorted by file name"})
			break
		}
	}
	if r.Knows.Has(trace.KnowsTimes) {
		slices.SortStableFunc(points, func(a, b treePoint) int { return cmp.Compare(a.time, b.time) })
	}
	formats := map[memtree.Format]bool{}
	for i := range points {
		p := &points[i]
		if !r.Knows.Has(trace.KnowsTimes) {
			p.time = trace.Millis(i)
		}
		p.adopt(r.Names)
		source := files[p.file].Base()
		r.Points = append(r.Points, trace.Point{Time: p.time, Source: source, Tree: p.tree})
		if p.element == 0 {
			r.Files = append(r.Files, source)
		}
		formats[p.format] = true
	}
	r.Format = "memory tree"
	if len(formats) == 1 {
		r.Format += " (" + points[0].format.String() + ")"
	}
}

// addReleases adds marks for the releases in the last tree of a fleet, whose times are wall-clock times.
func addReleases(r *trace.Recording) {
	last := r.Points[len(r.Points)-1]
	if last.Tree.Fleet == nil || last.Tree.Fleet.Unix == 0 || !r.Knows.Has(trace.KnowsTimes) {
		return
	}
	r.StartUnix = last.Tree.Fleet.Unix - int64(last.Time)
	for _, release := range last.Tree.Fleet.Releases {
		r.Marks = append(r.Marks, trace.Mark{Time: trace.Millis(release.Unix - r.StartUnix), Text: release.Service + " " + release.Version})
	}
	slices.SortStableFunc(r.Marks, func(a, b trace.Mark) int { return cmp.Compare(a.Time, b.Time) })
}

// A dictionary contains the texts of the trees read by one worker, and their numbers in the recording's dictionary.
type dictionary struct {
	memtree.Texts
	ids []trace.NameID // 0 for texts without a number yet, and for the empty text
}

// adopt moves the tree to the dictionary of the recording. Called point by point in order, it assigns the same numbers regardless of which
// worker read which file.
func (p *treePoint) adopt(names *trace.Names) {
	texts := p.texts.List()
	if len(p.texts.ids) < len(texts) {
		p.texts.ids = append(p.texts.ids, make([]trace.NameID, len(texts)-len(p.texts.ids))...)
	}
	ids := p.texts.ids
	id := func(old trace.NameID) trace.NameID {
		if ids[old] == 0 && old != 0 {
			ids[old] = names.ID(texts[old])
		}
		return ids[old]
	}
	p.tree.Names = names
	for i := range p.tree.Nodes {
		node := &p.tree.Nodes[i]
		node.Name, node.Role = id(node.Name), id(node.Role)
	}
	p.texts = nil
}

// treeFile is the content of a file.
type treeFile struct {
	points   []treePoint
	warnings []trace.Warning
	fault    *trace.InputError // the file is unreadable
}

// readTrees reads all trees of a file up to the first fault.
func readTrees(ctx context.Context, file trace.File, index int, texts *dictionary, withKeys bool) (f treeFile) {
	content, err := file.Open()
	if err != nil {
		f.fault = input.Error(err, file.Name)
		return f
	}
	defer content.Close()
	warn := func(format string, args ...any) {
		f.warnings = append(f.warnings, trace.Warning{Source: file.Base(), Text: fmt.Sprintf(format, args...)})
	}
	r := memtree.NewReader(input.NewReadSeeker(ctx, io.NewSectionReader(content, 0, math.MaxInt64)))
	r.Share(&texts.Texts)
	for element := 0; ; element++ {
		doc, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fault := locate(err, file, content)
			if len(f.points) == 0 {
				f.fault = fault
				return f
			}
			where := fault.Error()[len(file.Name)+len(": "):]
			if n := len(f.points); n == 1 {
				warn("%s; only the tree before it is shown", where)
			} else {
				warn("%s; only the %d trees before it are shown", where, n)
			}
			break
		}
		if doc.Map != nil {
			warn("a pointer map outside the folders %s and %s was skipped", PointsToFolder, PointedFromFolder)
			continue
		}
		p := treePoint{time: trace.Millis(doc.Time), timed: doc.HasTime, file: index, element: len(f.points), texts: texts}
		switch merged := p.take(doc.Tree, withKeys); {
		case merged == 1:
			warn("1 group had the same name as a sibling and was merged with it")
		case merged > 1:
			warn("%d groups had the same name as a sibling and were merged with it", merged)
		}
		f.points = append(f.points, p)
	}
	switch {
	case len(f.points) == 0 && len(f.warnings) == 0:
		f.fault = &trace.InputError{Source: file.Name, Offset: -1, Text: "it contains no memory tree"}
	case len(f.points) == 0:
		f.fault = &trace.InputError{Source: file.Name, Offset: -1, Text: "it contains no memory tree: " + f.warnings[0].Text}
		f.warnings = nil
	case len(f.points) == 1 && !f.points[0].timed:
		f.points[0].time, f.points[0].timed = timeInName(file.Base())
	}
	return f
}

// locate returns the error with its line number, if the file has several lines.
func locate(err error, file trace.File, content io.ReaderAt) *trace.InputError {
	var fault *memtree.Error
	if !errors.As(err, &fault) {
		return input.Error(err, file.Name)
	}
	e := &trace.InputError{Source: file.Name, Offset: fault.Offset, Text: fault.Text}
	if line := lineAt(content, fault.Offset); line > 1 {
		e.Line = line
	}
	return e
}

// lineAt returns the 1-based line of a byte.
func lineAt(content io.ReaderAt, offset int64) int {
	r := io.NewSectionReader(content, 0, offset)
	buf := make([]byte, 64<<10)
	for line := 1; ; {
		n, err := r.Read(buf)
		for _, c := range buf[:n] {
			if c == '\n' {
				line++
			}
		}
		if err != nil {
			return line
		}
	}
}

// timeInName returns the last number in a file name.
func timeInName(name string) (trace.Millis, bool) {
	name = input.Stem(name)
	end := len(name)
	for end > 0 && !isDigit(name[end-1]) {
		end--
	}
	begin := end
	for begin > 0 && isDigit(name[begin-1]) {
		begin--
	}
	n, err := strconv.ParseInt(name[begin:end], 10, 64)
	return trace.Millis(n), err == nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// eachFile calls do for 0 to n-1 on all CPUs and returns when all calls are done. If ctx is done, it starts no more.
func eachFile(ctx context.Context, n int, do func(worker, i int)) {
	_ = parallel.Each(n, func(worker, i int) error {
		if ctx.Err() == nil {
			do(worker, i)
		}
		return ctx.Err()
	})
}

// readProgress reports the progress of reading files in bytes.
type readProgress struct {
	progress trace.Progress
	total    int64
	read     atomic.Int64
}

func newProgress(files []trace.File, progress trace.Progress) *readProgress {
	t := &readProgress{progress: progress}
	for _, file := range files {
		t.total += file.Size
	}
	progress.Report(0, t.total, "reading memory trees")
	return t
}

func (t *readProgress) done(file trace.File) {
	t.progress.Report(t.read.Add(file.Size), t.total, "reading memory trees")
}
