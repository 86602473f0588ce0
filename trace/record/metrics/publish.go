package metrics

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"memcity/trace/callers"
	"memcity/trace/guard"
)

// FileEvery is how often the file of [Keep] is written.
const FileEvery = 15 * time.Second

// Listen opens the address at which figures are served: HOST:PORT, or :PORT for this machine only.
func Listen(address string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("metrics %q: expected HOST:PORT, such as 127.0.0.1:9464", address)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	l, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("metrics %s: %w", address, err)
	}
	return l, nil
}

// maxReaders is how many connections there may be at a time: when one more comes, the oldest of the address that has most is closed.
const (
	maxReaders     = 32
	maxReadersEach = 8
	patience       = 10 * time.Second // for a request, and for its response
	maxHeader      = 16 << 10
)

// Serve answers requests for /metrics until ctx ends. It closes the listener.
func Serve(ctx context.Context, l net.Listener, report func() Report) {
	ServeText(ctx, l, func(w io.Writer) error {
		r := report()
		return r.WriteOpenMetrics(w)
	})
}

// ServeText is [Serve] for figures that write writes as OpenMetrics text, which has to be safe for several requests at a time.
func ServeText(ctx context.Context, l net.Listener, write func(io.Writer) error) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", ContentType)
		_ = write(w) // who asked has gone
	})
	server := &http.Server{Handler: mux, ReadTimeout: patience, WriteTimeout: patience, MaxHeaderBytes: maxHeader}
	server.SetKeepAlivesEnabled(false)
	defer context.AfterFunc(ctx, func() { server.Close() })()
	_ = server.Serve(callers.Limit(l, callers.Limits{Waiting: maxReaders, WaitingEach: maxReadersEach})) // ends with ctx
}

// Keep writes the figures to a file now, every [FileEvery], and once more when ctx ends, for the textfile collector of the node
// exporter. The file is replaced as a whole. The error is that of the first time; later ones go to problem, each text once.
func Keep(ctx context.Context, path string, report func() Report, problem func(error)) (done <-chan struct{}, err error) {
	if err := write(path, report()); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	guard.Go(func() error {
		tick := time.NewTicker(FileEvery)
		defer tick.Stop()
		last := ""
		for more := true; more; {
			select {
			case <-tick.C:
			case <-ctx.Done():
				more = false
			}
			if err := write(path, report()); err != nil && err.Error() != last {
				last = err.Error()
				problem(err)
			}
		}
		return nil
	}, func(err error) {
		if err != nil {
			problem(err)
		}
		close(ended)
	})
	return ended, nil
}

func write(path string, r Report) error {
	var b bytes.Buffer
	if err := r.WriteOpenMetrics(&b); err != nil {
		return err
	}
	// Readers take files that end in .prom.
	f, err := os.CreateTemp(filepath.Dir(path), ".memcity-metrics-*")
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", path, cause(err))
	}
	_, err = f.Write(b.Bytes())
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("%s: cannot be written: %w", path, cause(err))
	}
	return nil
}

// cause leaves the names of temporary files out.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
