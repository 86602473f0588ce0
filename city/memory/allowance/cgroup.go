package allowance

import (
	"io/fs"
	"math"
	"path"
	"strconv"
	"strings"
)

// controlGroup is a group of processes with a memory limit.
type controlGroup struct {
	most   int64 // bytes; math.MaxInt64 for no limit
	used   int64 // by all processes in it and below
	cached int64 // part of used that the kernel frees when memory is needed: file pages
}

// The limit of a control group of version 1 is memory.limit_in_bytes. Version 2 has memory.max, and slows processes down above memory.high.
// A limit applies to all groups below. See Documentation/admin-guide/cgroup-v1/memory.rst and cgroup-v2.rst of Linux.

// groupsOf returns the visible group of the process and all groups above it, of both versions.
func groupsOf(root fs.FS) []controlGroup {
	var all []controlGroup
	for _, m := range mounts(root) {
		for dir := m.folder(root); ; dir = path.Dir(dir) {
			if g, ok := m.read(root, dir); ok {
				all = append(all, g)
			}
			if dir == m.at || len(dir) <= len(m.at) {
				break
			}
		}
	}
	return all
}

// mount is a hierarchy of control groups.
type mount struct {
	root string // the group at the mount point
	at   string // the mount point, without its leading slash
	two  bool   // true for version 2
}

// mounts returns the hierarchies that control memory, see proc_pid_mountinfo(5).
func mounts(root fs.FS) []mount {
	var all []mount
	for line := range strings.Lines(readText(root, "proc/self/mountinfo")) {
		before, after, ok := strings.Cut(line, " - ")
		fields, more := strings.Fields(before), strings.Fields(after)
		if !ok || len(fields) < 5 || len(more) < 3 {
			continue
		}
		m := mount{root: unescape(fields[3]), at: strings.TrimPrefix(unescape(fields[4]), "/"), two: more[0] == "cgroup2"}
		if m.two || more[0] == "cgroup" && hasWord(more[2], "memory") {
			all = append(all, m)
		}
	}
	return all
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

// octal decodes the escapes of mountinfo.
var octal = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

func unescape(s string) string { return octal.Replace(s) }

// folder returns the folder of the process's group. In a container it may be below a root that the process does not know. Then the group is
// the mount point.
func (m mount) folder(root fs.FS) string {
	for line := range strings.Lines(readText(root, "proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(parts) < 3 || m.two != (parts[0] == "0" && parts[1] == "") || !m.two && !hasWord(parts[1], "memory") {
			continue
		}
		inside, ok := strings.CutPrefix(parts[2], strings.TrimSuffix(m.root, "/"))
		dir := path.Join(m.at, inside)
		if !ok || !strings.HasPrefix(dir, m.at) { // ".." leads out of the namespace
			return m.at
		}
		if _, err := fs.Stat(root, dir); err != nil {
			return m.at
		}
		return dir
	}
	return m.at
}

// read returns the limits of a group; false if it has none.
func (m mount) read(root fs.FS, dir string) (controlGroup, bool) {
	limits, usage := []string{"memory.limit_in_bytes"}, "memory.usage_in_bytes"
	if m.two {
		limits, usage = []string{"memory.max", "memory.high"}, "memory.current"
	}
	g := controlGroup{most: math.MaxInt64}
	for _, name := range limits {
		if n, ok := number(readText(root, path.Join(dir, name))); ok && n < 1<<62 {
			g.most = min(g.most, n)
		}
	}
	if g.most == math.MaxInt64 {
		return g, false
	}
	g.used, _ = number(readText(root, path.Join(dir, usage)))
	stat := parseFields(readText(root, path.Join(dir, "memory.stat")))
	prefix := "total_"
	if m.two {
		prefix = ""
	}
	g.cached = stat[prefix+"inactive_file"] + stat[prefix+"active_file"]
	return g, true
}

// parseFields parses lines of a name and a number, as in /proc/meminfo. It applies a unit of kB.
func parseFields(text string) map[string]int64 {
	all := map[string]int64{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		n, ok := number(words[1])
		if !ok {
			continue
		}
		if len(words) > 2 && words[2] == "kB" {
			n *= 1024
		}
		all[strings.TrimSuffix(words[0], ":")] = n
	}
	return all
}

func statusOf(root fs.FS) map[string]int64 { return parseFields(readText(root, "proc/self/status")) }

// number parses a number of bytes; false for words such as max.
func number(text string) (int64, bool) {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	return int64(min(n, math.MaxInt64)), err == nil
}

// readText returns the text of a file; empty if there is none.
func readText(root fs.FS, name string) string {
	text, err := fs.ReadFile(root, name)
	if err != nil {
		return ""
	}
	return string(text)
}
