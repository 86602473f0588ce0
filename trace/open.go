package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"memcity/trace/wire/antsocket"
	"memcity/trace/wire/anttracks"
	"memcity/trace/wire/gclog"
	"memcity/trace/wire/histogram"
	"memcity/trace/wire/jfr"
	"memcity/trace/wire/memcity"
)

// kind is a sort of input that can be opened.
type kind struct {
	name  string // as in "not NAME like the others"
	sniff func(head []byte) bool
	gzip  bool // open takes files compressed with gzip as they are
	// events tells that files of this kind are added to those of others, see [Recording.joinAll].
	events bool
	// open reads files of this kind as one series. Files that cannot be read become warnings as long as one can.
	open func(ctx context.Context, files []File, progress Progress) (*Recording, error)
}

// kinds lists what can be opened. The first whose sniff says yes is taken, so weak ones come last.
var kinds = []*kind{
	{name: "a heap dump", sniff: sniffHPROF, gzip: true, open: openHPROF},
	{name: "a Memory City trace", sniff: memcity.Sniff, open: openNative},
	{name: "a memory tree", sniff: sniffMemtree, open: openMemtree},
	{name: "an AntTracks trace", sniff: anttracks.Sniff, open: openAntTracks},
	{name: "a class histogram", sniff: histogram.Sniff, open: openHistograms},
	{name: "a flight recording", sniff: jfr.Sniff, events: true, open: openJFR},
	{name: "a GC log", sniff: gclog.Sniff, events: true, open: openGCLog},
	// Other JSON is opened as trees for the sake of a message with place and reason.
	{name: "JSON", sniff: sniffJSON, open: openMemtree},
}

// headSize is how much of a file is looked at to find its kind: enough for the magic of tar at 257, and for the members
// that come before the tree in a JSON file.
const headSize = 4096

// Open reads a recording from paths: a file, the files of a folder, several files of one series, or "-" for standard
// input. Sub-folders are not searched, but for the pointer maps beside memory trees. What is in a file is found from
// its content. Of different kinds of files the most frequent is opened; whatever is left out, or could not be read, is
// told in Recording.Warnings. GC logs and flight recordings of the same run are joined with the rest by their clocks. The
// only path may also be the address of a server that gives memory trees, ws://HOST:PORT, see package antsocket.
//
// If nothing can be read the error is an *[InputError] about the first file, or the context's error.
func Open(ctx context.Context, paths []string, progress Progress) (*Recording, error) {
	if len(paths) == 0 {
		return nil, &InputError{Source: "input", Offset: -1, Text: "no file or folder is named"}
	}
	if slices.ContainsFunc(paths, isSocket) {
		return openSocket(ctx, paths, antsocket.DefaultLimits(), progress)
	}
	l, err := list(ctx, paths)
	if err != nil {
		return nil, err
	}
	if len(l.files) == 0 && len(l.faults) > 0 {
		return nil, l.faults[0]
	}
	return openFound(ctx, l, progress)
}

// OpenFiles is [Open] for files that need not be on a disk. The name is the recording's.
func OpenFiles(ctx context.Context, name string, files []File, progress Progress) (*Recording, error) {
	if len(files) == 0 {
		return nil, &InputError{Source: name, Offset: -1, Text: "there are no files in it"}
	}
	return openFound(ctx, listing{name: name, files: files}, progress)
}

// listing is what the user's paths stand for.
type listing struct {
	name   string
	files  []File
	faults []*InputError // about files and members that are left out
	cut    []*InputError // about archives of which something could be read
}

// found is a file whose kind is known.
type found struct {
	File
	kind *kind
}

func openFound(ctx context.Context, l listing, progress Progress) (*Recording, error) {
	var all []found
	budget := newBudget()
	for _, file := range l.files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, l.identify(ctx, file, budget)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b found) int { return NaturalOrder(a.Name, b.Name) })
	slices.SortStableFunc(l.faults, func(a, b *InputError) int { return NaturalOrder(a.Source, b.Source) })
	for _, kind := range byFrequency(all) {
		rec, err := kind.open(ctx, filesOf(all, kind), progress)
		if err == nil {
			err = rec.joinAll(ctx, all, kind, progress)
		}
		if err == nil {
			return finish(rec, l, all, kind), nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l.faults = append(l.faults, asInputError(err, filesOf(all, kind)[0].Name))
		all = slices.DeleteFunc(all, func(f found) bool { return f.kind == kind })
	}
	return nil, firstFault(l)
}

// firstFault prefers an error about a damaged recording to one about a file that is none.
func firstFault(l listing) *InputError {
	for _, fault := range l.faults {
		if fault.Text != notARecording {
			return fault
		}
	}
	fault := *l.faults[0]
	fault.Text = "not a recording; expected a heap dump (HPROF), a Memory City trace, memory trees as JSON, class histograms, a GC log, a flight recording, or an archive of them"
	return &fault
}

// finish adds to rec what is known about the whole input.
func finish(rec *Recording, l listing, all []found, kind *kind) *Recording {
	rec.Name = l.name
	for _, f := range all {
		if f.kind != kind && !f.kind.events {
			rec.Warnings = append(rec.Warnings, Warning{Source: f.Base(),
				Text: fmt.Sprintf("it is %s, not %s like the others, left out", f.kind.name, kind.name)})
		}
	}
	for _, fault := range l.faults {
		rec.warnAbout(fault, "left out")
	}
	for _, fault := range l.cut {
		rec.warnAbout(fault, "the files before that are shown")
	}
	return rec
}

