package open

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"memcity/trace"
	"memcity/trace/antsocket"
	"memcity/trace/anttracks"
	"memcity/trace/dotnet"
	"memcity/trace/flame"
	"memcity/trace/gclog"
	"memcity/trace/goheap"
	"memcity/trace/heaptrack"
	"memcity/trace/histogram"
	"memcity/trace/hprof"
	"memcity/trace/internal/events"
	"memcity/trace/internal/input"
	"memcity/trace/jfr"
	"memcity/trace/lines"
	"memcity/trace/massif"
	"memcity/trace/memtree"
	"memcity/trace/native"
	"memcity/trace/perfetto"
	"memcity/trace/phd"
	"memcity/trace/pprof"
	"memcity/trace/ruby"
	"memcity/trace/v8"
	"memcity/trace/v8profile"
)

// kind is a kind of input that can be opened.
type kind struct {
	name  string // as in "not NAME like the others"
	sniff func(head []byte) bool
	gzip  bool // open accepts files compressed with gzip
	// open reads files of this kind as a series. Unreadable files become warnings if at least one is readable. Nil for kinds of logs.
	open func(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error)
	// log is open for logs of a run, which are added to files of other kinds; see [joinLogs].
	log func(ctx context.Context, files []trace.File, progress trace.Progress) (*events.Run, error)
}

// read reads files of the kind.
func (k *kind) read(ctx context.Context, files []trace.File, progress trace.Progress) (*events.Run, error) {
	if k.log != nil {
		return k.log(ctx, files, progress)
	}
	rec, err := k.open(ctx, files, progress)
	return &events.Run{Recording: rec}, err
}

// kinds contains all kinds of input. The first whose sniff matches is used, so weak ones come last.
var kinds = []*kind{
	{name: "a heap dump", sniff: hprof.Sniff, gzip: true, open: hprof.Open},
	{name: "a heap dump or javacore of OpenJ9", sniff: phd.Sniff, gzip: true, open: phd.Open},
	{name: "a heap snapshot of V8", sniff: v8.Sniff, gzip: true, open: v8.Open},
	{name: "a heap dump of Go", sniff: goheap.Sniff, gzip: true, open: goheap.Open},
	{name: "a heap dump of Ruby", sniff: ruby.Sniff, gzip: true, open: ruby.Open}, // before memory trees, which are JSON too
	{name: "an event trace of .NET", sniff: dotnet.SniffTrace, open: dotnet.OpenTraces},
	{name: "a heap snapshot of .NET", sniff: dotnet.SniffDump, gzip: true, open: dotnet.OpenDumps},
	{name: "a Memory City trace", sniff: native.Sniff, open: native.Open},
	{name: "a file of objects as JSON lines", sniff: lines.Sniff, gzip: true, open: lines.Open},              // before memory trees, which are JSON too
	{name: "a trace of Perfetto", sniff: perfetto.Sniff, gzip: true, open: perfetto.Open},                    // before other formats of protobuf
	{name: "a heap profile of OpenTelemetry", sniff: pprof.SniffOTLP, gzip: true, open: pprof.OpenOTLP},      // before memory trees, which are JSON too
	{name: "a flame graph of Pyroscope", sniff: flame.SniffPyroscope, gzip: true, open: flame.OpenPyroscope}, // before memory trees, which are JSON too
	{name: "a memory tree", sniff: memtree.Sniff, open: memtree.Open},
	{name: "a file of an AntTracks trace", sniff: anttracks.Sniff, open: anttracks.Open},
	{name: "a heap profile", sniff: pprof.Sniff, gzip: true, open: pprof.Open},
	{name: "a recording of heaptrack", sniff: heaptrack.Sniff, gzip: true, open: heaptrack.Open},
	{name: "a profile of Valgrind's Massif", sniff: massif.Sniff, gzip: true, open: massif.Open},
	{name: "a heap profile of V8", sniff: v8profile.Sniff, gzip: true, open: v8profile.Open},
	histogramKind,
	{name: "a flight recording", sniff: jfr.Sniff, log: jfr.Open},
	gcLogKind,
	{name: "a file of folded call stacks", sniff: flame.SniffFolded, gzip: true, open: flame.OpenFolded},
}

var (
	histogramKind = &kind{name: "a class histogram", sniff: histogram.Sniff, open: histogram.Open}
	gcLogKind     = &kind{name: "a GC log", sniff: gclog.Sniff, log: gclog.Open}
	// jsonKind is JSON of no other kind. It is opened as trees to get an error message with position and reason.
	jsonKind = &kind{name: "JSON", open: memtree.Open}
)

