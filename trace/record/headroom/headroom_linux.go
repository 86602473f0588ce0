package headroom

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Of returns the headroom of a process. It is the smallest of three values: the available memory of the machine, the room below the limits of
// its cgroup and all cgroups above, and the room below its own limits for address space and data.
func Of(pid int) Headroom { return system{root: "/"}.of(pid) }

// Peak returns the resident memory of a process and its largest value so far, in bytes; 0 if unknown.
func Peak(pid int) (resident, peak int64) {
	s := system{root: "/"}
	fields := s.fields(s.proc(pid, "status"))
	return fields["VmRSS"], fields["VmHWM"]
}

// system reads files of the operating system below a root folder.
type system struct{ root string } // tests have their own root

func (s system) proc(pid int, file string) string {
	return filepath.Join(s.root, "proc", strconv.Itoa(pid), file)
}

func (s system) of(pid int) Headroom {
	h := Unknown
	if n, ok := s.fields(filepath.Join(s.root, "proc/meminfo"))["MemAvailable"]; ok {
		h = Headroom{n, "the available memory of this machine"}
	}
	return least(least(h, s.cgroups(pid)), s.limits(pid))
}

// fields reads a file with lines such as "MemAvailable:  123 kB" and returns the values in bytes.
func (s system) fields(file string) map[string]int64 {
	data, _ := os.ReadFile(file)
	values := map[string]int64{}
	for line := range bytes.Lines(data) {
		name, rest, _ := strings.Cut(string(line), ":")
		f := strings.Fields(rest)
		if len(f) == 2 && f[1] == "kB" {
			if n, err := strconv.ParseInt(f[0], 10, 64); err == nil && n >= 0 && n < math.MaxInt64>>10 {
				values[name] = n << 10
			}
		}
	}
	return values
}

// limits returns the headroom below the limits of ulimit -v and ulimit -d.
func (s system) limits(pid int) Headroom {
	data, _ := os.ReadFile(s.proc(pid, "limits"))
	used := s.fields(s.proc(pid, "status"))
	h := Unknown
	for line := range bytes.Lines(data) {
		for name, field := range map[string]string{"Max address space": "VmSize", "Max data size": "VmData"} {
			rest, ok := strings.CutPrefix(string(line), name)
			if !ok {
				continue
			}
			text, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			limit, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				continue // unlimited
			}
			h = least(h, Headroom{max(0, limit-used[field]), fmt.Sprintf("its limit of %s (%s)", megabytes(limit), strings.ToLower(name))})
		}
	}
	return h
}

func megabytes(n int64) string { return fmt.Sprintf("%d MB", n/1_000_000) }

// cgroups returns the headroom in the cgroups of a process, of version 1 or 2.
func (s system) cgroups(pid int) Headroom {
	data, _ := os.ReadFile(s.proc(pid, "cgroup"))
	h := Unknown
	for line := range bytes.Lines(data) {
		// NUMBER:CONTROLLERS:PATH, where version 2 has number 0 and no controllers
		f := strings.SplitN(strings.TrimSpace(string(line)), ":", 3)
		if len(f) < 3 {
			continue
		}
		switch {
		case f[0] == "0" && f[1] == "":
			for _, mount := range []string{"sys/fs/cgroup", "sys/fs/cgroup/unified"} {
				h = least(h, s.above(pid, mount, f[2], version2))
			}
		case hasController(f[1], "memory"):
			h = least(h, s.above(pid, "sys/fs/cgroup/"+f[1], f[2], version1))
			if f[1] != "memory" {
				h = least(h, s.above(pid, "sys/fs/cgroup/memory", f[2], version1))
			}
		}
	}
	return h
}

func hasController(list, name string) bool {
	for one := range strings.SplitSeq(list, ",") {
		if one == name {
			return true
		}
	}
	return false
}

// files are the names of a cgroup's files.
type files struct {
	limits    []string
	used      string
	inactive  string // line of memory.stat with memory that the system frees before it ends a process
	unlimited int64  // smallest value that means no limit
}

var (
	version1 = files{[]string{"memory.limit_in_bytes"}, "memory.usage_in_bytes", "total_inactive_file", 1 << 60}
	version2 = files{[]string{"memory.max", "memory.high"}, "memory.current", "inactive_file", math.MaxInt64}
)

// above returns the headroom in a cgroup and in all above it. In a container, the path may not exist below the mount: then the container's
// own group is at the mount.
func (s system) above(pid int, mount, group string, names files) Headroom {
	h := Unknown
	for _, root := range []string{s.root, s.proc(pid, "root")} {
		base := filepath.Join(root, mount)
		for at := path.Clean("/" + group); ; at = path.Dir(at) {
			h = least(h, inGroup(filepath.Join(base, at), names))
			if at == "/" {
				break
			}
		}
		if h.Bytes >= 0 {
			break
		}
	}
	return h
}

// inGroup returns the headroom in a single cgroup.
func inGroup(folder string, names files) Headroom {
	used, ok := number(filepath.Join(folder, names.used))
	if !ok {
		return Unknown
	}
	stat, _ := os.ReadFile(filepath.Join(folder, "memory.stat"))
	for line := range bytes.Lines(stat) {
		if text, ok := strings.CutPrefix(string(line), names.inactive+" "); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
			used -= min(used, max(0, n))
		}
	}
	h := Unknown
	for _, name := range names.limits {
		if limit, ok := number(filepath.Join(folder, name)); ok && limit < names.unlimited {
			h = least(h, Headroom{max(0, limit-used), fmt.Sprintf("the limit of %s of its cgroup", megabytes(limit))})
		}
	}
	return h
}

// number reads a file with a number; ok is false for other contents, such as max.
func number(file string) (n int64, ok bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err = strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
	return n, err == nil && n >= 0
}
