// Package browser opens pages in a headless Chromium, for tests. The browser renders in software, is controlled by pipes (the DevTools
// protocol), and cannot reach the network.
package browser

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// Required is the environment variable that makes tests fail, instead of being skipped, if there is no browser.
const Required = "MEMCITY_BROWSER_REQUIRED"

// names lists the browser's possible program names, in the order in which they are tried.
var names = []string{"chromium", "chromium-browser", "google-chrome"}

// Page is an open page. It records what the page logs and requests.
type Page struct {
	t       testing.TB
	out     io.Writer
	session string
	theme   string
	mu      sync.Mutex
	last    int
	results map[int]chan message
	loaded  chan struct{}

	Logged    []string // errors and warnings of scripts and of the browser
	Requested []string // addresses, except data URLs
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// Open opens a file in a window of the given size, in pixels, and waits until it has loaded. Without a browser it skips or fails the test: see
// [Required].
func Open(t testing.TB, path string, width, height int, dark bool) *Page {
	t.Helper()
	return OpenIn(t, path, Window{Width: width, Height: height, Dark: dark})
}

// Window contains the size and properties of a window.
type Window struct {
	Width, Height int
	Dark          bool
	Phone         bool     // touch instead of a mouse, and the viewport of a phone
	Flags         []string // of the browser
}

// OpenIn is like [Open] for other windows.
func OpenIn(t testing.TB, path string, w Window) *Page {
	t.Helper()
	program := ""
	for _, name := range names {
		if found, err := exec.LookPath(name); err == nil && program == "" {
			program = found
		}
	}
	if program == "" {
		if os.Getenv(Required) == "1" {
			t.Fatal("there is no Chromium, and " + Required + " is set; scripts/deps test installs one")
		}
		t.Skip("there is no Chromium")
	}
	cmd := exec.Command(program, "--headless=new", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox", "--no-first-run",
		"--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--user-data-dir="+t.TempDir(), fmt.Sprintf("--window-size=%d,%d", w.Width, w.Height),
		"--remote-debugging-pipe")
	cmd.Args = append(append(cmd.Args, w.Flags...), "about:blank")
	in, toBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	fromBrowser, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{in, out}
	cmd.Cancel = nil
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = in.Close(), out.Close()
	p := &Page{t: t, out: toBrowser, results: map[int]chan message{}, loaded: make(chan struct{}, 1)}
	read := make(chan struct{})
	go func() { defer close(read); p.read(fromBrowser) }()
	t.Cleanup(func() {
		_ = p.send("", "Browser.close", nil)
		_ = toBrowser.Close()
		_ = cmd.Wait()
		<-read
		_ = fromBrowser.Close()
	})
	p.attach(w)
	p.call("Page.navigate", map[string]any{"url": "file://" + path}, nil)
	<-p.loaded
	return p
}

func (p *Page) attach(w Window) {
	var target struct{ TargetID string }
	p.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	p.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	p.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		p.call(domain+".enable", nil, nil)
	}
	p.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": w.Width, "height": w.Height, "deviceScaleFactor": 1, "mobile": w.Phone}, nil)
	p.call("Emulation.setTouchEmulationEnabled", map[string]any{"enabled": w.Phone, "maxTouchPoints": 2}, nil)
	p.theme = "light"
	if w.Dark {
		p.theme = "dark"
	}
	p.Media("")
}

// read delivers results to their callers and records events.
func (p *Page) read(from io.Reader) {
	in := bufio.NewReader(from)
	for {
		text, err := in.ReadBytes(0)
		if err != nil {
			p.mu.Lock()
			for _, c := range p.results {
				close(c)
			}
			p.results = nil
			p.mu.Unlock()
			return
		}
		var m message
		if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
			continue
		}
		p.mu.Lock()
		if c, ok := p.results[m.ID]; ok && m.ID > 0 {
			delete(p.results, m.ID)
			c <- m
		}
		p.note(&m)
		p.mu.Unlock()
	}
}

// note records an event of the page.
func (p *Page) note(m *message) {
	switch m.Method {
	case "Page.loadEventFired":
		select {
		case p.loaded <- struct{}{}:
		default:
		}
	case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
		p.Logged = append(p.Logged, string(m.Params))
	case "Network.requestWillBeSent":
		var sent struct{ Request struct{ URL string } }
		if json.Unmarshal(m.Params, &sent) == nil && !strings.HasPrefix(sent.Request.URL, "data:") {
			p.Requested = append(p.Requested, sent.Request.URL)
		}
	}
}

