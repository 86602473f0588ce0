package agents

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memcity/assets"
	"memcity/city/exchange"
	"memcity/city/link"
	"memcity/city/seq"
	"memcity/trace/record/runs"
	"memcity/words"
)

// addShow adds the tool that shows something in an open window, after its user has agreed.
func (s *server) addShow(p *mcp.Server) {
	no := false
	mcp.AddTool(p, &mcp.Tool{Name: "show", Annotations: &mcp.ToolAnnotations{IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: &no},
		Description: "Shows a view, a GC point and groups in the Memory City window that the user has open. The window first asks the user. If the answer says so, call again after the user has allowed it."},
		func(ctx context.Context, call *mcp.CallToolRequest, r showRequest) (*mcp.CallToolResult, any, error) {
			l, err := s.linkTo(&r)
			if err != nil {
				return nil, nil, err
			}
			to, err := windowOf(r.Window)
			if err != nil {
				return nil, nil, err
			}
			if err := show(ctx, to, nameOf(call.Session), l); err != nil {
				return nil, nil, errors.New(words.Paragraph(err.Error()))
			}
			return textResult(to.String() + " shows it.\n\n" + l.String() + "\n"), nil, nil
		})
}

// linkTo returns the link that a request wants to show. Its paths are absolute, as a window may have another working folder.
func (s *server) linkTo(r *showRequest) (*link.Link, error) {
	l := &link.Link{View: r.View, Groups: r.Group, At: r.At}
	paths := r.Paths
	if len(paths) == 0 {
		paths = s.opened()
	}
	for _, path := range paths {
		if err := s.openable(path); err != nil {
			return nil, err
		}
		if !strings.HasPrefix(path, assets.DemoPrefix) && !exchange.IsAddress(path) {
			whole, err := filepath.Abs(path)
			if err != nil {
				return nil, err
			}
			path = whole
		}
		l.Recording = append(l.Recording, path)
	}
	for i, chain := range r.chains() {
		if chain == "" {
			continue
		}
		found, err := s.classifiers.Parse(chain)
		switch {
		case err != nil:
			return nil, err
		case i == 0:
			l.By = seq.Of(found.Names()...)
		default:
			l.Filters = l.Filters.With(found.Names()...)
		}
	}
	return l, s.checkAllowed(*r)
}

// windowOf returns the window of a process; for 0, the most recently opened window.
func windowOf(process int) (runs.Found, error) {
	open := runs.Windows()
	if process != 0 {
		open = slices.DeleteFunc(open, func(f runs.Found) bool { return f.PID != process })
	}
	switch {
	case len(open) > 0:
		return open[0], nil
	case process != 0:
		return runs.Found{}, errors.New("this user has no open window with process ID " + strconv.Itoa(process))
	}
	return runs.Found{}, errors.New("no window is open; open one with memcity, with or without the recording")
}

func show(ctx context.Context, to runs.Found, name string, l *link.Link) error {
	text, err := json.Marshal(link.Request{Name: name, Link: *l})
	if err != nil {
		return err
	}
	return to.Send(ctx, runs.Request{Do: "show", Text: string(text)}, nil)
}

// nameOf returns the name that a client uses for itself.
func nameOf(session *mcp.ServerSession) string {
	if p := session.InitializeParams(); p != nil && p.ClientInfo != nil && p.ClientInfo.Name != "" {
		return p.ClientInfo.Name
	}
	return "A program"
}
