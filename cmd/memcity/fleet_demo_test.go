package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"memcity/assets"
	"memcity/fleet/table"
)

var updateFleets = flag.Bool("update-fleets", false, "writes the bundled fleets anew")

// demoPod is a pod of a bundled fleet. It has the heap dumps from to to of a bundled recording, inclusive and 1-based.
type demoPod struct {
	service, version, pod string
	at                    int64 // start in minutes after the fleet's; the end, if the next version follows
	of                    string
	from, to              int
}

// demoFleets returns the bundled fleets: pods that run programs of the bundled recordings, for different times.
func demoFleets() map[string][]demoPod {
	release := []demoPod{
		{"office", "3.0", "office-0", 100, "steady", 7, 18}, {"office", "3.0", "office-1", 100, "steady", 7, 17}, {"office", "3.0", "office-2", 100, "steady", 8, 18},
		{"people", "2.1", "people-0", 105, "persons-fixed", 1, 23}, {"people", "2.1", "people-1", 105, "persons-fixed", 1, 21}, {"people", "2.1", "people-2", 105, "persons-fixed", 1, 22},
		{"people", "2.1", "people-3", 105, "persons-fixed", 2, 23},
	}
	for i := range 10 {
		rolled := int64(380 + 12*i)
		release = append(release, demoPod{"shop", "1.4", fmt.Sprint("shop-", i), rolled - 10, "two-caches-fixed", 1 + i%3, 7 + i/3})
		of, from := "two-caches", 1+i%2
		if i%4 == 3 || i == 9 {
			of, from = "two-caches-fixed", 4 // no range twice: recordings with the same content are one recording
		}
		release = append(release, demoPod{"shop", "1.5", fmt.Sprint("shop-", i), rolled, of, from, 6 + i/2})
	}
	var outlier []demoPod
	for i := range 12 {
		rolled := int64(420 + 10*i)
		outlier = append(outlier, demoPod{"people", "2.0", fmt.Sprint("people-", i), rolled - 10, "persons-fixed", 1 + i%3, 10 + i/3},
			demoPod{"people", "2.1", fmt.Sprint("people-", i), rolled, "persons-fixed", 1 + i%3, 20 + i/3})
	}
	outlier[17] = demoPod{"people", "2.1", "people-8", 1000, "persons", 22, 23} // too short to show that it leaks
	for i := range 6 {
		outlier = append(outlier, demoPod{"office", "3.0", fmt.Sprint("office-", i), 100, "steady", 7 + i%2, 16 + i/2})
	}
	return map[string][]demoPod{"fleet-release": release, "fleet-outlier": outlier}
}

// TestFleetDemos: export and fleet produce the bundled fleets from bundled recordings. Each pod links to its recording.
func TestFleetDemos(t *testing.T) {
	needDuckDB(t)
	for _, program := range []string{"tar", "zstd"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	for name, list := range demoFleets() {
		t.Run(name, func(t *testing.T) {
			city := filepath.Join(t.TempDir(), "city")
			if r := memcity("fleet", demoTables(t, list), "--question", "worst", "--city", city); r.err != nil {
				t.Fatal(r.err)
			}
			file := filepath.Join("..", "..", "assets", "demos", name+".tar.zst")
			if *updateFleets {
				runs(t, "tar", "--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner", "--mode=0644", "-C", city, "-I", "zstd -19", "-cf", file, ".")
			}
			bundled := t.TempDir()
			runs(t, "tar", "-C", bundled, "--zstd", "-xf", file)
			for _, folder := range []string{bundled, city} {
				for _, entry := range entries(t, folder) {
					got, _ := os.ReadFile(filepath.Join(city, entry))
					want, _ := os.ReadFile(filepath.Join(bundled, entry))
					if !bytes.Equal(got, want) {
						t.Errorf("%s of the fleet is otherwise than the bundled one: go test ./cmd/memcity -run TestFleetDemos -update-fleets writes it anew", entry)
					}
				}
			}
		})
	}
}

// demoTables writes the tables of a fleet.
func demoTables(t *testing.T, list []demoPod) string {
	t.Helper()
	work, tables := t.TempDir(), t.TempDir()
	folder, unpacked := &table.Folder{Path: tables, WriteFile: writeTo}, map[string]string{}
	for i, p := range list {
		if unpacked[p.of] == "" {
			unpacked[p.of] = filepath.Join(work, p.of)
			unpack(t, p.of, unpacked[p.of])
		}
		part := filepath.Join(work, fmt.Sprintf("%03d", i))
		if err := os.Mkdir(part, 0o700); err != nil {
			t.Fatal(err)
		}
		for n := p.from; n <= p.to; n++ {
			dump := fmt.Sprintf("%02d.hprof", n)
			if err := os.Symlink(filepath.Join(unpacked[p.of], dump), filepath.Join(part, dump)); err != nil {
				t.Fatal(err)
			}
		}
		out := into[struct {
			Recordings []struct {
				ID string `json:"recording_id"`
			}
		}](t, "export", part, "--parquet", tables, "--label", "service="+p.service, "--label", "version="+p.version, "--label", "pod="+p.pod)
		row := folder.Recording(out.Recordings[0].ID)
		if row == nil {
			t.Fatalf("%+v: its row is missing", p)
		}
		file := func(table string) string { return filepath.Join(tables, table, row.ID+".parquet") }
		started := 1_790_035_200_000 + p.at*60_000 // starting at midnight
		if p.version == "1.4" || p.version == "2.0" {
			started -= slower * readRows[table.GCPoint](t, file("gc_points"))[p.to-p.from].Time
		}
		row.Started, row.Path, row.Name = &started, assets.DemoPrefix+p.of, p.of
		if _, err := folder.Label(*row); err != nil {
			t.Fatal(err)
		}
		changeRows(t, file("gc_points"), func(g *table.GCPoint) {
			g.Time *= slower
			at := started + g.Time
			g.Unix = &at
		})
		changeRows(t, file("findings"), func(f *table.Finding) { slowDown(f.BytesPerHour, f.ObjectsPerHour) })
		changeRows(t, file("growth"), func(g *table.Growth) { slowDown(g.BytesPerHour, g.ObjectsPerHour) })
	}
	return tables
}

// slower is the factor by which programs of a bundled fleet run slower than recorded: a second becomes three hours and twenty minutes.
const slower = 12_000

// slowDown converts rates to those of the slower program.
func slowDown(rates ...*float64) {
	for _, rate := range rates {
		if rate != nil {
			*rate /= slower
		}
	}
}

func readRows[R any](t *testing.T, file string) []R {
	t.Helper()
	rows, err := parquet.ReadFile[R](file)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// changeRows changes each row of a table.
func changeRows[R any](t *testing.T, file string, change func(*R)) {
	t.Helper()
	rows := readRows[R](t, file)
	for i := range rows {
		change(&rows[i])
	}
	if err := parquet.WriteFile(file, rows); err != nil {
		t.Fatal(err)
	}
}

// unpack writes the files of a bundled recording to a new folder.
func unpack(t *testing.T, demo, folder string) {
	t.Helper()
	at := slices.IndexFunc(assets.Demos(), func(d assets.Demo) bool { return d.Name == demo })
	file := folder + ".tar.zst"
	if err := os.WriteFile(file, assets.Demos()[at].Data(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	runs(t, "tar", "-C", folder, "-I", "zstd --long=31", "-xf", file)
}

func runs(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v: %s", program, args, err, out)
	}
}

func entries(t *testing.T, folder string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

func writeTo(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