// Paths reads a recording from paths: a file, the files of a folder, several files of a series, or "-" for standard input. Subfolders are
// not searched, except for pointer maps next to memory trees. The format of a file is detected from its content. If there are several kinds
// of files, the most frequent one is opened. Recording.Warnings lists files that were left out or unreadable. GC logs and flight recordings
// of the same run are joined with the rest by their clocks. If there is only one path, it may also be the address of a server with memory
// trees, ws://HOST:PORT; see package trace/antsocket.
//
// If nothing is readable, the error is an *[trace.InputError] about the first file, or the context's error.
func Paths(ctx context.Context, paths []string, progress trace.Progress) (*trace.Recording, error) {
	if len(paths) == 0 {
		return nil, &trace.InputError{Source: "input", Offset: -1, Text: "expected a file or folder"}
	}
	if slices.ContainsFunc(paths, antsocket.IsAddress) {
		return antsocket.Open(ctx, paths, progress)
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

// WithClasses returns a context that makes [Paths] and [Files] find line numbers in the class files of the recorded program, if the input
// has none: paths are folders and JAR files, in search order.
func WithClasses(ctx context.Context, paths []string) context.Context {
	return anttracks.WithClasses(ctx, paths)
}

// Files is [Paths] for files that need not be on disk. name is the name of the recording.
func Files(ctx context.Context, name string, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	if len(files) == 0 {
		return nil, &trace.InputError{Source: name, Offset: -1, Text: "it contains no files"}
	}
	return openFound(ctx, listing{name: name, files: files}, progress)
}

// listing contains the files found for the user's paths.
type listing struct {
	name   string
	files  []trace.File
	faults []*trace.InputError // for files and members that are left out
	cut    []*trace.InputError // for partially readable archives
	notes  []trace.Warning     // about removed prefixes and encodings of texts
	// programs are executables, which are faults unless heap dumps of Go use them.
	programs []trace.File
}

// found is a file of a known kind.
type found struct {
	trace.File
	kind *kind
}

func openFound(ctx context.Context, l listing, progress trace.Progress) (*trace.Recording, error) {
	var all []found
	budget, search := newBudget(), &search{progress: progress}
	for _, file := range l.files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		all = append(all, l.identify(ctx, file, budget, search)...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(a, b found) int { return trace.NaturalOrder(a.Name, b.Name) })
	slices.SortStableFunc(l.faults, func(a, b *trace.InputError) int { return trace.NaturalOrder(a.Source, b.Source) })
	ctx = goheap.WithPrograms(ctx, l.programs)
	for _, kind := range byFrequency(all) {
		run, err := kind.read(ctx, filesOf(all, kind), progress)
		if err == nil {
			err = joinLogs(ctx, run, all, kind, progress)
		}
		if err == nil {
			return finish(run.Recording, l, all, kind), nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l.faults = append(l.faults, input.Error(err, filesOf(all, kind)[0].Name))
		all = slices.DeleteFunc(all, func(f found) bool { return f.kind == kind })
	}
	return nil, firstFault(l)
}

// firstFault returns the first fault, but prefers one about a damaged recording to one about a file that is not a recording.
func firstFault(l listing) *trace.InputError {
	for _, fault := range l.faults {
		if fault.Text != notARecording {
			return fault
		}
	}
	fault := *l.faults[0]
	fault.Text = "not a recording; expected a heap dump (HPROF or PHD), a heap snapshot of V8 or .NET, a heap dump of Go or Ruby, a trace of Perfetto, a Memory City trace, objects as JSON lines, memory trees as JSON, class histograms, heap profiles, a GC log, a flight recording, or an archive of them"
	return &fault
}

// finish adds the name and warnings of the whole input to rec.
func finish(rec *trace.Recording, l listing, all []found, kind *kind) *trace.Recording {
	rec.Name = l.name
	for _, f := range all {
		if f.kind != kind && f.kind.log == nil {
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.Base(),
				Text: fmt.Sprintf("skipped: it is %s, and the other files are %s", f.kind.name, kind.name)})
		}
	}
	rec.Warnings = append(rec.Warnings, l.notes...)
	for _, fault := range l.faults {
		isUsed := rec.Format == goheap.FormatName && slices.ContainsFunc(l.programs, func(f trace.File) bool { return f.Name == fault.Source })
		if !isUsed {
			input.Warn(rec, fault, "skipped")
		}
	}
	for _, fault := range l.cut {
		input.Warn(rec, fault, "only the files before it are shown")
	}
	return rec
}

// byFrequency returns the kinds of files, most frequent first. On a tie, the kind with more bytes comes first, then the kind of the first
// file. Logs come last, of them flight recordings first, since they are more precise.
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
		if a.log != nil || b.log != nil {
			return a.logRank() - b.logRank()
		}
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(min(max(size[b]-size[a], -1), 1))
	})
	return order
}

func (k *kind) logRank() int {
	if k.log == nil {
		return -1
	}
	return slices.Index(kinds, k)
}

