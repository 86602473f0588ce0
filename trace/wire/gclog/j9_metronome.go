package gclog

import "time"

// j9Operation reads the start of an operation of the Metronome policy, which has no exclusive-start. Of other operations, it reads nothing.
//
//	<gc-op id="9" type="heartbeat" contextid="7" timestamp="2026-01-02T03:04:05.678">
//	  <quanta quantumCount="12" quantumType="mark" minTimeMs="0.119" meanTimeMs="2.850" maxTimeMs="3.032" maxTimestampMs="36.400" />
//	<gc-op id="10" type="syncgc" timems="12.345" contextid="7" timestamp="2026-01-02T03:04:05.778">
//	  <syncgc-info reason="out of memory" exclusiveaccessTimeMs="0.012" threadPriority="11" />
func (r *Reader) j9Operation(e *element, at time.Duration) {
	r.j9.beat, r.j9.sync = 0, j9Sync{}
	switch string(e.attr("type")) {
	case "heartbeat":
		if i, ok := r.j9Of(e, at, true); ok {
			r.gcs[i].extend(at, 0)
			r.gcs[i].Concurrent = true
			r.j9.beat = i + 1
		}
	case "syncgc":
		i, ok := r.j9Of(e, at, true)
		if !ok {
			return
		}
		if took, ok := e.millis("timems"); ok {
			r.j9.sync = j9Sync{i + 1, at, took}
		} else {
			r.damaged()
		}
	}
}

// j9Quanta adds the short stops of a period to the pause of the cycle. The log has their number and average duration, and does not list them.
func (r *Reader) j9Quanta(e *element) {
	if r.j9.beat == 0 {
		return
	}
	count, counted := e.number("quantumCount")
	mean, timed := e.millis("meanTimeMs")
	if !counted || !timed || count > maxQuanta {
		r.damaged()
		return
	}
	c := &r.gcs[r.j9.beat-1]
	c.stopped(c.End, min(time.Duration(count)*min(mean, time.Second), c.End))
	r.j9.beat = 0
}

// maxQuanta is larger than the number of stops in a heartbeat.
const maxQuanta = 1 << 30

// j9Synchronous reads the reason of a stop in which the rest of a cycle runs.
func (r *Reader) j9Synchronous(e *element) {
	s := r.j9.sync
	if r.j9.sync = (j9Sync{}); s.gc == 0 {
		return
	}
	reason := r.j9Value(e, "reason")
	if c := &r.gcs[s.gc-1]; c.Cause == "" {
		c.Cause = reason
	}
	r.j9Pause(s.gc-1, s.at, s.took, reason)
}
