#include "agent.h"

#include <stdio.h>

// The walker thread: tells GCs and deaths, and decides when the heap is looked at.

static mutex_t lock = MUTEX_INIT;
static signal_t changed = SIGNAL_INIT;
static bool gc_happened, stopping, ending, running;
bool at_end;

static int requests;  // points that must be made now
static bool collects; // after a GC

static int64_t spent;       // µs in which the world stood still for walks
static int64_t last_point;  // µs by now_us, when the last walk ended
static uint64_t last_pause, last_objects, points;
static bool due, due_major; // a GC ended since the last point

// LONGEST is the time in µs that a program may stand still at its end, where the budget does not allow it.
#define LONGEST 3000000

// predicted is how long a walk would take in µs.
static uint64_t predicted(void) {
	if (last_pause > 0)
		return last_pause * 5 / 4;
	struct counters c;
	perf_read(&c);
	return 5000 + c.used / 128; // about 0.4 µs for each object of 50 bytes
}

// GRACE is a time in µs whose budget may be spent at once, so that short runs get points too.
#define GRACE 2000000

// affordable reports whether a walk may be made now. Walks may take 0.9 of the budget, and that of GRACE: from ten times
// GRACE on that is within the budget.
static bool affordable(void) {
	int64_t now = (int64_t)now_us();
	if (out_full() || (points > 0 && now - last_point < options.every))
		return false;
	return (double)spent + (double)predicted() <= options.budget * (0.9 * (double)now + GRACE);
}

// A program that seldom collects gets points in between, so that there is a series to judge by: at the latest after a tenth of
// the time recorded so far, within these bounds in µs. That makes 16 points in a minute, 55 in an hour.
#define QUIET_LEAST 3000000
#define QUIET_MOST 300000000

// quiet reports whether a point is due though no GC ended. An idle program gets none.
static bool quiet(void) {
	int64_t now = (int64_t)now_us(), wait = now / 10;
	wait = wait < QUIET_LEAST ? QUIET_LEAST : wait > QUIET_MOST ? QUIET_MOST : wait;
	if (wait < options.every)
		wait = options.every;
	return now - last_point >= wait && !gc_cycle_open() && affordable() && alloc_any();
}

static void point(JNIEnv *env, bool all, bool collect) {
	uint64_t objects = 0, pause = 0;
	bool counts = options.mode == MODE_COUNTS;
	if (!counts && last_objects > options.max) {
		tell("the heap has %llu objects, more than %llu: they are only counted by type",
			(unsigned long long)last_objects, (unsigned long long)options.max);
		counts = true;
	}
	alloc_tell();
	if (counts) {
		klasses_update(env, NULL, NULL);
		walk_counts(&objects, &pause);
	} else {
		stacks_tell(env);
		if (!walk_heap(env, all, collect, &objects, &pause))
			tell("a walk over the heap was not finished");
	}
	slots_drain(gcs_ended);
	spent += (int64_t)pause;
	last_pause = pause;
	last_objects = objects;
	last_point = (int64_t)now_us();
	points++;
	due = due_major = false;
}

// collect makes a GC of the whole heap and tells it.
static void collect(JNIEnv *env) {
	bool major = false;
	(*jvmti)->ForceGarbageCollection(jvmti);
	for (int i = 0; i < 100 && !gc_poll(env, &major) && gc_cycle_open(); i++) {
		mutex_lock(&lock);
		signal_wait(&changed, &lock, 10);
		mutex_unlock(&lock);
	}
}

// round does what there is to do; the lock is not held.
static void round_once(JNIEnv *env, bool gc, int wanted, bool with_gc) {
	bool major = false;
	if (gc_poll(env, &major)) {
		slots_drain(gcs_ended);
		alloc_tell();
		if (options.mode == MODE_EXACT && !options.tag_all)
			kinds_judge();
		due = true;
		due_major |= major;
	} else {
		slots_drain(gcs_ended);
		samples_flush();
	}
	(void)gc;
	if (wanted > 0) {
		if (with_gc)
			collect(env);
		point(env, with_gc || due_major, with_gc);
	} else if ((due && affordable()) || quiet()) {
		point(env, due_major, false);
	}
}

