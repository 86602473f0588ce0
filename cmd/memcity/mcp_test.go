package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memcity/analysis/guide/findings"
	"memcity/assets"
)

// agent is a client of memcity mcp.
type agent struct {
	t       *testing.T
	session *mcp.ClientSession
	tools   []*mcp.Tool
	ended   chan error

	mu      sync.Mutex
	notices []mcp.ProgressNotificationParams
}

// newAgent starts memcity mcp with the given arguments, and a client.
func newAgent(t *testing.T, arguments ...string) *agent {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	a := &agent{t: t, ended: make(chan error, 1)}
	go func() {
		err := commandLine().Run(t.Context(), append([]string{"mcp"}, arguments...), fromClient, toClient, io.Discard)
		toClient.Close()
		a.ended <- err
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test"}, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.notices = append(a.notices, *r.Params)
	}})
	var err error
	if a.session, err = client.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil); err != nil {
		t.Fatal(err)
	}
	list, err := a.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	a.tools = list.Tools
	t.Cleanup(func() {
		a.session.Close()
		toServer.Close()
		if err := <-a.ended; err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	return a
}

// TestAgentProgress: a client that requests progress receives notices with increasing numbers, and none after the answer. Others receive none.
func TestAgentProgress(t *testing.T) {
	a := newAgent(t, "demo:two-caches")
	heard := func(token any) []mcp.ProgressNotificationParams {
		a.mu.Lock()
		a.notices = nil
		a.mu.Unlock()
		params := &mcp.CallToolParams{Name: a.about("Finds problems"), Arguments: map[string]any{}}
		if token != nil {
			params.SetProgressToken(token)
		}
		if r, err := a.session.CallTool(t.Context(), params); err != nil || r.IsError {
			t.Fatalf("%v, %+v", err, r)
		}
		a.mu.Lock()
		defer a.mu.Unlock()
		return slices.Clone(a.notices)
	}
	notices := heard("mine")
	if len(notices) == 0 {
		t.Fatal("nothing is heard")
	}
	for i, n := range notices {
		if n.ProgressToken != "mine" || n.Progress != float64(i+1) || n.Message == "" || strings.Contains(n.Message, "/") {
			t.Errorf("%+v", n)
		}
	}
	for _, n := range heard(nil) {
		if n.ProgressToken != "mine" { // a notice of the previous request may be late
			t.Errorf("without a token: %+v", n)
		}
	}
}

// about returns the tool whose description contains a text, since a client knows only the descriptions.
func (a *agent) about(text string) string {
	a.t.Helper()
	for _, tool := range a.tools {
		if strings.Contains(tool.Description, text) {
			return tool.Name
		}
	}
	a.t.Fatalf("no tool is about %s", text)
	return ""
}

// call calls a tool, and returns its result and text.
func (a *agent) call(tool string, arguments map[string]any) (*mcp.CallToolResult, string) {
	a.t.Helper()
	result, err := a.session.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return &mcp.CallToolResult{IsError: true}, err.Error()
	}
	for _, c := range result.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			return result, text.Text
		}
	}
	return result, ""
}

// ask calls a tool that must succeed.
func (a *agent) ask(tool string, arguments map[string]any) string {
	a.t.Helper()
	result, text := a.call(tool, arguments)
	if result.IsError {
		a.t.Errorf("%s %v: %s", tool, arguments, text)
	}
	return text
}

var restOf = regexp.MustCompile(`call more with answer (\d+) and from (\d+)`)

// whole requests an answer part by part.
func (a *agent) whole(tool string, arguments map[string]any) (text string) {
	a.t.Helper()
	part := a.ask(tool, arguments)
	for {
		text += part
		if len(part) > 4096 {
			a.t.Errorf("%s: an answer has %d bytes", tool, len(part))
		}
		m := restOf.FindStringSubmatch(part)
		if m == nil {
			return text
		}
		var answer, from int
		fmt.Sscan(m[1], &answer)
		fmt.Sscan(m[2], &from)
		part = a.ask(a.about("next part"), map[string]any{"answer": answer, "from": from})
	}
}

