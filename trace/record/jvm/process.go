package jvm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Process is a running Java virtual machine.
type Process struct {
	PID     int
	Name    string // main class, or name of the jar file
	Command string // Name followed by the program's arguments, shortened
	VM      string // OpenJDK 64-Bit Server VM 17.0.15+6
	Version int    // Java version: 8, 11, 17; 0 if unknown
	Started int64  // in ms since 1970; 0 if unknown
	User    string // owner, if it is another user
	Folder  string // current folder, as the process sees it; empty if unknown

	// Elsewhere means that the process has its own file system, as in a container.
	Elsewhere bool
	// Refusal is why the process accepts no commands; empty if it accepts them.
	Refusal string
	// NoAgent is why no agent can be loaded although commands are accepted; empty if there is no known reason.
	NoAgent string
}

// OldestAgent is the oldest Java version into which agents of this program can be loaded.
const OldestAgent = 11

// oldest is the oldest Java version whose VMs support the commands needed here.
const oldest = 8

// maxCommand is the length in characters to which a command is truncated.
const maxCommand = 120

const (
	counterless = ", so memcity cannot identify it; run the JDK's jcmd on it once, then attach to it"
	noCounters  = "its performance counters are disabled (-XX:-UsePerfData or -XX:+PerfDisableSharedMem)" + counterless
	// lostCounters is for VMs whose command does not disable counters.
	lostCounters = "it has no performance counters in its temporary folder: they are disabled outside its " +
		"command line, or the folder was emptied or has changed since it started" + counterless
	hiddenProcess = "this user is not allowed to inspect it, although it runs as the same user. It has more privileges, or runs " +
		"in another user namespace. Attach as root"
)

// whyNoCounters returns why a VM has no counters, based on its command. In doubt it is the options, which may also be in the environment.
func (t target) whyNoCounters(words []string) string {
	switch {
	case t.hidden:
		return hiddenProcess
	case slices.Contains(words, "-XX:-UsePerfData"), slices.Contains(words, "-XX:+PerfDisableSharedMem"):
		return noCounters
	}
	return lostCounters
}

// target is a process as seen from outside.
type target struct {
	pid      int
	inside   int    // PID in the process's own namespace
	uid, gid int    // owner; -1 if unknown
	root     string // path to its file system; empty if it is the same as ours
	counters string // path of its performance counters; empty for none
	hidden   bool   // this user may not see its file system
}

// List returns the visible Java virtual machines, sorted by PID. VMs of other users are included, with a Refusal.
func List(ctx context.Context) ([]Process, error) {
	targets, err := candidates()
	if err != nil {
		return nil, err
	}
	var list []Process
	for _, t := range targets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p, ok := t.describe(); ok {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b Process) int { return cmp.Compare(a.PID, b.PID) })
	return slices.CompactFunc(list, func(a, b Process) bool { return a.PID == b.PID }), nil
}

// Find returns the description of a process. It returns an error if the process is not a supported VM.
func Find(pid int) (Process, error) {
	t, err := find(pid)
	if err != nil {
		return Process{}, err
	}
	p, ok := t.describe()
	if !ok {
		return Process{}, fmt.Errorf("process %d: has ended", pid)
	}
	return p, nil
}

// find returns the target for a process.
func find(pid int) (target, error) {
	if err := exists(pid); err != nil {
		return target{}, fmt.Errorf("process %d: %w", pid, err)
	}
	targets, err := candidates()
	if err != nil {
		return target{}, err
	}
	// A process may have counters in a user's folder and also be visible as a container.
	for _, t := range targets {
		if t.pid == pid {
			return t, nil
		}
	}
	return target{}, fmt.Errorf("process %d: %w", pid, ErrNotJVM)
}

// describe returns the description of the process; ok is false if it is not a running VM.
func (t target) describe() (p Process, ok bool) {
	if !t.runs() {
		return p, false
	}
	p = Process{PID: t.pid, Elsewhere: t.root != "", User: t.foreignUser(), Folder: t.workFolder()}
	words := t.commandLine()
	p.setCommand(mainOf(words))
	var c *Counters
	err := errors.New(t.whyNoCounters(words))
	if t.counters != "" {
		if c, err = readCounters(t.counters); err == nil {
			p.take(c)
		}
	}
	p.Refusal = t.refusal(p, c, err)
	if p.Name == "" {
		p.Name, p.Command = "process "+strconv.Itoa(t.pid), strings.Join(words, " ")
	}
	p.Command = shorten(p.Command)
	return p, true
}

