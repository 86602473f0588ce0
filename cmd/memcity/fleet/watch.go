package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/fleet/table"
	"memcity/words"
)

// watchWord is the first argument of fleet watch.
const watchWord = "watch"

// watchFlags contains the options of fleet watch, besides those of export.
type watchFlags struct {
	every         time.Duration
	keep          string
	metrics, hook string
	remove, once  bool

	keepFor time.Duration
}

// onlyWatch lists the options that require fleet watch.
var onlyWatch = []string{"parquet", "by", "sizes", "objects", "label", "path-labels", "downward-api", "every", "keep", "metrics", "webhook", "remove", "once"}

// notWatch lists the options that fleet watch refuses.
var notWatch = []string{"question", "fail-on", "rules", "output", "city", "engine", "master", "python", "format"}

func (f *watchFlags) register(set *pflag.FlagSet) {
	set.DurationVar(&f.every, "every", 10*time.Second, "")
	set.StringVar(&f.keep, "keep", "", "")
	set.StringVar(&f.metrics, "metrics", "", "")
	set.StringVar(&f.hook, "webhook", "", "")
	set.BoolVar(&f.remove, "remove", false, "")
	set.BoolVar(&f.once, "once", false, "")
}

func (f *watchFlags) check() (err error) {
	if f.every < time.Second {
		return cli.Usagef("every %v: expected at least 1s", f.every)
	}
	if f.keepFor, err = parseKeep(f.keep); err != nil {
		return err
	}
	if u, err := url.Parse(f.hook); f.hook != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		return cli.Usagef("webhook %q: expected an address such as https://host/path", f.hook)
	}
	return nil
}

// parseKeep parses a duration such as 36h, 10d or 4w; 0 for an empty text.
func parseKeep(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	unit := map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}[text[len(text)-1]]
	if n, err := strconv.Atoi(text[:len(text)-1]); unit > 0 && err == nil && n > 0 && n < 10_000 {
		return time.Duration(n) * unit, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d, nil
	}
	return 0, cli.Usagef("keep %q: expected a time such as 36h, 10d or 4w", text)
}

// endings lists the file extensions of recordings.
var endings = []string{".hprof", ".hprof.gz", ".phd", ".phd.gz", ".heapsnapshot", ".heapsnapshot.gz", ".heaptimeline", ".nettrace", ".gcdump", ".objects.jsonl",
	".objects.jsonl.gz", ".rubyheap.jsonl", ".rubyheap.jsonl.gz", ".goheap", ".goheap.gz", ".mct", ".jfr", ".trees"}

// watcher polls folders for new recordings.
type watcher struct {
	call   *cli.Call
	flags  *fleetFlags
	watch  *watchFlags
	export *exportFlags
	paths  []string
	engine string // empty for none

	seen    map[string]arrival // by path
	thinned time.Time
	mu      sync.Mutex
	now     figures // guarded by mu
}

// arrival is a file as of the last poll.
type arrival struct {
	size    int64
	changed time.Time
	done    bool // true if the file needs no work until it changes
}

// watchFleet writes tables of recordings as they arrive in folders, until the user ends it.
func (f *fleetFlags) watchFleet(c *cli.Call, set *pflag.FlagSet, w *watchFlags, e *exportFlags, paths []string) error {
	for _, name := range notWatch {
		if set.Changed(name) {
			return cli.Usagef("%s: not with fleet watch, which only writes tables; use memcity fleet FOLDER for questions", name)
		}
	}
	if len(paths) == 0 {
		return cli.Usagef("fleet watch: expected folders to watch for recordings")
	}
	if err := cmp.Or(w.check(), e.check(c, paths)); err != nil {
		return err
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			return cli.Usagef("%s: expected a folder to watch for recordings", path)
		}
	}
	one := &watcher{call: c, flags: f, watch: w, export: e, paths: paths, seen: map[string]arrival{}}
	engine, err := question.Find(f.duckdb)
	switch {
	case err == nil:
		one.engine = engine
	case f.duckdb != "":
		return err
	case w.hook != "":
		return fmt.Errorf("webhook: needs the questions of fleet to find new leaks: %w", err)
	}
	end, err := one.serve()
	if err != nil {
		return err
	}
	defer end()
	return one.run()
}

