// Command write writes the tables of a synthetic fleet from a seed, as input for performance measurements.
//
//	go run ./fleet/table/synthetic/write -services 10 -versions 4 -pods 25 -groups 20000 -points 10 -o FOLDER
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"memcity/fleet/table"
	"memcity/fleet/table/synthetic"
	"memcity/trace/parallel"
)

func main() {
	var o synthetic.Options
	flag.IntVar(&o.Services, "services", 10, "how many `services`")
	flag.IntVar(&o.Versions, "versions", 4, "how many `versions` of each")
	flag.IntVar(&o.Pods, "pods", 25, "how many `pods` of each version")
	flag.IntVar(&o.Groups, "groups", 20_000, "how many `groups` a recording has")
	flag.IntVar(&o.Points, "points", 10, "how many GC `points` a recording has")
	flag.Uint64Var(&o.Seed, "seed", 1, "`seed` of the generator")
	folder := flag.String("o", "", "`folder` to write to")
	flag.Parse()
	size, err := write(*folder, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, "write:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d recordings, %d bytes\n", *folder, o.Recordings(), size)
}

// write writes recordings on all cores.
func write(path string, o synthetic.Options) (int64, error) {
	fleet, folder := synthetic.New(o), &table.Folder{Path: path, WriteFile: file}
	var total atomic.Int64
	err := parallel.Each(o.Recordings(), func(_, number int) error {
		size, err := folder.Write(fleet.Tables(number))
		total.Add(size)
		return err
	})
	return total.Load(), err
}

func file(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if closed := f.Close(); err == nil {
			err = closed
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}
