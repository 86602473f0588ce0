package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/cmd/memcity/cli"
)

// sharedText is written by one goroutine and read by another.
type sharedText struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *sharedText) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *sharedText) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// arrive writes dumps of a leaking pod, from from to to, an hour apart.
func arrive(t *testing.T, folder, pod string, from, to int) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(folder, pod), 0o700); err != nil {
		t.Fatal(err)
	}
	for i := from; i <= to; i++ {
		data := leakingPod("shop", len(pod), i, time.Now().Add(time.Duration(i-10)*time.Hour).UnixMilli()-int64(i)*600_000, true)
		if err := os.WriteFile(filepath.Join(folder, pod, fmt.Sprint(i, ".hprof")), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFleetWatch: new recordings are exported and removed, a new leak is sent once, even across runs, and figures are served.
func TestFleetWatch(t *testing.T) {
	needDuckDB(t)
	folder, tables := t.TempDir(), filepath.Join(t.TempDir(), "tables")
	var sent sharedText
	fails := true // the first time
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fails {
			fails = false
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_, _ = io.Copy(&sent, r.Body)
	}))
	defer hook.Close()
	line := []string{"fleet", "watch", folder, "--parquet", tables, "--path-labels", "{pod}/*", "--label", "service=shop", "--label", "version=1", "--webhook", hook.URL, "--remove"}
	if err := os.WriteFile(filepath.Join(folder, "bad.hprof"), []byte("no dump"), 0o600); err != nil {
		t.Fatal(err)
	}
	arrive(t, folder, "a", 1, 3)
	r := memcity(append(line, "--once")...)
	if r.err != nil || strings.Count(r.stdout, ": written\n") != 3 || !strings.Contains(r.stderr, "bad.hprof: skipped: ") || sent.String() != "" {
		t.Fatalf("%v: %s%s, sent %q", r.err, r.stdout, r.stderr, sent.String())
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "a", "*")); len(left) != 0 {
		t.Errorf("%q are left", left)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var stdout, stderr sharedText
	ended := make(chan error, 1)
	go func() {
		ended <- commandLine().Run(ctx, append(line, "--every", "1s", "--metrics", "127.0.0.1:0"), strings.NewReader(""), &stdout, &stderr)
	}()
	await := func(what string, is func() bool) {
		t.Helper()
		for range 600 {
			if is() {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Fatalf("%s: %s%s", what, stdout.String(), stderr.String())
	}
	figures := func() string {
		address := regexp.MustCompile(`http://[0-9.:]*/metrics`).FindString(stderr.String())
		if address == "" {
			return ""
		}
		response, err := http.Get(address)
		if err != nil {
			return ""
		}
		defer response.Body.Close()
		text, _ := io.ReadAll(response.Body)
		return string(text)
	}
	await("there are no figures", func() bool { return strings.Contains(figures(), "memcity_fleet_recordings 3\n") })
	arrive(t, folder, "a", 4, 5)
	arrive(t, folder, "b\"c", 1, 4)
	await("there is no leak on two pods", func() bool {
		return strings.Contains(figures(), `memcity_fleet_leaking_pods{service="shop",signature=`) && strings.Contains(figures(), `,type="com.example.shop.Order"} 2`+"\n")
	})
	// The first response of the webhook was an error: the leak is sent with the next recording.
	arrive(t, folder, "a", 6, 6)
	await("nothing was sent", func() bool { return sent.String() != "" })
	text := figures()
	for _, want := range []string{"memcity_fleet_taken_total 7\n", "memcity_fleet_failed_total 1\n", "memcity_fleet_removed_total 0\n", `memcity_fleet_growing_pods{service="shop",version="1"} 2` + "\n",
		"memcity_fleet_leak_bytes_per_hour{", "# EOF\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("figures do not have %q:\n%s", want, text)
		}
	}
	cancel()
	if err := <-ended; cli.Status(err) == 0 {
		t.Errorf("it ends with %v", err)
	}
	arrive(t, folder, "a", 7, 8)
	if err := os.Remove(filepath.Join(folder, "bad.hprof")); err != nil {
		t.Fatal(err)
	}
	ok(t, append(line[:len(line):len(line)], "--once")...)
	var body struct {
		Text string
		Leak struct{ Service, Signature, Owner string }
	}
	if err := json.Unmarshal([]byte(sent.String()), &body); err != nil {
		t.Fatalf("it is not sent once: %v: %s", err, sent.String())
	}
	if !strings.Contains(body.Text, "Order leaks on ") || body.Leak.Service != "shop" || body.Leak.Owner != "static field com.example.shop.Cache.orders" {
		t.Errorf("sent: %s", sent.String())
	}
}

// TestFleetWatchKeeps: old recordings are removed according to --keep.
func TestFleetWatchKeeps(t *testing.T) {
	folder, tables := t.TempDir(), t.TempDir()
	arrive(t, folder, "a", 1, 6)
	ok(t, "fleet", "watch", folder, "--parquet", tables, "--label", "pod=a", "--once", "--keep", "1w")
	if files, _ := filepath.Glob(filepath.Join(tables, "recordings", "*")); len(files) != 6 {
		t.Errorf("%d recordings", len(files))
	}
	ok(t, "fleet", "watch", folder, "--parquet", tables, "--label", "pod=a", "--once", "--keep", "6h30m")
	for _, name := range []string{"recordings", "groups"} {
		if files, _ := filepath.Glob(filepath.Join(tables, name, "*")); len(files) != 3 { // 4, 5 and 6 hours ago
			t.Errorf("%s: %d are left", name, len(files))
		}
	}
	for _, c := range [][]string{{"--keep", "4x"}, {"--keep", "-1d"}, {"--keep", "0h"}, {"--every", "10ms"}, {"--webhook", "ftp://x"}, {"--question", "leaks"}, {"--rules", "x"}, {"--label", "a=b"}} {
		refused(t, cli.ExitUsage, strings.TrimPrefix(c[0], "--"), append([]string{"fleet", "watch", folder, "--parquet", tables}, c...)...)
	}
	refused(t, cli.ExitUsage, "--parquet FOLDER", "fleet", "watch", folder)
	refused(t, cli.ExitUsage, "folders to watch", "fleet", "watch", "--parquet", tables)
	refused(t, cli.ExitUsage, "a folder to watch", "fleet", "watch", filepath.Join(folder, "none"), "--parquet", tables)
	refused(t, cli.ExitUsage, "remove: only with fleet watch", "fleet", tables, "--remove")
}
