package hprof

import "fmt"

// Kind is the kind of a record: its tag, plus 0x100 for sub-records of heap dumps.
type Kind uint16

// Records outside heap dumps.
const (
	Text        Kind = 0x01
	LoadClass   Kind = 0x02
	UnloadClass Kind = 0x03
	Frame       Kind = 0x04
	Trace       Kind = 0x05
	AllocSites  Kind = 0x06
	HeapSummary Kind = 0x07
	StartThread Kind = 0x0A
	EndThread   Kind = 0x0B
	HeapDump    Kind = 0x0C
	CPUSamples  Kind = 0x0D
	Control     Kind = 0x0E
	HeapSegment Kind = 0x1C
	HeapEnd     Kind = 0x2C
)

// Sub-records of heap dumps and segments.
const (
	subRecord Kind = 0x100 // added to the tag

	RootUnknown     Kind = 0x1FF
	RootJNIGlobal   Kind = 0x101
	RootJNILocal    Kind = 0x102
	RootJavaFrame   Kind = 0x103
	RootNativeStack Kind = 0x104
	RootStickyClass Kind = 0x105
	RootThreadBlock Kind = 0x106
	RootMonitor     Kind = 0x107
	RootThread      Kind = 0x108

	ClassDump      Kind = 0x120
	Instance       Kind = 0x121
	ObjectArray    Kind = 0x122
	PrimitiveArray Kind = 0x123

	// Android.
	RootInterned         Kind = 0x189
	RootFinalizing       Kind = 0x18A
	RootDebugger         Kind = 0x18B
	RootReferenceCleanup Kind = 0x18C
	RootVMInternal       Kind = 0x18D
	RootJNIMonitor       Kind = 0x18E
	RootUnreachable      Kind = 0x190 // in the dump although unreachable
	ArrayNoData          Kind = 0x1C3
	HeapInfo             Kind = 0x1FE // heap of the objects that follow
)

// Indices into [Record.Values]. Index 0 of a sub-record is always its object, class or root.
const (
	TextID = 0

	LoadSerial = 0
	LoadID     = 1
	LoadName   = 3

	FrameID     = 0
	FrameMethod = 1
	FrameSource = 3
	FrameClass  = 4 // serial number
	FrameLine   = 5 // int32: line if positive, -1 unknown, -2 compiled, -3 native

	TraceSerial = 0
	TraceThread = 1

	StartSerial = 0
	StartObject = 1
	StartTrace  = 2
	StartName   = 3

	RootThreadSerial = 1 // for JNI local, Java frame, native stack, thread block, thread
	RootFrame        = 2 // for JNI local and Java frame, int32: -1 for none
	RootTrace        = 2 // for thread

	ClassSuper   = 2
	ClassLoader  = 3
	ClassSigners = 4
	ClassDomain  = 5
	ClassSize    = 8

	InstanceClass = 2

	ArrayLength = 2
	ArrayClass  = 3 // class of an object array
	ArrayType   = 3 // BasicType of a primitive array
)

// BasicType is the type of a field or an array element.
type BasicType uint8

// Basic types.
const (
	Object  BasicType = 2
	Boolean BasicType = 4
	Char    BasicType = 5
	Float   BasicType = 6
	Double  BasicType = 7
	Byte    BasicType = 8
	Short   BasicType = 9
	Int     BasicType = 10
	Long    BasicType = 11
)

var basicTypes = [...]struct {
	name string
	size int
}{Object: {"object", 0}, Boolean: {"boolean", 1}, Char: {"char", 2}, Float: {"float", 4}, Double: {"double", 8},
	Byte: {"byte", 1}, Short: {"short", 2}, Int: {"int", 4}, Long: {"long", 8}}

// String returns the Java name of the type.
func (t BasicType) String() string {
	if int(t) < len(basicTypes) && basicTypes[t].name != "" {
		return basicTypes[t].name
	}
	return fmt.Sprintf("type %d", uint8(t))
}

// Size returns the size in bytes of a value in the file: idSize for an object, 0 for an unknown type.
func (t BasicType) Size(idSize int) int {
	switch {
	case t == Object:
		return idSize
	case int(t) < len(basicTypes):
		return basicTypes[t].size
	}
	return 0
}

// primitive returns the size in bytes of an element of a primitive array; 0 for other types.
func (t BasicType) primitive() int {
	if int(t) < len(basicTypes) {
		return basicTypes[t].size
	}
	return 0
}

// width is the size of a fixed field in bytes; 0 for an id.
type width uint8

const (
	id width = 0
	u1 width = 1
	u4 width = 4
	u8 width = 8
)

// body is the kind of data after the fixed fields of a record.
type body uint8

const (
	bodyNone   body = iota
	bodyText        // UTF-8 to the end of the record
	bodyRest        // bytes to the end of the record
	bodyBytes       // number of bytes in the last field
	bodyIDs         // number of ids in field counted
	bodyValues      // number of values in field 2, type in field 3
	bodyClass       // constants, static fields, fields
)

type spec struct {
	name    string
	fields  []field
	body    body
	counted int // for bodyIDs
}

type field struct {
	name  string
	width width
}

// maxFields is the largest number of fixed fields of a record, which is that of a class.
const maxFields = 9

