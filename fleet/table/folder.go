package table

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"

	"github.com/parquet-go/parquet-go"
)

// Names of the tables, in the order in which they are written.
var Names = []string{"gc_points", "groups", "growth", "pointers", "findings", "owners", recordings}

const recordings = "recordings"

// OnRequest are the names of tables with a row for each object or reference, which a recording need not have.
var OnRequest = []string{"objects", "references"}

// Folder is the folder of a fleet.
type Folder struct {
	Path string
	// WriteFile makes a file of what write writes, so that a reader finds all of it or none.
	WriteFile func(path string, write func(io.Writer) error) error
}

// validID is what a recording may be called: it becomes the name of a file.
var validID = regexp.MustCompile(`^[0-9a-f]{32}$`)

func (f *Folder) file(table, id string) string { return filepath.Join(f.Path, table, id+".parquet") }

// Recording returns the row of a recording; nil if it is not there or not complete, or cannot be read, so that it is to be written again.
func (f *Folder) Recording(id string) *Recording {
	rows, err := parquet.ReadFile[Recording](f.file(recordings, id))
	if err != nil || len(rows) != 1 || rows[0].ID != id || rows[0].Schema != Schema {
		return nil
	}
	for _, name := range Names {
		if _, err := os.Stat(f.file(name, id)); err != nil {
			return nil
		}
	}
	return &rows[0]
}

// Label replaces the row of a recording, whose other tables stay.
func (f *Folder) Label(r Recording) (int64, error) { return put(f, recordings, r.ID, []Recording{r}) }

// Write writes the tables of a recording and returns their bytes. Until all are written it is not part of the fleet, also if it was before. It is
// short next to making the tables, and is not cancelled.
func (f *Folder) Write(t *Tables) (int64, error) {
	id := t.Recording.ID
	if !validID.MatchString(id) {
		return 0, fmt.Errorf("recording %q: expected 32 hexadecimal digits", id)
	}
	for _, name := range Names {
		if err := os.MkdirAll(filepath.Join(f.Path, name), 0o700); err != nil {
			return 0, err
		}
	}
	if err := os.Remove(f.file(recordings, id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	total := int64(0)
	for _, write := range []func() (int64, error){
		func() (int64, error) { return put(f, "gc_points", id, t.GCPoints) },
		func() (int64, error) { return put(f, "groups", id, t.Groups) },
		func() (int64, error) { return put(f, "growth", id, t.Growth) },
		func() (int64, error) { return put(f, "pointers", id, t.Pointers) },
		func() (int64, error) { return put(f, "findings", id, t.Findings) },
		func() (int64, error) { return put(f, "owners", id, t.Owners) },
		func() (int64, error) { return stream(f, "objects", id, t.Objects) },
		func() (int64, error) { return stream(f, "references", id, t.References) },
		func() (int64, error) { return put(f, recordings, id, []Recording{t.Recording}) },
	} {
		n, err := write()
		if total += n; err != nil {
			return total, err
		}
	}
	return total, nil
}

// put writes one file of a table. Equal rows give equal bytes.
func put[R any](f *Folder, table, id string, rows []R) (int64, error) {
	return write(f, table, id, func(w *parquet.GenericWriter[R]) error {
		_, err := w.Write(rows)
		return err
	})
}

// rowsOfGroup bounds a group of rows, which are in memory until they are written.
const rowsOfGroup = 1 << 20

// stream is put for more rows than are to be in memory. Without any, nil, it removes what was there.
func stream[R any](f *Folder, table, id string, rows iter.Seq2[R, error]) (int64, error) {
	if rows == nil {
		err := os.Remove(f.file(table, id))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return 0, err
	}
	if err := os.MkdirAll(filepath.Join(f.Path, table), 0o700); err != nil {
		return 0, err
	}
	return write(f, table, id, func(w *parquet.GenericWriter[R]) error {
		batch, n := make([]R, 0, 1024), 0
		for row, err := range rows {
			if err != nil {
				return err
			}
			if batch = append(batch, row); len(batch) < cap(batch) {
				continue
			}
			if _, err := w.Write(batch); err != nil {
				return err
			}
			if n += len(batch); n%rowsOfGroup == 0 {
				if err := w.Flush(); err != nil {
					return err
				}
			}
			batch = batch[:0]
		}
		_, err := w.Write(batch)
		return err
	})
}

func write[R any](f *Folder, table, id string, rows func(*parquet.GenericWriter[R]) error) (int64, error) {
	size := int64(0)
	err := f.WriteFile(f.file(table, id), func(out io.Writer) error {
		counted := &counter{w: out}
		w := parquet.NewGenericWriter[R](counted, parquet.Compression(&parquet.Zstd), parquet.CreatedBy("memcity", fmt.Sprint(Schema), ""))
		if err := rows(w); err != nil {
			return err
		}
		err := w.Close()
		size = counted.n
		return err
	})
	return size, err
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// Has reports whether a folder has a recording of a fleet.
func Has(path string) (bool, error) {
	entries, err := os.ReadDir(filepath.Join(path, recordings))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) == ".parquet" {
			return true, nil
		}
	}
	return false, err
}
