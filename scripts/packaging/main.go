// Packaging creates what scripts/dist adds to packages besides the programs: icons, archives, a container image and a bill of materials.
// Output is reproducible: files are sorted, belong to root, and have the time given as the first argument, in seconds since 1970.
//
//	packaging icons FOLDER               the icon as SVG and in all sizes, in the folders of an icon theme
//	packaging archive TIME OUT FOLDER    a folder as .tar.gz or .zip, under its own name
//	packaging image TIME OUT ARCH=PROGRAM...   programs of several processors as one container image, an OCI archive
//	packaging sbom TIME OUT PROGRAM...   what programs consist of, as SPDX in JSON; licences are those of the file NOTICE
package main

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "packaging:", err)
		os.Exit(1)
	}
}

const usage = "usage: packaging icons FOLDER | archive TIME OUT FOLDER | image TIME OUT ARCH=PROGRAM... | sbom TIME OUT PROGRAM..."

func run(args []string) error {
	if len(args) == 2 && args[0] == "icons" {
		return writeIcons(args[1])
	}
	if len(args) < 4 {
		return fmt.Errorf("%s", usage)
	}
	seconds, err := strconv.ParseInt(args[1], 10, 64)
	if err != nil {
		return fmt.Errorf("time %q: expected seconds since 1970", args[1])
	}
	at, out, rest := time.Unix(seconds, 0).UTC(), args[2], args[3:]
	switch args[0] {
	case "archive":
		if len(rest) == 1 {
			return writeArchive(out, rest[0], at)
		}
	case "image":
		return writeImage(out, rest, at)
	case "sbom":
		return writeSBOM(out, rest, at)
	}
	return fmt.Errorf("%s", usage)
}
