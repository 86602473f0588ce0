package memcity

// Kind says what a chunk holds.
type Kind uint16

// Kinds of chunks. Numbers are part of the format and are never given again.
const (
	Info        Kind = 1 + iota // what the recording is: names with texts
	Types                       // dictionary of types; grows
	Frames                      // dictionary of places in code; grows
	Sites                       // dictionary of call chains as a tree of frames; grows
	Threads                     // dictionary of threads of the recorded program; grows, a later name replaces an earlier one
	GCs                         // garbage collections
	State                       // begins a heap state
	Objects                     // some objects of a state
	Classes                     // which objects of a state stand for types
	Stacks                      // threads of a state with their frames
	Roots                       // GC roots of a state
	Counts                      // objects and bytes per type, for states without single objects
	StateEnd                    // ends a state; a state without it was cut off
	Allocations                 // allocated objects per type, site and thread between two GCs
	Deaths                      // objects that were found dead at a GC
	Notes                       // marks and notes of the user
	Told                        // what the recorder has to tell people, such as samples it had to drop
	Index                       // where the chunks are; last
)

// Coding says how the values of a column are written.
type Coding uint8

// Codings of columns. In memory a column is numbers or texts, see [Column].
const (
	Number     Coding = iota // unsigned, as varints
	Delta                    // unsigned, the difference to the row before as zigzag varints
	Text                     // length as varint, then UTF-8
	NumberList               // per row the number of values as a varint; then the values as [Number]
	TextList                 // per row the number of texts as a varint; then the texts as [Text]
)

// A Field is one column, or one number at the head, of a kind of chunk.
type Field struct {
	Name   string
	Coding Coding
	What   string // meaning and unit, for the format's description
}

// A Spec describes a kind of chunk. It is the one table that writer, reader, text form and tests share.
type Spec struct {
	Kind Kind
	Name string // in the text form
	// Must tells that a reader that does not know the kind must not go on: what follows would be misunderstood.
	Must bool
	Head []Field // single numbers before the rows
	Rows []Field // columns; optional ones may be left out, then the recording does not know them
}

