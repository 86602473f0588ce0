package inputs

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"memcity/city/recording"
	"memcity/cmd/memcity/cli"
	"memcity/render/atomic"
	"memcity/trace/hirth"
)

// Names of the two files that --collections writes.
const (
	eventsFile  = "tracefile.log"
	symbolsFile = "symbols.log"
)

func (f *convertFlags) checkCollections(given func(name string) bool) error {
	for _, name := range []string{"by", "filter", "where", "classifiers", "format", "anonymous"} {
		if given(name) {
			return cli.Usagef("--%s: not together with --collections, which writes all events with their places in code", name)
		}
	}
	info, err := os.Stat(f.output)
	switch {
	case f.output == "-" || err == nil && !info.IsDir():
		return cli.Usagef("%s: is not a folder; --collections writes two files", f.output)
	case f.force:
		return nil
	}
	for _, name := range []string{eventsFile, symbolsFile} {
		if _, err := os.Stat(filepath.Join(f.output, name)); err == nil {
			return cli.Usagef("%s: already exists; --force replaces it", filepath.Join(f.output, name))
		}
	}
	return nil
}

// collectionFiles writes how the program used its collections, in the format of Hirth's thesis.
func (f *convertFlags) collectionFiles(c *cli.Call, o *recording.Recording) error {
	log, err := o.Usage(c.Ctx)
	if err != nil {
		return err
	}
	if log == nil {
		return cli.Usagef("--collections: %s does not contain the use of collections; record it with --collections own",
			o.Recording.Name)
	}
	if err := os.MkdirAll(f.output, 0o755); err != nil {
		return fmt.Errorf("%s: %w", f.output, atomic.Cause(err))
	}
	events, symbols := filepath.Join(f.output, eventsFile), filepath.Join(f.output, symbolsFile)
	err = atomic.Write(events, atomic.Private, func(eventsOut io.Writer) error {
		return atomic.Write(symbols, atomic.Private, func(symbolsOut io.Writer) error {
			return hirth.Write(c.Ctx, eventsOut, symbolsOut, log)
		})
	})
	if err != nil {
		return f.explain(c, err)
	}
	fmt.Fprintf(c.Text(), "%s, %s: collections: %d, elements: %d\n", events, symbols, len(log.Collections), log.Elements.Len())
	return nil
}
