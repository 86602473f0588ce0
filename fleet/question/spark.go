package question

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/trace/process"
)

// sparkScript sends statements to Spark.
//
//go:embed spark.py
var sparkScript string

// ErrNoSpark reports that PySpark is not installed, and how to install it.
var ErrNoSpark = errors.New("pyspark: it is not installed for this Python; run pip install pyspark, which needs Java 17, or specify another Python with --python FILE")

// missing is the exit status of the script if PySpark is not installed.
const missing = 3

// Tables contains the names of the tables that questions use.
var Tables = []string{"recordings", "gc_points", "groups", "growth", "findings", "owners"}

// FindPython returns the path of the Python program for Spark: the given file, or python3 on the PATH.
func FindPython(named string) (string, error) {
	if named == "" {
		named = "python3"
	}
	path, err := process.Find(named)
	switch {
	case errors.Is(err, process.ErrShared):
		return "", fmt.Errorf("python %q: %w", named, process.ErrShared)
	case err != nil:
		return "", fmt.Errorf("python %q: program not found; Spark needs Python and Java 17", named)
	}
	return path, nil
}

// sparkRequest is the input of the script.
type sparkRequest struct {
	Master     string              `json:"master"`
	Folder     string              `json:"folder"`
	Service    string              `json:"service"`
	Subjects   string              `json:"subjects"` // encoded as JSON
	Tables     []string            `json:"tables"`
	Check      bool                `json:"check"` // true to check which files are readable instead of running the statements
	Files      map[string][]string `json:"files"` // by table; null for all
	Statements []sparkStatement    `json:"statements"`
}

type sparkStatement struct {
	SQL    string `json:"sql"`
	Answer bool   `json:"answer"`
}

// Spark resolves questions with Apache Spark. python is the path of a Python program with PySpark. master is the address of a cluster, or
// local[*] for this machine. The folder may be an address that Spark can read. It ignores the memory limit, which is part of the Spark
// settings.
func Spark(ctx context.Context, python, master string, a Request) (*Answers, error) {
	r, err := requestFor(master, a)
	if err != nil {
		return nil, err
	}
	out, err := runSpark(ctx, python, r)
	if err != nil {
		return nil, err
	}
	answers, err := parse(bytes.NewReader(out), a.Questions)
	if err != nil {
		return nil, fmt.Errorf("spark: %w", err)
	}
	return answers, nil
}

// SparkUnreadable is [Unreadable] for Spark.
func SparkUnreadable(ctx context.Context, python, master string, a Request) ([]string, error) {
	a.Excluded = append(slices.Clip(a.Excluded), "") // forces a list of files
	r, err := requestFor(master, a)
	if err != nil {
		return nil, err
	}
	r.Check, r.Statements = true, nil
	out, err := runSpark(ctx, python, r)
	if err != nil {
		return nil, err
	}
	var files []string
	err = json.Unmarshal(out, &files)
	return files, err
}

// runSpark runs the script with a request and returns its output.
func runSpark(ctx context.Context, python string, r *sparkRequest) ([]byte, error) {
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	// Without isolated mode, Python would import modules from the current folder and from PYTHONPATH.
	cmd := process.Command(ctx, python, "-I", "-c", sparkScript)
	if cmd.Dir, err = process.Folder(); err != nil {
		return nil, fmt.Errorf("spark: %w", err)
	}
	defer os.RemoveAll(cmd.Dir) // including files left by Spark
	cmd.Stdin = bytes.NewReader(request)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var status *process.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &status) && status.ExitCode() == missing:
		return nil, ErrNoSpark
	case err != nil:
		return nil, fmt.Errorf("spark: %w", errors.Join(err, errors.New(lastOf(stderr.String()))))
	}
	return stdout.Bytes(), nil
}

// lastOf returns the end of messages, which contains the reason if Spark fails.
func lastOf(messages string) string {
	messages = strings.TrimSpace(messages)
	return strings.ToValidUTF8(messages[max(0, len(messages)-maxMessage):], "")
}

func requestFor(master string, a Request) (*sparkRequest, error) {
	subjects, err := json.Marshal(a.Subjects)
	if err != nil {
		return nil, err
	}
	r := &sparkRequest{Master: master, Folder: a.Folder, Service: a.Service, Subjects: string(subjects), Tables: Tables}
	if !IsAddress(a.Folder) {
		if r.Folder, err = filepath.Abs(a.Folder); err != nil {
			return nil, err
		}
		r.Folder = "file://" + r.Folder // independent of the cluster's default file system
	}
	if r.Files, err = filesOf(a); err != nil {
		return nil, err
	}
	r.Statements = append(r.Statements, sparkStatement{"CREATE TEMPORARY FUNCTION far_above(value DOUBLE, middle DOUBLE, deviation DOUBLE, pods BIGINT) RETURNS BOOLEAN RETURN\n" +
		strings.TrimSpace(farAbove()), false})
	views := Views()
	if hasCity(a.Questions) {
		views += read("clock") + read("large") + read("types")
	}
	for _, s := range Statements(views) {
		r.Statements = append(r.Statements, sparkStatement{s, false})
	}
	for _, text := range append([]string{read("summary")}, texts(a.Questions)...) {
		r.Statements = append(r.Statements, sparkStatement{strings.TrimSuffix(strings.TrimSpace(text), ";"), true})
	}
	return r, nil
}

func texts(questions []Question) (list []string) {
	for _, q := range questions {
		list = append(list, q.SQL())
	}
	return list
}

// IsAddress reports whether only an engine can read a folder, such as s3a://bucket/fleet or hdfs://host/fleet.
func IsAddress(folder string) bool {
	u, err := url.Parse(folder)
	return err == nil && len(u.Scheme) > 1 && strings.HasPrefix(folder, u.Scheme+"://")
}
