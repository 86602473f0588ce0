package diagnostics

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// Supported reports whether programs are found on this system.
const Supported = true

// names matches the names of sockets.
var names = regexp.MustCompile(`^dotnet-diagnostic-([0-9]{1,9})-([0-9]{1,20})-socket$`)

// List returns the sockets of running programs in the folders for temporary files, sorted by PID.
func List() []Socket {
	var all []Socket
	for _, folder := range folders(os.Getenv("TMPDIR")) {
		entries, _ := os.ReadDir(folder) // as many as could be read
		for _, e := range entries {
			if s, ok := socketOf(folder, e.Name()); ok {
				all = append(all, s)
			}
		}
	}
	slices.SortFunc(all, func(a, b Socket) int { return a.PID - b.PID })
	return slices.CompactFunc(all, func(a, b Socket) bool { return a.PID == b.PID })
}

// Find returns the socket of a process; ok is false if it has none, as if it is not .NET.
func Find(pid int) (s Socket, ok bool) {
	ticks := ticksOf(pid)
	if ticks == "" {
		return s, false
	}
	name := fmt.Sprintf("dotnet-diagnostic-%d-%s-socket", pid, ticks)
	for _, folder := range folders(temporary(pid), os.Getenv("TMPDIR")) {
		if s, ok := socketOf(folder, name); ok {
			return s, true
		}
	}
	return s, false
}

// folders returns the given folders without repetitions and empty names, and the default one.
func folders(given ...string) []string {
	given = append(given, "/tmp")
	for i := range given {
		if given[i] != "" {
			given[i] = filepath.Clean(given[i])
		}
	}
	slices.Sort(given)
	return slices.DeleteFunc(slices.Compact(given), func(f string) bool { return !filepath.IsAbs(f) })
}

// socketOf returns the socket with a name in a folder; ok is false if its process has ended.
func socketOf(folder, name string) (s Socket, ok bool) {
	m := names.FindStringSubmatch(name)
	if m == nil {
		return s, false
	}
	s = Socket{Path: filepath.Join(folder, name), ticks: m[2]}
	s.PID, _ = strconv.Atoi(m[1])
	info, err := os.Lstat(s.Path)
	if err != nil || info.Mode().Type() != os.ModeSocket || !s.Runs() {
		return s, false
	}
	process, err := os.Stat(proc(s.PID, ""))
	if err != nil {
		return s, false
	}
	s.uid = int(process.Sys().(*syscall.Stat_t).Uid)
	return s, int(info.Sys().(*syscall.Stat_t).Uid) == s.uid
}

// Foreign reports whether the program belongs to another user.
func (s Socket) Foreign() bool { return s.uid != os.Geteuid() }

// Runs reports whether the process runs that had the socket when it was found.
func (s Socket) Runs() bool { return ticksOf(s.PID) == s.ticks }

func proc(pid int, file string) string { return filepath.Join("/proc", strconv.Itoa(pid), file) }

// stat returns the parent of a process and its start time in ticks of the kernel; empty texts if it has ended.
func stat(pid int) (parent, ticks string) {
	data, err := os.ReadFile(proc(pid, "stat"))
	if err != nil {
		return "", ""
	}
	f := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	const state, above, start = 0, 1, 19 // after the name of the program
	if len(f) <= start || f[state] == "Z" || f[state] == "X" {
		return "", ""
	}
	return f[above], f[start]
}

func ticksOf(pid int) string {
	_, ticks := stat(pid)
	return ticks
}

// maxAbove is the largest number of processes between a process and one that it started.
const maxAbove = 64

// IsBelow reports whether a process started the program, directly or indirectly, or is it.
func (s Socket) IsBelow(pid int) bool {
	at := s.PID
	for range maxAbove {
		if at == pid {
			return true
		}
		parent, _ := stat(at)
		if at, _ = strconv.Atoi(parent); at <= 1 {
			return false
		}
	}
	return false
}

// temporary returns the folder for temporary files of a process; empty if unknown.
func temporary(pid int) string {
	data, _ := os.ReadFile(proc(pid, "environ"))
	for v := range bytes.SplitSeq(data, []byte{0}) {
		if value, ok := bytes.CutPrefix(v, []byte("TMPDIR=")); ok {
			return string(value)
		}
	}
	return ""
}

// check returns an error unless the process listens on the other end of a connection, and belongs to this user or this user is root.
func (s Socket) check(conn *net.UnixConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var peer *syscall.Ucred
	var failed error
	err = raw.Control(func(fd uintptr) {
		peer, failed = syscall.GetsockoptUcred(int(fd), syscall.SOL_SOCKET, syscall.SO_PEERCRED)
	})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case int(peer.Pid) != s.PID || int(peer.Uid) != s.uid:
		return fmt.Errorf("process %d of user %d listens on the socket %s; expected process %d of user %d", peer.Pid, peer.Uid, s.Path, s.PID, s.uid)
	case s.Foreign() && os.Geteuid() != 0:
		return errors.New("the program belongs to another user")
	}
	return nil
}

// Words returns the words that started the program.
func (s Socket) Words() []string {
	data, _ := os.ReadFile(proc(s.PID, "cmdline"))
	return strings.Split(strings.TrimRight(string(data), "\x00"), "\x00")
}

// library matches the path of the runtime in the maps of a process.
var library = regexp.MustCompile(`/([0-9]+\.[0-9]+\.[0-9]+[-.0-9a-z]*)/libcoreclr\.so`)

// Version returns the version of .NET by the folder of its library; empty if unknown, as for programs in a single file.
func (s Socket) Version() string {
	data, _ := os.ReadFile(proc(s.PID, "maps"))
	if m := library.FindSubmatch(data); m != nil {
		return string(m[1])
	}
	return ""
}

// Assemblies returns the paths of the assemblies that the program has mapped. Programs in containers and in a single file may have none.
func (s Socket) Assemblies() (paths []string) {
	data, _ := os.ReadFile(proc(s.PID, "maps"))
	for line := range bytes.Lines(data) {
		const path = 5 // fields before it
		f := strings.Fields(string(line))
		if len(f) == path+1 && filepath.IsAbs(f[path]) && strings.HasSuffix(strings.ToLower(f[path]), ".dll") {
			paths = append(paths, f[path])
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}
