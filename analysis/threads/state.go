package threads

import "memcity/trace"

// stateOf returns the state of a platform thread and whether it is a daemon, from the fields of its object. The state is empty if the input
// has no values, for virtual threads, and for runtimes with other fields.
func stateOf(h *trace.Heap, o trace.ObjectID) (state string, daemon bool) {
	if h.Values == nil || !h.Values.Ready() {
		return "", false
	}
	for _, at := range []trace.ObjectID{o, holderOf(h, o)} { // the fields are in an object of their own since Java 19
		if at == trace.NoObject {
			continue
		}
		status, err := h.Values.Field(at, "threadStatus")
		if err != nil || status.Kind != trace.IntValue {
			continue
		}
		isDaemon, _ := h.Values.Field(at, "daemon")
		return stateName(status.Int()), isDaemon.Bool()
	}
	return "", false
}

// holderOf returns the object with the fields that threads share with the virtual machine; [trace.NoObject] before Java 19.
func holderOf(h *trace.Heap, o trace.ObjectID) trace.ObjectID { return h.Referent(o, "holder") }

// Bits of the field threadStatus, as in JVMTI's GetThreadState (Java Virtual Machine Tool Interface 1.2, Thread State).
const (
	isAlive      = 1 << 0
	isTerminated = 1 << 1
	isRunnable   = 1 << 2
	isWaiting    = 1 << 4 // without a timeout
	isTimed      = 1 << 5 // waiting with a timeout
	isBlocked    = 1 << 10
)

// stateName returns the state as java.lang.Thread.State names it. The order of the tests is that of Thread.getState.
func stateName(status int64) string {
	switch {
	case status&isRunnable != 0:
		return "RUNNABLE"
	case status&isBlocked != 0:
		return "BLOCKED"
	case status&isWaiting != 0:
		return "WAITING"
	case status&isTimed != 0:
		return "TIMED_WAITING"
	case status&isTerminated != 0:
		return "TERMINATED"
	case status&isAlive == 0:
		return "NEW"
	}
	return "RUNNABLE"
}
