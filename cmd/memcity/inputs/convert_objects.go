package inputs

import (
	"fmt"
	"io"
	"strings"

	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/cmd/memcity/cli"
	"memcity/trace/lines"
)

// objectsFormat is the value of --format for objects as JSON lines.
const objectsFormat = "objects"

// hasObjectsEnding reports whether a file name ends in .jsonl or .jsonl.gz.
func hasObjectsEnding(path string) bool {
	return strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".jsonl")
}

// objects writes objects as JSON lines.
func (f *convertFlags) objects(c *cli.Call, o *recording.Recording) error {
	r := o.Recording
	if why := lines.Copyable(r); why != "" {
		return cli.Usagef("%s: %s", r.Name, why)
	}
	write := func(out io.Writer) error {
		ctx, end := c.Reading(memory.Convert)
		defer end()
		reported, err := lines.Copy(ctx, stoppedWriter{c.Ctx, out}, strings.HasSuffix(f.output, ".gz"), r, c.Progress())
		c.Report(reported)
		return err
	}
	if err := f.save(c, write); err != nil || f.output == "-" {
		return err
	}
	fmt.Fprintf(c.Text(), "%s: GC points: %d\n", f.output, len(r.Points))
	return nil
}
