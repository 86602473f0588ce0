package inspector

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	// listTimeout is the time limit for a list of targets. Node.js serves it in a separate thread, even while the program computes.
	listTimeout = 5 * time.Second
	// maxList is the largest list of targets, in bytes.
	maxList = 4 << 20
)

// Version describes the program behind an inspector.
type Version struct {
	Browser string `json:"Browser"`    // node.js/v20.20.2, Deno/2.9.6 or Chrome/141.0.7390.37
	V8      string `json:"V8-Version"` // empty for Node.js
}

// IsNode reports whether the program is Node.js.
func (v Version) IsNode() bool { return strings.HasPrefix(v.Browser, "node.js/") }

// Name returns the name and version for people: Node.js 20.20.2.
func (v Version) Name() string {
	name, version, _ := strings.Cut(v.Browser, "/")
	if v.IsNode() {
		return "Node.js " + strings.TrimPrefix(version, "v")
	}
	return strings.TrimSpace(name + " " + version)
}

// Target is a program, page or worker that can be inspected.
type Target struct {
	Type   string `json:"type"`  // node, page, worker, service_worker, …
	Title  string `json:"title"` // of the page, or the path of the script
	URL    string `json:"url"`   // of the page or script
	Socket string `json:"webSocketDebuggerUrl"`
}

// Address is the place of an inspector.
type Address struct {
	Host string // host and port; the host is a loopback address
	Path string // of a single target, such as /UUID; empty for all targets at the host
}

// ParseAddress parses an address such as http://127.0.0.1:9229, 127.0.0.1:9229 or ws://127.0.0.1:9229/UUID.
func ParseAddress(text string) (Address, error) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil {
		return Address{}, fmt.Errorf("%q: expected the address of an inspector, such as http://127.0.0.1:9229", text)
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil || port == 0 {
		return Address{}, fmt.Errorf("%s: expected a port, as in http://127.0.0.1:9229", text)
	}
	a := Address{Host: u.Host}
	switch u.Scheme {
	case "http":
	case "ws":
		a.Path = u.Path
	default:
		return Address{}, fmt.Errorf("%s: expected http or ws", text)
	}
	if !isLoopback(u.Hostname()) {
		return Address{}, fmt.Errorf("%s: is not an address of this machine, such as 127.0.0.1; use an SSH tunnel", text)
	}
	return a, nil
}

// isLoopback reports whether a host is a loopback address. The name localhost is always resolved to one, see [dial].
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// dial connects to a loopback address only. It does not ask a name server for localhost.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil || !isLoopback(host) {
		return nil, fmt.Errorf("%s: is not an address of this machine", address)
	}
	var d net.Dialer
	if host != "localhost" {
		return d.DialContext(ctx, network, address)
	}
	conn, err := d.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		conn, err = d.DialContext(ctx, network, net.JoinHostPort("::1", port))
	}
	return conn, err
}

// client returns an HTTP client for inspectors. It uses no proxy and follows no redirects.
func client() *http.Client {
	return &http.Client{
		Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true, MaxResponseHeaderBytes: 64 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return errors.New("the inspector redirects to another address")
		},
	}
}

// List returns the version of the program at an address and its targets. If the address names a single target, only that one is returned.
func List(ctx context.Context, a Address) (Version, []Target, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	var v Version
	if err := get(ctx, a.Host, "/json/version", &v); err != nil {
		return v, nil, err
	}
	var all []Target
	if err := get(ctx, a.Host, "/json/list", &all); err != nil {
		return v, nil, err
	}
	var list []Target
	for _, t := range all {
		u, err := url.Parse(t.Socket)
		if err != nil || u.Path == "" {
			continue // another debugger is connected to the target
		}
		if a.Path == "" || a.Path == u.Path {
			t.Socket = "ws://" + a.Host + u.EscapedPath()
			list = append(list, t)
		}
	}
	if len(list) == 0 {
		return v, nil, fmt.Errorf("%s: has nothing to inspect; another debugger may be connected", a.Host)
	}
	return v, list, nil
}

// get requests a JSON document.
func get(ctx context.Context, host, path string, into any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+host+path, nil)
	if err != nil {
		return err
	}
	response, err := client().Do(request)
	if err != nil {
		return fmt.Errorf("%s: no inspector responds: %w", host, cause(err))
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxList+1))
	switch {
	case err != nil:
		return fmt.Errorf("%s: no inspector responds: %w", host, cause(err))
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("%s: is not an inspector: it responds with %s", host, response.Status)
	case len(data) > maxList:
		return fmt.Errorf("%s: is not an inspector: its list is longer than %d MB", host, maxList>>20)
	case json.Unmarshal(data, into) != nil:
		return fmt.Errorf("%s: is not an inspector: its response is not the expected JSON", host)
	}
	return nil
}

// cause removes the request from an error of package http.
func cause(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
