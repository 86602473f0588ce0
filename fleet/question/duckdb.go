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

// program is the name of the engine on the PATH.
const program = "duckdb"

// ErrNoEngine reports that the engine is not installed, and how to install it.
var ErrNoEngine = errors.New("duckdb: the program is not on the PATH; install it with pip install duckdb-cli, brew install duckdb or winget install DuckDB.cli, " +
	"or specify it with --duckdb FILE")

// Find returns the path of the engine: the given file, or the program on the PATH. The error may be ErrNoEngine.
func Find(named string) (string, error) {
	if named == "" {
		path, err := process.Find(program)
		switch {
		case errors.Is(err, process.ErrShared):
			return "", fmt.Errorf("duckdb: %w; specify it with --duckdb FILE", err)
		case err != nil:
			return "", ErrNoEngine
		}
		return path, nil
	}
	path, err := filepath.Abs(named) // a name without a folder refers to the current folder
	if err != nil {
		return "", err
	}
	if _, err := process.Find(path); err != nil {
		return "", fmt.Errorf("duckdb %q: it is not an executable program", named)
	}
	return path, nil
}

// minMemory is the minimum memory limit of the engine in bytes. It does not start with much less.
const minMemory = 100_000_000

// maxMessage is the maximum length of the engine's messages in bytes. The rest is dropped.
const maxMessage = 4000

// computedOnce replaces views by tables, so that the engine computes them once instead of once per question.
func computedOnce(views string) string {
	return strings.ReplaceAll(views, "CREATE TEMPORARY VIEW ", "CREATE TEMPORARY TABLE ")
}

// farAboveMacro returns the rule for outliers as a DuckDB macro.
func farAboveMacro() string {
	return "CREATE TEMPORARY MACRO far_above(value, middle, deviation, pods) AS (\n" + farAbove() + ");\n"
}

// inStore is the prefix of addresses that DuckDB can read.
const inStore = "s3://"

// OpensAddress reports whether DuckDB can read an address.
func OpensAddress(address string) bool { return strings.HasPrefix(address, inStore) }

// storeOf returns the environment variables for the location of an object store: AWS, unless AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL names
// another one. It returns nil for a folder.
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

// Request is a request to an engine.
type Request struct {
	Folder    string   // folder of the fleet
	Excluded  []string // files to leave out, such as gc_points/0123.parquet; not used for an address
	Service   string   // the only service to include; empty for all
	Memory    int64    // memory limit of the engine in bytes
	Questions []Question
	Subjects  []Subject // of rules
}

// DuckDB resolves questions with DuckDB. engine is the path of the program.
func DuckDB(ctx context.Context, engine string, a Request) (*Answers, error) {
	var script strings.Builder
	fmt.Fprintf(&script, "SET memory_limit = '%d bytes';\nSET autoinstall_known_extensions = false;\nSET parquet_metadata_cache = true;\n", max(a.Memory, minMemory))
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
	if store != nil { // the first output reports that the store could be opened
		stdout = bytes.TrimPrefix(stdout, []byte(`[{"Success":true}]`))
	}
	answers, err := parse(bytes.NewReader(stdout), a.Questions)
	if err != nil {
		return nil, fmt.Errorf("duckdb: %w", err)
	}
	return answers, nil
}

// runDuckDB runs a script in a folder with additional environment variables, and returns its output. Any message of the engine counts as an
// error.
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
