package memtree

import (
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"memcity/trace/pods"
)

// fleet writes the member "fleet".
func (e *encoder) fleet(f *pods.Fleet) {
	e.name("fleet")
	e.token(jsontext.BeginObject)
	e.name("pods")
	e.token(jsontext.BeginArray)
	for i := range f.Pods {
		p := &f.Pods[i]
		e.token(jsontext.BeginObject)
		e.text("service", p.Service)
		e.text("version", p.Version)
		e.text("pod", p.Name)
		e.text("recording", p.Recording)
		e.whole("point", p.Point)
		e.token(jsontext.EndObject)
	}
	e.token(jsontext.EndArray)
	e.name("leaks")
	e.token(jsontext.BeginArray)
	for i := range f.Leaks {
		e.leak(&f.Leaks[i])
	}
	e.token(jsontext.EndArray)
	e.whole("unix_ms", f.Unix)
	e.name("releases")
	e.token(jsontext.BeginArray)
	for _, r := range f.Releases {
		e.token(jsontext.BeginObject)
		e.text("service", r.Service)
		e.text("version", r.Version)
		e.whole("unix_ms", r.Unix)
		e.token(jsontext.EndObject)
	}
	e.token(jsontext.EndArray)
	e.token(jsontext.EndObject)
}

func (e *encoder) leak(l *pods.Leak) {
	e.token(jsontext.BeginObject)
	e.text("service", l.Service)
	e.text("type", l.Type)
	e.text("owner", l.Owner)
	e.text("versions", l.Versions)
	e.text("since", l.Since)
	e.name("sure")
	e.token(jsontext.Bool(l.Sure))
	e.name("probable")
	e.token(jsontext.Bool(l.Probable))
	e.whole("points", l.Points)
	e.name("current")
	e.token(jsontext.Bool(l.Current))
	e.whole("pods", l.Pods)
	e.whole("judged_pods", l.Judged)
	e.whole("earlier_pods", l.Earlier)
	e.writeRounded("bytes_per_hour", l.PerHour)
	e.writeRounded("p_millionths", l.Chance*1e6)
	e.token(jsontext.EndObject)
}

// amounts writes the numbers of the pods for a node.
func (e *encoder) amounts(g *pods.Group) {
	e.whole("of_pods", g.Of)
	if len(g.Outliers) > 0 {
		e.name("outliers")
		e.token(jsontext.BeginArray)
		for _, pod := range g.Outliers {
			e.token(jsontext.Int(int64(pod)))
		}
		e.token(jsontext.EndArray)
	}
	e.name("pods")
	e.token(jsontext.BeginArray)
	for _, a := range g.Amounts {
		e.token(jsontext.BeginArray)
		for _, n := range []int64{int64(a.Pod), a.Objects, a.Bytes} {
			e.token(jsontext.Int(n))
		}
		e.token(jsontext.EndArray)
	}
	e.token(jsontext.EndArray)
}

func (e *encoder) text(name, value string) {
	e.name(name)
	e.token(jsontext.String(value))
}

func (e *encoder) whole(name string, value int64) {
	e.name(name)
	e.token(jsontext.Int(value))
}

// writeRounded writes a number rounded to an integer, as the format requires; null if the number is negative or above 2^53.
func (e *encoder) writeRounded(name string, value float64) {
	e.name(name)
	if value < 0 || value > 1<<53 {
		e.token(jsontext.Null)
		return
	}
	e.token(jsontext.Int(int64(math.Round(value))))
}