// TestAgentFindsExercises: a client that knows only the descriptions of the tools finds the fault of each bundled program, its holder, and the
// effect of clearing the reference.
func TestAgentFindsExercises(t *testing.T) {
	t.Parallel()
	a := newAgent(t)
	for _, d := range assets.Demos() {
		if d.Kind != assets.Exercise {
			continue
		}
		want := exercises[d.Name]
		a.ask(a.about("Opens a recording"), map[string]any{"recording": []string{assets.DemoPrefix + d.Name}})
		found := a.whole(a.about("Finds problems"), nil)
		if !strings.Contains(found, want.what) || !strings.Contains(found, want.owner) {
			t.Errorf("%s: %s and %s are not in\n%s", d.Name, want.what, want.owner, found)
		}
		if want.rule == findings.RuleLeak && want.owner != "" {
			freed := a.ask(a.about("Computes exactly"), map[string]any{"without": []string{"guide:1.1"}})
			if !strings.Contains(freed, "frees ") || !strings.Contains(freed, "memcity city --without=guide:1.1 demo:"+d.Name) {
				t.Errorf("%s: what if: %s", d.Name, freed)
			}
		}
	}
}

// TestAgentTools: every tool answers, and names the command that prints the same. The picture tool returns pictures.
func TestAgentTools(t *testing.T) {
	t.Parallel()
	a := newAgent(t, "demo:two-caches")
	product := []string{"Heap#com.example.shop#Product"}
	for tool, arguments := range map[string]map[string]any{
		"open": {"recording": []string{"demo:two-caches"}}, "findings": nil, "tree": {"by": "type", "sizes": "retained", "sort": "retained", "top": 3},
		"trend": {"by": "type", "top": 2, "window": "all"}, "owners": {"group": product}, "paths": {"group": product}, "structures": {"top": 2}, "threads": {"top": 1}, "objects": {"group": product, "top": 2},
		"diff": {"by": "type", "top": 2}, "what_if": {"without": product}, "windows": nil, "churn": {"recording": []string{"demo:prices"}},
		"write_test": {"entry": "com.example.shop.Main.visit"},
	} {
		text := a.ask(tool, arguments)
		_, command, ok := strings.Cut(text, "The same in a terminal: memcity ")
		if !ok || !strings.Contains(command, " demo:") {
			t.Errorf("%s answers %s", tool, text)
			continue
		}
		if r := memcity(strings.Fields(strings.ReplaceAll(command, "'", ""))...); r.err != nil || !strings.HasPrefix(text, whole(r.stderr+r.stdout, 300)) {
			t.Errorf("%s: %s gives %v\n%s\nfor\n%s", tool, command, r.err, r.stdout, text)
		}
	}
	if text := a.ask("manual", map[string]any{"page": "agents"}); !strings.HasPrefix(text, "# Agents") {
		t.Errorf("the manual has %s", text)
	}
	result, _ := a.call("picture", map[string]any{"select": product})
	if picture, ok := result.Content[0].(*mcp.ImageContent); result.IsError || !ok || !strings.HasPrefix(string(picture.Data), "\x89PNG") {
		t.Errorf("a picture is %v", result.Content[0])
	}
	for _, tool := range a.tools {
		if tool.Annotations.ReadOnlyHint == (tool.Name == "show") || tool.Description == "" {
			t.Errorf("%s: %v", tool.Name, tool.Annotations)
		}
	}
}

func whole(text string, bytes int) string { return text[:min(len(text), bytes)] }

