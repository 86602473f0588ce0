package main

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/view/pins"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
	"memcity/words"
)

// writeProgram writes heap dumps of a made-up program: arrays in static fields with entries of several sizes, some of which become more, and
// chains of such entries.
func writeProgram(t *testing.T, dir string, seed uint64, dumps int) {
	t.Helper()
	for dump := range dumps {
		random := rand.New(rand.NewPCG(seed, 41)) // the same choices in every dump
		d := tracetest.NewDump()
		d.Time += int64(dump) * int64(100+random.IntN(2_000_000))
		fill := d.Class("app/Main", tracetest.Static(tracetest.Ref("fill")))
		fill.Statics[0].Value = d.Primitives(hprof.Byte, make([]byte, 500+random.IntN(200_000)))
		d.Root(hprof.RootStickyClass, fill.ID)
		for i := range 1 + random.IntN(4) {
			entry := d.Class(fmt.Sprintf("app/Entry%d", i), tracetest.Ref("data"), tracetest.Ref("next"))
			holder := d.Class(fmt.Sprintf("app/Holder%d", i), tracetest.Static(tracetest.Ref("all")))
			count, size, chained := 5+random.IntN(800), random.IntN(600), random.IntN(4) == 0
			count += dump * random.IntN(3) * random.IntN(400)
			var all []uint64
			next := uint64(0)
			for range count {
				o := d.Instance(entry, d.Primitives(hprof.Byte, make([]byte, size)), next)
				all = append(all, o)
				if chained {
					all, next = []uint64{o}, o
				}
			}
			holder.Statics[0].Value = d.Array(d.Class(fmt.Sprintf("[Lapp/Entry%d;", i)), all...)
			d.Root(hprof.RootStickyClass, holder.ID)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%02d.hprof", dump+1)), d.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestOutputsAgreeOnPrograms: the same holds of heap dumps of made-up programs, series and single dumps.
func TestOutputsAgreeOnPrograms(t *testing.T) {
	for seed := range uint64(6) {
		dumps := 1 + int(seed)%6
		t.Run(fmt.Sprintf("%d of %d dumps", seed, dumps), func(t *testing.T) {
			dir := t.TempDir()
			writeProgram(t, dir, seed, dumps)
			a := agreeOn(t, dir)
			a.all()
			a.window()
		})
	}
}

// formats compares the formats for other programs.
func (a *agreed) formats() {
	for _, format := range []string{"junit", "sarif", "markdown"} {
		text := memcity("analyze", a.name, "--format", format).stdout
		switch format {
		case "junit":
			text = html.UnescapeString(text)
		case "sarif":
			var any any
			if err := json.Unmarshal([]byte(text), &any); err != nil {
				a.Fatal(err)
			}
			text = fmt.Sprint(any)
		case "markdown": // the others have no place for the verdict
			a.says(format, oneLine(strings.ReplaceAll(text, "\\", "")), a.report.Text)
		}
		text = oneLine(strings.ReplaceAll(text, "\\", ""))
		for i := range a.report.Findings {
			a.says(format, text, a.report.Findings[i].Title)
		}
	}
}

// numbers compares what the text says of each finding with its numbers in JSON: the objects and bytes of the last GC point, what clearing a
// reference frees, and the shares of the reachable heap.
func (a *agreed) numbers() {
	text := oneLine(memcity("analyze", a.name).stdout)
	for i := range a.report.Findings {
		f := &a.report.Findings[i]
		if f.Growth != nil {
			last := len(f.Growth.Points) - 1
			a.says("text", text, fmt.Sprintf("%d %s %s", f.Growth.Points[last], words.Count(f.Growth.Objects[last]), words.Count(f.Growth.Bytes[last])))
		}
		for _, r := range f.References {
			if r.Recommended && a.report.Reachable > 0 && f.Ended == "" {
				a.says("text", text, words.RoundSize(r.Bytes)+", "+words.WholePercent(float64(r.Bytes)/float64(a.report.Reachable))+" of the reachable heap")
			}
		}
	}
	shown := 5
	if len(a.report.Recording.Looked) == 0 && a.report.Recording.Points == 1 {
		shown = len(a.report.Largest)
	}
	for i := range a.report.Largest[:min(len(a.report.Largest), shown)] {
		a.says("text", text, a.report.HolderLine(&a.report.Largest[i]))
	}
}

// window compares the guide, and of one dump the summary, in the window.
func (a *agreed) window() {
	inWindows(a.T, 1, func(w *screen, _ int) {
		w.DrawLate()
		w.open(a.name)
		legend := oneLine(strings.ReplaceAll(w.texts("legend"), "\ntext ", " "))
		if list := pins.Of(&a.report); len(list) > 0 {
			a.says("the legend", legend, list[0].Text())
		} else if len(a.report.Findings) == 0 && a.report.Judged {
			a.says("the legend", legend, a.report.Text)
		}
		if a.report.Recording.Points == 1 {
			summary := oneLine(w.texts("summary"))
			for i := range a.report.Largest {
				a.says("the summary", summary, words.RoundSize(a.report.Largest[i].Bytes))
			}
		}
		w.key("D", action.Ctrl)
		w.flush()
		guide := oneLine(strings.ReplaceAll(w.texts(model.GuideP), "\ntext ", " ")) // lines of a paragraph are items
		a.says("the guide", guide, a.report.Text)
		for i := range a.report.Findings {
			a.says("the guide", guide, a.report.Findings[i].Title)
		}
	})
}
