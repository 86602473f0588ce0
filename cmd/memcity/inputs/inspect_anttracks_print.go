package inputs

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"memcity/trace/wire/anttracks"
	"memcity/words"
)

// AntFormat is the name of the AntTracks format in reports.
const AntFormat = "AntTracks trace"

// AntReport is the output of inspect for AntTracks files.
type AntReport struct {
	Format       string          `json:"format"`
	Experimental bool            `json:"experimental"` // a file has version 5 of the format, for which no file of the VM was available
	Files        []antFileReport `json:"files"`
}

type antFileReport struct {
	Name       string      `json:"name"`
	Size       int64       `json:"bytes"`
	Kind       string      `json:"kind"` // symbols, trace or class definitions
	Run        string      `json:"run"`  // equal for all files of a run
	Error      string      `json:"error,omitempty"`
	Read       int64       `json:"read_bytes"`
	Faults     []antFault  `json:"faults"`
	MoreFaults int64       `json:"more_faults,omitempty"`
	Symbols    *antSymbols `json:"symbols,omitempty"`
	Trace      *antTrace   `json:"trace,omitempty"`
	Classes    *antClasses `json:"classes,omitempty"`
	version5   bool
	buffers    []antBuffer
	more       int64 // number of buffers beyond maxAntBuffers
}

type antFault struct {
	Offset int64  `json:"offset"`
	Text   string `json:"text"`
}

type antSymbols struct {
	Version   int    `json:"version"` // 0 for the older format, which has no version number
	Anchors   bool   `json:"anchors"`
	Pointers  bool   `json:"references"`
	Fragments bool   `json:"fragmented_old_space"`
	WordSize  uint32 `json:"word_bytes"`
	TraceName string `json:"trace_file"`
	Types     int    `json:"types"`
	Fields    int    `json:"fields"`
	Inherited int    `json:"inherited_fields"`
	Methods   int    `json:"methods"`
	Locals    int    `json:"local_variables"`
	Sites     int    `json:"sites"`
	Simple    int    `json:"simple_sites"`
	Frames    int    `json:"frames"`

	Causes   []antCause `json:"causes"`
	AllTypes []antType  `json:"all_types,omitempty"`
	AllSites []antSite  `json:"all_sites,omitempty"`
}

type antCause struct {
	ID     int32  `json:"id"`
	Name   string `json:"name"`
	Common bool   `json:"common"`
}

type antType struct {
	ID      int32  `json:"id"`
	Super   int32  `json:"super"`
	Name    string `json:"descriptor"`
	Size    int32  `json:"size"`
	Fields  int    `json:"fields"`
	Methods int    `json:"methods"`
}

type antSite struct {
	ID     uint32   `json:"id"`
	Type   int32    `json:"type"`
	Frames []string `json:"frames"`
}

type antTrace struct {
	Index       uint32       `json:"number"`
	WithSymbols bool         `json:"with_symbols"`
	All         antCount     `json:"buffers"`
	Compressed  antCount     `json:"compressed"`
	Sync        []antCount   `json:"sync_levels"` // none, order, full
	Lost        int64        `json:"lost_bytes"`
	Events      []antEvents  `json:"events"`
	Threads     []antThread  `json:"threads"`
	GCs         []antGC      `json:"gcs"`
	MoreGCs     int64        `json:"more_gc_events,omitempty"`
	Types       []antCounted `json:"types"`
	Sites       []antCounted `json:"sites"`
	Spaces      []antSpace   `json:"spaces"`
	AllBuffers  []antBuffer  `json:"all_buffers,omitempty"`
	MoreBuffers int64        `json:"more_buffers,omitempty"`
}

type antCount struct {
	Buffers int64 `json:"count"`
	Stored  int64 `json:"stored_bytes"`
	Raw     int64 `json:"raw_bytes"`
}

type antEvents struct {
	Kind  int    `json:"kind"`
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

type antThread struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	antCount
	Events int64 `json:"events"`
}

// antGC is a GC. Times are in ms since the start of the VM; nil if the event is missing.
type antGC struct {
	ID         uint32 `json:"id"`
	Type       string `json:"type"`
	Cause      string `json:"cause"`
	Start      *int64 `json:"start_ms"`
	End        *int64 `json:"end_ms"`
	Failed     bool   `json:"failed,omitempty"`
	Concurrent bool   `json:"concurrent,omitempty"`
}

// antCounted is a type or a place with the number of allocated objects.
type antCounted struct {
	Name    string `json:"name"`
	Objects int64  `json:"objects"`
}

