package hprof

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// format lists the records as written by the JDK's heapDumper.cpp and Android's hprof.cc: tag, name, size of the fixed fields with ids of 4
// and of 8 bytes.
const format = `
01 text 4 8
02 load-class 16 24
03 unload-class 4 4
04 frame 24 40
05 trace 12 12
06 alloc-sites 0 0
07 heap-summary 24 24
0a start-thread 24 40
0b end-thread 4 4
0c heap-dump 0 0
0d cpu-samples 0 0
0e control 0 0
1c heap-segment 0 0
2c heap-end 0 0
101 root-jni-global 8 16
102 root-jni-local 12 16
103 root-java-frame 12 16
104 root-native-stack 8 12
105 root-sticky-class 4 8
106 root-thread-block 8 12
107 root-monitor 4 8
108 root-thread 12 16
120 class 36 64
121 instance 16 24
122 object-array 16 24
123 primitive-array 13 17
189 root-interned 4 8
18a root-finalizing 4 8
18b root-debugger 4 8
18c root-reference-cleanup 4 8
18d root-vm-internal 4 8
18e root-jni-monitor 12 16
190 root-unreachable 4 8
1c3 array-no-data 13 17
1fe heap-info 8 12
1ff root-unknown 4 8
`

func TestFormat(t *testing.T) {
	var lines strings.Builder
	for _, k := range slices.Sorted(maps.Keys(specs)) {
		fmt.Fprintf(&lines, "%02x %s %d %d\n", uint16(k), k, specs[k].fixed(4), specs[k].fixed(8))
		if by := topSpecs; k < subRecord && by[k] != specs[k] || k >= subRecord && subSpecs[k-subRecord] != specs[k] {
			t.Errorf("%s is not found by its tag", k)
		}
		if n := len(specs[k].fields); n > maxFields {
			t.Errorf("%s has %d fields", k, n)
		}
	}
	if got := "\n" + lines.String(); got != format {
		t.Errorf("the records are%swant%s", got, format)
	}
	if got := Kind(0x42).String(); got != "kind 0x42" {
		t.Errorf("an unknown kind is %q", got)
	}
}

// TestFields checks that the indices into the values of a record match the names of the fields.
func TestFields(t *testing.T) {
	for _, test := range []struct {
		kind  Kind
		index int
		name  string
	}{
		{Text, TextID, "id"}, {LoadClass, LoadSerial, "serial"}, {LoadClass, LoadID, "id"}, {LoadClass, LoadName, "name"},
		{Frame, FrameID, "id"}, {Frame, FrameMethod, "method"}, {Frame, FrameSource, "source"}, {Frame, FrameClass, "class"},
		{Frame, FrameLine, "line"},
		{Trace, TraceSerial, "serial"}, {Trace, TraceThread, "thread"},
		{StartThread, StartSerial, "serial"}, {StartThread, StartObject, "object"}, {StartThread, StartTrace, "trace"},
		{StartThread, StartName, "name"},
		{RootJNILocal, RootThreadSerial, "thread"}, {RootJavaFrame, RootThreadSerial, "thread"}, {RootNativeStack, RootThreadSerial, "thread"},
		{RootThreadBlock, RootThreadSerial, "thread"}, {RootThread, RootThreadSerial, "thread"},
		{RootJNILocal, RootFrame, "frame"}, {RootJavaFrame, RootFrame, "frame"}, {RootThread, RootTrace, "trace"},
		{ClassDump, ClassSuper, "super"}, {ClassDump, ClassLoader, "loader"}, {ClassDump, ClassSigners, "signers"},
		{ClassDump, ClassDomain, "domain"},
		{ClassDump, ClassSize, "size"}, {Instance, InstanceClass, "class"}, {ObjectArray, ArrayLength, "length"},
		{PrimitiveArray, ArrayLength, "length"},
		{ObjectArray, ArrayClass, "class"}, {PrimitiveArray, ArrayType, "type"}, {ArrayNoData, ArrayType, "type"},
		{Trace, specs[Trace].counted, "count"}, {ObjectArray, specs[ObjectArray].counted, "length"},
	} {
		if got := specs[test.kind].fields[test.index].name; got != test.name {
			t.Errorf("field %d of %s is %s, want %s", test.index, test.kind, got, test.name)
		}
	}
}

func TestBasicTypes(t *testing.T) {
	for number, want := range []string{2: "object 0 4 8", 4: "boolean 1 1 1", 5: "char 2 2 2", 6: "float 4 4 4", 7: "double 8 8 8",
		8: "byte 1 1 1",
		9: "short 2 2 2", 10: "int 4 4 4", 11: "long 8 8 8", 12: ""} {
		b := BasicType(number)
		if want == "" {
			want = fmt.Sprintf("type %d 0 0 0", number)
		}
		if got := fmt.Sprint(b, b.primitive(), b.Size(4), b.Size(8)); got != want {
			t.Errorf("basic type %d is %s, want %s", number, got, want)
		}
	}
	if got := fmt.Sprint(Object, Boolean, Char, Float, Double, Byte, Short, Int,
		Long); got != "object boolean char float double byte short int long" {
		t.Errorf("basic types are %s", got)
	}
}
