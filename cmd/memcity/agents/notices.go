package agents

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memcity/cmd/memcity/cli"
	"memcity/trace/guard"
	"memcity/words"
)

// noticeEvery is the minimum time between two progress notices of a request.
const noticeEvery = 250 * time.Millisecond

// withNotices returns a context that makes commands report their progress to the client, if it requested that, and a function that stops
// the reports. The protocol requires increasing numbers, so each notice counts up by one. Its text contains the actual progress.
func withNotices(ctx context.Context, call *mcp.CallToolRequest) (with context.Context, end func()) {
	token := call.Params.GetProgressToken()
	if token == nil {
		return ctx, func() {}
	}
	texts, ended := make(chan string, 1), make(chan struct{})
	done, stop := context.WithCancel(ctx)
	guard.Go(func() error {
		last := ""
		for n := 1.0; ; {
			select {
			case <-done.Done():
				return nil
			case text := <-texts:
				if text == last {
					continue
				}
				last = text
				if call.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: n, Message: words.Printable(text)}) != nil {
					return nil // the client has disconnected
				}
				n++
			}
			select {
			case <-done.Done():
				return nil
			case <-time.After(noticeEvery):
			}
		}
	}, func(error) { close(ended) })
	notice := func(text string) {
		select {
		case texts <- text:
		default: // one is pending
		}
	}
	return cli.WithProgress(ctx, notice), func() {
		stop()
		<-ended
	}
}
