package recording

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"memcity/city/budget"
	"memcity/city/recording"
	"memcity/city/session"
	"memcity/cmd/memcity/cli"
	"memcity/trace/guard"
	"memcity/trace/open"
	"memcity/trace/record"
	"memcity/words"
)

// parseRules parses the rules of --rule.
func parseRules(texts []string) ([]budget.Rule, error) {
	var rules []budget.Rule
	for _, text := range texts {
		r, err := budget.ParseRule(text)
		if err != nil {
			return nil, cli.Usagef("rule %q: %v", text, err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// ruleWatch evaluates rules on all files of a recording while they grow.
type ruleWatch struct {
	rules    []budget.Rule
	options  recording.Options
	recorder *record.Recorder
	files    map[string]*session.Watch // nil for a file that can no longer be watched
	news     chan ruleNews             // closed after the last one
}

// ruleNews reports a broken rule, or an error while watching it.
type ruleNews struct {
	text    string
	outcome budget.Outcome
}

// watchRules starts evaluating the rules, from the first GC point. Without rules it sends no news.
func watchRules(ctx context.Context, rules []budget.Rule, recorder *record.Recorder, options recording.Options) *ruleWatch {
	w := &ruleWatch{rules: rules, options: options, recorder: recorder, files: map[string]*session.Watch{}, news: make(chan ruleNews)}
	guard.Go(func() error { w.run(ctx); return nil }, nil)
	return w
}

// run polls the files until the recording ends, and once more after that.
func (w *ruleWatch) run(ctx context.Context) {
	defer close(w.news)
	if len(w.rules) == 0 {
		return
	}
	tick := time.NewTicker(refresh)
	defer tick.Stop()
	for last := false; !last; {
		select {
		case <-tick.C:
		case <-w.recorder.Done():
			last = true
		}
		files := w.recorder.Status().Files
		for _, f := range files {
			name := ""
			if len(files) > 1 {
				name = filepath.Base(f.Path) + ": "
			}
			if f.Points > 0 {
				w.look(ctx, f.Path, name)
			}
		}
	}
	w.reportTroubles()
}

// look evaluates the new part of a file.
func (w *ruleWatch) look(ctx context.Context, path, name string) {
	watch, known := w.files[path]
	if !known {
		r, err := open.Paths(ctx, []string{path}, nil)
		if err != nil {
			return // its first GC point may not be written yet
		}
		watch = session.NewWatch(recording.New(r, w.options), w.rules, func(f budget.FiredRule) {
			w.news <- ruleNews{fmt.Sprintf("%sGC point %d, %s: %s", name, f.Point+1, words.Time(f.Time), f.Text), f.Rule.Outcome}
		})
		w.files[path] = watch
	}
	if watch == nil {
		return
	}
	if _, err := watch.Look(ctx); err != nil {
		w.files[path] = nil
		w.news <- ruleNews{text: name + "rules are no longer checked: " + err.Error()}
	}
}

// reportTroubles reports rules that could not be evaluated.
func (w *ruleWatch) reportTroubles() {
	reported := map[string]bool{"": true}
	for _, watch := range w.files {
		if watch == nil {
			continue
		}
		for _, text := range watch.Troubles() {
			if !reported[text] {
				w.news <- ruleNews{text: text}
			}
			reported[text] = true
		}
	}
}

// reportRule prints the result of a rule and carries out its action. The given stop ends the recording.
func (w *watching) reportRule(n ruleNews, stop func()) {
	w.line.say(n.text)
	switch {
	case w.over || w.stopped:
	case n.outcome == budget.StopRecording:
		stop()
	case n.outcome == budget.DumpHeap:
		if err := w.recorder.Point(); err != nil {
			w.line.say(err.Error())
		}
	}
}

// lastRules prints the results of rules at the end of the recording.
func (w *watching) lastRules() {
	w.stopped = true
	for n := range w.rules.news {
		w.reportRule(n, nil)
	}
}
