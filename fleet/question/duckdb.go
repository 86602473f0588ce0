package question

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"memcity/trace/process"
)

// program is what the engine is called on the PATH.
const program = "duckdb"

// ErrNoEngine says that the engine is not installed, and how to install it.
var ErrNoEngine = errors.New("duckdb: there is no such program on the PATH; pip install duckdb-cli, brew install duckdb and winget install DuckDB.cli install it, " +
	"and --duckdb FILE names it")

// Find returns the path of the engine: of the file named, or else of the program on the PATH. The error may be ErrNoEngine.
func Find(named string) (string, error) {
	if named == "" {
		path, err := process.Find(program)
		switch {
		case errors.Is(err, process.ErrShared):
			return "", fmt.Errorf("duckdb: %w; --duckdb FILE names it", err)
		case err != nil:
			return "", ErrNoEngine
		}
		return path, nil
	}
	path, err := filepath.Abs(named) // a name without a folder is one of the current folder
	if err != nil {
		return "", err
	}
	if _, err := process.Find(path); err != nil {
		return "", fmt.Errorf("duckdb %q: it is no program that can be run", named)
	}
	return path, nil
}

// leastMemory is what the engine gets where less may be used, in bytes: it does not begin with much less.
const leastMemory = 100_000_000

// maxMessage bounds what is kept of the messages of the engine, in bytes.
const maxMessage = 4000

// computedOnce has the engine keep what it would compute for each question anew.
func computedOnce(views string) string {
	return strings.ReplaceAll(views, "CREATE TEMPORARY VIEW ", "CREATE TEMPORARY TABLE ")
}

// farAboveMacro is the rule for outliers as DuckDB takes it.
func farAboveMacro() string {
	return "CREATE TEMPORARY MACRO far_above(value, middle, deviation, pods) AS (\n" + farAbove() + ");\n"
}

// inStore begins addresses that DuckDB reads.
const inStore = "s3://"

// OpensAddress reports whether DuckDB reads an address.
func OpensAddress(address string) bool { return strings.HasPrefix(address, inStore) }

// storeOf are the variables of the environment that say where an object store is: that of AWS, unless AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL names another one; nil
// of a folder.
func storeOf(folder string) ([]string, error) {
	if !OpensAddress(folder) {
		return nil, nil
	}
	host, style, ssl := "s3.amazonaws.com", "vhost", true
	if text := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL")); text != "" {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return nil, fmt.Errorf("AWS_ENDPOINT_URL %q: expected an address such as https://host:9000", text)
		}
		host, style, ssl = u.Host+strings.TrimSuffix(u.Path, "/"), "path", u.Scheme == "https"
	}
	return []string{"MEMCITY_FLEET_ADDRESS=" + strings.TrimSuffix(folder, "/") + "/", "MEMCITY_S3_HOST=" + host, "MEMCITY_S3_STYLE=" + style, fmt.Sprint("MEMCITY_S3_SSL=", ssl)}, nil
}

// Asked is what is asked.
type Asked struct {
	Folder    string   // of the fleet
	Without   []string // files to leave out, such as gc_points/0123.parquet; not of an address
	Service   string   // the only one to look at; empty for all
	Memory    int64    // the most that the engine may use, in bytes
	Questions []Question
	Subjects  []Subject // of rules
}

// DuckDB resolves questions with the program, by its path.
func DuckDB(ctx context.Context, engine string, a Asked) (*Answers, error) {
	var script strings.Builder
	fmt.Fprintf(&script, "SET memory_limit = '%d bytes';\nSET autoinstall_known_extensions = false;\nSET parquet_metadata_cache = true;\n", max(a.Memory, leastMemory))
	store, err := storeOf(a.Folder)
	if err != nil {
		return nil, err
	}
	if store != nil {
		script.WriteString(read("s3"))
	}
	script.WriteString(duckTables() + read("duckdb") + farAboveMacro() + computedOnce(Views()) + read("summary"))
	if hasCity(a.Questions) {
		script.WriteString(computedOnce(read("clock")) + read("large_duckdb") + computedOnce(read("large")) + duckNaming() + computedOnce(read("types")))
	}
	for _, q := range a.Questions {
		script.WriteString(q.SQL())
	}
	subjects, err := json.Marshal(a.Subjects)
	if err != nil {
		return nil, err
	}
	at, err := process.Folder()
	if err != nil {
		return nil, fmt.Errorf("duckdb: %w", err)
	}
	defer os.RemoveAll(at)
	more := append(store, "MEMCITY_FLEET_SERVICE="+a.Service, "MEMCITY_FLEET_SUBJECTS="+string(subjects))
	if store == nil {
		if err := mirror(a, filepath.Join(at, mirrored)); err != nil {
			return nil, fmt.Errorf("duckdb: %w", err)
		}
		more = append(more, "MEMCITY_FLEET_ADDRESS="+mirrored+"/")
	}
	stdout, err := runDuckDB(ctx, engine, at, script.String(), more, "-bail")
	if err != nil {
		return nil, fmt.Errorf("duckdb: %w", err)
	}
	if store != nil { // that the store could be opened is the first thing that it says
		stdout = bytes.TrimPrefix(stdout, []byte(`[{"Success":true}]`))
	}
	answers, err := parse(bytes.NewReader(stdout), a.Questions)
	if err != nil {
		return nil, fmt.Errorf("duckdb: %w", err)
	}
	return answers, nil
}

// runDuckDB runs a script in a folder, with more variables, and returns what it prints. Messages are errors.
func runDuckDB(ctx context.Context, engine, at, script string, variables []string, options ...string) ([]byte, error) {
	cmd := process.Command(ctx, engine, append(options, "-no-init", "-batch", "-json", ":memory:")...)
	cmd.Dir = at
	cmd.Env = append(cmd.Environ(), variables...)
	cmd.Stdin = strings.NewReader(script)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if message := strings.TrimSpace(stderr.String()); err != nil || message != "" {
		return stdout.Bytes(), errors.Join(err, errors.New(message[:min(len(message), maxMessage)]))
	}
	return stdout.Bytes(), nil
}