// run polls the folders until the context is done; with --once a single time.
func (w *watcher) run() error {
	tick := time.NewTicker(w.watch.every)
	defer tick.Stop()
	for first := true; ; first = false {
		written, err := w.look()
		if err != nil {
			return err
		}
		if written > 0 || first {
			w.ask()
		}
		if w.watch.once {
			return nil
		}
		select {
		case <-w.call.Ctx.Done():
			return w.call.Ctx.Err()
		case <-tick.C:
		}
	}
}

// look exports new recordings and removes old ones. It returns the number of new recordings.
func (w *watcher) look() (written int, err error) {
	arrived, err := w.arrived()
	if err != nil {
		return 0, err
	}
	for _, path := range arrived {
		out := &Exported{}
		err := w.export.writeOne(w.call, path, out)
		switch {
		case w.call.Ctx.Err() != nil:
			return written, w.call.Ctx.Err()
		case err != nil:
			w.call.Notify(fmt.Sprintf("warning: %s: skipped: %v", path, err))
			w.count(func(n *figures) { n.failed++ })
			continue
		}
		written += out.Written + out.Labeled
		w.count(func(n *figures) { n.taken += out.Written })
		for _, r := range out.Recordings {
			fmt.Fprintf(w.call.Text(), "%s: %s: %s\n", words.Printable(path), r.ID, r.Status)
		}
		if w.watch.remove {
			if err := os.Remove(path); err != nil {
				w.call.Notify("warning: " + err.Error())
			}
			delete(w.seen, path)
		}
	}
	if written > 0 || time.Since(w.thinned) > thinEvery {
		w.thinned = time.Now()
		return written, w.thin()
	}
	return written, nil
}

// thinEvery is how often old recordings are removed while none arrive. Each time, the entries of all recordings are read.
const thinEvery = 15 * time.Minute

// arrived returns recordings whose files have not changed since the last poll: their writers are done. With --once it returns all.
func (w *watcher) arrived() (ready []string, err error) {
	there := map[string]bool{}
	for _, folder := range w.paths {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(path, e) }) {
				return nil // deleted meanwhile, or not readable
			}
			info, err := d.Info()
			if err != nil || !info.Mode().IsRegular() {
				return nil
			}
			there[path] = true
			before, known := w.seen[path]
			now := arrival{info.Size(), info.ModTime(), false}
			same := known && before.size == now.size && before.changed.Equal(now.changed)
			if now.done = same; same && !before.done || w.watch.once {
				ready = append(ready, path)
			}
			w.seen[path] = now
			return w.call.Ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(w.seen, func(path string, _ arrival) bool { return !there[path] })
	return ready, nil
}

// thin removes recordings that --keep does not retain.
func (w *watcher) thin() error {
	if w.watch.keepFor == 0 {
		return nil
	}
	folder := w.export.tables()
	all, err := folder.Recordings()
	if err != nil {
		return cli.Unreadable(folder.Path, err)
	}
	for _, id := range table.TooMany(all, time.Now(), w.watch.keepFor) {
		if err := folder.Remove(id); err != nil {
			return w.export.explain(err)
		}
		w.count(func(n *figures) { n.removed++ })
	}
	return nil
}

// ask runs the questions and reports new leaks. Errors are only warnings, since recordings continue to arrive.
func (w *watcher) ask() {
	has, err := table.Has(w.export.folder)
	if w.engine == "" || !has || err != nil {
		return
	}
	asked := question.Request{Folder: w.export.folder, Service: w.flags.service, Memory: memoryOf(w.call), Questions: question.All}
	found, err := question.DuckDB(w.call.Ctx, w.engine, asked)
	if err == nil {
		w.count(func(n *figures) { n.answers = found })
		err = w.report(found.Rows["leaks"])
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		w.call.Notify("warning: " + err.Error())
	}
}

func (w *watcher) count(change func(*figures)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	change(&w.now)
}
