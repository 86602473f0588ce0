package node

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

func proc(pid int, file string) string { return filepath.Join("/proc", strconv.Itoa(pid), file) }

// status contains the fields of /proc/PID/status that are needed.
type status struct {
	uid     int
	catches uint64 // signals that have a handler
	state   byte
	parent  int
}

func statusOf(pid int) (status, error) {
	data, err := os.ReadFile(proc(pid, "status"))
	if err != nil {
		return status{}, errEnded
	}
	s := status{uid: -1}
	for line := range bytes.Lines(data) {
		name, rest, _ := strings.Cut(string(line), ":")
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			continue
		}
		switch name {
		case "Uid":
			if len(fields) > 1 {
				s.uid, _ = strconv.Atoi(fields[1])
			}
		case "SigCgt":
			s.catches, _ = strconv.ParseUint(fields[0], 16, 64)
		case "State":
			s.state = fields[0][0]
		case "PPid":
			s.parent, _ = strconv.Atoi(fields[0])
		}
	}
	return s, nil
}

// catchesInspect reports whether the process has a handler for the signal that makes Node.js open its inspector. Without a handler, the
// signal ends the process.
func (s status) catchesInspect() bool { return s.catches&(1<<(syscall.SIGUSR1-1)) != 0 }

// hasEnded reports whether the process has ended, and only its parent has not noticed yet.
func (s status) hasEnded() bool { return s.state == 'Z' || s.state == 'X' }

// foreign reports whether the process belongs to another user.
func (s status) foreign() bool { return s.uid != os.Geteuid() && os.Geteuid() != 0 }

// pids returns the numbers of all processes.
func pids() ([]int, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, errors.New("/proc, which lists processes, cannot be read")
	}
	var list []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			list = append(list, pid)
		}
	}
	return list, nil
}

// Supported reports whether running programs are found on this system.
const Supported = true

// List returns the visible Node.js programs, sorted by PID. Programs of other users are included, with a Refusal.
func List(ctx context.Context) ([]Process, error) {
	all, err := pids()
	if err != nil {
		return nil, err
	}
	var list []Process
	for _, pid := range all {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p, ok := describe(pid); ok {
			list = append(list, p)
		}
	}
	return sorted(list), nil
}

// Find returns the description of a process. It returns [ErrNotNode] if the process is not Node.js.
func Find(pid int) (Process, error) {
	p, ok := describe(pid)
	if !ok {
		return p, about(pid, ErrNotNode)
	}
	return p, nil
}

// Runs reports whether a process exists that is not a zombie.
func Runs(pid int) bool {
	s, err := statusOf(pid)
	return err == nil && !s.hasEnded()
}

// describe returns the description of a process; ok is false if it is not a running Node.js.
func describe(pid int) (p Process, ok bool) {
	if !runsNode(pid) {
		return p, false
	}
	s, err := statusOf(pid)
	if err != nil || s.hasEnded() {
		return p, false
	}
	words := commandLine(pid)
	p = Process{PID: pid, Started: started(pid), Refusal: refusal(pid, s, words)}
	p.Name, p.Command = Title(words)
	p.Folder, _ = os.Readlink(proc(pid, "cwd"))
	p.Elsewhere = !sameSpace(pid, "mnt")
	if s.uid != os.Geteuid() {
		p.User = "user " + strconv.Itoa(s.uid)
		if u, err := user.LookupId(strconv.Itoa(s.uid)); err == nil {
			p.User = "user " + u.Username
		}
	}
	return p, true
}

// runsNode reports whether the executable of a process is Node.js. If another user's is not visible, the name in its command decides.
func runsNode(pid int) bool {
	path, err := os.Readlink(proc(pid, "exe"))
	if errors.Is(err, fs.ErrPermission) {
		return IsName(commandLine(pid)[0])
	}
	return err == nil && IsName(strings.TrimSuffix(path, " (deleted)")) && contains(proc(pid, "exe"))
}

// commandLine returns the words that started a process: at least one, which is empty if they cannot be read.
func commandLine(pid int) []string {
	data, _ := readLimited(proc(pid, "cmdline"), 64<<10)
	return strings.Split(strings.TrimRight(string(data), "\x00"), "\x00")
}