// Seen returns what was logged and requested so far.
func (p *Page) Seen() (logged, requested []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.Logged...), append([]string(nil), p.Requested...)
}

func (p *Page) send(session, method string, params any) error {
	return p.write(0, session, method, params)
}

func (p *Page) write(id int, session, method string, params any) error {
	m := map[string]any{"id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	if session != "" {
		m["sessionId"] = session
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = p.out.Write(append(text, 0))
	return err
}

// call calls a method of the browser and waits for the result.
func (p *Page) call(method string, params, result any) {
	p.t.Helper()
	c := make(chan message, 1)
	p.mu.Lock()
	p.last++
	id := p.last
	if p.results == nil {
		p.mu.Unlock()
		p.t.Fatalf("%s: the browser has ended", method)
	}
	p.results[id] = c
	p.mu.Unlock()
	if err := p.write(id, p.session, method, params); err != nil {
		p.t.Fatalf("%s: %v", method, err)
	}
	m, ok := <-c
	switch {
	case !ok:
		p.t.Fatalf("%s: the browser has ended", method)
	case m.Error != nil:
		p.t.Fatalf("%s: %s", method, m.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			p.t.Fatalf("%s: %v", method, err)
		}
	}
}

// Eval evaluates an expression in the page, waits for it if it is a promise, and decodes its value.
func (p *Page) Eval(expression string, value any) {
	p.t.Helper()
	var r struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	p.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &r)
	if r.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", expression, r.ExceptionDetails)
	}
	if value != nil {
		if err := json.Unmarshal(r.Result.Value, value); err != nil {
			p.t.Fatalf("%s: %v: %s", expression, err, r.Result.Value)
		}
	}
}

// Until evaluates an expression in every frame until it is true.
func (p *Page) Until(expression string) {
	p.t.Helper()
	p.Eval(`new Promise((done) => { const look = () => (`+expression+`) ? done(true) : requestAnimationFrame(look); look(); })`, nil)
}

// Mouse sends a mouse event at a position in the window, in pixels: mousePressed, mouseReleased, mouseMoved or mouseWheel.
func (p *Page) Mouse(kind string, x, y float64, button string, wheel float64) {
	p.t.Helper()
	params := map[string]any{"type": kind, "x": x, "y": y, "button": button, "clickCount": 1}
	if kind == "mouseWheel" {
		params["deltaX"], params["deltaY"] = 0, wheel
	}
	if kind == "mouseMoved" && button != "none" {
		params["buttons"] = map[string]int{"left": 1, "right": 2}[button]
	}
	p.call("Input.dispatchMouseEvent", params, nil)
}

// Media renders the page as printed for "print", and as on screen for "".
func (p *Page) Media(kind string) {
	p.t.Helper()
	p.call("Emulation.setEmulatedMedia", map[string]any{"media": kind, "features": []map[string]any{{"name": "prefers-color-scheme", "value": p.theme}}}, nil)
}

// Finger is the position of a finger in the window, in pixels.
type Finger struct{ X, Y float64 }

// Touch sends a touch event: touchStart, touchMove or touchEnd. The given fingers are all that touch the window.
func (p *Page) Touch(kind string, fingers ...Finger) {
	p.t.Helper()
	points := []map[string]any{}
	for i, f := range fingers {
		points = append(points, map[string]any{"x": f.X, "y": f.Y, "id": i})
	}
	p.call("Input.dispatchTouchEvent", map[string]any{"type": kind, "touchPoints": points}, nil)
}

// Print returns the page as PDF.
func (p *Page) Print() []byte {
	p.t.Helper()
	var printed struct{ Data string }
	p.call("Page.printToPDF", map[string]any{"printBackground": true}, &printed)
	data, err := base64.StdEncoding.DecodeString(printed.Data)
	if err != nil {
		p.t.Fatal(err)
	}
	return data
}

// Key presses and releases a key, by its name in the DOM.
func (p *Page) Key(key string) {
	p.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		p.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key}, nil)
	}
}

// Screenshot returns the picture of the window as PNG.
func (p *Page) Screenshot() []byte {
	p.t.Helper()
	var shot struct{ Data string }
	p.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		p.t.Fatal(err)
	}
	return data
}
