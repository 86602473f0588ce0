package open

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// foreign is a kind of file that is not opened.
type foreign struct {
	name string // what it is, as in "it is NAME"
	// advice is the command that makes or converts a file of this kind, as a clause.
	advice string
	is     func(head []byte) bool
}

// Advice for files of several kinds.
const (
	dumpAdvice  = "jcmd PID GC.heap_dump FILE.hprof writes a heap dump"
	otherAdvice = "memcity help runtimes lists the files of each runtime"
	linkAdvice  = "download the file again, with curl -fL and the credentials that the server asks for"
)

// foreigns contains kinds of files by their first bytes. The first that matches is used, so weak ones come last.
var foreigns = []foreign{
	{"a heap dump of OpenJ9 as text (classic)", "-Xdump:heap:opts=PHD writes a portable heap dump, which can be opened", starts("// Version: ")},
	{"the report of a crashed Java VM (hs_err)", dumpAdvice + " of a running VM", within(512, "# A fatal error has been detected by the Java Runtime Environment")},
	{"a thread dump", dumpAdvice + ", which contains the threads", within(1024, "Full thread dump ")},
	{"the output of jmap -heap", "jmap -histo PID writes a class histogram", within(1024, "Heap Configuration:")},
	{"the error of a command about a Java VM", "run it as the user of the VM, or with sudo -u USER", within(1024, "com.sun.tools.attach.", "Unable to open socket file")},
	{"performance data of a Java VM (hsperfdata)", dumpAdvice, starts("\xca\xfe\xc0\xc0")},
	{"a snapshot of NetBeans or VisualVM", "save the heap dump as HPROF in VisualVM", starts("nBpRoFiLeR")},
	{"a serialized Java object", dumpAdvice, starts("\xac\xed\x00\x05")},
	{"a core file", "jhsdb jmap --binaryheap --dumpfile FILE.hprof --exe $(which java) --core FILE converts it if the program was a Java VM", isELF(4)},
	{"a program or library for Linux", otherAdvice, starts("\x7fELF")},
	{"a crash dump of Windows", "jhsdb jmap --binaryheap --core FILE converts it if the program was a Java VM", starts("MDMP")},
	{"a program for Windows", otherAdvice, isWindowsProgram},
	{"a program for macOS", otherAdvice, starts("\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe")},
	{"a Java class", "memcity RECORDING --classes FOLDER finds source lines in classes", isClass},
	{"a JAR file", "memcity RECORDING --classes FILE.jar finds source lines in it", isJAR},
	{"a trace of Chrome", otherAdvice, starts(`{"traceEvents":`)},
	{"an execution trace of Go", "go tool trace FILE shows it, and debug.WriteHeapDump writes a heap dump", isGoTrace},
	{"a heap dump of Meliae, for Python", otherAdvice, starts(`{"address": `)},
	{"a recording of memray, for Python", "memray stats FILE shows it", starts("memray\x00")},
	{"a snapshot of tracemalloc, for Python", "tracemalloc.Snapshot.load opens it", isPickle("tracemalloc")},
	{"a pickled object of Python", otherAdvice, isPickle("")},
	{"a CPU profile of gperftools", "HEAPPROFILE=NAME writes heap profiles of a program with tcmalloc", starts("\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00")},
	{"a file of .NET in an unknown format", "dotnet-gcdump collect writes a heap snapshot", within(64, "!FastSerialization.1")},
	{"a recording of perf", "perf report -i FILE shows it", starts("PERFILE2")},
	{"a 7z archive", "7z x FILE unpacks it", starts("7z\xbc\xaf\x27\x1c")},
	{"a RAR archive", "unrar x FILE unpacks it", starts("Rar!\x1a\x07")},
	{"compressed with lz4", "lz4 -d FILE unpacks it", starts("\x04\x22\x4d\x18")},
	{"compressed with compress (.Z)", "uncompress FILE unpacks it", starts("\x1f\x9d")},
	{"a pointer of Git LFS instead of the file", "git lfs pull fetches the file", starts("version https://git-lfs.github.com/spec/")},
	{"an error of curl", linkAdvice, starts("curl: (")},
	{"an error of a storage service instead of the file", linkAdvice, isXMLError},
	{"an error as JSON instead of the file", linkAdvice, isJSONError},
	{"a web page", linkAdvice + ", if you expected a recording", isHTML},
	{"a table of memcity export", "memcity fleet FOLDER reads it", starts("PAR1")},
	{"a 3D model", "memcity shot -o FILE.glb writes one", starts("glTF")},
	{"a picture", "memcity shot writes pictures", isPicture},
	{"a PDF document", "memcity report writes reports", starts("%PDF-")},
	{"a film", "memcity film writes films", isFilm},
	{"a database of SQLite", otherAdvice, starts("SQLite format 3\x00")},
}

