package inputs

import (
	"fmt"
	"io"
	"time"

	"memcity/cmd/memcity/cli"
	"memcity/trace/index"
	"memcity/words"
)

// indexes lists or removes the indexes of large heap dumps, which speed up their next opening.
func indexes(c *cli.Call) error {
	set := c.Flags()
	format := set.String("format", "text", "")
	clear := set.Bool("clear", false, "")
	names, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if len(names) > 0 {
		return cli.Usagef("index: takes no arguments")
	}
	if err := cli.CheckFormat(*format, "text", "json"); err != nil {
		return err
	}
	path, err := index.DefaultPath()
	if err != nil {
		return fmt.Errorf("index: no folder for indexes: %w", err)
	}
	folder := index.In(path, index.Least, index.Limit, time.Now)
	if *clear {
		freed, err := folder.Clear()
		if err != nil {
			return err
		}
		return c.Print(*format, &clearedIndexes{freed})
	}
	kept, err := folder.List()
	if err != nil {
		return err
	}
	out := &keptIndexes{Folder: path, Limit: index.Limit, Dumps: []keptIndex{}}
	for _, k := range kept {
		out.Bytes += k.Bytes
		out.Dumps = append(out.Dumps, keptIndex{k.Path, k.Bytes, k.Used.UTC().Truncate(time.Second), k.Stale})
	}
	return c.Print(*format, out)
}

// keptIndexes lists the indexes of all dumps.
type keptIndexes struct {
	Folder string      `json:"folder"`
	Bytes  int64       `json:"bytes"`
	Limit  int64       `json:"limit_bytes"`
	Dumps  []keptIndex `json:"dumps"` // most recently used first
}

// keptIndex is the index of a dump.
type keptIndex struct {
	Path  string    `json:"path"`
	Bytes int64     `json:"bytes"`
	Used  time.Time `json:"used"`
	Stale bool      `json:"stale"` // no longer usable
}

// Table prints a line per dump, and one with the totals.
func (k *keptIndexes) Table(out io.Writer) error {
	if len(k.Dumps) == 0 {
		_, err := fmt.Fprintf(out, "%s contains no index.\n", k.Folder)
		return err
	}
	for _, d := range k.Dumps {
		stale := ""
		if d.Stale {
			stale = ", not usable: the dump was deleted or changed, or another version of memcity wrote it"
		}
		if _, err := fmt.Fprintf(out, "%10s  %s  %s%s\n", words.Size(d.Bytes), d.Used.Format("2006-01-02 15:04"), words.Printable(d.Path), stale); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(out, "%s, %s of at most %s, in %s\n", words.Counted(int64(len(k.Dumps)), "dump"), words.Size(k.Bytes), words.Size(k.Limit), k.Folder)
	return err
}

// clearedIndexes is the result of removing indexes.
type clearedIndexes struct {
	Bytes int64 `json:"removed_bytes"`
}

// Table prints one line.
func (r *clearedIndexes) Table(out io.Writer) error {
	_, err := fmt.Fprintf(out, "Removed %s.\n", words.Size(r.Bytes))
	return err
}
