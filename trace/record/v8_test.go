package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/record/inspector/inspectortest"
	"memcity/trace/record/node"
	"memcity/trace/tracetest/testrun"
)

// smallSnapshot is a heap snapshot of a root with n objects of the type Order.
func smallSnapshot(n int) string {
	nodes := []string{fmt.Sprintf("9,0,1,0,%d,0,0", n)}
	edges := make([]string, n)
	for i := range n {
		nodes = append(nodes, fmt.Sprintf("3,1,%d,40,0,0,0", 2*i+3))
		edges[i] = fmt.Sprintf("1,%d,%d", i, 7*(i+1))
	}
	return fmt.Sprintf(`{"snapshot":{"meta":{"node_fields":["type","name","id","self_size","edge_count","trace_node_id","detachedness"],
"node_types":[["hidden","array","string","object","code","closure","regexp","number","native","synthetic"],"string","number","number","number","number","number"],
"edge_fields":["type","name_or_index","to_node"],"edge_types":[["context","element","property","internal","hidden","shortcut","weak"],"string_or_number","node"],
"trace_function_info_fields":[],"trace_node_fields":[],"sample_fields":[],"location_fields":[]},"node_count":%d,"edge_count":%d,"trace_function_count":0},
"nodes":[%s],"edges":[%s],"trace_function_infos":[],"trace_tree":[],"samples":[],"locations":[],"strings":["","Order"]}`,
		n+1, n, strings.Join(nodes, ","), strings.Join(edges, ","))
}

// orderType is the type of the objects. Their file is unknown.
const orderType = "js:Order"

// v8Server returns an inspector of a program with a heap of the given size and snapshots of 5 objects.
func v8Server(t *testing.T, used string) *inspectortest.Server {
	s := inspectortest.New(t)
	s.Handle["Runtime.getHeapUsage"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Reply(`{"usedSize":` + used + `,"totalSize":` + used + `}`)
	}
	s.Handle["HeapProfiler.takeHeapSnapshot"] = func(s *inspectortest.Session, _ json.RawMessage) {
		text := smallSnapshot(5)
		for len(text) > 0 { // small chunks
			n := min(len(text), 100)
			s.Chunk(text[:n])
			text = text[n:]
		}
		s.Reply(`{}`)
	}
	s.Handle["HeapProfiler.stopTrackingHeapObjects"] = s.Handle["HeapProfiler.takeHeapSnapshot"]
	s.Handle["HeapProfiler.stopSampling"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Reply(`{"profile":{"head":{"callFrame":{"functionName":"(root)"},"children":[
			{"callFrame":{"functionName":"add","url":"file:///srv/app.js","lineNumber":6},"selfSize":1000}]}}}`)
	}
	return s
}

