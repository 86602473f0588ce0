package runs

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"memcity/trace/callers"
	"memcity/trace/guard"
)

// Request is a request of another process to a recording.
type Request struct {
	Do   string `json:"do"` // mark, point, status or stop; show for windows
	Text string `json:"text,omitempty"`

	Within int64 `json:"within,omitempty"` // time limit of the reply in ms, for requests that wait; 0 for immediate ones
}

// within returns the time limit of the reply.
func (q Request) within() time.Duration {
	return time.Duration(min(max(q.Within, 0), MaxWithin.Milliseconds())) * time.Millisecond
}

// Reply is the reply to a request.
type Reply struct {
	Error  string          `json:"error,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
}

// MaxWithin is the largest time limit of a reply.
const MaxWithin = 24 * time.Hour

const (
	// maxRequest and maxReply are the largest sizes of a request and a reply in bytes.
	maxRequest = 64 << 10
	maxReply   = 1 << 20
	// patience is the time limit for transferring a request.
	patience = 10 * time.Second
	// maxCallers is the largest number of simultaneous requests, and of connections without a request.
	maxCallers = 32
)

// Control accepts requests at a socket in the folder of a run.
type Control struct {
	listener net.Listener
	group    sync.WaitGroup
}

// Serve accepts requests until the run is closed. handle is called concurrently.
func (r *Run) Serve(handle func(Request) (any, error)) error {
	path := filepath.Join(r.path, controlName)
	listener, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	listener = callers.Limit(listener, callers.Limits{Waiting: maxCallers, WaitingEach: maxCallers, Inside: maxCallers, InsideEach: maxCallers})
	c := &Control{listener: listener}
	r.mu.Lock()
	r.control = c
	r.mu.Unlock()
	c.group.Go(guard.Safe(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			c.group.Go(guard.Safe(func() { reply(conn, handle) }))
		}
	}))
	return nil
}

func (c *Control) close() {
	c.listener.Close()
	c.group.Wait()
}

// reply handles one request.
func reply(conn net.Conn, handle func(Request) (any, error)) {
	defer conn.Close()
	late := time.AfterFunc(patience, func() { conn.Close() })
	defer late.Stop()
	var request Request
	if readLine(conn, maxRequest, &request) != nil || !conn.(*callers.Conn).LetIn() {
		return
	}
	late.Reset(patience + request.within())
	var answer Reply
	err := guard.While("handling the request "+request.Do, func() error {
		result, err := handle(request)
		if err == nil && result != nil {
			answer.Result, err = json.Marshal(result)
		}
		return err
	})
	guard.Report(os.Stderr, "", err)
	if err != nil {
		answer.Error = err.Error()
	}
	data, err := json.Marshal(answer)
	if err == nil {
		conn.Write(append(data, '\n'))
	}
}

func readLine(conn net.Conn, most int, v any) error {
	line, err := bufio.NewReaderSize(conn, most).ReadSlice('\n')
	if err != nil {
		return err
	}
	return json.Unmarshal(line, v)
}

func (f Found) String() string {
	if f.Window {
		return fmt.Sprintf("window %d", f.PID)
	}
	return fmt.Sprintf("recording %d", f.PID)
}

// Find returns the running recording that writes a file, or that has a given PID. The PID may be that of the recorder or of a recorded
// program.
func Find(who string) (Found, error) {
	pid, _ := strconv.Atoi(who)
	file, _ := os.Stat(who)
	var found []Found
	for _, f := range List() {
		same := func(path string) bool {
			info, err := os.Stat(path)
			return err == nil && file != nil && os.SameFile(info, file)
		}
		if f.Alive && !f.Window && (pid > 0 && (f.PID == pid || slices.Contains(f.Programs, pid)) || slices.ContainsFunc(f.Files, same)) {
			found = append(found, f)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return Found{}, fmt.Errorf("%s: several recordings are writing it; specify the process number of one: %d, %d", who, found[0].PID, found[1].PID)
	case file != nil:
		return Found{}, fmt.Errorf("%s: no recording of this user is writing it", who)
	}
	return Found{}, fmt.Errorf("%s: no recording of this user has this process number or file", who)
}

// Windows returns the open windows of this user, newest first.
func Windows() []Found {
	all := slices.DeleteFunc(List(), func(f Found) bool { return !f.Window || !f.Alive })
	slices.SortFunc(all, func(a, b Found) int { return cmp.Or(cmp.Compare(b.Began, a.Began), cmp.Compare(b.PID, a.PID)) })
	return all
}

// Send sends a request to a recording or window and stores the result in v unless v is nil.
func (f Found) Send(ctx context.Context, request Request, v any) error {
	ctx, cancel := context.WithTimeout(ctx, patience+request.within())
	defer cancel()
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", filepath.Join(f.Path, controlName))
	if err != nil {
		return fmt.Errorf("%s: does not accept requests: %w", f, err)
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	data, err := json.Marshal(request)
	if err == nil && len(data) >= maxRequest {
		err = errors.New("the text is too long")
	}
	if err == nil {
		_, err = conn.Write(append(data, '\n'))
	}
	var got Reply
	if err == nil {
		err = readLine(conn, maxReply, &got)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", f, err)
	case got.Error != "":
		return errors.New(got.Error)
	case v != nil:
		return json.Unmarshal(got.Result, v)
	}
	return nil
}