// warnAbout adds a fault to the warnings, with what became of it.
func (r *Recording) warnAbout(fault *InputError, outcome string) {
	short := *fault
	short.Source = File{Name: fault.Source}.Base()
	text := short.Error()[len(short.Source)+len(": "):]
	r.Warnings = append(r.Warnings, Warning{Source: short.Source, Text: text + ", " + outcome})
}

// byFrequency returns the kinds of files by falling number of them; of equally many, the one of more bytes and then
// the one of the first file. Kinds that tell of events come last, of them flight recordings first: they are more exact.
func byFrequency(files []found) []*kind {
	var order []*kind
	count, size := map[*kind]int{}, map[*kind]int64{}
	for _, f := range files {
		if count[f.kind] == 0 {
			order = append(order, f.kind)
		}
		count[f.kind]++
		size[f.kind] += f.Size
	}
	slices.SortStableFunc(order, func(a, b *kind) int {
		if a.events || b.events {
			return a.eventRank() - b.eventRank()
		}
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(min(max(size[b]-size[a], -1), 1))
	})
	return order
}

func (k *kind) eventRank() int {
	if !k.events {
		return -1
	}
	return slices.Index(kinds, k)
}

func filesOf(files []found, kind *kind) []File {
	var some []File
	for _, f := range files {
		if f.kind == kind {
			some = append(some, f.File)
		}
	}
	return some
}

// notARecording marks the faults of files that are just something else.
const notARecording = "not a recording"

// identify finds the kind of file, or those of its members if it is an archive. Without a budget, for a member, it may
// not be one.
func (l *listing) identify(ctx context.Context, file File, budget *budget) []found {
	fault := &InputError{Source: file.Name, Offset: -1, Text: notARecording}
	head, err := readHead(file)
	switch {
	case err != nil:
		fault = asInputError(err, file.Name)
	case len(head) == 0:
		fault.Text = "the file is empty"
	default:
		if kind := kindOf(head); kind != nil {
			return []found{{file, kind}}
		}
		unpack := packing(head)
		if unpack != nil && budget != nil {
			return l.identifyMembers(ctx, file, unpack, budget)
		}
		if unpack != nil {
			fault.Text = "packed inside of an archive; archives in archives are not opened"
		}
	}
	l.faults = append(l.faults, fault)
	return nil
}

func (l *listing) identifyMembers(ctx context.Context, archive File, unpack unpacker, budget *budget) []found {
	members, err := unpack(ctx, archive, budget)
	var known []found
	for _, member := range members {
		before := len(l.faults)
		known = append(known, l.identify(ctx, member, nil)...)
		if strings.HasPrefix(archive.Name, member.Name) { // a compressed file, which has no name of its own
			for _, fault := range l.faults[before:] {
				fault.Source = archive.Name
			}
		}
	}
	switch {
	case err != nil && len(known) > 0:
		l.cut = append(l.cut, asInputError(err, archive.Name))
	case err != nil:
		l.faults = append(l.faults, asInputError(err, archive.Name))
	case len(members) == 0:
		l.faults = append(l.faults, &InputError{Source: archive.Name, Offset: -1, Text: "the archive has no files in it"})
	}
	known, left := oneFolder(known)
	l.faults = append(l.faults, left...)
	return known
}

func kindOf(head []byte) *kind {
	inflated := inflateHead(head)
	for _, kind := range kinds {
		if kind.sniff(head) || kind.gzip && kind.sniff(inflated) {
			return kind
		}
	}
	return nil
}

// inflateHead returns what the head of a file compressed with gzip begins with, as far as it can be inflated; nothing
// if it is not compressed.
func inflateHead(head []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	inflated := make([]byte, headSize)
	n, _ := io.ReadFull(r, inflated) // ends with an error where the head does
	return inflated[:n]
}

// readHead returns the first bytes of file, at most headSize.
func readHead(file File) ([]byte, error) {
	content, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	head := make([]byte, headSize)
	n, err := content.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	return head[:n], nil
}

// asInputError says in plain words why source cannot be read.
func asInputError(err error, source string) *InputError {
	var own *InputError
	if errors.As(err, &own) {
		return own
	}
	e := &InputError{Source: source, Offset: -1, Text: err.Error()}
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Text = "there is no such file or folder"
	case errors.Is(err, fs.ErrPermission):
		e.Text = "may not be read: permission denied"
	case errors.As(err, &path):
		e.Text = path.Op + ": " + path.Err.Error()
	}
	return e
}

func sniffJSON(head []byte) bool {
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[')
}

// sniffMemtree looks for JSON with a member that trees and pointer maps begin with.
func sniffMemtree(head []byte) bool {
	if !sniffJSON(head) {
		return false
	}
	for _, member := range []string{`"root"`, `"pointerMap"`, `"classifiers"`, `"fullKeyAsString"`} {
		if bytes.Contains(head, []byte(member)) {
			return true
		}
	}
	return false
}
