#include "agent.h"

// Pauses are stored in callbacks while the program is stopped, and sent by the walker.
struct gc {
	uint32_t number;
	uint64_t start, end, pause, before, after, capacity;
	bool concurrent, major;
	char cause[64], kind[64];
};

enum { RING = 256 };
static mutex_t lock = MUTEX_INIT;
static struct gc ring[RING];
static uint32_t ring_first, ring_count;
static uint64_t lost;
static struct gc open_cycle; // a concurrent cycle whose end is unknown so far
static bool is_open;
static int64_t major_pause; // of the last GC of the whole heap, in µs; 0 before
static uint64_t major_before;
static uint64_t pause_start;
static struct counters at_start, last;
static uint64_t eden_at_start;
static bool eden_known; // eden's use is in at_start or in eden_at_start

_Atomic uint32_t gcs_ended, majors_ended;
_Atomic uint32_t gc_move_count;

static void add(struct gc *g) {
	g->number = ++gcs_ended;
	majors_ended += g->major;
	if (g->major && g->before > 0) {
		major_pause = (int64_t)g->pause;
		major_before = g->before;
	}
	if (ring_count == RING) {
		ring_first = (ring_first + 1) % RING;
		ring_count--;
		lost++;
	}
	ring[(ring_first + ring_count++) % RING] = *g;
}

// begin_cycle opens a cycle unless one is open.
static void begin_cycle(uint64_t start) {
	if (is_open)
		return;
	is_open = true;
	open_cycle = (struct gc){.start = start, .before = at_start.used, .concurrent = true};
	perf_cause(open_cycle.cause, sizeof open_cycle.cause);
}

void gc_started(void) {
	mutex_lock(&lock);
	gc_move_count |= 1;
	pause_start = now_us();
	perf_read(&at_start);
	eden_at_start = at_start.eden_used;
	eden_known = perf_eden(&eden_at_start) || !perf_eden_sampled();
	if (perf_concurrent())
		begin_cycle(pause_start);
	mutex_unlock(&lock);
}

// before_used returns the bytes in use before a pause; 0 if unknown. If eden's use is unknown, eden was full if that was the cause of the
// GC.
static uint64_t before_used(const char *cause) {
	uint64_t rest = at_start.used - at_start.eden_used;
	if (eden_known)
		return rest + eden_at_start;
	return strcmp(cause, "Allocation Failure") == 0 ? rest + at_start.eden_capacity : 0;
}

void gc_finished(void) {
	mutex_lock(&lock);
	struct counters now;
	perf_read(&now);
	uint64_t end = now_us();
	if (perf_reports_moves())
		gc_move_count = (gc_move_count | 1) + 1;
	if (perf_concurrent()) {
		open_cycle.pause += end - pause_start;
		open_cycle.end = end;
	} else {
		int which = -1;
		for (int i = 0; i < 4; i++)
			if (now.invocations[i] != last.invocations[i] && (which < 0 || perf_counts(i)))
				which = i;
		// Without counters, every pause counts as a GC.
		if (!perf_known() || (which >= 0 && perf_counts(which))) {
			struct gc g = {.start = pause_start, .end = end, .pause = end - pause_start, .after = now.used, .capacity = now.capacity};
			perf_cause(g.cause, sizeof g.cause);
			g.before = before_used(g.cause);
			perf_kind(which < 0 ? 0 : which, g.kind, sizeof g.kind);
			g.major = which == 1;
			add(&g);
		}
	}
	last = now;
	mutex_unlock(&lock);
	point_gc();
}

uint64_t gc_after(void) {
	mutex_lock(&lock);
	uint64_t after = gcs_ended > 0 || options.late ? last.used : 0; // includes a GC before the recording
	mutex_unlock(&lock);
	return after;
}

int64_t gc_last_major(uint64_t *before) {
	mutex_lock(&lock);
	int64_t pause = major_pause;
	*before = major_before;
	mutex_unlock(&lock);
	return pause;
}

bool gc_cycle_open(void) {
	mutex_lock(&lock);
	bool open = is_open;
	mutex_unlock(&lock);
	return open;
}

// close_cycle ends a concurrent cycle once the VM reports that no GC is running.
static void close_cycle(void) {
	if (!is_open || perf_in_cycle() || open_cycle.end == 0)
		return;
	struct counters now;
	perf_read(&now);
	struct gc g = open_cycle;
	is_open = false;
	open_cycle = (struct gc){0};
	for (int i = 0; i < 4; i++)
		if (now.invocations[i] != at_start.invocations[i] || g.kind[0] == 0)
			perf_kind(i, g.kind, sizeof g.kind);
	g.end = now_us();
	g.after = now.used;
	g.capacity = now.capacity;
	g.major = strstr(g.kind, "minor") == NULL;
	add(&g);
}

bool gc_poll(JNIEnv *env, bool *major) {
	(void)env;
	struct stream out = {.kind = W_GC};
	bool any = false;
	mutex_lock(&lock);
	close_cycle();
	while (ring_count > 0) {
		struct gc g = ring[ring_first];
		ring_first = (ring_first + 1) % RING;
		ring_count--;
		mutex_unlock(&lock);
		any = true;
		*major |= g.major;
		if (stream_room(&out, 8 * MAX_VARINT + 2 * 80)) {
			put(&out, g.number);
			put(&out, g.start);
			put(&out, g.end);
			put(&out, g.pause);
			put(&out, g.before);
			put(&out, g.after);
			put(&out, g.capacity);
			put(&out, g.concurrent);
			put_text(&out, g.cause);
			put_text(&out, g.kind);
			stream_flush(&out);
		}
		mutex_lock(&lock);
	}
	uint64_t n = lost;
	lost = 0;
	mutex_unlock(&lock);
	if (n > 0)
		report("%llu garbage collections are missing, because they followed each other too fast", (unsigned long long)n);
	return any;
}

void gc_reset(void) {
	mutex_lock(&lock);
	gcs_ended = majors_ended = 0;
	ring_first = ring_count = 0;
	lost = 0;
	is_open = false;
	major_pause = 0;
	major_before = 0;
	open_cycle = (struct gc){0};
	perf_read(&last);
	gc_move_count = perf_reports_moves() && !options.late ? 2 : MOVING; // else a GC that began earlier may be running
	mutex_unlock(&lock);
}
