package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/wire/antsocket"
)

// pictureEndings lists the file extensions of pictures and films.
var pictureEndings = []string{".png", ".gif", ".apng", ".mp4"}

// checkPictures draws a recording in each format, and calls check with the commands' output and files.
func checkPictures(t *testing.T, path string, check func(line []string, what string, data []byte)) {
	t.Helper()
	needWindow(t)
	for _, ending := range pictureEndings {
		if _, err := exec.LookPath("ffmpeg"); ending == ".mp4" && err != nil {
			continue
		}
		file := filepath.Join(t.TempDir(), "picture"+ending)
		line := []string{"film", path, "--seconds", "0.5", "--rate", "4", "--size", "640x480", "--legend", "-o", file}
		if ending == ".png" {
			line = []string{"shot", path, "--size", "640x480", "-o", file}
		}
		r := memcity(line...)
		data, err := os.ReadFile(file)
		if r.err != nil || err != nil {
			t.Errorf("%q: %v, %v", line, r.err, err)
		}
		check(line, "output", []byte(r.stdout))
		check(line, "messages", []byte(r.stderr))
		check(line, "file", data)
	}
}

// checkScript runs a script that selects groups, copies their texts, opens the other views and saves states. It calls check with its output
// and files.
func checkScript(t *testing.T, path string, keys []string, check func(line []string, what string, data []byte)) {
	t.Helper()
	needWindow(t)
	dir := t.TempDir()
	lines := []string{"size 1280x720"}
	for _, key := range keys {
		lines = append(lines, "click "+scriptWord(key), "key Ctrl+C", "clipboard -", "state -")
	}
	for view := 1; view <= 9; view++ {
		lines = append(lines, fmt.Sprint("key Ctrl+", view), "wait", fmt.Sprintf("state %q", filepath.Join(dir, fmt.Sprint(view, ".json"))))
	}
	lines = append(lines, "key Ctrl+1", "wait", fmt.Sprintf("shot %q", filepath.Join(dir, "window.png")))
	r := runLines(t, []string{path}, lines...)
	if r.err != nil {
		t.Errorf("script on %q: %v", path, r.err)
	}
	check([]string{"script", path}, "output", []byte(r.stdout))
	check([]string{"script", path}, "messages", []byte(r.stderr+fmt.Sprint(r.err)))
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || r.err == nil && len(files) != 10 {
		t.Errorf("%q, %v", files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		check([]string{"script", path, filepath.Base(file)}, "file", data)
	}
}

// groupState is the file with the state of the group view.
const groupState = "3.json"

// scriptWord quotes a word for a script.
func scriptWord(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// checkServed serves a recording, and calls check with the command's output and each message that it sends.
func checkServed(t *testing.T, path string, check func(line []string, what string, data []byte)) {
	t.Helper()
	address, stdout := serving(t, path, "--by", "type")
	check([]string{"serve", path}, "output", []byte(stdout.String()))
	exchange := connected(t, strings.TrimPrefix(strings.TrimSuffix(address, "/"), "ws://"))
	for _, capability := range []string{antsocket.TabList, antsocket.SingleTree, antsocket.AllTrees, antsocket.AllPointsToMaps, antsocket.AllPointedFromMaps,
		"none\u202e\u009b31m"} {
		request := `{"capability":"` + capability + `","tabId":1,"parameters":[]}`
		message := exchange(request)
		trees := strings.HasSuffix(capability, "TREE") || strings.HasSuffix(capability, "TREES") // not all recordings have references
		if !json.Valid(message) || trees && !bytes.Contains(message, []byte(`"status":"success"`)) {
			t.Errorf("%s: %.200q", capability, message)
		}
		check([]string{"serve", path, capability}, "message", message)
	}
}

// connected connects to a server, and returns a function that sends a message and receives the next one, as raw bytes.
func connected(t *testing.T, at string) func(message string) []byte {
	t.Helper()
	conn, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"+
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", at)
	r := bufio.NewReader(conn)
	if response, err := http.ReadResponse(r, nil); err != nil || response.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(response, err)
	}
	return func(message string) (all []byte) {
		frame := binary.BigEndian.AppendUint16([]byte{0x81, 0x80 | 126}, uint16(len(message)))
		if _, err := conn.Write(append(append(frame, 0, 0, 0, 0), message...)); err != nil { // a mask that changes nothing
			t.Fatal(err)
		}
		for last := false; !last; {
			head := make([]byte, 2)
			_, err := io.ReadFull(r, head)
			n := uint64(head[1])
			if long := map[uint64]int{126: 2, 127: 8}[n]; long > 0 {
				size := make([]byte, 8)
				_, err = io.ReadFull(r, size[8-long:])
				n = binary.BigEndian.Uint64(size)
			}
			if err != nil || n > 1<<30 {
				t.Fatal(n, err)
			}
			part := make([]byte, n)
			if _, err := io.ReadFull(r, part); err != nil {
				t.Fatal(err)
			}
			all, last = append(all, part...), head[0]&0x80 != 0
		}
		return all
	}
}

// TestHostileNamesShown: no drawn, served or scripted output contains terminal controls or forges a line.
func TestHostileNamesShown(t *testing.T) {
	dumps := hostileDumps(t)
	check := func(line []string, what string, data []byte) {
		t.Helper()
		if what != "file" || strings.HasSuffix(line[len(line)-1], ".json") {
			checkSafe(t, line, what, string(data))
			return
		}
		for _, name := range append(hostileNames, forged) { // in a picture, letters are only pixels
			if len(name) > 4 && bytes.Contains(data, []byte(name)) {
				t.Errorf("%q: the file holds %q as text", line, name)
			}
		}
	}
	checkServed(t, dumps, check)
	checkServed(t, hostileTrees(t), check)
	checkPictures(t, dumps, check)
	checkScript(t, dumps, []string{"Heap#app#Plain"}, check)
	checkScript(t, hostileTrees(t), []string{"Overall#app.Plain", "Overall#" + hostileNames[1]}, check)
}

// TestCanariesShown: no picture, film, script or server outputs heap contents.
func TestCanariesShown(t *testing.T) {
	dir := t.TempDir()
	for point := 1; point <= 2; point++ {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(point, ".hprof")), canaryDump(true, point), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shown := false
	check := func(line []string, what string, data []byte) {
		t.Helper()
		if line[len(line)-1] == groupState { // this view shows contents of the group's objects to its user on request
			shown = bytes.Contains(data, []byte(canary))
			return
		}
		findCanaries(t, fmt.Sprintf("%q: %s", line, what), data)
		if what == "file" && !strings.HasSuffix(line[len(line)-1], ".json") && bytes.Contains(data, []byte(filepath.Dir(dir))) {
			t.Errorf("%q: the file has a path of this machine", line)
		}
	}
	checkServed(t, dir, check)
	checkPictures(t, dir, check)
	checkScript(t, dir, []string{"Heap#app#Account", "Heap#java.lang#String"}, check)
	if !shown {
		t.Error("the window shows no contents of the objects of a group: the test would see nothing")
	}
}
