// Command write writes a heap dump like that of a real program, of any size, from a seed. It is for benchmarks and for trying other tools.
//
//	go run ./trace/tracetest/realistic/write -objects 18000000 -o big.hprof
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"

	"memcity/trace/tracetest/realistic"
)

func main() {
	objects := flag.Int("objects", 3_000_000, "about how many `objects`")
	seed := flag.Uint64("seed", 1, "`seed` of the generator")
	idSize := flag.Int("ids", 8, "`size` of ids: 8 or 4")
	path := flag.String("o", "", "`file` to write")
	flag.Parse()
	stats, err := write(*path, realistic.Options{Objects: *objects, Seed: *seed, IDSize: *idSize})
	if err != nil {
		fmt.Fprintln(os.Stderr, "write:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d objects and %d classes, %d references, %d bytes\n", *path, stats.Objects, stats.Classes, stats.References, stats.Bytes)
}

func write(path string, o realistic.Options) (stats realistic.Stats, err error) {
	file, err := os.Create(path)
	if err != nil {
		return stats, err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	if stats, err = realistic.Write(w, o); err == nil {
		err = w.Flush()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return stats, err
}
