package fleet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/render/atomic"
	"memcity/trace/guard"
	"memcity/trace/record/metrics"
)

// figures contains the served numbers.
type figures struct {
	taken, failed, removed int
	answers                *question.Answers // nil before the first answers
}

// serve starts serving the figures. The returned function stops it.
func (w *watcher) serve() (end func(), err error) {
	if w.watch.metrics == "" {
		return func() {}, nil
	}
	l, err := metrics.Listen(w.watch.metrics)
	if err != nil {
		return nil, err
	}
	w.call.Notify(fmt.Sprintf("metrics of the fleet: http://%s/metrics", l.Addr()))
	ctx, cancel := context.WithCancel(w.call.Ctx)
	guard.Go(func() error {
		metrics.ServeText(ctx, l, func(out io.Writer) error {
			w.mu.Lock()
			now := w.now
			w.mu.Unlock()
			return now.write(out)
		})
		return nil
	}, nil)
	return cancel, nil
}

// write writes the figures as OpenMetrics text.
func (n *figures) write(out io.Writer) error {
	b := &strings.Builder{}
	family := func(name, kind, help string) { fmt.Fprintf(b, "# TYPE %s %s\n# HELP %s %s\n", name, kind, name, help) }
	for _, c := range []struct {
		name, help string
		value      int
	}{{"taken", "Exported recordings.", n.taken}, {"failed", "Recordings that could not be read.", n.failed},
		{"removed", "Recordings whose tables were removed because of their age.", n.removed}} {
		family("memcity_fleet_"+c.name, "counter", c.help)
		fmt.Fprintf(b, "memcity_fleet_%s_total %d\n", c.name, c.value)
	}
	if n.answers != nil {
		family("memcity_fleet_recordings", "gauge", "Recordings with tables.")
		fmt.Fprintf(b, "memcity_fleet_recordings %d\n", n.answers.Summary.Recordings)
		family("memcity_fleet_growing_pods", "gauge", "Pods whose live heap grows steadily.")
		for _, r := range n.answers.Rows["growth"] {
			fmt.Fprintf(b, "memcity_fleet_growing_pods{%s} %d\n", labels(r, "service", "version"), r.Whole("growing"))
		}
		leaks := slices.DeleteFunc(slices.Clone(n.answers.Rows["leaks"]), func(r question.Row) bool { return !r.Truth("leaks") })
		family("memcity_fleet_leaking_pods", "gauge", "Pods that have a leak.")
		for _, r := range leaks {
			fmt.Fprintf(b, "memcity_fleet_leaking_pods{%s} %d\n", labels(r, "service", "signature", "owner", "type"), r.Whole("pods"))
		}
		family("memcity_fleet_leak_bytes_per_hour", "gauge", "Growth of a leak in bytes per hour, over all pods whose newest version still has it.")
		for _, r := range leaks {
			if rate, known := r.Number("total_bytes_per_hour"); known {
				fmt.Fprintf(b, "memcity_fleet_leak_bytes_per_hour{%s} %s\n", labels(r, "service", "signature", "owner", "type"), strconv.FormatFloat(rate, 'g', -1, 64))
			}
		}
	}
	b.WriteString("# EOF\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// labels returns the named columns of a row as labels of a metric.
func labels(r question.Row, names ...string) string {
	var parts []string
	for _, name := range names {
		parts = append(parts, name+"="+metrics.Label(r.Text(name)))
	}
	return strings.Join(parts, ",")
}

// reportedFile is a file in the fleet's folder that contains the signatures of reported leaks.
const reportedFile = "reported.json"

// report sends each new leak to the webhook, once across runs.
func (w *watcher) report(leaks []question.Row) error {
	if w.watch.hook == "" {
		return nil
	}
	path := filepath.Join(w.export.folder, reportedFile)
	var before []string
	switch text, err := os.ReadFile(path); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &before); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	known := len(before)
	var failed error
	for _, r := range leaks {
		key := r.Text("service") + " " + r.Text("signature")
		if !r.Truth("leaks") || slices.Contains(before, key) {
			continue
		}
		if failed = w.send(r); failed != nil {
			break // retried next time
		}
		before = append(before, key)
	}
	if len(before) > known {
		err := atomic.Write(path, atomic.Private, func(out io.Writer) error { return json.NewEncoder(out).Encode(before) })
		failed = errors.Join(failed, err)
	}
	return failed
}

// hookTimeout is the maximum time of a webhook call.
const hookTimeout = 10 * time.Second

// send posts a leak to the webhook. Chat services display the field text.
func (w *watcher) send(r question.Row) error {
	body, err := json.Marshal(struct {
		Text string       `json:"text"`
		Tool string       `json:"tool"`
		Leak question.Row `json:"leak"`
	}{leakSentence(r), cli.ToolName(), r})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(w.call.Ctx, hookTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.watch.hook, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		var wrapped *url.Error // its text contains the address, which may be secret
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return fmt.Errorf("webhook: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return fmt.Errorf("webhook: the server answered %s", response.Status)
	}
	return nil
}
