package question

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/trace/process"
)

// types contains the columns of the tables with their DuckDB types. A file in which a column is always null may lack its type, and DuckDB
// then assumes INTEGER.
var types = map[string]string{
	"recordings": "recording_id VARCHAR, schema INTEGER, settings_hash VARCHAR, tool VARCHAR, service VARCHAR, version VARCHAR, pod VARCHAR, node VARCHAR, " +
		"region VARCHAR, commit VARCHAR, name VARCHAR, format VARCHAR, path VARCHAR, started_unix_ms BIGINT, points INTEGER, gcs INTEGER, knows VARCHAR[], " +
		"leak_judged BOOLEAN, missing VARCHAR[], warnings VARCHAR[], chains VARCHAR[]",
	"gc_points": "recording_id VARCHAR, point INTEGER, time_ms BIGINT, unix_ms BIGINT, gc BIGINT, counts VARCHAR, judged BOOLEAN, objects BIGINT, bytes BIGINT, " +
		"live_objects BIGINT, live_bytes BIGINT",
	"groups": "recording_id VARCHAR, chain VARCHAR, point INTEGER, path VARCHAR[], path_hash BIGINT, depth INTEGER, leaf BOOLEAN, role VARCHAR, " +
		"objects BIGINT, bytes BIGINT, deep_bytes BIGINT, retained_bytes BIGINT",
	"growth": "recording_id VARCHAR, chain VARCHAR, path VARCHAR[], path_hash BIGINT, depth INTEGER, leaf BOOLEAN, role VARCHAR, points INTEGER, first_objects BIGINT, last_objects BIGINT, " +
		"first_bytes BIGINT, last_bytes BIGINT, max_bytes BIGINT, objects_per_hour DOUBLE, bytes_per_hour DOUBLE",
	"findings": "recording_id VARCHAR, rank INTEGER, rule VARCHAR, grade VARCHAR, confidence DOUBLE, signature VARCHAR, owner VARCHAR, field VARCHAR, " +
		"type VARCHAR, kind VARCHAR, root VARCHAR, path VARCHAR[], points INTEGER, first_objects BIGINT, last_objects BIGINT, first_bytes BIGINT, " +
		"last_bytes BIGINT, objects_per_hour DOUBLE, bytes_per_hour DOUBLE",
	"owners": "recording_id VARCHAR, rank INTEGER, signature VARCHAR, owner VARCHAR, type VARCHAR, root VARCHAR, path VARCHAR[], objects BIGINT, " +
		"retained_bytes BIGINT",
}

// typed returns the columns of a table, cast to their types, for SELECT.
func typed(table string) string {
	var casts []string
	for column := range strings.SplitSeq(types[table], ", ") {
		name, kind, _ := strings.Cut(column, " ")
		casts = append(casts, fmt.Sprintf("CAST(%s AS %s) AS %[1]s", name, kind))
	}
	return strings.Join(casts, ", ")
}

// older returns rows that add columns which older tables lack.
func older(table string) string {
	if table != "recordings" {
		return ""
	}
	return "SELECT NULL::VARCHAR AS path WHERE false UNION ALL BY NAME "
}

// duckTables returns the definition of the tables for DuckDB. They are at MEMCITY_FLEET_ADDRESS, which ends with a slash.
func duckTables() string {
	script := "SET VARIABLE address = getenv('MEMCITY_FLEET_ADDRESS');\n"
	for _, table := range Tables {
		script += fmt.Sprintf("CREATE TEMPORARY VIEW %[1]s_table AS SELECT %s FROM (%sSELECT * FROM read_parquet(getvariable('address') || '%[1]s/*.parquet', union_by_name = true));\n",
			table, typed(table), older(table))
	}
	return script
}

// duckNaming returns the definition of the table growth for recordings that name types.
func duckNaming() string {
	return strings.ReplaceAll(read("types_duckdb"), "COLUMNS_OF_GROWTH", typed("growth"))
}

// mirrored is the folder in which the engine finds the tables. The engine starts in a private folder.
const mirrored = "fleet"

// mirror creates a folder with links to the tables, except for files to leave out.
func mirror(a Request, to string) error {
	from, err := filepath.Abs(a.Folder)
	if err != nil {
		return err
	}
	if len(a.Excluded) == 0 {
		return os.Symlink(from, to)
	}
	files, err := filesOf(a)
	if err != nil {
		return err
	}
	for table, names := range files {
		if err := os.MkdirAll(filepath.Join(to, table), 0o700); err != nil {
			return err
		}
		for _, name := range names {
			if err := os.Symlink(filepath.Join(from, table, name), filepath.Join(to, table, name)); err != nil {
				return err
			}
		}
	}
	return nil
}

// filesOf returns the names of each table's files, except for those to leave out; nil if there are none to leave out.
func filesOf(a Request) (map[string][]string, error) {
	if len(a.Excluded) == 0 {
		return nil, nil
	}
	without := map[string]bool{}
	for _, file := range a.Excluded {
		without[file] = true
	}
	files := map[string][]string{}
	for _, table := range Tables {
		entries, err := os.ReadDir(filepath.Join(a.Folder, table))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if name := e.Name(); filepath.Ext(name) == parquet && !without[table+"/"+name] {
				files[table] = append(files[table], name)
			}
		}
		if len(files[table]) == 0 {
			return nil, fmt.Errorf("%s: no file of the table %s can be read", a.Folder, table)
		}
	}
	return files, nil
}

const parquet = ".parquet"

// Unreadable returns the files of a folder that DuckDB cannot read, in addition to those left out. It reads each file separately.
func Unreadable(ctx context.Context, engine string, a Request) ([]string, error) {
	a.Excluded = append(slices.Clip(a.Excluded), "") // forces a list of files
	files, err := filesOf(a)
	if err != nil {
		return nil, err
	}
	at, err := process.Folder()
	if err != nil {
		return nil, fmt.Errorf("duckdb: %w", err)
	}
	defer os.RemoveAll(at)
	from, err := filepath.Abs(a.Folder)
	if err != nil {
		return nil, err
	}
	var script strings.Builder
	fmt.Fprintf(&script, "SET memory_limit = '%d bytes';\n", max(a.Memory, minMemory))
	var all []string
	for _, table := range Tables {
		for _, name := range files[table] {
			link := fmt.Sprint(len(all), parquet) // a name without wildcards
			if err := os.Symlink(filepath.Join(from, table, name), filepath.Join(at, link)); err != nil {
				return nil, err
			}
			// The hash of all values forces DuckDB to read all of them.
			fmt.Fprintf(&script, "SELECT %d AS file, CAST(bit_xor(hash(r)) AS VARCHAR) AS sum FROM (SELECT %s FROM (%sSELECT * FROM read_parquet('%s'))) r;\n",
				len(all), typed(table), older(table), link)
			all = append(all, table+"/"+name)
		}
	}
	out, err := runDuckDB(ctx, engine, at, script.String(), nil)
	if ctx.Err() != nil {
		return nil, err
	}
	readable := make([]bool, len(all)) // errors are expected here
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var rows []struct{ File int }
		if err := d.Decode(&rows); err != nil {
			break
		}
		for _, r := range rows {
			if r.File >= 0 && r.File < len(all) {
				readable[r.File] = true
			}
		}
	}
	if !slices.Contains(readable, true) {
		return nil, err // the engine itself failed
	}
	var bad []string
	for i, ok := range readable {
		if !ok {
			bad = append(bad, all[i])
		}
	}
	return bad, nil
}