type antSpace struct {
	Index     uint32 `json:"index"`
	Start     string `json:"start"`
	Bytes     uint64 `json:"bytes"`
	Collected int64  `json:"gcs"` // GCs that name it; a GC of the whole heap names none
}

type antBuffer struct {
	Offset     int64  `json:"offset"`
	Thread     string `json:"thread"`
	Sync       uint8  `json:"sync_level"`
	Compressed bool   `json:"compressed"`
	Stored     int    `json:"stored_bytes"`
	Raw        int    `json:"raw_bytes"`
	Events     int64  `json:"events"`
	Fault      string `json:"fault,omitempty"`
}

type antClasses struct {
	TraceName string `json:"trace_file"`
	Count     int64  `json:"count"`
	Content   int64  `json:"content_bytes"`
}

// setEnd stores how many bytes were read, and the faults.
func (f *antFileReport) setEnd(read int64, faults anttracks.Faults) {
	f.Read, f.MoreFaults, f.Faults = read, faults.More, []antFault{}
	for _, fault := range faults.List {
		f.Faults = append(f.Faults, antFault{fault.Offset, fault.Text})
	}
}

func (f *antFileReport) addSymbols(s *anttracks.Symbols, each bool) {
	f.setEnd(s.Bytes, s.Faults)
	out := &antSymbols{Version: s.Version, Anchors: s.Anchors, Pointers: s.Pointers, Fragments: s.Fragments,
		WordSize: s.WordSize, TraceName: s.TraceName, Types: len(s.Types), Sites: len(s.Sites), Causes: []antCause{}}
	for _, c := range s.Causes {
		out.Causes = append(out.Causes, antCause(c))
	}
	for i := range s.Types {
		t := &s.Types[i]
		out.Fields += len(t.Fields)
		out.Inherited += len(t.Inherited)
		out.Methods += len(t.Methods)
		for _, m := range t.Methods {
			out.Locals += len(m.Locals)
		}
		if each {
			out.AllTypes = append(out.AllTypes, antType{t.ID, t.Super, t.Name, t.Size, len(t.Fields), len(t.Methods)})
		}
	}
	for i := range s.Sites {
		site := &s.Sites[i]
		out.Frames += len(site.Frames)
		if site.Simple {
			out.Simple++
		}
		if each {
			all := antSite{ID: site.ID, Type: site.Type}
			for _, frame := range site.Frames {
				all.Frames = append(all.Frames, frame.Method)
			}
			out.AllSites = append(out.AllSites, all)
		}
	}
	f.Symbols = out
}

// maxAntBuffers is the maximum number of listed buffers of a trace.
const maxAntBuffers = 1 << 20

func (f *antFileReport) addBuffer(b *anttracks.Buffer) error {
	if len(f.buffers) == maxAntBuffers {
		f.more++
		return nil
	}
	f.buffers = append(f.buffers, antBuffer{b.Offset, fmt.Sprintf("%#x", b.Thread), b.Sync, b.Compressed, b.Stored, b.Raw,
		b.Events, b.Fault})
	return nil
}

// addTrace stores the numbers of a trace. The given s contains its symbols; nil for none.
func (f *antFileReport) addTrace(t *anttracks.Trace, s *anttracks.Symbols) {
	f.setEnd(t.Bytes, t.Faults)
	out := &antTrace{Index: t.Index, WithSymbols: s != nil, All: antCount(t.All), Compressed: antCount(t.Compressed),
		Lost: t.Lost, MoreGCs: t.MoreGCs, Events: []antEvents{}, Threads: []antThread{}, GCs: []antGC{}, AllBuffers: f.buffers,
		MoreBuffers: f.more}
	for _, sync := range t.Sync {
		out.Sync = append(out.Sync, antCount(sync))
	}
	for kind, n := range t.Events {
		if n > 0 {
			out.Events = append(out.Events, antEvents{kind, anttracks.Kind(kind).String(), n})
		}
	}
	slices.SortStableFunc(out.Events, func(a, b antEvents) int { return cmp.Compare(b.Count, a.Count) })
	for _, th := range t.Threads {
		out.Threads = append(out.Threads, antThread{fmt.Sprintf("%#x", th.ID), th.Name, antCount(th.Count), th.Events})
	}
	if t.Others.Buffers > 0 {
		out.Threads = append(out.Threads, antThread{"", "others", antCount(t.Others.Count), t.Others.Events})
	}
	for _, g := range t.GCs {
		cause := cmp.Or(s.CauseName(g.Cause), fmt.Sprintf("cause %d", g.Cause))
		out.GCs = append(out.GCs, antGC{g.ID, g.TypeName(), cause, knownTime(g.Start), knownTime(g.End), g.Failed, g.Concurrent})
	}
	out.addAllocated(t.Allocated, s)
	f.Trace = out
}

