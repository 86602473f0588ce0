package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/tracetest/realistic"
)

// TestPictureWhereFindingsDoNotFit: if the guide does not fit in memory, a picture shows no findings and says so, unless findings were requested.
func TestPictureWhereFindingsDoNotFit(t *testing.T) {
	dir := t.TempDir()
	dump := filepath.Join(dir, "dump.hprof")
	file, err := os.Create(dump)
	if err != nil {
		t.Fatal(err)
	}
	_, err = realistic.Write(file, realistic.Options{Objects: 300_000, Seed: 1})
	if closed := file.Close(); err != nil || closed != nil {
		t.Fatal(err, closed)
	}
	const between = "96MB" // grouping this heap needs about 80 MB, the guide about 140
	picture := filepath.Join(dir, "city.png")
	r := memcity("shot", dump, "--memory", between, "--size", "320x240", "-o", picture)
	if r.err != nil || !strings.Contains(r.stderr, "the city shows no findings: ") || !strings.Contains(r.stderr, "need about") {
		t.Errorf("status %d, %v\n%s", r.status, r.err, r.stderr)
	}
	if info, err := os.Stat(picture); err != nil || info.Size() == 0 {
		t.Error("no picture to link to", err)
	}
	if r := memcity("shot", dump, "--memory", between, "--size", "320x240", "--color", "findings", "-o", picture); r.status != 4 {
		t.Errorf("with findings requested: status %d, %v", r.status, r.err)
	}
}
