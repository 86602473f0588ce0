package uitest

import (
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/city/view/threads"
	"memcity/render/ui/model"
)

// ThreadsModel shows the threads view with a thread that holds much, one that failed, and one without frames.
func ThreadsModel() model.Model {
	m := HeapModel(2, 2)
	m.State.View = threads.View.ID
	amount := func(n int64) trees.Amount { return trees.Amount{Objects: n, Bytes: 48 * n} }
	q := threads.Query{Point: m.Plan.Series.Source(m.At)}
	m.Results = threads.Kind.With(query.Results{}, q, threads.NewReport(q, &threads.Found{Reachable: amount(10_000), Threads: []threads.Thread{
		{Name: "session-7", Type: "java.lang.Thread", Object: 7, State: "TIMED_WAITING", Daemon: true, Alone: amount(6000), Own: amount(1000), Frames: []threads.Frame{
			{Text: "java.lang.Thread.sleep(Native Method)"},
			{Text: "com.shop.Session.run(Session.java:31)", Freed: amount(5000), Variables: []threads.Variable{{Object: 9, Type: "java.util.ArrayList"}}},
		}},
		{Name: "main", Object: threads.NoObject, Alone: amount(300), Own: amount(300), Failed: true},
		{Name: "Signal Dispatcher", Object: 3},
	}}))
	return m
}