// specs describes all records. The reader, the writer and the tests are based on it.
var specs = map[Kind]*spec{
	Text:        {name: "text", fields: []field{{"id", id}}, body: bodyText},
	LoadClass:   {name: "load-class", fields: []field{{"serial", u4}, {"id", id}, {"stack", u4}, {"name", id}}},
	UnloadClass: {name: "unload-class", fields: []field{{"serial", u4}}},
	Frame: {name: "frame", fields: []field{{"id", id}, {"method", id}, {"signature", id}, {"source", id}, {"class", u4},
		{"line", u4}}},
	Trace:      {name: "trace", fields: []field{{"serial", u4}, {"thread", u4}, {"count", u4}}, body: bodyIDs, counted: 2},
	AllocSites: {name: "alloc-sites", body: bodyRest},
	HeapSummary: {name: "heap-summary", fields: []field{{"live-bytes", u4}, {"live-objects", u4}, {"allocated-bytes", u8},
		{"allocated-objects", u8}}},
	StartThread: {name: "start-thread", fields: []field{{"serial", u4}, {"object", id}, {"trace", u4}, {"name", id},
		{"group", id}, {"parent-group", id}}},
	EndThread:   {name: "end-thread", fields: []field{{"serial", u4}}},
	HeapDump:    {name: "heap-dump", body: bodyRest},
	CPUSamples:  {name: "cpu-samples", body: bodyRest},
	Control:     {name: "control", body: bodyRest},
	HeapSegment: {name: "heap-segment", body: bodyRest},
	HeapEnd:     {name: "heap-end"},

	RootUnknown:     {name: "root-unknown", fields: []field{{"id", id}}},
	RootJNIGlobal:   {name: "root-jni-global", fields: []field{{"id", id}, {"handle", id}}},
	RootJNILocal:    {name: "root-jni-local", fields: []field{{"id", id}, {"thread", u4}, {"frame", u4}}},
	RootJavaFrame:   {name: "root-java-frame", fields: []field{{"id", id}, {"thread", u4}, {"frame", u4}}},
	RootNativeStack: {name: "root-native-stack", fields: []field{{"id", id}, {"thread", u4}}},
	RootStickyClass: {name: "root-sticky-class", fields: []field{{"id", id}}},
	RootThreadBlock: {name: "root-thread-block", fields: []field{{"id", id}, {"thread", u4}}},
	RootMonitor:     {name: "root-monitor", fields: []field{{"id", id}}},
	RootThread:      {name: "root-thread", fields: []field{{"id", id}, {"thread", u4}, {"trace", u4}}},

	ClassDump: {name: "class", fields: []field{{"id", id}, {"stack", u4}, {"super", id}, {"loader", id}, {"signers", id},
		{"domain", id}, {"reserved1", id}, {"reserved2", id}, {"size", u4}}, body: bodyClass},
	Instance: {name: "instance", fields: []field{{"id", id}, {"stack", u4}, {"class", id}, {"bytes", u4}}, body: bodyBytes},
	ObjectArray: {name: "object-array", fields: []field{{"id", id}, {"stack", u4}, {"length", u4}, {"class", id}},
		body: bodyIDs, counted: 2},
	PrimitiveArray: {name: "primitive-array", fields: []field{{"id", id}, {"stack", u4}, {"length", u4}, {"type", u1}},
		body: bodyValues},

	RootInterned:         {name: "root-interned", fields: []field{{"id", id}}},
	RootFinalizing:       {name: "root-finalizing", fields: []field{{"id", id}}},
	RootDebugger:         {name: "root-debugger", fields: []field{{"id", id}}},
	RootReferenceCleanup: {name: "root-reference-cleanup", fields: []field{{"id", id}}},
	RootVMInternal:       {name: "root-vm-internal", fields: []field{{"id", id}}},
	RootJNIMonitor:       {name: "root-jni-monitor", fields: []field{{"id", id}, {"thread", u4}, {"frame", u4}}},
	RootUnreachable:      {name: "root-unreachable", fields: []field{{"id", id}}},
	ArrayNoData: {name: "array-no-data", fields: []field{{"id", id}, {"stack", u4}, {"length", u4},
		{"type", u1}}},
	HeapInfo: {name: "heap-info", fields: []field{{"heap", u4}, {"name", id}}},
}

// topSpecs and subSpecs are the specs by tag, for the reader.
var topSpecs, subSpecs = specsByTag()

func specsByTag() (top, sub [256]*spec) {
	for kind, s := range specs {
		if kind&subRecord != 0 {
			sub[kind&0xFF] = s
		} else {
			top[kind] = s
		}
	}
	return top, sub
}

// fixed returns the size of the fixed fields in bytes.
func (s *spec) fixed(idSize int) int {
	n := 0
	for _, f := range s.fields {
		n += f.width.bytes(idSize)
	}
	return n
}

func (w width) bytes(idSize int) int {
	if w == id {
		return idSize
	}
	return int(w)
}

// String returns the name of the kind in messages.
func (k Kind) String() string {
	if s := specs[k]; s != nil {
		return s.name
	}
	return fmt.Sprintf("kind 0x%02x", uint16(k))
}