// TestAgentRefused: an invalid request is an error and does not change the server.
func TestAgentRefused(t *testing.T) {
	t.Parallel()
	a := newAgent(t)
	for _, test := range []struct {
		tool      string
		arguments map[string]any
		want      string
	}{
		{"tree", nil, "no recording is open"},
		{"open", map[string]any{"recording": []string{"-"}}, "standard input carries the requests"},
		{"open", map[string]any{"recording": []string{"/no/such.hprof"}}, "no such file"},
		{"open", map[string]any{"recording": []string{"/dev/stdin"}}, "system folder"},
		{"open", map[string]any{"recording": []string{"demo:persons", "ws://localhost:1/"}}, "with --network"},
		{"show", map[string]any{"recording": []string{"ws://localhost:1/"}}, "with --network"},
		{"open", map[string]any{"recording": []string{"--output=x"}}, "no such file"},
		{"open", map[string]any{"recording": "demo:persons"}, "type"},
		{"open", map[string]any{"recording": []string{"demo:persons"}, "colour": 1}, "colour"},
		{"tree", map[string]any{"recording": []string{"demo:persons"}, "by": "--help"}, "--help"},
		{"tree", map[string]any{"recording": []string{"demo:persons"}, "by": "key(object.text)"}, "with --texts"},
		{"tree", map[string]any{"recording": []string{"demo:persons"}, "where": `object.fields["name"] == "x"`}, "with --texts"},
		{"owners", map[string]any{"recording": []string{"demo:persons"}, "owners": []string{"key(object.text)"}}, "with --texts"},
		{"what_if", map[string]any{"recording": []string{"demo:persons"}, "without": []string{}}, "expected what to remove"},
		{"more", map[string]any{"answer": 7, "from": 0}, "no longer available"},
		{"manual", map[string]any{"page": "../secrets"}, "no such page"},
		{"shell", nil, "shell"},
	} {
		result, text := a.call(test.tool, test.arguments)
		if !result.IsError || !strings.Contains(text, test.want) {
			t.Errorf("%s %v: error %t, %s", test.tool, test.arguments, result.IsError, text)
		}
	}
	a.ask("tree", map[string]any{"recording": []string{"demo:persons"}, "by": "key(object.length > 10)", "where": "object.size > 16"})
	for _, part := range []string{"499", "1048577"} {
		if r := memcity("mcp", "--part", part); r.err == nil {
			t.Errorf("parts may have %s bytes", part)
		}
	}
	short := newAgent(t, "--answer-timeout", "1ns", "--part", "500")
	if result, text := short.call("open", map[string]any{"recording": []string{"demo:persons"}}); !result.IsError || !strings.Contains(text, "ended after 1ns") {
		t.Errorf("after a time an answer is %s", text)
	}
}

// TestAgentCanaries: no answer contains heap contents unless permitted.
func TestAgentCanaries(t *testing.T) {
	t.Parallel()
	dump := filepath.Join(t.TempDir(), "shop.hprof")
	if err := os.WriteFile(dump, canaryDump(true, 2), 0o600); err != nil {
		t.Fatal(err)
	}
	account := []string{"Heap#app#Account"}
	a := newAgent(t, dump)
	for tool, arguments := range map[string]map[string]any{
		"open": {"recording": []string{dump}}, "findings": nil, "tree": {"by": "type", "sizes": "deep,retained", "top": -1}, "trend": nil,
		"owners": {"group": account}, "paths": {"group": account}, "structures": nil, "what_if": {"without": account}, "picture": {"select": account},
	} {
		result, text := a.call(tool, arguments)
		if result.IsError {
			t.Errorf("%s: %s", tool, text)
		}
		for _, c := range result.Content {
			data, err := c.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			findCanaries(t, tool, data)
		}
	}
	for _, by := range []string{"string-text", "type,key(object.fields[\"number\"])"} {
		if result, text := a.call("tree", map[string]any{"by": by}); !result.IsError || !strings.Contains(text, "--texts") {
			t.Errorf("by %s: %s", by, text)
		}
	}
	allowed := newAgent(t, "--texts", dump)
	if text := allowed.ask("tree", map[string]any{"by": "string-text"}); !strings.Contains(text, canary) {
		t.Errorf("contents that are allowed are not shown: %s", text)
	}
}

// TestAgentCancels: a request that the client cancels ends, and the server answers later ones.
func TestAgentCancels(t *testing.T) {
	t.Parallel()
	a := newAgent(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.session.CallTool(ctx, &mcp.CallToolParams{Name: "findings", Arguments: map[string]any{"recording": []string{"demo:persons"}}}); err == nil {
		t.Error("it answers a request that was canceled")
	}
	a.ask("open", map[string]any{"recording": []string{"demo:persons"}})
}

// TestAgentMalformed: a message that is not JSON gets the corresponding error, and the session continues.
func TestAgentMalformed(t *testing.T) {
	t.Parallel()
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	in := strings.Join([]string{initialize, "{ no JSON", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "[]", `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, ""}, "\n")
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := commandLine().Run(t.Context(), []string{"mcp"}, fromClient, toClient, io.Discard)
		toClient.Close()
		ended <- err
	}()
	go io.WriteString(toServer, in)
	all := ""
	lines := bufio.NewReader(fromServer)
	for range 4 {
		line, err := lines.ReadString('\n')
		if all += line; err != nil {
			break
		}
	}
	go io.Copy(io.Discard, fromServer)
	toServer.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	for _, want := range []string{`"id":1,"result"`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,`, `"id":2,"result"`} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not in %s", want, all)
		}
	}
}
