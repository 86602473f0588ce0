// Package profiling fetches heap profiles from Go programs that serve net/http/pprof, and from other servers with the same interface.
package profiling

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
)

const (
	// MaxBytes is the largest size of a profile in bytes, compressed if the program compresses it.
	MaxBytes = 64 << 20
	// Limit is the maximum time for fetching one profile.
	Limit = time.Minute

	maxRedirects = 5
	heapPath     = "/debug/pprof/heap"
)

// Source is the address of a heap profile.
type Source struct {
	url    *url.URL
	client *http.Client
}

// NewSource returns the source for the address of a profile, or for http://HOST:PORT, where it reads /debug/pprof/heap. The source follows
// redirects to the same host only.
func NewSource(address string) (*Source, error) {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: expected an address such as http://HOST:PORT", address)
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%s: expected http or https", address)
	case u.Host == "":
		return nil, fmt.Errorf("%s: expected a host, as in http://HOST:PORT", address)
	}
	if path := strings.TrimRight(u.Path, "/"); path == "" || path == "/debug/pprof" {
		u.Path = heapPath
	}
	s := &Source{url: u}
	s.client = &http.Client{Timeout: Limit, CheckRedirect: s.redirected}
	return s, nil
}

func (s *Source) redirected(to *http.Request, via []*http.Request) error {
	switch {
	case to.URL.Host != s.url.Host || to.URL.Scheme != s.url.Scheme && to.URL.Scheme != "https":
		return fmt.Errorf("it redirects to %s; give that address instead", to.URL.Redacted())
	case len(via) > maxRedirects:
		return fmt.Errorf("it redirects more than %d times", maxRedirects)
	}
	return nil
}

// Name returns the host and port.
func (s *Source) Name() string { return s.url.Host }

// Fetch returns a profile, which may be compressed with gzip. If collect is true, the program collects garbage first, so that the profile
// contains only memory in use. Errors name the address.
func (s *Source) Fetch(ctx context.Context, collect bool) ([]byte, error) {
	at := *s.url
	if collect && strings.HasSuffix(at.Path, heapPath) {
		query := at.Query()
		query.Set("gc", "1")
		at.RawQuery = query.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", at.Redacted(), err)
	}
	request.Header.Set("Accept-Encoding", "identity") // profiles are compressed already
	response, err := s.client.Do(request)
	if err != nil {
		return nil, s.explain(ctx, err)
	}
	defer response.Body.Close()
	if err := s.check(response); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, MaxBytes+1))
	switch {
	case err != nil:
		return nil, s.explain(ctx, err)
	case len(data) > MaxBytes:
		return nil, fmt.Errorf("%s: the profile has more than %d MB", s.url.Redacted(), MaxBytes>>20)
	}
	return data, nil
}

// check returns an error if the response is not successful.
func (s *Source) check(r *http.Response) error {
	switch r.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusNotFound:
		return fmt.Errorf(`%s: not found (404). In a Go program, import _ "net/http/pprof" and serve http.DefaultServeMux, or give the address of its heap profile`,
			s.url.Redacted())
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("%s: access denied (%d). Put user and password into the address: http://USER:PASSWORD@HOST", s.url.Redacted(), r.StatusCode)
	}
	return fmt.Errorf("%s: the server answered %s", s.url.Redacted(), r.Status)
}

// explain returns a clearer error for an error of the connection.
func (s *Source) explain(ctx context.Context, err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		err = of.Err
	}
	timeout, ok := err.(interface{ Timeout() bool })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("%s: connection refused; check that the program is running and serves net/http/pprof at this port", s.url.Redacted())
	case ok && timeout.Timeout():
		return fmt.Errorf("%s: no complete answer within %v", s.url.Redacted(), Limit)
	}
	return fmt.Errorf("%s: %w", s.url.Redacted(), err)
}
