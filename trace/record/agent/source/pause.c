#include "pause.h"

// The look under way. What counts is the time that the program lost: on a busy machine it would not have had a processor all the
// time, and a look is not given up because others took it.
static struct {
	enum look kind;
	int64_t begun, most;      // begun becomes the time of the first look: before it the program mostly goes on
	int64_t deadline;         // by the clock, when the time of the processor must be looked at
	int64_t last;             // when the clock was looked at
	int64_t first_cpu, first; // at the first look
	int64_t spans[2];         // by the clock and by the processor, from the first look to a later one
	int64_t work;             // µs lost
	uint32_t turn;
	bool over;
} p;

enum {
	LOOK_EVERY = 256,     // callbacks between looks at the clock, a power of 2; they take some 0.1 ms
	CPU_EVERY = 16 * 256, // and at the time of the processor, which is asked of the system
	BUSY = 5,             // times the longest pause, by the clock, after which a look is given up on any machine
};

// What was measured, in µs; 0 if nothing was.
static struct {
	double reach;  // for an object that a walk reaches
	double count;  // for an object of the heap
	double frame;  // for a frame of a stack
	int64_t tail[2]; // by enum look: from the last callback until the program goes on
	double reached_bytes, counted_bytes; // of the heap's use, for each of them
	uint64_t frames;
	int64_t approach; // of the last look, until its first callback; -1 before
} known = {.approach = -1};

// Before there is a measurement; in µs and bytes. A walk takes up to 1.6 µs for an object of a long list that is seen for the
// first time, 0.3 to 0.6 for others.
static const double reach_guess = 0.8, count_guess = 0.08, frame_guess = 10, bytes_guess = 48;
static const double reach_by_count = 10;           // times what counting takes
static const double walk_end = 4000, count_end = 8000; // bytes of the heap that the VM passes in 1 µs when a look is over
static const double collect_guess = 400;           // bytes of the heap in 1 µs of a GC

static int64_t tail_of(enum look kind) {
	if (kind == LOOK_WALK && known.tail[kind] > 0)
		return known.tail[kind];
	struct counters c;
	perf_read(&c);
	int64_t guess = (int64_t)((double)c.used / (kind == LOOK_WALK ? walk_end : count_end));
	return known.tail[kind] > guess ? known.tail[kind] : guess; // the VM passes the rest of the heap when a count is given up
}

void pause_begin(enum look kind, int64_t most) {
	int64_t tail = tail_of(kind);
	memset(&p, 0, sizeof p);
	p.kind = kind;
	p.begun = clock_us();
	p.most = most - (tail < most / 2 ? tail : most / 2);
	p.deadline = p.begun + p.most;
}

// look_at_processor notes the share of the time that the VM's thread had a processor.
static void look_at_processor(void) {
	p.spans[0] = p.last - p.first;
	p.spans[1] = thread_cpu_us() - p.first_cpu;
}

// lost_by returns what the program lost of so many µs.
static int64_t lost_by(int64_t us) {
	if (p.spans[0] < 1000 || p.spans[1] >= p.spans[0])
		return us;
	return (int64_t)((double)us * (double)p.spans[1] / (double)p.spans[0]);
}

bool pause_over(void) {
	if ((++p.turn & (LOOK_EVERY - 1)) != 0)
		return p.over;
	p.last = clock_us();
	if (p.first == 0) {
		known.approach = p.last - p.begun;
		p.first = p.begun = p.last;
		p.deadline = p.begun + p.most;
		p.first_cpu = thread_cpu_us();
	} else if ((p.turn & (CPU_EVERY - 1)) == 0) {
		look_at_processor();
	}
	if (p.last <= p.deadline)
		return p.over;
	look_at_processor();
	int64_t lost = lost_by(p.last - p.begun);
	p.over |= lost > p.most || p.last - p.begun > BUSY * p.most;
	p.deadline = p.last + (p.most - lost > 1000 ? p.most - lost : 1000);
	return p.over;
}

bool pause_was_over(void) { return p.over; }

int64_t pause_left(void) { return p.begun + p.most - clock_us(); }

int64_t pause_end(int64_t *lost) {
	int64_t end = clock_us(), all = end - p.begun;
	if (p.last > 0)
		known.tail[p.kind] = lost_by(end - p.last);
	*lost = p.work = lost_by(all);
	return all;
}

// use_of_heap returns the bytes in use, and an estimate of those that are reachable: what was left by the last GC, and a part of what was
// allocated since. If more is, the walk is given up.
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

struct forecast pause_forecast(JNIEnv *env) {
	double reachable, used = use_of_heap(env, &reachable);
	double per_counted = known.counted_bytes > 0 ? known.counted_bytes : bytes_guess;
	double per_reached = known.reached_bytes > 0 ? known.reached_bytes : per_counted;
	double count = known.count > 0 ? known.count : count_guess;
	double reach = known.reach > 0 ? known.reach : known.count > 0 ? known.count * reach_by_count : reach_guess;
	double counting = used / per_counted * count;
	struct forecast f = {.objects = (uint64_t)(reachable / per_reached), .measured = known.reach > 0 || known.count > 0};
	f.count = 1000 + (int64_t)counting;
	f.walk = 2000 + (int64_t)(reachable / per_reached * reach + counting / 2) + pause_stacks(known.frames);
	return f;
}

// measured notes a cost for each of so many things, unless they are too few for that.
static void measured(double *cost, uint64_t things, int64_t us) {
	if (things >= 1000)
		*cost = (double)us / (double)things;
}

void pause_walked(JNIEnv *env, uint64_t objects, int64_t stacks, bool whole) {
	double reachable;
	use_of_heap(env, &reachable);
	stacks = lost_by(stacks);
	measured(&known.frame, known.frames, stacks);
	measured(&known.reach, objects, p.work > stacks ? p.work - stacks : p.work);
	if (whole && objects > 0)
		known.reached_bytes = reachable / (double)objects;
}

void pause_counted(JNIEnv *env, uint64_t objects, bool whole) {
	double reachable, used = use_of_heap(env, &reachable);
	measured(&known.count, objects, p.work);
	if (whole && objects > 0)
		known.counted_bytes = used / (double)objects;
	known.reach *= 0.98; // a walk that was given up since the machine was busy is tried again some time
}

int64_t pause_stacks(uint64_t frames) {
	known.frames = frames;
	return (int64_t)((double)frames * (known.frame > 0 ? known.frame : frame_guess));
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
