#include "pause.h"

// The current look.
static struct {
	enum look kind;
	int64_t begun, deadline, most;
	int64_t least;            // time that its callbacks may always take, in µs
	int64_t first, first_cpu; // at the first callback
	int64_t last;             // last reading of the clock
	int64_t spans[2];         // wall-clock and processor time from the first callback to a later one
	int64_t end;
	uint32_t turn;
	bool over;
} p;

enum {
	LOOK_EVERY = 256,     // callbacks between readings of the clock, a power of 2; they take some 0.1 ms
	CPU_EVERY = 16 * 256, // callbacks between readings of the processor time, which is a system call
	LEAST_SPAN = 2000,    // shortest span that gives a load, in µs
	MOST_AT_START = 4,    // largest load taken from the start, which is a short sample
	LOAD_MATTERS = 10,    // a look predicted to take less than the longest pause divided by this is safe on a busy machine
};

// Measurements; 0 if there is none. Costs are in µs of processor time. Multiply by the load for wall-clock time.
static struct {
	double reach;  // per object that a walk reaches
	double count;  // per object of the heap
	double frame;  // per stack frame
	int64_t tail[2]; // by enum look: wall-clock time in µs from the last callback until the program continues
	double reached_bytes, counted_bytes; // bytes in use per object of each kind
	uint64_t frames;
	int64_t approach; // wall-clock time in µs until the first callback of the last look; -1 before
	double load;      // wall-clock time per processor time, at load_at
	int64_t load_at;
} known = {.approach = -1};

// Guesses until there is a measurement, in µs and bytes. A walk takes up to 1.6 µs for a new object of a long list, and 0.3 to 0.6 µs for other
// objects.
static const double reach_guess = 0.8, count_guess = 0.08, frame_guess = 10, bytes_guess = 48;
static const double reach_by_count = 10;           // multiple of the cost of counting
static const double walk_end = 4000, count_end = 8000; // bytes of the heap that the VM passes per µs once a look is over
static const double collect_guess = 400;           // bytes of the heap per µs of a GC
static const double untag_guess = 0.6;             // to remove the tag of an object
static const double last_by_count = 3;             // multiple of the cost of counting if the tag of each object is looked up

static double per_counted(void) { return known.counted_bytes > 0 ? known.counted_bytes : bytes_guess; }

static double per_count(void) { return known.count > 0 ? known.count : count_guess; }

static double load(void) { return load_faded(known.load, clock_us() - known.load_at); }

static void note_load(double measured) {
	known.load = load_risen(load(), measured);
	known.load_at = clock_us();
}

void pause_calibrate(int64_t us, int64_t cpu) {
	double processors = processor_limit(), slow = us > LEAST_SPAN && cpu > LEAST_SPAN / 2 ? (double)us / (double)cpu : 1;
	if (slow > MOST_AT_START)
		slow = MOST_AT_START;
	if (processors > 0 && processors < 1 && 1 / processors > slow)
		slow = 1 / processors;
	note_load(slow);
}

static int64_t tail_of(enum look kind) {
	if (kind == LOOK_WALK && known.tail[kind] > 0)
		return known.tail[kind];
	struct counters c;
	perf_read(&c);
	int64_t guess = (int64_t)((double)c.used / (kind == LOOK_WALK ? walk_end : count_end) * load());
	return known.tail[kind] > guess ? known.tail[kind] : guess; // the VM passes the rest of the heap after a count is canceled
}

void pause_begin(enum look kind, int64_t most) {
	int64_t tail = tail_of(kind);
	memset(&p, 0, sizeof p);
	p.kind = kind;
	p.begun = clock_us();
	p.most = most;
	p.deadline = p.begun + pause_stop(most, tail);
}

void pause_part(int64_t least) {
	struct counters c;
	p.least = least;
	if (!perf_concurrent())
		return;
	perf_read(&c);
	int64_t deadline = p.begun + pause_stop(p.most, (int64_t)((double)c.used / per_counted() * per_count() * load()));
	if (deadline < p.deadline)
		p.deadline = deadline;
}

bool pause_over(void) {
	uint32_t turn = p.turn++;
	if ((turn & (LOOK_EVERY - 1)) != 0)
		return p.over;
	p.last = clock_us();
	if (turn == 0) {
		p.first = p.last;
		if (p.deadline < p.first + p.least)
			p.deadline = p.first + p.least;
		p.first_cpu = thread_cpu_us();
	}
	p.over |= p.last > p.deadline;
	if ((turn & (CPU_EVERY - 1)) == 0 || p.over) {
		p.spans[0] = p.last - p.first;
		p.spans[1] = thread_cpu_us() - p.first_cpu;
	}
	return p.over;
}

bool pause_was_over(void) { return p.over; }

int64_t pause_left(void) { return p.deadline - clock_us(); }

void pause_charge(int64_t us) { budget_charge((int64_t)now_us(), us); }

int64_t pause_end(void) {
	p.end = clock_us();
	int64_t stood = p.end - p.begun;
	if (p.turn > 0) {
		known.approach = p.first - p.begun;
		known.tail[p.kind] = p.end - p.last;
		if (p.spans[0] >= LEAST_SPAN)
			note_load((double)p.spans[0] / (double)(p.spans[1] > 1 ? p.spans[1] : 1));
	}
	pause_charge(stood);
	return stood;
}

// processed returns the processor time of the VM's thread within us of the last look.
static double processed(int64_t us) {
	if (p.spans[0] < LEAST_SPAN || p.spans[1] >= p.spans[0])
		return (double)us;
	return (double)us * (double)p.spans[1] / (double)p.spans[0];
}

