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
	"os/exec"
	"path/filepath"
	"strings"
)

// sparkScript sends statements to Spark.
//
//go:embed spark.py
var sparkScript string

// ErrNoSpark says that PySpark is not installed, and how to install it.
var ErrNoSpark = errors.New("pyspark: it is not installed for this Python; pip install pyspark installs it, which needs Java 17, and --python FILE names the Python that has it")

// missing is the status of the script where PySpark is not installed.
const missing = 3

// tables are those that questions are asked of.
var tables = []string{"recordings", "gc_points", "groups", "growth", "findings", "owners"}

// FindPython returns the path of the Python that is to run Spark: of the file named, or else of python3 on the PATH.
func FindPython(named string) (string, error) {
	if named == "" {
		named = "python3"
	}
	path, err := exec.LookPath(named)
	if err != nil {
		return "", fmt.Errorf("python %q: there is no such program; Spark needs Python and Java 17", named)
	}
	return filepath.Abs(path)
}

// sparkRequest is what the script reads.
type sparkRequest struct {
	Master     string           `json:"master"`
	Folder     string           `json:"folder"`
	Service    string           `json:"service"`
	Subjects   string           `json:"subjects"` // as JSON
	Tables     []string         `json:"tables"`
	Statements []sparkStatement `json:"statements"`
}

type sparkStatement struct {
	SQL    string `json:"sql"`
	Answer bool   `json:"answer"`
}

// Spark resolves questions with Apache Spark: master is the address of a cluster, or local[*] for this machine. The folder may be an address that Spark reads. Python
// is the path of a program that has PySpark. Memory does not count: the settings of Spark say what it may use.
func Spark(ctx context.Context, python, master string, a Asked) (*Answers, error) {
	request, err := requestFor(master, a)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, python, "-c", sparkScript)
	cmd.Dir = os.TempDir() // what Spark may leave is not left in the user's folder
	cmd.Stdin = bytes.NewReader(request)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &status) && status.ExitCode() == missing:
		return nil, ErrNoSpark
	case err != nil:
		return nil, fmt.Errorf("spark: %w", errors.Join(err, errors.New(lastOf(stderr.String()))))
	}
	answers, err := parse(&stdout, a.Questions)
	if err != nil {
		return nil, fmt.Errorf("spark: %w", err)
	}
	return answers, nil
}

// lastOf is the end of messages: where Spark fails, what it says last is why.
func lastOf(messages string) string {
	messages = strings.TrimSpace(messages)
	return strings.ToValidUTF8(messages[max(0, len(messages)-maxMessage):], "")
}

func requestFor(master string, a Asked) ([]byte, error) {
	subjects, err := json.Marshal(a.Subjects)
	if err != nil {
		return nil, err
	}
	r := sparkRequest{Master: master, Folder: a.Folder, Service: a.Service, Subjects: string(subjects), Tables: tables}
	if !IsAddress(a.Folder) {
		if r.Folder, err = filepath.Abs(a.Folder); err != nil {
			return nil, err
		}
		r.Folder = "file://" + r.Folder // whatever the cluster's own file system is
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
	return json.Marshal(r)
}

func texts(questions []Question) (list []string) {
	for _, q := range questions {
		list = append(list, q.SQL())
	}
	return list
}

// IsAddress reports whether a folder is one that only an engine reads, such as s3a://bucket/fleet or hdfs://host/fleet.
func IsAddress(folder string) bool {
	u, err := url.Parse(folder)
	return err == nil && len(u.Scheme) > 1 && strings.HasPrefix(folder, u.Scheme+"://")
}
