package main

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"

	"memcity/trace/record"
)

// A setting is a named set of VM options.
type setting struct {
	name    string
	options []string
}

var collectors = []setting{
	{"Serial", []string{"-XX:+UseSerialGC"}},
	{"Parallel", []string{"-XX:+UseParallelGC"}},
	{"G1", []string{"-XX:+UseG1GC"}},
	{"Z", []string{"-XX:+UnlockExperimentalVMOptions", "-XX:+UseZGC"}},
	{"Z-gen", []string{"-XX:+UseZGC", "-XX:+ZGenerational"}}, // optional in JDK 21 to 23
	{"Shenandoah", []string{"-XX:+UnlockExperimentalVMOptions", "-XX:+UseShenandoahGC"}},
	{"Shenandoah-gen", []string{"-XX:+UnlockExperimentalVMOptions", "-XX:+UseShenandoahGC", "-XX:ShenandoahGCMode=generational"}},
	{"Epsilon", []string{"-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC", "-Xmx1500m"}},
}

var options = []setting{
	{"exact", nil},
	{"default", nil},
	{"oops", []string{"-XX:-UseCompressedOops"}},
	{"headers", []string{"-XX:+UnlockExperimentalVMOptions", "-XX:+UseCompactObjectHeaders"}},
	{"noshare", []string{"-Xshare:off"}},
	{"jni", []string{"-Xcheck:jni"}},
	{"jdwp", []string{"-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0"}},
	{"jfr", []string{"-XX:StartFlightRecording:filename=recording.jfr,settings=profile"}},
	{"jacoco", nil},
	{"otel", nil},
}

// settings returns the settings, with those for other agents if their jar files exist.
func (m *matrix) settings() []setting {
	var all []setting
	for _, s := range options {
		jar := filepath.Join(m.jars, s.name+".jar")
		switch s.name {
		case "jacoco":
			s.options = []string{"-javaagent:" + jar + "=destfile=jacoco.exec"}
		case "otel":
			s.options = []string{"-javaagent:" + jar, "-Dotel.traces.exporter=none", "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none"}
		default:
			jar = ""
		}
		if jar == "" || m.jars != "" {
			all = append(all, s)
		}
	}
	return all
}

// kinds are the methods of loading the agent: at program start, later, or later with the recording stopped while the program runs.
var kinds = []string{"load", "attach", "stop"}

var modes = []record.Mode{record.Exact, record.Sampled, record.Counts}

// jdk is an installed JDK.
type jdk struct {
	home, name, text string // text is the name and the VM version
	java             int
}

func (j jdk) tool() string { return filepath.Join(j.home, "bin", "java") }

// describe returns the version of a JDK.
func describe(ctx context.Context, home string) (jdk, error) {
	j := jdk{home: home, name: filepath.Base(home)}
	out, err := exec.CommandContext(ctx, j.tool(), "-XshowSettings:properties", "-version").CombinedOutput()
	if err != nil {
		return j, err
	}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
		switch name {
		case "java.vm.version":
			j.text = j.name + ": " + value
		case "java.specification.version":
			for _, c := range strings.TrimPrefix(value, "1.") {
				j.java = j.java*10 + int(c-'0')
			}
		}
	}
	return j, nil
}

// starts reports whether the VM accepts the options.
func (j jdk) starts(ctx context.Context, options []string) bool {
	var known []string
	for _, o := range options {
		if !strings.HasPrefix(o, "-agentlib") && !strings.HasPrefix(o, "-javaagent") && !strings.HasPrefix(o, "-XX:StartFlight") {
			known = append(known, o)
		}
	}
	return exec.CommandContext(ctx, j.tool(), append(known, "-version")...).Run() == nil
}
