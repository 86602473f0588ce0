package memcity

import "strconv"

// Kind is the kind of a chunk.
type Kind uint16

// Kinds of chunks, described in [Specs]. The numbers are part of the format and are never reused.
const (
	Info Kind = 1 + iota
	Types
	Frames
	Sites
	Threads
	GCs
	State
	Objects
	Classes
	Stacks
	Roots
	Counts
	StateEnd
	Allocations
	Deaths
	Notes
	Report
	Index
	References
	Marks
	UseTexts
	Uses
)

// Coding is the encoding of a column's values.
type Coding uint8

// Codings of columns. In memory, a column contains numbers or texts; see [Column].
const (
	Number     Coding = iota // unsigned
	Delta                    // unsigned; zigzag differences to the previous row, which may wrap, as [Number]
	Text                     // the lengths in bytes as [Number], then all texts in UTF-8
	NumberList               // number of values per row as [Number], then all values as [Number]
	TextList                 // number of texts per row as [Number], then all texts as [Text]

	// Optional is a flag for a column that may be left out if the recording lacks the data. Columns added in later versions are optional.
	Optional Coding = 1 << 7
)

func (c Coding) optional() bool { return c&Optional != 0 }

func (c Coding) texts() bool { return c&^Optional == Text || c&^Optional == TextList }

func (c Coding) list() bool { return c&^Optional == NumberList || c&^Optional == TextList }

func (c Coding) String() string {
	return [...]string{"number", "delta", "text", "numbers", "texts"}[c&^Optional]
}

// A Field is a column, or a number in the head, of a kind of chunk.
type Field struct {
	Name   string
	Coding Coding
	What   string // meaning and unit, for the description of the format
}

// A Spec describes a kind of chunk. Writer, reader, text form and tests share it.
type Spec struct {
	Kind Kind
	Name string // in the text form
	What string // for the description of the format
	// Must means that a reader must not continue if it does not know the kind, because it would misunderstand the rest.
	Must bool
	Head []Field // numbers before the rows
	Rows []Field // columns
}