// addAllocated adds allocations by type and place, most first. Several sites may be at one place.
func (t *antTrace) addAllocated(a *anttracks.Allocated, s *anttracks.Symbols) {
	types, sites := map[string]int64{}, map[string]int64{}
	for id, n := range a.Types {
		types[cmp.Or(s.TypeName(id), fmt.Sprintf("type %d", id))] += n
	}
	for id, n := range a.Sites {
		place := fmt.Sprintf("site %d", id)
		if f := s.Place(id); f.Method != "" && f.Bytecode >= 0 {
			place = fmt.Sprintf("%s bytecode %d", f.Method, f.Bytecode)
		} else if f.Method != "" {
			place = f.Method
		}
		sites[place] += n
	}
	t.Types, t.Sites, t.Spaces = mostFirst(types), mostFirst(sites), []antSpace{}
	for _, i := range slices.Sorted(maps.Keys(a.Spaces)) {
		x := a.Spaces[i]
		t.Spaces = append(t.Spaces, antSpace{i, fmt.Sprintf("%#x", x.Start), x.Bytes, x.Collected})
	}
}

func mostFirst(counts map[string]int64) []antCounted {
	list := []antCounted{}
	for name, n := range counts {
		list = append(list, antCounted{name, n})
	}
	slices.SortFunc(list, func(a, b antCounted) int {
		return cmp.Or(cmp.Compare(b.Objects, a.Objects), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// maxAntRows is the number of types and of sites in the table; JSON has all.
const maxAntRows = 20

// allocatedTable prints allocations by type and place, and the spaces.
func (t *antTrace) allocatedTable(w io.Writer) {
	for _, table := range []struct {
		title string
		rows  []antCounted
	}{{"type", t.Types}, {"site", t.Sites}} {
		fmt.Fprintf(w, "\n%s\tallocated objects\n", table.title)
		for _, row := range table.rows[:min(len(table.rows), maxAntRows)] {
			fmt.Fprintf(w, "%s\t%d\n", words.Lines(row.Name), row.Objects)
		}
		if more := len(table.rows) - maxAntRows; more > 0 {
			fmt.Fprintf(w, "%s\t\n", words.Plural(int64(more), "more "+table.title, "more "+table.title+"s"))
		}
	}
	fmt.Fprint(w, "\nspace\tstart\tbytes\tGCs that name it\n")
	for _, x := range t.Spaces {
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\n", x.Index, x.Start, x.Bytes, x.Collected)
	}
}

// knownTime returns a time of a GC; nil for -1.
func knownTime(ms int64) *int64 {
	if ms == -1 {
		return nil
	}
	return &ms
}

func (f *antFileReport) addClasses(c *anttracks.Classes) {
	f.setEnd(c.Bytes, c.Faults)
	f.Classes = &antClasses{c.TraceName, c.Count, c.Content}
}

// Table prints the report for people.
func (r *AntReport) Table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	note := ""
	if r.Experimental {
		note = " (experimental: version 5 was not tested with files of the VM)"
	}
	fmt.Fprintf(w, "format\t%s%s\n", r.Format, note)
	for i := range r.Files {
		f := &r.Files[i]
		fmt.Fprintf(w, "\nfile\t%s\nkind\t%s\nrun\t%s\n", f.Name, f.Kind, f.Run)
		if f.Error != "" {
			fmt.Fprintf(w, "error\t%s\n", f.Error)
			continue
		}
		fmt.Fprintf(w, "bytes\t%d, %d of them read\n", f.Size, f.Read)
		switch {
		case f.Symbols != nil:
			f.Symbols.Table(w)
		case f.Trace != nil:
			f.Trace.Table(w)
		case f.Classes != nil:
			fmt.Fprintf(w, "trace file\t%s\nclasses\t%d, %d bytes\n", traceName(f.Classes.TraceName), f.Classes.Count, f.Classes.Content)
		}
		for _, fault := range f.Faults {
			fmt.Fprintf(w, "fault\toffset %d: %s\n", fault.Offset, fault.Text)
		}
		if f.MoreFaults > 0 {
			fmt.Fprintf(w, "fault\t%d more\n", f.MoreFaults)
		}
	}
	return w.Flush()
}

func traceName(name string) string { return cmp.Or(name, "not named: in the same folder") }

func (s *antSymbols) Table(w io.Writer) {
	version := fmt.Sprint(s.Version)
	if s.Version == 0 {
		version = "older, no version number"
	}
	fmt.Fprintf(w, "version\t%s\ntrace file\t%s\nanchors\t%t\nreferences\t%t\nfragmented old space\t%t\n", version,
		traceName(s.TraceName), s.Anchors, s.Pointers, s.Fragments)
	fmt.Fprintf(w, "types\t%d\nfields\t%d, inherited %d\nmethods\t%d with %d local variables\nsites\t%d with %d frames, %d of them simple\n",
		s.Types, s.Fields, s.Inherited, s.Methods, s.Locals, s.Sites, s.Frames, s.Simple)
	for _, c := range s.Causes {
		fmt.Fprintf(w, "cause %d\t%s\n", c.ID, c.Name)
	}
	for _, t := range s.AllTypes {
		fmt.Fprintf(w, "type %d\t%s\tsize %d\t%d fields\t%d methods\n", t.ID, t.Name, t.Size, t.Fields, t.Methods)
	}
	for _, site := range s.AllSites {
		fmt.Fprintf(w, "site %d\ttype %d\n", site.ID, site.Type)
		for _, frame := range site.Frames {
			fmt.Fprintf(w, "\t%s\n", frame)
		}
	}
}

func (t *antTrace) Table(w io.Writer) {
	fmt.Fprintf(w, "number\t%d\n", t.Index)
	if !t.WithSymbols {
		fmt.Fprint(w, "symbols\tnone for this run, so the layout of some events is guessed\n")
	}
	share := 0.0
	if t.All.Stored > 0 {
		share = float64(t.Compressed.Stored) / float64(t.All.Stored)
	}
	fmt.Fprint(w, "\nbuffers\tcount\tstored bytes\traw bytes\n")
	t.All.row(w, "all")
	t.Compressed.row(w, "compressed")
	for i, name := range []string{"sync level none", "sync level order", "sync level full", "sync level 3"} {
		if t.Sync[i].Buffers > 0 {
			t.Sync[i].row(w, name)
		}
	}
	fmt.Fprintf(w, "compressed share\t%s of the stored bytes\n", words.PercentFixed(share))
	if t.Lost > 0 {
		fmt.Fprintf(w, "lost\t%d bytes of events in damaged buffers\n", t.Lost)
	}
	fmt.Fprint(w, "\nevent\tcount\n")
	for _, e := range t.Events {
		fmt.Fprintf(w, "%s\t%d\n", e.Name, e.Count)
	}
	fmt.Fprint(w, "\nthread\tbuffers\tstored bytes\traw bytes\tevents\n")
	for _, th := range t.Threads {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", cmp.Or(th.Name, th.ID), th.Buffers, th.Stored, th.Raw, th.Events)
	}
	t.allocatedTable(w)
	t.gcTable(w)
	if len(t.AllBuffers) > 0 {
		fmt.Fprint(w, "\nbuffer at\tthread\tsync level\tcompressed\tstored bytes\traw bytes\tevents\n")
	}
	for _, b := range t.AllBuffers {
		fmt.Fprintf(w, "%d\t%s\t%d\t%t\t%d\t%d\t%d\t%s\n", b.Offset, b.Thread, b.Sync, b.Compressed, b.Stored, b.Raw, b.Events, b.Fault)
	}
	if t.MoreBuffers > 0 {
		fmt.Fprintf(w, "more\t%d buffers, only counted\n", t.MoreBuffers)
	}
}

func (n *antCount) row(w io.Writer, name string) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", name, n.Buffers, n.Stored, n.Raw)
}

func (t *antTrace) gcTable(w io.Writer) {
	fmt.Fprint(w, "\nGC\tstart\tend\ttype\tcause\n")
	time := func(ms *int64) string {
		if ms == nil {
			return "unknown"
		}
		return words.ExactMillis(*ms)
	}
	for _, g := range t.GCs {
		notes := ""
		if g.Failed {
			notes += "\tfailed"
		}
		if g.Concurrent {
			notes += "\tconcurrent"
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s%s\n", g.ID, time(g.Start), time(g.End), g.Type, g.Cause, notes)
	}
	if t.MoreGCs > 0 {
		fmt.Fprintf(w, "more\t%d GC events, only counted\n", t.MoreGCs)
	}
}