// Specs lists all kinds of chunks. A number called "+1" is one more than it means: 0 stands for none.
// Times are in µs since the start of the recording, sizes in bytes.
var Specs = []Spec{
	{Info, "info", true, nil, []Field{
		{"name", Text, "program, vm, tool, mode, source, start (ms since 1970), align, interval (bytes between sampled allocations; 0 for every one), depth (frames per site), knows (see trace.Knowledge; names joined by blanks)"},
		{"text", Text, ""}}},
	{Types, "types", true, nil, []Field{
		{"number", Number, "of the type, ascending from 0"},
		{"name", Text, "as in source: java.util.HashMap$Node[]"},
		{"kind", Number, "0 instance, 1 array of references, 2 array of primitives, 3 class object"},
		{"super", Number, "number of the super type, +1"},
		{"base", Number, "bytes of an instance, or of an empty array before alignment"},
		{"element", Number, "bytes of an array's element"},
		{"fields", TextList, "names of the fields that hold references, of super types too, by slot"},
		{"statics", TextList, "names of the slots of the object that stands for the type"}}},
	{Frames, "frames", true, nil, []Field{
		{"number", Number, "ascending from 0"},
		{"class", Text, "as in source"},
		{"method", Text, ""},
		{"file", Text, "HashMap.java; empty if not known"},
		{"line", Number, "0 if not known"},
		{"native", Number, "1 if the method has no Java code"}}},
	{Sites, "sites", true, nil, []Field{
		{"number", Number, "ascending from 0"},
		{"caller", Number, "site that called, +1; it has a lower number"},
		{"frame", Number, "number of the frame"}}},
	{Threads, "threads", true, nil, []Field{
		{"number", Number, "ascending from 0 when it is new"},
		{"name", Text, ""}}},
	{GCs, "gcs", false, nil, []Field{
		{"number", Delta, "ascending from 1"},
		{"start", Delta, ""}, {"end", Delta, ""},
		{"pause", Number, "µs for which the program stood still"},
		{"cause", Text, "as the VM names it"},
		{"kind", Text, "minor, major, or as the VM names it"},
		{"before", Number, "bytes of the heap in use"}, {"after", Number, "bytes"}, {"capacity", Number, "bytes"},
		{"concurrent", Number, "1 if the program ran meanwhile"}}},
	{State, "state", true, []Field{
		{"number", Number, "ascending from 0"},
		{"time", Number, ""},
		{"gc", Number, "GCs that had ended; 0 if not known"},
		{"level", Number, "0 single objects, 1 counts per type"},
		{"align", Number, "alignment of objects in bytes"},
		{"objects", Number, "how many there are"},
		{"bytes", Number, ""},
		{"pause", Number, "µs for which the program stood still for it"}}, nil},
	{Objects, "objects", true, []Field{
		{"state", Number, "its number"},
		{"first", Number, "index of the first object"}}, []Field{
		{"type", Number, ""},
		{"extent", Number, "elements of an array, bytes of a class object, else 0"},
		{"identity", Delta, "the same at every state; optional"},
		{"birth", Delta, "GCs that had ended when it was allocated, +1; optional"},
		{"site", Number, "+1; optional"},
		{"thread", Number, "that allocated, +1; optional"},
		{"space", Number, "part of the heap, by its place in the info \"spaces\", +1; optional"},
		{"references", NumberList, "by slot: 0 null, 1 to an object that is not in the state, else 2 + zigzag(index - own index); slots at the end that are null may be left out"}}},
	{Classes, "classes", false, []Field{{"state", Number, ""}}, []Field{
		{"type", Number, ""},
		{"object", Number, "that stands for it, its index, +1"},
		{"loader", Number, "index of the class loader, +1"}}},
	{Stacks, "stacks", false, []Field{{"state", Number, ""}}, []Field{
		{"thread", Number, "+1; 0 if it allocated nothing that is known"},
		{"name", Text, "at the time"},
		{"object", Number, "its java.lang.Thread, index, +1"},
		{"frames", TextList, "innermost first: Class.method(File.java:12)"}}},
	{Roots, "roots", true, []Field{{"state", Number, ""}}, []Field{
		{"kind", Number, "see trace.RootKind"},
		{"object", Number, "index"},
		{"stack", Number, "row of the stacks, +1"},
		{"frame", Number, "of that stack, +1"},
		{"detail", Text, ""}}},
	{Counts, "counts", true, []Field{{"state", Number, ""}}, []Field{
		{"type", Number, ""}, {"objects", Number, ""}, {"bytes", Number, ""}}},
	{StateEnd, "state end", false, []Field{{"state", Number, ""}}, nil},
	{Allocations, "allocations", false, []Field{
		{"after", Number, "GCs that had ended at the start"},
		{"until", Number, "GCs that had ended at the end"},
		{"estimated", Number, "1 if extrapolated from samples"}}, []Field{
		{"type", Number, ""}, {"site", Number, "+1"}, {"thread", Number, "+1"},
		{"objects", Number, ""}, {"bytes", Number, ""}}},
	{Deaths, "deaths", false, []Field{{"gc", Number, "number of the GC that found them dead"}}, []Field{
		{"identity", Delta, ""}, {"type", Number, ""}, {"bytes", Number, ""},
		{"site", Number, "+1; optional"}, {"thread", Number, "+1; optional"},
		{"birth", Number, "GCs that had ended when it was allocated, +1"}}},
	{Notes, "notes", false, nil, []Field{
		{"key", Text, "path of a group, joined by #"}, {"text", Text, ""}, {"color", Text, "#rrggbb; empty for none"}}},
	{Told, "told", false, nil, []Field{{"time", Delta, ""}, {"text", Text, ""}}},
	{Index, "index", false, nil, []Field{
		{"kind", Number, ""}, {"offset", Delta, "bytes from the start of the file"}, {"state", Number, "+1"}}},
}

// A Column holds the values of a field by row: Numbers or Texts, for lists all values one after another, of which row
// i has those from Start[i] to Start[i+1]. A column without values in a table with rows is left out of the file.
type Column struct {
	Numbers []uint64
	Texts   []string
	Start   []uint32
}

// A Table is a chunk's content. Head and Columns have the order of the spec.
type Table struct {
	Kind    Kind
	Rows    int
	Head    []uint64
	Columns []Column
}