// foreignText returns the name of a file's kind and the advice, for people; empty if the table lacks the kind.
func foreignText(head []byte) string {
	for _, f := range foreigns {
		if f.is(head) {
			return "not a recording: it is " + f.name + "; " + f.advice
		}
	}
	return ""
}

func starts(signatures ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, s := range signatures {
			if bytes.HasPrefix(head, []byte(s)) {
				return true
			}
		}
		return false
	}
}

// within returns a function that searches the first n bytes for texts.
func within(n int, texts ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, text := range texts {
			if bytes.Contains(head[:min(n, len(head))], []byte(text)) {
				return true
			}
		}
		return false
	}
}

// isELF recognizes ELF files of a type, in both byte orders.
func isELF(kind byte) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) > 17 && string(head[:4]) == "\x7fELF" && head[16]+head[17] == kind && (head[16] == 0 || head[17] == 0)
	}
}

// isWindowsProgram recognizes programs for Windows by the offset of their second header.
func isWindowsProgram(head []byte) bool {
	return len(head) > 64 && string(head[:2]) == "MZ" && binary.LittleEndian.Uint32(head[60:]) < 1<<16
}

// isClass recognizes classes by their version, because universal programs for macOS have the same signature.
func isClass(head []byte) bool {
	return len(head) >= 8 && string(head[:4]) == "\xca\xfe\xba\xbe" && binary.BigEndian.Uint16(head[6:]) >= 45
}

func isJAR(head []byte) bool {
	return len(head) > 38 && string(head[:4]) == "PK\x03\x04" && string(head[30:39]) == "META-INF/"
}

func isGoTrace(head []byte) bool {
	return len(head) >= 16 && bytes.HasPrefix(head, []byte("go 1.")) && bytes.HasPrefix(bytes.TrimLeft(head[5:16], "0123456789"), []byte(" trace\x00"))
}

func isPickle(module string) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5 && bytes.Contains(head, []byte(module)) &&
			(module != "" || head[2] == 0x95)
	}
}

func isXMLError(head []byte) bool {
	text := bytes.TrimSpace(head)
	return bytes.HasPrefix(text, []byte("<?xml")) && bytes.Contains(text, []byte("<Error>")) || bytes.HasPrefix(text, []byte("<Error>"))
}

// maxError is the largest size in bytes of JSON that is an error of a server.
const maxError = 2048

// isJSONError recognizes a small object with the members of an error.
func isJSONError(head []byte) bool {
	text := bytes.TrimSpace(head)
	if len(head) > maxError || len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return false
	}
	has := func(key string) bool { return bytes.Contains(text, []byte(`"`+key+`"`)) }
	return has("error") || has("errors") || has("message") && (has("status") || has("code") || has("statusCode") || has("documentation_url"))
}

func isHTML(head []byte) bool {
	text := strings.ToLower(string(bytes.TrimSpace(bytes.TrimPrefix(head[:min(len(head), 256)], []byte("\ufeff")))))
	return strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html") || strings.HasPrefix(text, "<head")
}

func isPicture(head []byte) bool {
	isSVG := bytes.HasPrefix(head, []byte("<svg")) || bytes.HasPrefix(head, []byte("<?xml")) && bytes.Contains(head, []byte("<svg"))
	return isSVG || starts("\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF8")(head) || len(head) > 14 && string(head[:2]) == "BM" && string(head[6:10]) == "\x00\x00\x00\x00" || len(head) > 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
}

func isFilm(head []byte) bool {
	return len(head) > 8 && string(head[4:8]) == "ftyp" || starts("\x1a\x45\xdf\xa3")(head)
}