// use_of_heap returns the bytes in use and estimates the reachable ones: those left by the last GC, and part of what was allocated since. If
// the estimate is too low, the walk is canceled.
static double use_of_heap(JNIEnv *env, double *reachable) {
	struct counters c;
	perf_read(&c); // eden's use may be that of the last GC
	double now = (double)keep_used(env), after = (double)gc_after();
	if (now <= 0)
		now = (double)c.used;
	double since = now > after ? now - after : 0, most = after / 2 + (8 << 20);
	*reachable = gcs_ended == 0 || after <= 0 || since < most ? now : after + most;
	return now;
}

// A heap describes the heap at the end of a recording. Costs are wall-clock times in µs.
struct heap {
	double objects, live; // live objects are reachable
	double live_bytes;
	double slow;          // load
	double per_object, per_tag;
	int64_t approach;
};

// last_look plans the look that counts all objects and removes the given number of tags. The time of a GC depends on the live objects. A GC
// may take up to twice the longest stop if the look would take twice as long as the GC: each part of such a look passes the whole heap again.
static struct removal last_look(const struct heap *h, double tags) {
	double live_tags = tags < h->live ? tags : h->live;
	int64_t as_is = h->approach + (int64_t)(h->objects * h->per_object + tags * h->per_tag);
	int64_t after = h->approach + (int64_t)(h->live * h->per_object + live_tags * h->per_tag);
	int64_t gc = (int64_t)(h->live_bytes / collect_guess * h->slow) + 10000;
	bool collect = options.collect && !perf_concurrent() && (gc <= options.pause || (gc <= 2 * options.pause && gc <= as_is / 2));
	return removal_plan(as_is, collect ? gc : -1, after);
}

struct forecast pause_forecast(JNIEnv *env) {
	double reachable, used = use_of_heap(env, &reachable), slow = load();
	double per_reached = known.reached_bytes > 0 ? known.reached_bytes : per_counted();
	double count = per_count();
	double reach = known.reach > 0 ? known.reach : known.count > 0 ? known.count * reach_by_count : reach_guess;
	double counting = used / per_counted() * count;
	int64_t approach = known.approach > 1000 ? known.approach : 1000;
	struct forecast f = {.objects = (uint64_t)(reachable / per_reached), .measured = known.reach > 0 || known.count > 0};
	f.count = approach + (int64_t)(counting * slow);
	struct heap h = {.objects = used / per_counted(), .live = (double)f.objects, .live_bytes = reachable, .slow = slow, .approach = approach,
		.per_object = count * last_by_count * slow, .per_tag = untag_guess * slow};
	f.last = last_look(&h, slots_used());
	f.after_walk = last_look(&h, slots_used() + h.live).us;
	f.walk = 1000 + approach + (int64_t)((reachable / per_reached * reach + counting / 2) * slow) + pause_stacks(known.frames);
	return f;
}

// measured stores a cost per thing, unless there are too few things.
static void measured(double *cost, uint64_t things, double us) {
	if (things >= 1000)
		*cost = us / (double)things;
}

// worked returns the processor time that the last look spent on its objects. It leaves out the tail of a canceled look, when the VM only
// skips the remaining objects.
static double worked(bool whole) { return p.turn == 0 ? 0 : processed((whole ? p.end : p.last) - p.first); }

void pause_walked(JNIEnv *env, uint64_t objects, int64_t stacks, bool whole) {
	double reachable, work = worked(whole), on_stacks = processed(stacks);
	use_of_heap(env, &reachable);
	measured(&known.frame, known.frames, on_stacks);
	measured(&known.reach, objects, work > on_stacks ? work - on_stacks : work);
	if (whole && objects > 0)
		known.reached_bytes = reachable / (double)objects;
}

void pause_counted(JNIEnv *env, uint64_t objects, bool whole) {
	double reachable, used = use_of_heap(env, &reachable);
	measured(&known.count, objects, worked(whole));
	if (whole && objects > 0)
		known.counted_bytes = used / (double)objects;
	known.reach *= 0.98; // so that a canceled walk is tried again some time
}

void pause_before_last(JNIEnv *env) {
	enum { WORK = 12000, MOST = 200000 }; // µs; a thread that has slept gets its first few ms even on a busy machine
	if (pause_forecast(env).last.us < options.pause / LOAD_MATTERS)
		return;
	int64_t begun = clock_us(), cpu = thread_cpu_us(), us = 0, work = 0;
	while (work < WORK && us < MOST) {
		for (volatile int i = 0; i < 10000; i++) {
		}
		us = clock_us() - begun;
		work = thread_cpu_us() - cpu;
	}
	note_load((double)us / (double)(work > 1 ? work : 1));
}

int64_t pause_stacks(uint64_t frames) {
	known.frames = frames;
	return (int64_t)((double)frames * (known.frame > 0 ? known.frame : frame_guess) * load());
}

int64_t pause_collect(JNIEnv *env) {
	double reachable, used = use_of_heap(env, &reachable);
	if (perf_concurrent())
		return 0;
	uint64_t before;
	int64_t pause = gc_last_major(&before);
	if (pause > 0 && before > 0)
		return (int64_t)((double)pause * (used > (double)before ? used / (double)before : 1));
	return (int64_t)(used / collect_guess);
}

int64_t pause_approach(void) { return known.approach; }

void pause_reset(void) {
	memset(&known, 0, sizeof known);
	known.approach = -1;
}
