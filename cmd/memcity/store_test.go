package main

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"memcity/cmd/memcity/cli"
)

// serveStore serves a folder like an object store: lists with a prefix, and parts of objects, for requests signed with a key.
func serveStore(t *testing.T, bucket, root, key string) (address string, requests *atomic.Int64) {
	t.Helper()
	requests = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		name, inBucket := strings.CutPrefix(r.URL.Path+"/", "/"+bucket+"/")
		name = strings.TrimRight(name, "/")
		switch {
		case !strings.Contains(r.Header.Get("Authorization"), "Credential="+key+"/"):
			w.WriteHeader(http.StatusForbidden)
		case !inBucket:
			w.WriteHeader(http.StatusNotFound)
		case name == "":
			var list struct {
				XMLName     xml.Name `xml:"ListBucketResult"`
				IsTruncated bool
				Contents    []struct {
					Key  string
					Size int64
				}
			}
			for _, file := range filesIn(t, root) {
				rest, _ := filepath.Rel(root, file)
				if info, err := os.Stat(file); err == nil && !info.IsDir() && strings.HasPrefix(rest, r.URL.Query().Get("prefix")) {
					list.Contents = append(list.Contents, struct {
						Key  string
						Size int64
					}{filepath.ToSlash(rest), info.Size()})
				}
			}
			_ = xml.NewEncoder(w).Encode(list)
		default:
			http.ServeFile(w, r, filepath.Join(root, filepath.FromSlash(name)))
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, requests
}

// TestFleetInStore: tables in an object store give the same answers as in a folder, with the credentials of the environment.
func TestFleetInStore(t *testing.T) {
	needDuckDB(t)
	extensions, err := filepath.Glob(filepath.Join("..", "..", "build", "duckdb", "duckdb_extension_httpfs", "extensions", "v*", "httpfs.duckdb_extension"))
	if err != nil || len(extensions) != 1 {
		t.Skip("the extension httpfs of duckdb is not installed: scripts/deps test does")
	}
	home := t.TempDir()
	to := filepath.Join(home, ".duckdb", "extensions", filepath.Base(filepath.Dir(extensions[0])), "linux_amd64", "httpfs.duckdb_extension")
	content, err := os.ReadFile(extensions[0])
	if err != nil || os.MkdirAll(filepath.Dir(to), 0o700) != nil || os.WriteFile(to, content, 0o600) != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	tables := filepath.Join(root, "it's [x]")
	ok(t, append([]string{"export", "--parquet", tables, "--path-labels", "{service}/{version}/{pod}"}, writeFleet(t, 4)[40:]...)...)
	folder := ok(t, "fleet", tables)
	address, requests := serveStore(t, "bucket", tables, "theKey")
	t.Setenv("HOME", home)
	t.Setenv("AWS_ACCESS_KEY_ID", "theKey")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "the'Secret")
	t.Setenv("AWS_ENDPOINT_URL", address)
	if out := ok(t, "fleet", "s3://bucket"); out != folder || requests.Load() < 20 {
		t.Errorf("%d requests:\n%s\nof the folder:\n%s", requests.Load(), out, folder)
	}
	page := ok(t, "fleet", "s3://bucket/", "-o", "-")
	if !strings.Contains(page, "memcity fleet s3://bucket/ -o -") || strings.Contains(page, "the'Secret") || strings.Contains(page, "theKey") {
		t.Error("the page has another line, or a secret")
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "another")
	r := memcity("fleet", "s3://bucket")
	if r.status != cli.ExitCheckFailed || r.err == nil || strings.Contains(r.err.Error(), "Secret") {
		t.Errorf("%d, %v", r.status, r.err)
	}
	t.Setenv("AWS_ENDPOINT_URL", "nowhere")
	refused(t, cli.ExitCheckFailed, "AWS_ENDPOINT_URL", "fleet", "s3://bucket")
}
