package pictures

import (
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/clitest"
	"memcity/trace/tracetest/hostile"
)

// FuzzCity runs the command city, which draws nothing, on hostile inputs.
func FuzzCity(f *testing.F) {
	lines := [][]string{
		{"city", "INPUT"},
		{"city", "--by", "type", "--measure", "retained", "--metric", "bytes", "--format", "json", "INPUT"},
		{"city", "--measure", "structure", "--routes", "20", "--format", "json", "INPUT"},
		{"city", "--ages", "--other-height", "--area", "linear", "--children", "all", "--format", "csv", "INPUT"},
		{"city", "--diff", "first..last", "--format", "json", "INPUT"},
		{"city", "--base", "BASE", "--base-scale", "total", "--format", "json", "INPUT"},
		{"city", "--by", "type", "--rules", "INPUT", "--format", "json", "BASE"},
		{"city", "--staleness", "--window", "first..last", "--select", "Heap", "INPUT"},
	}
	for i := range lines {
		for format := range hostile.Formats {
			f.Add([]byte{hostile.First(format)}, byte(i))
		}
	}
	program := &cli.Program{Name: "memcity", Commands: Commands}
	files, err := clitest.New(f.TempDir(), program, map[string][]byte{"BASE": hostile.SoundDump()})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, script []byte, line byte) {
		files.Run(t, lines[int(line)%len(lines)], hostile.Any(script))
	})
}
