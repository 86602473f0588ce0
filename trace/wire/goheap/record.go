package goheap

import "fmt"

// Header is the start of each dump.
const Header = "go1.7 heap dump\n"

// Kind is the kind of a record.
type Kind uint8

// Kinds of records, with their numbers in order.
const (
	End             Kind = iota
	Object               // address
	OtherRoot            // text: description; number: address of the object
	Type                 // address, size, indirect; text: name with the path of the package
	Goroutine            // see the constants below; text: reason for waiting
	Frame                // stack pointer, depth, stack pointer of the callee, entry of the function, PC, PC where it continues; text: function
	Params               // big-endian, size of a pointer, start and end of the heap, CPUs; texts: architecture, version of Go
	Finalizer            // address of the object, its function, PC of the function, type of its argument, type of the object
	Itab                 // address, address of the type
	Thread               // address, number, number in the operating system
	MemStats             // runtime.MemStats in the order of its fields, with 256 pauses, up to NumGC
	QueuedFinalizer      // as Finalizer
	Data                 // address
	BSS                  // address
	Defer                // address, goroutine, stack pointer, PC, function, PC of the function, next
	Panic                // address, goroutine, type and address of the value, 0, next
	Bucket               // address, size; Stack; then allocations and frees
	Sample               // address of the object, address of the bucket
	kinds
)

// Numbers of a goroutine, as indices.
const (
	GoroutineAddress = iota
	GoroutineStack   // stack pointer of its first frame
	GoroutineID
	GoroutineCreated // PC of the go statement
	GoroutineStatus
	GoroutineSystem // 1 if it belongs to the runtime
	GoroutineBackground
	GoroutineSince // ns
)

// Numbers of MemStats, as indices.
const (
	HeapAlloc   = 6
	HeapObjects = 11
	NumGC       = 24 + pauses
)

// pauses is the number of the last pauses in MemStats.
const pauses = 256

// layouts are the items of the records by kind: n for a number, t for a text, c for contents, f for a list of fields, and s for a stack.
var layouts = [kinds]string{
	Object: "ncf", OtherRoot: "tn", Type: "nntn", Goroutine: "nnnnnnnntnnnn", Frame: "nnncnnntf", Params: "nnnnttn", Finalizer: "nnnnn",
	Itab: "nn", Thread: "nnn", MemStats: "m", QueuedFinalizer: "nnnnn", Data: "ncf", BSS: "ncf", Defer: "nnnnnnn", Panic: "nnnnnn",
	Bucket: "nnsnn", Sample: "nn",
}

var kindNames = [kinds]string{"end", "object", "root", "type", "goroutine", "stack frame", "parameters", "finalizer", "itab", "thread",
	"memory statistics", "queued finalizer", "data segment", "BSS segment", "defer", "panic", "allocation site", "sample"}

func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return fmt.Sprintf("record of kind %d", uint8(k))
}

// Record is a record. Its slices are valid until the next record is read.
type Record struct {
	Kind     Kind
	Numbers  []uint64 // in the order of the file
	Texts    []string // in the order of the file
	Contents []byte   // of an object, a frame or a segment
	Fields   []uint64 // offsets of pointers in Contents; they may lie outside a damaged one
	Stack    []Call   // of a bucket, innermost first
}

// Call is a frame of the stack of an allocation.
type Call struct {
	Function, File string
	Line           uint64
}

// Sniff reports whether head is the start of a dump.
func Sniff(head []byte) bool { return len(head) >= len(Header) && string(head[:len(Header)]) == Header }