func filesOf(files []found, kind *kind) []trace.File {
	var some []trace.File
	for _, f := range files {
		if f.kind == kind {
			some = append(some, f.File)
		}
	}
	return some
}

// Members returns the files in an archive or compressed file, unpacked into memory within the limits of [Files]. For any other file, it
// returns the file itself. With an error, it returns the members before the damage.
func Members(ctx context.Context, file trace.File) ([]trace.File, error) {
	head, err := input.Head(file)
	if err != nil {
		return nil, input.Error(err, file.Name)
	}
	unpack := packing(head)
	if kindOf(head) != nil || unpack == nil {
		return []trace.File{file}, nil
	}
	return unpack(ctx, file, newBudget())
}

// notARecording is the text of faults about files that are simply something else.
const notARecording = "not a recording"

// identify determines the kind of a file, or of its members if it is an archive. A member, for which budget is nil, must not be an archive.
func (l *listing) identify(ctx context.Context, file trace.File, budget *budget, search *search) []found {
	head, err := input.Head(file)
	if err != nil {
		return l.unknown(input.Error(err, file.Name))
	}
	if len(head) == 0 {
		return l.unknown(&trace.InputError{Source: file.Name, Offset: -1, Text: "the file is empty"})
	}
	if isJAR(head) { // which looks like an archive
		return l.unknown(&trace.InputError{Source: file.Name, Offset: -1, Text: foreignText(head)})
	}
	if kind := kindOf(head); kind != nil {
		return []found{{file, kind}}
	}
	switch unpack := packing(head); {
	case unpack != nil && budget != nil:
		return l.identifyMembers(ctx, file, unpack, budget, search)
	case unpack != nil:
		return l.unknown(&trace.InputError{Source: file.Name, Offset: -1, Text: "packed inside an archive; nested archives are not opened"})
	}
	text, ok, err := l.identifyText(ctx, file, head, search)
	switch {
	case err != nil:
		return l.unknown(input.Error(err, file.Name))
	case ok:
		return []found{text}
	}
	if kind := sniffed(head); kind != nil {
		return []found{{file, kind}}
	}
	if goheap.IsProgram(head) {
		l.programs = append(l.programs, file)
	}
	if text := foreignText(head); text != "" {
		return l.unknown(&trace.InputError{Source: file.Name, Offset: -1, Text: text})
	}
	if mayBeTrees.Match(head) && memtree.SniffJSON(head) {
		return []found{{file, jsonKind}}
	}
	return l.unknown(&trace.InputError{Source: file.Name, Offset: -1, Text: notARecording})
}

// mayBeTrees matches the start of an object or a list of objects. Lines of logs start with numbers, or with numbers in brackets.
var mayBeTrees = regexp.MustCompile(`^\s*(?:\{|\[\s*(?:[{\[\]]|$))`)

// unknown adds a fault about a file that cannot be opened.
func (l *listing) unknown(fault *trace.InputError) []found {
	l.faults = append(l.faults, fault)
	return nil
}

func (l *listing) identifyMembers(ctx context.Context, archive trace.File, unpack unpacker, budget *budget, search *search) []found {
	members, err := unpack(ctx, archive, budget)
	var known []found
	for _, member := range members {
		before := len(l.faults)
		known = append(known, l.identify(ctx, member, nil, search)...)
		if strings.HasPrefix(archive.Name, member.Name) { // a compressed file, which has no name of its own
			for _, fault := range l.faults[before:] {
				fault.Source = archive.Name
			}
		}
	}
	switch {
	case err != nil && len(known) > 0:
		l.cut = append(l.cut, input.Error(err, archive.Name))
	case err != nil:
		l.faults = append(l.faults, input.Error(err, archive.Name))
	case len(members) == 0:
		l.faults = append(l.faults, &trace.InputError{Source: archive.Name, Offset: -1, Text: "the archive contains no files"})
	}
	known, left := oneFolder(known)
	l.faults = append(l.faults, left...)
	return known
}

// kindOf returns the kind of a file from its first bytes. It returns nil for texts that other kinds of lines precede or surround.
func kindOf(head []byte) *kind {
	if bytes.HasPrefix(head, []byte("\ufeff")) {
		return nil
	}
	return sniffed(head)
}

// sniffed returns the first kind whose sniff matches.
func sniffed(head []byte) *kind {
	inflated := inflateHead(head)
	for _, kind := range kinds {
		if kind.sniff(head) || kind.gzip && kind.sniff(inflated) {
			return kind
		}
	}
	return nil
}

// inflateHead returns the inflated start of a gzip file; nil if head is not compressed.
func inflateHead(head []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return nil
	}
	inflated := make([]byte, input.HeadSize)
	n, _ := io.ReadFull(r, inflated) // fails at the end of head
	return inflated[:n]
}