// take sets fields from the counters.
func (p *Process) take(c *Counters) {
	if command := c.Text("sun.rt.javaCommand"); command != "" {
		p.setCommand(command)
	}
	version := c.Text("java.property.java.version")
	p.Version = feature(cmp.Or(version, c.Text("java.property.java.vm.specification.version")))
	p.VM = strings.TrimSpace(c.Text("java.property.java.vm.name") + " " + cmp.Or(c.Text("java.property.java.vm.version"), version))
	p.Started, _ = c.Number("sun.rt.createVmBeginTime")
	arguments := strings.Fields(c.Text("java.rt.vmArgs") + " " + c.Text("java.rt.vmFlags"))
	switch {
	case slices.Contains(arguments, "-XX:-EnableDynamicAgentLoading"):
		p.NoAgent = "it does not allow agents to be loaded (-XX:-EnableDynamicAgentLoading)"
	case p.Version > 0 && p.Version < OldestAgent:
		p.NoAgent = fmt.Sprintf("it is Java %d; agents need Java %d or later", p.Version, OldestAgent)
	}
}

// refusal returns why t accepts no commands. If c is nil, err is why the counters could not be read.
func (t target) refusal(p Process, c *Counters, err error) string {
	switch {
	case t.foreign():
		return "it belongs to " + cmp.Or(p.User, "another user")
	case t.listening(p.Started):
		return "" // another program has attached already
	}
	return t.unwilling(p, c, err)
}

// unwilling is refusal for a VM of this user that does not listen yet.
func (t target) unwilling(p Process, c *Counters, err error) string {
	switch {
	case c == nil:
		return plain(err).Error()
	case p.Version > 0 && p.Version < oldest:
		return fmt.Sprintf("it is Java %d; Java %d or later is needed", p.Version, oldest)
	}
	if capabilities := c.Text("sun.rt.jvmCapabilities"); capabilities == "" || capabilities[0] != '1' {
		return "it does not allow attaching (-XX:+DisableAttachMechanism)"
	}
	arguments := strings.Fields(c.Text("java.rt.vmArgs") + " " + c.Text("java.rt.vmFlags"))
	if slices.Contains(arguments, "-Xrs") || slices.Contains(arguments, "-XX:+ReduceSignalUsage") {
		return "it does not accept signals (-Xrs), which attaching needs"
	}
	if done, ok := c.Number("sun.rt.vmInitDoneTime"); ok && done == 0 {
		return errStarting.Error()
	}
	return t.deaf()
}

// setCommand sets the name and command from a main class, possibly with its module, or a jar file, followed by arguments.
func (p *Process) setCommand(command string) {
	first, arguments, _ := strings.Cut(strings.TrimSpace(command), " ")
	if first == "" {
		return
	}
	name := first
	if strings.HasSuffix(first, ".jar") {
		name = first[strings.LastIndexAny(first, `/\`)+1:]
	} else {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	p.Name, p.Command = name, strings.TrimSpace(name+" "+arguments)
}

// mainOf returns the main class or jar file, with arguments, from the words that started a VM.
func mainOf(words []string) string {
	if len(words) == 0 {
		return ""
	}
	takesValue := []string{"-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules", "--add-exports",
		"--add-opens", "--add-reads", "--patch-module", "--upgrade-module-path", "--limit-modules", "--enable-native-access"}
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case (w == "-jar" || w == "-m" || w == "--module") && i+1 < len(words):
			return strings.Join(words[i+1:], " ")
		case slices.Contains(takesValue, w):
			i++
		case !strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "@"):
			return strings.Join(words[i:], " ")
		}
	}
	return ""
}

// shorten truncates a text for people and removes terminal control characters.
func shorten(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
	if utf8.RuneCountInString(text) <= maxCommand {
		return text
	}
	return string([]rune(text)[:maxCommand-1]) + "…"
}

// feature returns the major version of Java: 8 for 1.8.0_392, 25 for 25.0.3; 0 if version is invalid.
func feature(version string) int {
	version = strings.TrimPrefix(version, "1.")
	end := strings.IndexFunc(version, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		version = version[:end]
	}
	n, err := strconv.Atoi(version)
	if err != nil {
		return 0
	}
	return n
}

// counterFiles returns the files of counters in a folder for temporary files, by PID.
func counterFiles(folder string) map[int]string {
	found := map[int]string{}
	folders, _ := filepath.Glob(filepath.Join(folder, "hsperfdata_*")) // the pattern is well formed
	for _, folder := range folders {
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() {
			continue
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue // belongs to another user
		}
		for _, entry := range entries {
			if pid, err := strconv.Atoi(entry.Name()); err == nil && pid > 0 {
				found[pid] = filepath.Join(folder, entry.Name())
			}
		}
	}
	return found
}

// plain removes the path from an error about a file of the VM.
func plain(err error) error {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrPermission):
		return errors.New("this user is not allowed to inspect it")
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("it has ended")
	case errors.As(err, &path):
		return fmt.Errorf("its files cannot be read: %w", path.Err)
	}
	return err
}
