// Slim makes heap dumps of HotSpot fit to be given away, and packs them.
//
//	slim -keep PREFIX [-invent] -o FILE.tar.zst DUMP.hprof...
//
// Of each dump it leaves out the texts that nothing refers to, and blanks the contents of all arrays of primitive
// values but those of two kinds of String: names of threads, and what objects of classes that begin with PREFIX refer
// to directly. So nothing remains of the properties, environment and paths of the machine that made the dump. Objects,
// sizes, references, roots, and fields that are numbers stay as they are; only the collector's fillers are left out.
//
// With -invent the other strings do not become blank: each gets a text of letters and digits that stands for nothing, so
// that equal texts can be counted.
//
// The archive is the same for the same dumps: it has no times, owners or modes of the files.
package main

import (
	"archive/tar"
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// window is the distance in bytes over which repeated contents are found: more than two dumps.
const window = 16 << 20

func main() {
	keep := flag.String("keep", "", "keep the strings that objects of classes with this `prefix` refer to")
	invent := flag.Bool("invent", false, "give other strings invented texts")
	out := flag.String("o", "", "archive to write, `FILE.tar.zst`")
	flag.Parse()
	if *out == "" || *keep == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(options{*keep, *invent}, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "slim:", err)
		os.Exit(1)
	}
}

func run(o options, out string, dumps []string) error {
	var archive bytes.Buffer
	packed, err := zstd.NewWriter(&archive, zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	if err := pack(packed, o, slices.Sorted(slices.Values(dumps))); err != nil {
		return err
	}
	if err := packed.Close(); err != nil {
		return err
	}
	return os.WriteFile(out, archive.Bytes(), 0o644)
}

func pack(w io.Writer, o options, dumps []string) error {
	members := tar.NewWriter(w)
	for _, name := range dumps {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		slimmed, err := slim(data, o)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		header := &tar.Header{Name: filepath.Base(name), Mode: 0o644, Size: int64(len(slimmed)), Format: tar.FormatUSTAR}
		if err := members.WriteHeader(header); err != nil {
			return err
		}
		if _, err := members.Write(slimmed); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes, slim %d\n", filepath.Base(name), len(data), len(slimmed))
	}
	return members.Close()
}