// attachTo records an inspector.
func attachTo(t *testing.T, s *inspectortest.Server, o Options) *Recorder {
	t.Helper()
	r, err := AttachInspector(t.Context(), s.URL, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestInspector records an inspector with scripted responses.
func TestInspector(t *testing.T) {
	s := v8Server(t, "1000000")
	s.Handle["NodeTracing.stop"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Event("NodeTracing.dataCollected", `{"value":[{"ts":1,"tid":7,"ph":"M","name":"thread_name","args":{"name":"JavaScriptMainThread"}},
			{"ts":2000,"tid":7,"ph":"B","name":"MajorGC","args":{"usedHeapSizeBefore":90,"type":"task"}},
			{"ts":5000,"tid":7,"ph":"E","name":"MajorGC","args":{"usedHeapSizeAfter":70}}]}`)
		s.Reply(`{}`)
	}
	r := attachTo(t, s, options(t, Sampled))
	request(t, r)
	if err := r.Mark("half"); err != nil {
		t.Fatal(err)
	}
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	if notes := about(r.Status()); len(notes) > 0 {
		t.Errorf("notes: %v", notes)
	}
	rec := opened(t, r.Path())
	if rec.Runtime != trace.V8 || len(rec.Points) == 0 || count(t, &rec.Points[0], orderType) != 5 || len(rec.Marks) != 1 {
		t.Fatalf("recorded %+v", rec)
	}
	if g := rec.GCs[0]; g.Kind != "major" || g.Cause != "task" || g.Pause != 3*time.Millisecond || g.Before != 90 || g.After != 70 {
		t.Errorf("GC %+v", g)
	}
	bytes := int64(0)
	err := rec.Life.Allocations(t.Context(), func(a trace.Allocation) {
		bytes += a.Bytes
		if f := rec.Life.Sites[a.Site].Frames[0]; f.Method != "add" || f.Line != 7 || f.File != "/srv/app.js" {
			t.Errorf("site %+v", f)
		}
	})
	if err != nil || bytes == 0 || bytes%1000 != 0 {
		t.Errorf("allocated %d bytes, %v", bytes, err)
	}
}

// TestInspectorRefusals records programs whose heaps are too large for a snapshot. Their recordings have the size of the heap and the reason.
func TestInspectorRefusals(t *testing.T) {
	for _, test := range []struct {
		name, used, want string
		longest          time.Duration
	}{
		{"memory", "1e15", "would need about", 100 * 365 * 24 * time.Hour},
		{"no limit", "1e300", "would need about", time.Hour},
		{"pause", "100000000", "longer than --max-pause 1s", time.Second},
	} {
		s := v8Server(t, test.used)
		o := options(t, Sampled)
		o.MaxPause = test.longest
		r := attachTo(t, s, o)
		if err := r.PointWithin(time.Hour); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", test.name, err)
		}
		if err := r.Stop(); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if s.Calls("HeapProfiler.takeHeapSnapshot") != 0 {
			t.Errorf("%s: a snapshot was taken", test.name)
		}
		if notes := strings.Join(r.Status().Notes, "\n"); !strings.Contains(notes, test.want) {
			t.Errorf("%s: notes %s", test.name, notes)
		}
		rec := cutShort(t, r.Path())
		if len(rec.Points) == 0 || rec.Runtime != trace.V8 || count(t, &rec.Points[0], wholeHeap) != 1 || rec.Points[0].Counts[0].Bytes == 0 {
			t.Errorf("%s: %+v", test.name, rec.Points)
		}
		if len(rec.Warnings) == 0 || !strings.Contains(rec.Warnings[0].Text, test.want) {
			t.Errorf("%s: warnings %v", test.name, rec.Warnings)
		}
	}
}

// TestInspectorFaults records programs that end or break the protocol. The file is always complete.
func TestInspectorFaults(t *testing.T) {
	for _, test := range []struct {
		name, method string
		handle       func(s *inspectortest.Session, _ json.RawMessage)
		want         string // note or error
	}{
		{"cut in a snapshot", "HeapProfiler.takeHeapSnapshot", func(s *inspectortest.Session, _ json.RawMessage) {
			s.Chunk(smallSnapshot(5)[:300])
			s.Cut()
		}, "it was closed; the program continues"},
		{"half a snapshot", "HeapProfiler.takeHeapSnapshot", func(s *inspectortest.Session, _ json.RawMessage) {
			s.Chunk(smallSnapshot(5)[:600])
			s.Reply(`{}`)
		}, "the file ends within"},
		{"no snapshot", "HeapProfiler.takeHeapSnapshot", func(s *inspectortest.Session, _ json.RawMessage) { s.Reply(`{}`) }, "a GC point was skipped"},
		{"endless snapshot", "HeapProfiler.takeHeapSnapshot", func(s *inspectortest.Session, _ json.RawMessage) {
			text := smallSnapshot(5)
			begin := strings.Index(text, "9,0,1,0")
			s.Chunk(text[:begin])
			for range 80 {
				s.Chunk(strings.Repeat("3,1,3,40,0,0,0,", 1<<16))
			}
			s.Reply(`{}`)
		}, "more than 73 MB"},
		{"many nodes in the header", "HeapProfiler.takeHeapSnapshot", func(s *inspectortest.Session, _ json.RawMessage) {
			s.Chunk(strings.Replace(smallSnapshot(5), `"node_count":6`, `"node_count":9007199254740991`, 1)[:700])
			s.Reply(`{}`)
		}, "the file ends within"},
		{"refused snapshot", "HeapProfiler.takeHeapSnapshot", func(s *inspectortest.Session, _ json.RawMessage) { s.Fail(-32000, "not now") }, "not now"},
		{"node beyond the table", "HeapProfiler.takeHeapSnapshot", func(s *inspectortest.Session, _ json.RawMessage) {
			s.Chunk(strings.Replace(smallSnapshot(5), "1,0,7", "1,0,700000000000", 1))
			s.Reply(`{}`)
		}, "a GC point was skipped"},
		{"closed at once", "Runtime.getHeapUsage", func(s *inspectortest.Session, _ json.RawMessage) { s.Cut() }, "it was closed; the program continues"},
		{"no tracing", "NodeTracing.start", func(s *inspectortest.Session, _ json.RawMessage) { s.Fail(-32000, "Tracing already started") }, "garbage collections are not recorded"},
		{"no sampling", "HeapProfiler.startSampling", func(s *inspectortest.Session, _ json.RawMessage) { s.Fail(-32601, "unknown method") }, "allocation sites are not recorded"},
	} {
		s := v8Server(t, "1000000")
		s.Handle[test.method] = test.handle
		o := options(t, Sampled)
		o.Every = time.Millisecond
		r := attachTo(t, s, o)
		_ = r.PointWithin(time.Hour)
		err := r.Stop()
		notes := strings.Join(append(r.Status().Notes, fmt.Sprint(err)), "\n")
		if !strings.Contains(notes, test.want) {
			t.Errorf("%s: %s, want %s", test.name, notes, test.want)
		}
		if f := r.Status().Files[0]; !f.Ended {
			t.Errorf("%s: %+v", test.name, f)
		}
	}
}

// TestInspectorEnd records the end of a program, which waits for the recorder.
func TestInspectorEnd(t *testing.T) {
	s := v8Server(t, "1000000")
	s.Handle["NodeRuntime.notifyWhenWaitingForDisconnect"] = func(s *inspectortest.Session, _ json.RawMessage) {
		s.Reply(`{}`)
		s.Event("NodeRuntime.waitingForDisconnect", `{}`)
	}
	r := attachTo(t, s, options(t, Counts))
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	rec := opened(t, r.Path())
	if len(rec.Points) != 1 || !rec.Points[0].Final || count(t, &rec.Points[0], orderType) != 5 || r.Status().Files[0].Overhead != 0 {
		t.Errorf("%+v, %+v", rec.Points, r.Status())
	}
}

// TestDebuggerLines checks that only lines of the inspector are removed, and that nothing else waits for the end of a line.
func TestDebuggerLines(t *testing.T) {
	const listens, help = "Debugger listening on ws://127.0.0.1:1/a-b\n", "For help, see: https://nodejs.org/en/docs/inspector\n"
	for _, test := range []struct{ in, out string }{
		{listens + help + "Debugger attached.\nhello\nWaiting for the debugger to disconnect...\n", "hello\n"},
		{"prompt> ", "prompt> "},
		{"Debug", ""}, // held until it differs
		{"Debugger x\n", "Debugger x\n"},
		{"a Debugger attached.\n", "a Debugger attached.\n"},
		{"\n\nFor help, read the manual\n", "\n\nFor help, read the manual\n"},
		{"Debugger attached." + strings.Repeat("x", 2000), "Debugger attached." + strings.Repeat("x", 2000)},
	} {
		for step := 1; step <= len(test.in); step += max(1, len(test.in)/3) {
			var out bytes.Buffer
			d := newDebuggerLines(&out)
			for rest := test.in; rest != ""; {
				n := min(step, len(rest))
				_, _ = d.Write([]byte(rest[:n]))
				rest = rest[n:]
			}
			if out.String() != test.out {
				t.Errorf("%.30q in steps of %d: %.60q", test.in, step, out.String())
			}
			if d.flush(); out.Len() < len(test.out) || test.in == "Debug" && out.String() != "Debug" {
				t.Errorf("%q: %q after the end", test.in, out.String())
			}
			if strings.Contains(test.in, listens) && <-d.found != "ws://127.0.0.1:1/a-b" {
				t.Error("no address")
			}
		}
	}
}

// nodePath returns the path of Node.js. Tests that start virtual machines are skipped as in package jdk.
func nodePath(t *testing.T) string {
	t.Helper()
	if os.Getenv("MEMCITY_JVM") == "off" {
		t.Skip("starts virtual machines, which MEMCITY_JVM=off leaves out")
	}
	path, err := exec.LookPath("node")
	if err != nil || !node.IsNode(path) || runtime.GOOS != "linux" {
		t.Skip("there is no Node.js")
	}
	return path
}

// leak is a program that keeps as many objects as its standard input requests.
const leak = `'use strict';
class Order { constructor(id) { this.id = id; } }
const byId = new Map();
require('readline').createInterface({ input: process.stdin }).on('line', line => {
  for (let i = 0; i < Number(line); i++) byId.set(byId.size, new Order(byId.size));
  console.log('done');
}).on('close', () => process.exit(byId.size % 100));
console.log('ready');
`

func leakScript(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "leak.js")
	if err := os.WriteFile(path, []byte(leak), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// orders is the type of the objects of the program.
const orders = "leak.js:Order"

// TestStartNode records a started program to its end.
func TestStartNode(t *testing.T) {
	path := nodePath(t)
	k, r := starts(t, []string{"env", "A=1", path, leakScript(t)}, options(t, Sampled))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "123")
	request(t, r)
	k.in.Close()
	if status := r.WaitProgram(); status != 23 {
		t.Errorf("the program ended with status %d", status)
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := r.Status(); len(about(s)) > 0 || k.errText.String() != "" || s.Files[0].Program != "leak.js" || !s.Files[0].Ended {
		t.Errorf("standard error %q, status %+v", k.errText.String(), s)
	}
	rec := opened(t, r.Path())
	last := &rec.Points[len(rec.Points)-1]
	if rec.Runtime != trace.V8 || count(t, last, orders) != 123 || !last.Final {
		t.Errorf("recorded %+v", rec)
	}
}

// TestStartScript records the program that a script for Node.js starts. A package manager itself is not recorded.
func TestStartScript(t *testing.T) {
	path := nodePath(t)
	folder := t.TempDir()
	manager := filepath.Join(folder, "npm-cli.js")
	text := fmt.Sprintf(`#!/usr/bin/env node
const { spawn } = require('child_process');
spawn('sh', ['-c', %q], { stdio: 'inherit' }).on('exit', status => process.exit(status));
`, path+" "+leakScript(t)+"; exit $?")
	if err := os.WriteFile(manager, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", filepath.Dir(path)+":"+os.Getenv("PATH"))
	k, r := starts(t, []string{manager, "start"}, options(t, Sampled))
	until(t, r, "a file", func(s Status) bool { return len(s.Files) > 0 })
	k.do(t, "123")
	request(t, r)
	k.in.Close()
	if status := r.WaitProgram(); status != 23 {
		t.Errorf("the program ended with status %d", status)
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := r.Status(); len(about(s)) > 0 || k.errText.String() != "" || len(s.Files) != 1 || s.Files[0].Program != "leak.js" {
		t.Errorf("standard error %q, status %+v", k.errText.String(), s)
	}
	rec := opened(t, r.Path())
	if n := count(t, &rec.Points[len(rec.Points)-1], orders); n != 123 {
		t.Errorf("recorded %d objects", n)
	}
}

// TestAttachNode records a running program, which continues, and whose inspector is closed afterwards.
func TestAttachNode(t *testing.T) {
	k, cmd := launch(t, []string{nodePath(t), leakScript(t)})
	k.do(t, "100")
	r, err := Attach(t.Context(), cmd.Process.Pid, options(t, Sampled))
	if err != nil {
		t.Fatal(err)
	}
	request(t, r)
	k.do(t, "23")
	request(t, r)
	if err := r.Stop(); err != nil {
		t.Fatal(err)
	}
	rec := opened(t, r.Path())
	first, last := &rec.Points[0], &rec.Points[len(rec.Points)-1]
	if count(t, first, orders) != 100 || count(t, last, orders) != 123 {
		t.Errorf("recorded %+v", rec)
	}
	if s := r.Status(); len(about(s)) > 0 {
		t.Errorf("notes %v", s.Notes)
	}
	testrun.Until(t, "its inspector to close", func() bool {
		ports, err := node.Ports(cmd.Process.Pid)
		return err == nil && len(ports) == 0
	})
	k.do(t, "1") // the program continues
	k.in.Close()
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != 24 {
		t.Errorf("the program ended with %v: %s", err, k.errText.String())
	}
}
