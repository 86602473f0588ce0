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

// Names contains the names of the tables in the order in which they are written.
var Names = []string{"gc_points", "groups", "growth", "pointers", "findings", "owners", recordings}

const recordings = "recordings"

// OnRequest contains the names of optional tables with a row per object or reference.
var OnRequest = []string{"objects", "references"}

// Folder is the folder of a fleet.
type Folder struct {
	Path string
	// WriteFile creates a file with the output of write. Readers must see either all of it or nothing.
	WriteFile func(path string, write func(io.Writer) error) error
}

// validID matches valid recording IDs, which are used as file names.
var validID = regexp.MustCompile(`^[0-9a-f]{32}$`)

func (f *Folder) file(table, id string) string { return filepath.Join(f.Path, table, id+".parquet") }

// Recording returns the row of a recording. It is nil if the recording does not exist, is incomplete or cannot be read, and must then be
// written.
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

// Label replaces the row of a recording and keeps its other tables.
func (f *Folder) Label(r Recording) (int64, error) { return put(f, recordings, r.ID, []Recording{r}) }

// Write writes the tables of a recording and returns their size in bytes. The recording is not part of the fleet until all tables are
// written, even if it was before. Writing is fast compared with computing the tables and cannot be canceled.
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

// put writes a file of a table. Equal rows produce equal bytes.
func put[R any](f *Folder, table, id string, rows []R) (int64, error) {
	return write(f, table, id, func(w *parquet.GenericWriter[R]) error {
		_, err := w.Write(rows)
		return err
	})
}

// rowsOfGroup is the maximum size of a row group. Row groups are kept in memory until they are written.
const rowsOfGroup = 1 << 20

// stream is put for rows that need not fit into memory. If rows is nil, it removes the file.
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

// Has reports whether a folder contains a recording of a fleet.
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
