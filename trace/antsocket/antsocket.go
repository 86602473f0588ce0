package antsocket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/antsocket"
)

// IsAddress reports whether a path is a WebSocket address.
func IsAddress(path string) bool {
	scheme, _, ok := strings.Cut(path, "://")
	return ok && (strings.EqualFold(scheme, "ws") || strings.EqualFold(scheme, "wss"))
}

// Open opens the trees of a tab of a server with the AntTracks protocol. paths are all paths that the user gave. There must be only one,
// the address. Its query may contain "tab" (a number) and "limit" (largest message in MB) for this program. The recording grows. The error
// is a *[trace.InputError] without secrets from the address, or the context's.
func Open(ctx context.Context, paths []string, progress trace.Progress) (*trace.Recording, error) {
	return openLimited(ctx, paths, antsocket.DefaultLimits(), progress)
}

// openLimited is Open with limits for messages.
func openLimited(ctx context.Context, paths []string, limits antsocket.Limits, progress trace.Progress) (*trace.Recording, error) {
	path := paths[slices.IndexFunc(paths, IsAddress)]
	a, err := parseAddress(path, limits)
	if err == nil && len(paths) > 1 {
		err = a.fault("a server cannot be opened together with other paths")
	}
	if err != nil {
		return nil, err
	}
	l, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	defer l.conn.Close()
	l.progress = progress
	tab, others, err := l.pickTab(ctx)
	if err != nil {
		return nil, err
	}
	r, err := l.series(ctx, tab)
	if err != nil {
		return nil, err
	}
	r.Warnings = append(others, r.Warnings...)
	if r.Knows.Has(trace.KnowsTimes) { // without times, new trees cannot be distinguished from known ones
		newFollower(a, tab, r).grow(r)
	}
	return r, nil
}

// address is the address of a server, with the query parameters for this program.
type address struct {
	address string // complete, as sent to the server
	name    string // without secrets, for messages
	tab     antsocket.Whole
	limits  antsocket.Limits
}

// defaultPort is the port of AntTracks.
const defaultPort = "8887"

// parseAddress parses an address. It removes "tab" and "limit" from the query; the rest is for the server.
func parseAddress(path string, limits antsocket.Limits) (*address, error) {
	a := &address{name: path, tab: antsocket.NoTab, limits: limits}
	if i := strings.IndexAny(path, "?#"); i >= 0 {
		a.name = path[:i]
	}
	u, err := url.Parse(path)
	if err != nil || u.Hostname() == "" {
		a.name, _, _ = strings.Cut(path, "://") // the rest may contain a password
		return nil, a.fault("not an address; expected ws://HOST:PORT")
	}
	u.Scheme, u.Fragment = strings.ToLower(u.Scheme), ""
	if u.Scheme == "ws" && u.Port() == "" {
		u.Host += ":" + defaultPort
	}
	query := u.Query()
	a.name = u.Scheme + "://" + u.Host + strings.TrimSuffix(u.EscapedPath(), "/")
	if text := query.Get("tab"); query.Has("tab") {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 0 {
			return nil, a.fault("tab %.20q: expected a number from 0", text)
		}
		a.tab = antsocket.Whole(n)
	}
	if text := query.Get("limit"); query.Has("limit") {
		n, err := strconv.ParseInt(text, 10, 32)
		if err != nil || n < 1 {
			return nil, a.fault("limit %.20q: expected a number of MB from 1", text)
		}
		a.limits.Message, a.limits.Total = n<<20, n<<22
	}
	query.Del("tab")
	query.Del("limit")
	u.RawQuery = query.Encode()
	a.address = u.String()
	return a, nil
}

func (a *address) fault(format string, args ...any) *trace.InputError {
	return &trace.InputError{Source: a.name, Offset: -1, Text: fmt.Sprintf(format, args...)}
}

// wrap adds the address to an error of the wire package.
func (a *address) wrap(err error, what string) error {
	var own *antsocket.Error
	if !errors.As(err, &own) {
		return err
	}
	fault := a.fault("%s%s", what, own.Text)
	fault.Offset = own.Offset
	return fault
}

// link is a connection to a server.
type link struct {
	*address
	conn      *antsocket.Conn
	requested antsocket.Whole // ID of the last request
	progress  trace.Progress
}

func (a *address) dial(ctx context.Context) (*link, error) {
	conn, err := antsocket.Dial(ctx, a.address, a.limits)
	if err != nil {
		return nil, a.wrap(err, "")
	}
	return &link{address: a, conn: conn}, nil
}

// response is a response or pushed message in memory.
type response struct {
	*antsocket.Response
	text *input.Pieces
}

// request sends a request and returns its response. It skips responses to other requests.
func (l *link) request(ctx context.Context, r antsocket.Request) (*response, error) {
	l.requested++
	what := "answer to " + r.Capability + ": "
	if err := l.conn.Send(ctx, r, l.requested); err != nil {
		return nil, l.wrap(err, "")
	}
	for {
		a, err := l.receive(ctx, false, r.Capability)
		switch {
		case err != nil:
			return nil, l.wrap(err, what)
		case a.Pushed != "" || a.Echoed != 0 && a.Echoed != l.requested:
			continue
		case a.Failed && a.Error == "":
			return nil, l.fault("the server refuses %s", r.Capability)
		case a.Failed:
			return nil, l.fault("the server refuses %s: %.200s", r.Capability, a.Error)
		}
		return a, nil
	}
}

// receive reads a message into memory.
func (l *link) receive(ctx context.Context, patient bool, what string) (*response, error) {
	r, err := l.conn.Receive(ctx, patient)
	if err != nil {
		return nil, err
	}
	text := &input.Pieces{}
	if _, err := text.ReadFrom(progressReader{r, l.progress, what, new(int64)}); err != nil {
		return nil, err
	}
	read, err := antsocket.ReadResponse(io.NewSectionReader(text, 0, text.Size()))
	if err != nil {
		return nil, err
	}
	return &response{read, text}, nil
}

// progressReader reports the number of bytes read.
type progressReader struct {
	r        io.Reader
	progress trace.Progress
	what     string
	read     *int64
}

func (t progressReader) Read(b []byte) (int, error) {
	n, err := t.r.Read(b)
	before := *t.read / 1_000_000
	if *t.read += int64(n); *t.read/1_000_000 > before {
		t.progress.Report(*t.read, 0, fmt.Sprintf("receiving %s, %d MB", t.what, *t.read/1_000_000))
	}
	return n, err
}

// data returns the data of a response as a file. All other bytes of the message read as blanks, so that file offsets equal message offsets.
func (a *response) data(name string) trace.File {
	return trace.File{Name: name, Size: a.To, Open: func() (trace.Content, error) { return dataContent{a}, nil }}
}

type dataContent struct{ *response }

func (c dataContent) ReadAt(b []byte, offset int64) (int, error) {
	if offset < 0 || offset >= c.To {
		return 0, io.EOF
	}
	whole := int64(len(b))
	b = b[:min(whole, c.To-offset)]
	n, err := c.text.ReadAt(b, offset)
	for i := range b[:min(int64(len(b)), max(0, c.From-offset))] {
		b[i] = ' '
	}
	if err == nil && int64(n) < whole {
		err = io.EOF
	}
	return n, err
}

func (dataContent) Close() error { return nil }