// refusal returns why a process cannot be inspected; empty if it can.
func refusal(pid int, s status, words []string) string {
	switch {
	case s.foreign():
		return "it belongs to user " + strconv.Itoa(s.uid)
	case !sameSpace(pid, "net"):
		return "it has its own network, as in a container, so its inspector cannot be reached; run memcity inside"
	case s.state == 'T':
		return "it has been stopped"
	}
	if IsInspected(pid) {
		return ""
	}
	if !s.catchesInspect() {
		return "it does not accept the signal SIGUSR1, which would open its inspector; start it with memcity record, or with --inspect"
	}
	return ""
}

// sameSpace reports whether a process is in this process's namespace of a kind: net or mnt.
func sameSpace(pid int, kind string) bool {
	own, err := os.Readlink("/proc/self/ns/" + kind)
	if err != nil {
		return true
	}
	its, err := os.Readlink(proc(pid, "ns/"+kind))
	return err != nil || its == own
}

// ticks is the number of clock ticks per second in /proc. It is 100 on all platforms of Linux that Node.js supports.
const ticks = 100

// started returns when a process was started, in ms since 1970; 0 if unknown.
func started(pid int) int64 {
	data, err := os.ReadFile(proc(pid, "stat"))
	if err != nil {
		return 0
	}
	// PID (NAME) STATE PARENT …, where NAME may contain any characters. The start is field 22.
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 20 {
		return 0
	}
	since, err := strconv.ParseInt(fields[19], 10, 64)
	boot := bootTime()
	if err != nil || boot == 0 {
		return 0
	}
	return boot*1000 + since*1000/ticks
}

// bootTime returns when the system was started, in s since 1970; 0 if unknown.
func bootTime() int64 {
	data, _ := os.ReadFile("/proc/stat")
	_, rest, _ := bytes.Cut(data, []byte("\nbtime "))
	text, _, _ := bytes.Cut(rest, []byte("\n"))
	n, _ := strconv.ParseInt(string(text), 10, 64)
	return n
}

// socket is a listening TCP socket in /proc/net/tcp.
type socket struct {
	address Port
	inode   string
}

// listening returns the listening TCP sockets in the network of a process.
func listening(pid int) ([]socket, error) {
	var list []socket
	for _, file := range []string{"net/tcp", "net/tcp6"} {
		data, err := readLimited(proc(pid, file), 64<<20)
		if err != nil && file == "net/tcp" {
			return nil, err
		}
		for line := range bytes.Lines(data) {
			const listens = "0A"
			f := strings.Fields(string(line))
			if len(f) < 10 || f[3] != listens {
				continue
			}
			if a, ok := hexAddress(f[1]); ok {
				list = append(list, socket{a, f[9]})
			}
		}
	}
	return list, nil
}

// hexAddress parses an address such as 0100007F:240D. Each 4 bytes are in the byte order of the machine, which is little-endian on all
// platforms of Node.js but s390x.
func hexAddress(text string) (Port, bool) {
	host, port, _ := strings.Cut(text, ":")
	b, err := hex.DecodeString(host)
	n, err2 := strconv.ParseUint(port, 16, 16)
	if err != nil || err2 != nil || len(b) != 4 && len(b) != 16 {
		return Port{}, false
	}
	if !bigEndian {
		for i := 0; i < len(b); i += 4 {
			slices.Reverse(b[i : i+4])
		}
	}
	a, ok := netip.AddrFromSlice(b)
	return Port{netip.AddrPortFrom(a.Unmap(), uint16(n))}, ok
}

// Ports returns the addresses of the listening TCP sockets of a process that accept connections to the loopback address.
func Ports(pid int) ([]Port, error) {
	all, err := listening(pid)
	if err != nil {
		return nil, about(pid, errEnded)
	}
	open, err := socketsOf(pid)
	if err != nil {
		return nil, about(pid, errors.New("this user is not allowed to inspect it"))
	}
	var own []Port
	for _, s := range all {
		if open[s.inode] && s.isLocal() {
			own = append(own, s.address)
		}
	}
	return own, nil
}

// isLocal reports whether s accepts connections to the loopback address.
func (s *socket) isLocal() bool {
	return s.address.Addr().IsLoopback() || s.address.Addr().IsUnspecified()
}

// socketsOf returns the inodes of the open sockets of a process.
func socketsOf(pid int) (map[string]bool, error) {
	files, err := os.ReadDir(proc(pid, "fd"))
	if err != nil {
		return nil, err
	}
	open := map[string]bool{}
	for _, f := range files {
		link, _ := os.Readlink(proc(pid, "fd/"+f.Name()))
		if inode, ok := strings.CutPrefix(link, "socket:["); ok {
			open[strings.TrimSuffix(inode, "]")] = true
		}
	}
	return open, nil
}

