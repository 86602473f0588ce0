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
	Name    string // its main class, or the name of its jar file
	Command string // the same with the program's arguments, shortened
	VM      string // OpenJDK 64-Bit Server VM 17.0.15+6
	Version int    // of Java: 8, 11, 17; 0 if not known
	Started int64  // ms since 1970; 0 if not known
	User    string // whom it belongs to, if that is another one

	// Elsewhere reports that the process has a file system of its own, as in a container.
	Elsewhere bool
	// Refusal says why no command can be given; empty if one can.
	Refusal string
	// NoAgent says why no agent can be loaded although commands can be given; empty if one can, as far as is known.
	NoAgent string
}

// OldestAgent is the first version of Java that agents of this program can be loaded into.
const OldestAgent = 11

// oldest is the first version whose VMs know the commands that are needed here.
const oldest = 8

// maxCommand is how much of a command is kept, in characters.
const maxCommand = 120

const (
	counterless = ", so nothing is known about it; once the JDK's program jcmd has been run on it, it can be attached to"
	noCounters  = "its performance counters are switched off (-XX:-UsePerfData or -XX:+PerfDisableSharedMem)" + counterless
	// lostCounters is for VMs whose command does not switch them off.
	lostCounters = "it has no performance counters in its folder for temporary files: they are switched off outside of its " +
		"command, or the folder was emptied or is not the one in which it was started" + counterless
	hiddenProcess = "this user may not inspect it, although it runs as the same user: it has more rights than this program, or runs " +
		"in another user name space; root can attach to it"
)

// whyNoCounters says why a VM has no counters, as far as its command shows. On a doubt the options win, which may also be in the
// environment.
func (t target) whyNoCounters(words []string) string {
	switch {
	case t.hidden:
		return hiddenProcess
	case slices.Contains(words, "-XX:-UsePerfData"), slices.Contains(words, "-XX:+PerfDisableSharedMem"):
		return noCounters
	}
	return lostCounters
}

// target is a process as it is seen from outside.
type target struct {
	pid      int
	inside   int    // its PID in its own name space
	uid, gid int    // of whom it runs; -1 if not known
	root     string // leads to its file system; empty if that is ours
	counters string // path of its performance counters; empty if there are none
	hidden   bool   // this user may not see which file system it has
}

// List returns the Java virtual machines that can be seen, by PID. Those of other users are among them, with a refusal.
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

// Find describes one process. The error says why it is no VM that is known here.
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

// find looks a process up.
func find(pid int) (target, error) {
	if err := exists(pid); err != nil {
		return target{}, fmt.Errorf("process %d: %w", pid, err)
	}
	targets, err := candidates()
	if err != nil {
		return target{}, err
	}
	// A process may leave counters in the folder of one user and be seen in a container as well.
	for _, t := range targets {
		if t.pid == pid {
			return t, nil
		}
	}
	return target{}, fmt.Errorf("process %d: is not a HotSpot virtual machine", pid)
}

// describe reads what is known of the process; ok is false if it is no running VM.
func (t target) describe() (p Process, ok bool) {
	if !t.runs() {
		return p, false
	}
	p = Process{PID: t.pid, Elsewhere: t.root != "", User: t.foreignUser()}
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

// take fills in what the counters report.
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

// refusal says why no command can be given to t, whose counters could not be read for the reason err if c is nil.
func (t target) refusal(p Process, c *Counters, err error) string {
	switch {
	case t.foreign():
		return "it belongs to " + cmp.Or(p.User, "another user")
	case t.listening(p.Started):
		return "" // others have attached to it
	}
	return t.unwilling(p, c, err)
}

// unwilling is refusal for a VM of ours that does not listen yet.
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

// setCommand takes the name from a main class, with its module if it has one, or a jar file, and arguments.
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

// mainOf finds the main class or jar file, with arguments, in the words that started a VM.
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

// shorten cuts a text for people, and removes what would disturb a terminal.
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

// feature returns the number of a version of Java: 8 for 1.8.0_392, 25 for 25.0.3; 0 if it is none.
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

// counterFiles lists the files of counters in a folder for temporary files, by the PID that they are named after.
func counterFiles(folder string) map[int]string {
	found := map[int]string{}
	folders, _ := filepath.Glob(filepath.Join(folder, "hsperfdata_*")) // the pattern is well formed
	for _, folder := range folders {
		if info, err := os.Lstat(folder); err != nil || !info.IsDir() {
			continue
		}
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue // another user's
		}
		for _, entry := range entries {
			if pid, err := strconv.Atoi(entry.Name()); err == nil && pid > 0 {
				found[pid] = filepath.Join(folder, entry.Name())
			}
		}
	}
	return found
}

// plain leaves the path out of an error about a file of the VM's.
func plain(err error) error {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrPermission):
		return errors.New("this user may not inspect it")
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("it has ended")
	case errors.As(err, &path):
		return fmt.Errorf("its files cannot be read: %w", path.Err)
	}
	return err
}