// last_round tells what is left, with a point at the end of the program if there is time for it, and says goodbye.
static void last_round(JNIEnv *env, bool with_point) {
	bool major = false;
	gc_poll(env, &major);
	slots_drain(gcs_ended);
	if (with_point && options.final && !out_full() && ((points < 2 && predicted() < LONGEST) || affordable())) {
		at_end = true;
		point(env, major || due_major, false);
	}
	alloc_tell();
	slots_drain(gcs_ended);
	paths_tell();
	struct stream bye = {.kind = W_BYE};
	if (stream_room(&bye, 1))
		stream_flush(&bye);
	recording = false;
}

static void walker(void *arg) {
	(void)arg;
	JNIEnv *env = NULL;
	JavaVMAttachArgs args = {JNI_VERSION_1_6, "Memory City", NULL};
	if ((*vm)->AttachCurrentThreadAsDaemon(vm, (void **)&env, &args) != JNI_OK) {
		recording = false;
		env = NULL;
	}
	alloc_own_thread();
	mutex_lock(&lock);
	while (env != NULL && !stopping && !ending) {
		bool full = out_full(); // what is asked for waits until the collector has caught up
		if (!gc_happened && (requests == 0 || full))
			signal_wait(&changed, &lock, gc_cycle_open() ? 2 : due || requests > 0 || slots_any_freed() ? 20 : 500);
		bool gc = gc_happened, with_gc = collects && !full;
		int wanted = full ? 0 : requests;
		gc_happened = false;
		collects &= full;
		requests -= wanted;
		if (stopping || ending)
			break;
		mutex_unlock(&lock);
		round_once(env, gc, wanted, with_gc);
		mutex_lock(&lock);
	}
	bool end = ending && !stopping;
	mutex_unlock(&lock);
	if (env != NULL && recording)
		last_round(env, end);
	bool over = false;
	if (env != NULL && !end)
		over = agent_end(env);
	else
		out_end();
	alloc_thread_ended();
	if (env != NULL)
		(*vm)->DetachCurrentThread(vm);
	mutex_lock(&lock);
	running = false;
	signal_all(&changed);
	mutex_unlock(&lock);
	if (over)
		agent_over();
}

void point_reset(void) {
	mutex_lock(&lock);
	gc_happened = stopping = ending = collects = due = due_major = false;
	requests = 0;
	spent = last_point = 0;
	last_pause = last_objects = points = 0;
	at_end = false;
	mutex_unlock(&lock);
}

bool point_start(void) {
	mutex_lock(&lock);
	running = true;
	mutex_unlock(&lock);
	if (thread_start(walker, NULL))
		return true;
	mutex_lock(&lock);
	running = false;
	mutex_unlock(&lock);
	return false;
}

void point_request(bool collect_first) {
	mutex_lock(&lock);
	requests++;
	collects |= collect_first;
	signal_all(&changed);
	mutex_unlock(&lock);
}

void point_gc(void) {
	mutex_lock(&lock);
	gc_happened = true;
	signal_all(&changed);
	mutex_unlock(&lock);
}

void point_stop(void) {
	mutex_lock(&lock);
	stopping = true;
	signal_all(&changed);
	mutex_unlock(&lock);
}

#define FINAL_SECONDS 20 // that the end of the program waits for the last point

void point_final(void) {
	mutex_lock(&lock);
	ending = true;
	signal_all(&changed);
	// A GC that was asked for may never come back while the VM ends, as with ZGC; a walk holds the VM up by itself.
	for (int i = 0; running && i < FINAL_SECONDS; i++)
		signal_wait(&changed, &lock, 1000);
	mutex_unlock(&lock);
}