// IsInspected reports whether the inspector of a process is probably open: an option opens it, or its port is in use by the process. Only
// then may its ports be asked, because other servers of the program may not expect that.
func IsInspected(pid int) bool {
	ports, err := Ports(pid)
	if err != nil || len(ports) == 0 {
		return false
	}
	words := commandLine(pid)
	environment, _ := readLimited(proc(pid, "environ"), 1<<20)
	for variable := range strings.SplitSeq(string(environment), "\x00") {
		if options, ok := strings.CutPrefix(variable, "NODE_OPTIONS="); ok && strings.Contains(options, "--inspect") {
			return true
		}
	}
	port := inspectPort(words)
	return slices.ContainsFunc(options(words), inspects) ||
		slices.ContainsFunc(ports, func(p Port) bool { return int(p.AddrPort.Port()) == port })
}

// options returns the options of Node.js in the words that started it.
func options(words []string) []string {
	words = words[min(1, len(words)):]
	return words[:len(words)-len(Script(append([]string{""}, words...)))]
}

// Owner returns the process of this user that listens at a host and port of this machine; 0 if unknown.
func Owner(host string) int {
	all, _ := pids()
	return OwnerAmong(all, host)
}

// OwnerAmong returns the first of the given processes that listens at a host and port of this machine; 0 for none.
func OwnerAmong(processes []int, host string) int {
	all, _ := listening(os.Getpid())
	all = slices.DeleteFunc(all, func(s socket) bool { return !s.isLocal() || !s.address.At(host) })
	if len(all) == 0 {
		return 0
	}
	for _, pid := range processes {
		open, _ := socketsOf(pid)
		if slices.ContainsFunc(all, func(s socket) bool { return open[s.inode] }) {
			return pid
		}
	}
	return 0
}

// Descendants returns the Node.js programs among the direct and indirect children of a process, and the process itself if it is one.
func Descendants(pid int) []int {
	all, err := pids()
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(p int) bool { return !runsNode(p) || !isBelow(p, pid, len(all)) })
}

// isBelow reports whether a process is another one, or its direct or indirect child in at most the given number of steps.
func isBelow(pid, above, steps int) bool {
	for ; pid > 1 && steps >= 0; steps-- {
		if pid == above {
			return true
		}
		s, err := statusOf(pid)
		if err != nil {
			return false
		}
		pid = s.parent
	}
	return false
}

// defaultPort is the port of the inspector unless the command has another.
const defaultPort = 9229

// inspectPort returns the port that Node.js opens after the signal.
func inspectPort(words []string) int {
	port := defaultPort
	for _, w := range options(words) {
		for _, option := range []string{"--inspect-port=", "--debug-port="} {
			if value, ok := strings.CutPrefix(w, option); ok {
				if n, err := strconv.Atoi(value[strings.LastIndexByte(value, ':')+1:]); err == nil {
					port = n
				}
			}
		}
	}
	return port
}

// Signal makes a Node.js program open its inspector. It first checks that the process is Node.js, belongs to this user and has a handler for
// the signal, because the signal ends other programs, and that the port is free.
func Signal(pid int) error {
	p, err := os.FindProcess(pid) // keeps a handle, so that the checks and the signal are about the same process
	if err != nil {
		return about(pid, errEnded)
	}
	defer p.Release()
	s, err := statusOf(pid)
	if err != nil {
		return about(pid, err)
	}
	if !runsNode(pid) {
		return about(pid, ErrNotNode)
	}
	words := commandLine(pid)
	if text := refusal(pid, s, words); text != "" {
		return about(pid, errors.New(text))
	}
	if !s.catchesInspect() {
		return about(pid, errors.New("it does not accept the signal SIGUSR1, which would open its inspector"))
	}
	port := inspectPort(words)
	sockets, err := listening(pid)
	if err != nil {
		return about(pid, errEnded)
	}
	for _, other := range sockets {
		if port != 0 && int(other.address.AddrPort.Port()) == port {
			return about(pid, fmt.Errorf("another program uses port %d, which its inspector needs", port))
		}
	}
	if err := p.Signal(syscall.SIGUSR1); err != nil {
		return about(pid, errEnded)
	}
	return nil
}
