package trace

import "slices"

// Runtime is a language runtime that ran a recorded program. The zero value is [JVM].
type Runtime uint8

// Runtimes.
const (
	JVM     Runtime = iota // Java virtual machines and Android
	V8                     // JavaScript in Node.js, Chrome, Electron and Deno
	CPython                // Python
	CRuby                  // Ruby
	Golang                 // Go
	DotNet                 // .NET
	Native                 // C, C++, Rust and other languages without a runtime that describes objects
	Other                  // any other runtime, such as one that wrote a file of objects as JSON lines
)

var runtimeNames = [...]string{"jvm", "v8", "python", "ruby", "go", "dotnet", "native", "other"}

// String returns the name of the runtime in files, such as v8.
func (r Runtime) String() string {
	if int(r) < len(runtimeNames) {
		return runtimeNames[r]
	}
	return runtimeNames[Other]
}

// RuntimeOf returns the runtime with a name from [Runtime.String]; [Other] for all other names.
func RuntimeOf(name string) Runtime {
	if r := slices.Index(runtimeNames[:], name); r >= 0 {
		return Runtime(r)
	}
	return Other
}
