package record

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"memcity/trace/record/jvm"
)

// lingering is how long a program may take to exit after its connection has broken.
const lingering = 3 * time.Second

// gone is [Recorder.ends] for a Java VM.
func (r *Recorder) gone(pid int) bool { return r.ends(pid, jvm.Runs) }

// ends waits for a program whose connection has broken to exit. It returns false if the program is still running after [lingering]. runs reports
// whether a process of its runtime is running.
func (r *Recorder) ends(pid int, runs func(pid int) bool) bool {
	late := time.NewTimer(lingering)
	defer late.Stop()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for runs(pid) {
		select {
		case <-late.C:
			return false
		case <-look.C:
		}
	}
	if r.program != nil && r.program.cmd.Process.Pid == pid {
		<-r.program.done // after this, the exit status is available
	}
	return true
}

// death describes how a VM ended that could not report its own end. who is the name of the program.
func (r *Recorder) death(who string, pid int, report *jvm.CrashReport) string {
	if path, problem := report.Read(r.began); path != "" {
		text := fmt.Sprintf("%s crashed: %s; the JVM's report is %s", who, problem, path)
		if strings.Contains(problem, "memcity-agent") {
			text += "; this is a bug in memcity's agent, please report it with that file"
		}
		return text
	}
	if s := r.Status(); r.program != nil && r.program.cmd.Process.Pid == pid && s.Exited {
		if s.Exit > 128 {
			return fmt.Sprintf("%s was ended by signal %d (%v)", who, s.Exit-128, syscall.Signal(s.Exit-128))
		}
		return fmt.Sprintf("%s ended with status %d before the recording was complete", who, s.Exit)
	}
	looked := ""
	if len(report.Files) > 0 {
		looked = "; the JVM wrote no report in " + strings.Join(report.Files, ", ")
	}
	return who + " was killed, or ended without the JVM's shutdown" + looked
}

// programReport returns the crash report of the started program, in case the program itself is a VM.
func (r *Recorder) programReport() *jvm.CrashReport {
	folder := r.program.cmd.Dir
	if folder == "" {
		folder, _ = os.Getwd()
	}
	return jvm.CrashReportAt(r.program.cmd.Process.Pid, r.program.cmd.Args, folder)
}

func named(program string, pid int) string { return fmt.Sprintf("%s (process %d)", program, pid) }
