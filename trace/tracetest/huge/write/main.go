// Command write writes inputs with an excessive number of one item, to try commands on them and to measure their cost.
//
//	go run ./trace/tracetest/huge/write -shape list -n 50000000 -o list.hprof
package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"memcity/trace/tracetest/huge"
)

func main() {
	var names []string
	for _, s := range huge.Shapes {
		names = append(names, s.Name)
	}
	shape := flag.String("shape", "list", "`what` is there too often: "+strings.Join(names, ", "))
	n := flag.Int("n", 1_000_000, "how `many`")
	path := flag.String("o", "", "`file` to write")
	flag.Parse()
	if err := write(*path, *shape, *n); err != nil {
		fmt.Fprintln(os.Stderr, "write:", err)
		os.Exit(1)
	}
}

func write(path, name string, n int) (err error) {
	shape, err := huge.Of(name)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	holes := &holes{file: file}
	w := bufio.NewWriterSize(holes, len(zeros))
	if err = shape.Write(w, n); err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = file.Truncate(holes.at)
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

var zeros [1 << 16]byte

// holes skips blocks of zeros, so that they take no disk space.
type holes struct {
	file *os.File
	at   int64
}

func (h *holes) Write(data []byte) (int, error) {
	defer func() { h.at += int64(len(data)) }()
	if bytes.Equal(data, zeros[:min(len(data), len(zeros))]) {
		_, err := h.file.Seek(int64(len(data)), io.SeekCurrent)
		return len(data), err
	}
	return h.file.Write(data)
}
