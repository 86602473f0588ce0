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

// FileEvery is the interval at which [Keep] writes its file.
const FileEvery = 15 * time.Second

// Listen opens the address at which metrics are served: HOST:PORT, or :PORT for this machine only.
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

// Limits for connections. If there are more than maxReaders, the oldest connection of the address with the most is closed.
const (
	maxReaders     = 32
	maxReadersEach = 8
	patience       = 10 * time.Second // for a request, and for its response
	maxHeader      = 16 << 10
)

// Serve responds to requests for /metrics until ctx ends. It closes the listener.
func Serve(ctx context.Context, l net.Listener, report func() Report) {
	ServeText(ctx, l, func(w io.Writer) error {
		r := report()
		return r.WriteOpenMetrics(w)
	})
}

// ServeText is [Serve] with a function that writes OpenMetrics text, which must be safe for concurrent use.
func ServeText(ctx context.Context, l net.Listener, write func(io.Writer) error) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", ContentType)
		_ = write(w) // the client has disconnected
	})
	server := &http.Server{Handler: mux, ReadTimeout: patience, WriteTimeout: patience, MaxHeaderBytes: maxHeader}
	server.SetKeepAlivesEnabled(false)
	defer context.AfterFunc(ctx, func() { server.Close() })()
	_ = server.Serve(callers.Limit(l, callers.Limits{Waiting: maxReaders, WaitingEach: maxReadersEach})) // ends with ctx
}

// Keep writes the metrics to a file immediately, every [FileEvery], and when ctx ends, for the textfile collector of the node exporter. The
// file is replaced atomically. Keep returns the error of the first write. Later errors are passed to problem, each distinct text once.
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
	// Readers only use files whose names end with .prom.
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

// cause removes the names of temporary files from an error.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
