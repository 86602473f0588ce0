package window

import (
	"encoding/json"
	"errors"
	"time"

	"memcity/city/link"
	"memcity/cmd/memcity/cli"
	"memcity/render/opening"
	"memcity/trace/record/runs"
)

// steerableWindow is a window that other programs can control.
type steerableWindow interface {
	Steer(r link.Request, answer func(opening.Steered))
}

// patience is how long a window may take to accept a request. It is shorter than the patience of the requesting program.
const patience = 8 * time.Second

// TakeRequests lets other programs of this user show something in a window, until close is called. The given opened is the time when the
// window opened, in ms since 1970.
func TakeRequests(w steerableWindow, opened int64) (close func() error, err error) {
	runs.CleanWindows()
	run, err := runs.New(opened)
	if err != nil {
		return nil, err
	}
	if err = run.Add(runs.Owner{Window: true}); err == nil {
		err = run.Serve(func(r runs.Request) (any, error) { return nil, handle(w, r) })
	}
	if err != nil {
		return nil, errors.Join(err, run.Close())
	}
	return run.Close, nil
}

func handle(w steerableWindow, r runs.Request) error {
	var request link.Request
	if r.Do != "show" {
		return cli.Usagef("request %q: only requests to show something are allowed", r.Do)
	}
	if err := json.Unmarshal([]byte(r.Text), &request); err != nil {
		return err
	}
	answered := make(chan opening.Steered, 1)
	w.Steer(request, func(s opening.Steered) { answered <- s })
	select {
	case s := <-answered:
		return refusal(s, request.Name)
	case <-time.After(patience):
		return errors.New("the window is busy; repeat the request later")
	}
}

// refusal returns why a program may not show anything yet; nil if it may.
func refusal(s opening.Steered, name string) error {
	switch s {
	case opening.Asked:
		return errors.New("the window is asking its user to allow " + name + "; repeat the request after they have answered")
	case opening.Waiting:
		return errors.New("the window is asking its user about another program; repeat the request after they have answered")
	case opening.Refused:
		return errors.New("the user of the window does not allow requests by " + name)
	case opening.Homeless:
		return errors.New("no recording is open in the window; name one")
	}
	return nil
}