// Specs describes all kinds of chunks. A number described as "+1" is stored plus one, and 0 means none. Times are in µs since the start of
// the recording, sizes in bytes. A field without a description is described by its name; state, type, frame, site and thread are numbers of
// these.
var Specs = []Spec{
	{Info, "info", "properties of the recording: names with texts", true, nil, []Field{
		{"name", Text, "program, vm, tool, mode, source, runtime (jvm, v8, python, ruby, go, dotnet, native, other; jvm if missing), start (ms since 1970), align, interval (bytes between sampled allocations; 0 for every one), depth (frames per site), knows (which of objects, references, fields, roots, sites, threads, identity, times, values, texts, spaces, ages, deaths, allocations, uses, subsystems, joined by blanks), final (number of the state at the end of the program; growth is judged without it), space (a part of the heap; a row for each), library (the first part of the names of a library's types and functions; a row for each). Later rows replace earlier ones, but for spaces and libraries"},
		{"text", Text, ""}}},
	{Types, "types", "dictionary of types", true, nil, []Field{
		{"number", Delta, "ascending from 0"},
		{"name", Text, "as in source: java.util.HashMap$Node[]"},
		{"kind", Number, "0 instance, 1 array of references, 2 array of primitives, 3 class object"},
		{"super", Number, "type, +1"},
		{"base", Number, "bytes of an instance; an array has base + extent · element bytes, rounded up to the alignment"},
		{"element", Number, "bytes of an array's element"},
		{"fields", TextList, "names of the fields that hold references, of super types too, by slot"},
		{"statics", TextList, "names of the slots of the object that represents the type"},
		{"elements", Number | Optional, "1 if the slots of an instance after its fields are elements"},
		{"weak", NumberList | Optional, "slots of references that keep nothing alive, ascending"}}},
	{Frames, "frames", "dictionary of places in code", true, nil, []Field{
		{"number", Delta, "ascending from 0"},
		{"class", Text, "as in source"},
		{"method", Text, ""},
		{"file", Text, "HashMap.java; empty if not known"},
		{"line", Number, "0 if not known"},
		{"native", Number, "1 if the method has no Java code"}}},
	{Sites, "sites", "dictionary of call chains, a tree of frames", true, nil, []Field{
		{"number", Delta, "ascending from 0"},
		{"caller", Number, "site that called, +1; it has a lower number"},
		{"frame", Number, ""}}},
	{Threads, "threads", "dictionary of threads; a later name replaces an earlier one", true, nil, []Field{
		{"number", Delta, "ascending from 0 when it is new"},
		{"name", Text, ""}}},
	{GCs, "gcs", "garbage collections", false, nil, []Field{
		{"number", Delta, "ascending from 1"},
		{"start", Delta, ""}, {"end", Delta, ""},
		{"pause", Number, "µs paused"},
		{"cause", Text, ""},
		{"kind", Text, "minor, major, or as the VM names it"},
		{"before", Number, "bytes of the heap"}, {"after", Number, ""}, {"capacity", Number, ""},
		{"concurrent", Number, "1 if the program ran meanwhile"}}},
	{State, "state", "begins a heap state", true, []Field{
		{"number", Number, "ascending from 0"},
		{"time", Number, "of the GC point"},
		{"gc", Number, "number of completed GCs; 0 if unknown"},
		{"level", Number, "0 single objects, 1 counts per type"},
		{"align", Number, "alignment of objects in bytes"},
		{"objects", Number, ""},
		{"bytes", Number, "shallow"},
		{"pause", Number, "µs paused"}}, nil},
	{Objects, "objects", "some objects of a state, each with an index: its place among all of them", true, []Field{
		{"state", Number, ""},
		{"first", Number, "index of the first object"},
		{"references", Number, "of these objects, with those in chunks of their own, +1; 0 in older files"}}, []Field{
		{"type", Number, ""},
		{"extent", Number, "elements of an array, bytes of a class object, else 0"},
		{"identity", Delta | Optional, "the same at every state"},
		{"birth", Delta | Optional, "GCs that had ended when it was allocated, +1"},
		{"site", Number | Optional, "+1"},
		{"thread", Number | Optional, "that allocated, +1"},
		{"space", Number | Optional, "place among the rows \"space\" of the info, +1"},
		{"references", NumberList, "by slot: 0 null, 1 to an object that is not in the state, else 2 + zigzag(index - own index); null slots at the end may be left out. A slot of an array is an element; from slot 65535 on nulls may be left out everywhere"},
		{"subsystem", Number | Optional, "that allocated: 0 unknown, 1 virtual machine, 2 interpreter, 3 C1-compiled code, 4 C2-compiled code"}}},
	{Classes, "classes", "the objects of a state that represent types", false, []Field{{"state", Number, ""}}, []Field{
		{"type", Delta, ""},
		{"object", Delta, "that stands for it, its index, +1"},
		{"loader", Number, "index of the class loader, +1"}}},
	{Stacks, "stacks", "threads of a state with their frames", false, []Field{{"state", Number, ""}}, []Field{
		{"thread", Number, "+1; 0 if it has no known allocations"},
		{"name", Text, "at the time"},
		{"object", Number, "its java.lang.Thread, index, +1"},
		{"frames", TextList, "innermost first: Class.method(File.java:12)"}}},
	{Roots, "roots", "GC roots of a state", true, []Field{{"state", Number, ""}}, []Field{
		{"kind", Number, "0 unknown, 1 static field, 2 local variable, 3 thread, 4 JNI local, 5 JNI global, 6 monitor, 7 system class, 8 native stack, 9 thread block, 10 interned string, 11 finalizing, 12 debugger, 13 VM internal, 14 variable, 15 module"},
		{"object", Delta, "index"},
		{"stack", Number, "row of all stacks of the state, +1"},
		{"frame", Number, "place in the frames of that stack, +1"},
		{"detail", Text, "for example the name of a static field"}}},
	{Counts, "counts", "objects and bytes per type, for states without single objects", true, []Field{{"state", Number, ""}},
		[]Field{
			{"type", Delta, ""}, {"objects", Number, ""}, {"bytes", Number, "shallow"},
			{"site", Number | Optional, "+1; a type may have several"}}},
	{StateEnd, "state end", "ends a state; a state without it was cut off", false, []Field{{"state", Number, ""}}, nil},
	{Allocations, "allocations", "allocated objects per type, site and thread between two GCs", false, []Field{
		{"after", Number, "GCs that had ended at the start"},
		{"until", Number, "GCs that had ended at the end"},
		{"estimated", Number, "1 if extrapolated from samples"}}, []Field{
		{"type", Number, ""}, {"site", Number, "+1"}, {"thread", Number, "+1"},
		{"objects", Number, ""}, {"bytes", Number, "shallow"}}},
	{Deaths, "deaths", "objects that were found dead at a GC", false, []Field{{"gc", Number, ""}},
		[]Field{
			{"identity", Delta, "as in states"}, {"type", Number, ""}, {"bytes", Number, "shallow"},
			{"site", Number | Optional, "+1"}, {"thread", Number | Optional, "+1"},
			{"birth", Number, "GCs that had ended when it was allocated, +1"}}},
	{Notes, "notes", "marks and notes of the user", false, nil, []Field{
		{"key", Text, "path of a group, joined by #"}, {"text", Text, ""}, {"color", Text, "#rrggbb; empty for none"}}},
	{Report, "told", "messages of the recorder, such as samples it had to drop", false, nil, []Field{
		{"time", Delta, ""},
		{"text", Text, ""}}},
	{Index, "index", "where the chunks are, to be faster; the last chunk", false, nil, []Field{
		{"kind", Number, ""},
		{"flags", Number, "1 if a reader must understand the chunk"},
		{"offset", Delta, "bytes from the start of the file"},
		{"stored", Number, "bytes in the file, with the header"},
		{"raw", Number, "bytes of the columns before compression"},
		{"rows", Number, ""},
		{"head", NumberList, "the numbers at its head"}}},
	{References, "references", "references of one object that are too many for its row", true, []Field{
		{"state", Number, ""},
		{"object", Number, "index"},
		{"slot", Number, "of the first row; rows are in order of slots, after those of the object's own row"}}, []Field{
		{"reference", Number, "as in objects"}}},
	{Marks, "marks", "texts for moments of the recording, such as \"load test begins\"", false, nil, []Field{
		{"time", Delta, ""},
		{"text", Text, ""}}},
	{UseTexts, "use texts", "dictionary of types and places in code, for uses", false, nil, []Field{
		{"number", Delta, "from 1"},
		{"text", Text, "java.util.HashMap, com.example.Main.main(Main.java:5), or a sentence"}}},
	{Uses, "uses", "the use of collections, in order of time; a number is 0 if it does not apply to the kind", false, []Field{
		{"aggregated", Number, "1 if GETs are counted for each element and interval, 0 if there is a row for each"}}, []Field{
		{"kind", Number, "2 collection allocated, 3 element added, 4 read, 5 removed, 6 collection found dead, 7 all elements read, 8 all removed, 9 end of an interval of counts, 10 operations of a place in code (element: 0 ADD, 1 GET, 2 REMOVE), 11 from now on one of count collections is followed (element: so many are, collection: of so many), 12 something is missing (type: the sentence), 13 program ended, 14 object of a collection (element: its identity), 15 a collection is not followed, 16 its size"},
		{"collection", Delta, "its number, from 1"},
		{"element", Delta, "its number, from 1; a new one when it is added again"},
		{"size", Number, "elements of the collection after that"},
		{"site", Number, "place in code, a number of use texts"},
		{"type", Number, "of the collection or the element, a number of use texts"},
		{"time", Delta, "when; of several GETs, the last one"},
		{"count", Number, "GETs or operations"}}},
}

// Spec returns the description of a kind of chunk; nil if this version does not know the kind.
func (k Kind) Spec() *Spec { return specOf[k] }

var specOf = func() map[Kind]*Spec {
	m := make(map[Kind]*Spec, len(Specs))
	for i := range Specs {
		m[Specs[i].Kind] = &Specs[i]
	}
	return m
}()

func (k Kind) String() string {
	if s := k.Spec(); s != nil {
		return s.Name
	}
	return "kind " + strconv.Itoa(int(k))
}
