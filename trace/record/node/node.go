package node

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Process is a running Node.js program.
type Process struct {
	PID     int
	Name    string // of the script, without folders
	Command string // Name followed by the program's arguments, shortened
	Started int64  // in ms since 1970; 0 if unknown
	User    string // owner, if it is another user
	Folder  string // current folder, as the process sees it; empty if unknown

	// Elsewhere means that the process has its own file system, as in a container.
	Elsewhere bool
	// Refusal is why the process cannot be inspected; empty if it can.
	Refusal string
}

// maxCommand is the length in characters to which a command is truncated.
const maxCommand = 120

var (
	// names matches the names of executables that may be Node.js: node, nodejs, node20, node-v22.1.0.
	names = regexp.MustCompile(`^node(js)?[-.v0-9]*$`)
	// marker is an option that only Node.js has. Its name is part of the executable.
	marker = []byte("--inspect-publish-uid")
)

// IsName reports whether a program of this name may be Node.js.
func IsName(path string) bool {
	return names.MatchString(strings.TrimSuffix(filepath.Base(path), ".exe"))
}

// IsNode reports whether a file is the executable of Node.js. It reads the file, about 0.1 s for 100 MB, and does not start it. Scripts that
// start Node.js, as version managers install them, are not. Later calls are fast unless the file has changed.
func IsNode(path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || !IsName(real) {
		return false
	}
	return contains(real)
}

// minSize is the smallest size of the executable of Node.js, in bytes. Node.js 12 has 40 MB.
const minSize = 10 << 20

// searched contains the files that were searched for the marker. Listings and searches for child processes repeat, and the programs of a
// machine have few executables.
var searched struct {
	mu    sync.Mutex
	files []searchedFile
}

type searchedFile struct {
	info   os.FileInfo
	marked bool
}

// maxSearched is the number of files after which searched is emptied.
const maxSearched = 100

// contains reports whether a file contains the marker. It reads a file again only if the file has changed.
func contains(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() < minSize {
		return false
	}
	searched.mu.Lock()
	defer searched.mu.Unlock()
	for _, s := range searched.files {
		if os.SameFile(s.info, info) && s.info.Size() == info.Size() && s.info.ModTime().Equal(info.ModTime()) {
			return s.marked
		}
	}
	if len(searched.files) >= maxSearched {
		searched.files = nil
	}
	marked := hasMarker(f)
	searched.files = append(searched.files, searchedFile{info, marked})
	return marked
}

// hasMarker reports whether a file contains the marker.
func hasMarker(f io.Reader) bool {
	buffer := make([]byte, 1<<20)
	kept := 0
	for {
		n, err := f.Read(buffer[kept:])
		if bytes.Contains(buffer[:kept+n], marker) {
			return true
		}
		if err != nil {
			return false // io.EOF included
		}
		end := kept + n
		kept = min(end, len(marker)-1)
		copy(buffer, buffer[end-kept:end])
	}
}

// inspects reports whether an argument of Node.js configures the inspector.
func inspects(word string) bool { return strings.HasPrefix(word, "--inspect") }

// Inspected returns the arguments of a command with a port for the inspector. at is the index of the word that starts Node.js. Arguments
// that open the inspector already are unchanged.
func Inspected(argv []string, at int) []string {
	for _, w := range argv[at+1:] {
		if !strings.HasPrefix(w, "-") {
			break
		}
		if w == "--inspect" || w == "--inspect-brk" || strings.HasPrefix(w, "--inspect=") || strings.HasPrefix(w, "--inspect-brk=") {
			return argv
		}
	}
	return slices.Insert(slices.Clone(argv), at+1, inspectOption)
}

// inspectOption opens the inspector at a port that the system chooses.
const inspectOption = "--inspect=127.0.0.1:0"

// InspectedEnv returns an environment in which all Node.js programs open their inspectors.
func InspectedEnv(env []string) []string {
	const name = "NODE_OPTIONS="
	for i, v := range slices.Backward(env) { // the last one counts
		if value, ok := strings.CutPrefix(v, name); ok {
			env = slices.Clone(env)
			env[i] = name + strings.TrimSpace(value+" "+inspectOption)
			return env
		}
	}
	return append(slices.Clip(env), name+inspectOption)
}

// managers are package managers, which start programs.
var managers = []string{"npm", "npx", "yarn", "pnpm", "pnpx", "corepack"}

// IsManager reports whether a program of this name is a package manager, as opposed to a program that it starts.
func IsManager(name string) bool {
	name, _, _ = strings.Cut(name, " ") // npm adds its arguments
	name = strings.TrimSuffix(name, filepath.Ext(name))
	return slices.Contains(managers, strings.TrimSuffix(name, "-cli"))
}

// takesValue are options of Node.js whose value is the next argument.
var takesValue = []string{"-r", "--require", "--import", "-C", "--conditions", "--loader", "--experimental-loader", "--env-file", "-e", "--eval",
	"-p", "--print", "--input-type", "--title", "--icu-data-dir", "--openssl-config", "--redirect-warnings", "--diagnostic-dir"}

// Script returns the script, with arguments, from the words that started Node.js; nil if there is none.
func Script(words []string) []string {
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case slices.Contains(takesValue, w):
			i++
		case w == "--" || !strings.HasPrefix(w, "-"):
			if w == "--" {
				i++
			}
			return words[min(i, len(words)):]
		}
	}
	return nil
}

// Title returns the name of a program for people, and its command, from the words that started Node.js.
func Title(words []string) (name, command string) {
	script := Script(words)
	if len(script) == 0 {
		return "node", "node"
	}
	name = printable(filepath.Base(script[0]))
	return name, shorten(strings.Join(append([]string{name}, script[1:]...), " "))
}

// printable replaces control characters.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
}

// shorten truncates a text for people.
func shorten(text string) string {
	text = printable(text)
	if utf8.RuneCountInString(text) <= maxCommand {
		return text
	}
	return string([]rune(text)[:maxCommand-1]) + "…"
}

// Port is the address of a listening socket.
type Port struct{ netip.AddrPort }

// Local returns the host and port that reach p from this machine.
func (p Port) Local() string {
	if p.Addr().IsUnspecified() {
		return netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), p.AddrPort.Port()).String()
	}
	return p.String()
}

// At reports whether p has the port of a host and port.
func (p Port) At(host string) bool {
	_, port, err := net.SplitHostPort(host)
	return err == nil && port == strconv.Itoa(int(p.AddrPort.Port()))
}

// Errors for callers to check.
var (
	ErrNotNode = errors.New("is not Node.js")
	errEnded   = errors.New("has ended")
)

func about(pid int, err error) error { return fmt.Errorf("process %d: %w", pid, err) }

// sorted sorts processes by number.
func sorted(list []Process) []Process {
	slices.SortFunc(list, func(a, b Process) int { return cmp.Compare(a.PID, b.PID) })
	return list
}

// readLimited reads at most limit bytes of a file.
func readLimited(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}
