#include "pause.h"

#include <stdio.h>

// The walker thread sends GCs and deaths, and decides when to look at the heap.

static mutex_t lock = MUTEX_INIT;
static signal_t changed = SIGNAL_INIT;
static bool gc_happened, stopping, ending, dying, running;
static bool stop_with_point; // take a point if there is none yet
bool at_end;
static bool last_chance;  // the current point is the last one

static int requests;      // points requested now
static int answers;       // requests that await a reply
static bool collects;     // a request wants a GC first
static bool unbudgeted;   // a request ignores the budget

static int64_t walked;               // sum of the stops for walks, in µs
static int64_t longest;              // longest stop for a look that begins now, in µs: options.pause, or less if the budget leaves less
static int64_t last_gc;              // time when the last GC was noticed, by now_us; 0 before
static int64_t last_point;           // end of the last point, by now_us
static uint64_t points, full;        // number of points, and of those with single objects
static int first_tries;              // attempts at the first point with single objects
static int64_t stacks_from;          // stacks are not prepared again before this time, by now_us
static bool due, due_major;          // a GC has ended since the last walk
static const char *refused[8];       // reasons why there was no walk since the last one
static uint64_t too_many;            // number of objects that exceeded the agent's memory; 0 if none did

// FIRST_AFTER is the time in µs of the first point, unless the user requests one. At startup points cost most and show least.
#define FIRST_AFTER 1000000

static struct forecast at_last; // forecast of the last decision

// fits reports whether the budget allows a stop and the given reserve for the end of the recording.
static bool fits(int64_t us, int64_t reserve) { return us + reserve <= budget_left((int64_t)now_us()); }

static bool within(int64_t us, int64_t reserve) { return fits(us, reserve) && budget_allows((int64_t)now_us(), us); }

static bool affordable(int64_t us) { return within(us, at_last.last.us); }

// WALKS is the largest share of the budget for walks. The rest is for counts in between, so that there is a series of points even if a walk
// takes a second.
#define WALKS 0.5

// FIRST_TRIES is the number of attempts at a first walk that only the window limits, so that short runs have a point with single objects.
#define FIRST_TRIES 2

static bool walk_affordable(int64_t us) {
	if (full == 0 && first_tries < FIRST_TRIES)
		return fits(us, at_last.after_walk);
	return within(us, at_last.after_walk) && (double)(walked + us) <= WALKS * budget_smooth((int64_t)now_us());
}

int64_t point_longest(void) { return longest; }

// bound_look sets the longest pause of the next look: --max-pause, or what is left of the budget, but at least a twentieth of --max-pause.
static void bound_look(bool budgeted) {
	int64_t left = budget_left((int64_t)now_us()), least = options.pause / 20;
	longest = !budgeted || left > options.pause ? options.pause : left > least ? left : least;
}

// A program that rarely collects gets additional points, so that there is a series to judge by. The distance is at most a twelfth of the time
// recorded so far, within these bounds in µs: 13 points in 20 s, 26 in a minute, 75 in an hour.
#define QUIET_LEAST 1500000
#define QUIET_MOST 300000000

// A program that allocates nothing gets no further points after this time in µs.
#define IDLE_AFTER 60000000

// quiet reports whether a point is due without a GC. There is least garbage to count just after a GC, so where GCs are frequent it waits for
// the next one, for up to half the distance.
static bool quiet(bool collected) {
	int64_t now = (int64_t)now_us(), wait = now / 12;
	wait = wait < QUIET_LEAST ? QUIET_LEAST : wait > QUIET_MOST ? QUIET_MOST : wait;
	if (wait < options.every)
		wait = options.every;
	if (!collected && last_gc > 0 && now - last_gc < wait)
		wait += wait / 2;
	return now - last_point >= wait && !gc_cycle_open() && (alloc_any() || now < IDLE_AFTER);
}

// A level is what a point looks at.
enum level { LEVEL_NONE, LEVEL_COUNTS, LEVEL_WALK };

static int64_t most_begun(void) { return options.pause / 5 * 4; }

static bool short_enough(int64_t us) { return us <= most_begun(); }

static const char *why_counted; // newest reason; NULL if there was none

// refuse reports why objects are only counted, once per reason until the next walk.
static void refuse(const char *why, const struct forecast *f) {
	why_counted = why;
	size_t i = 0, most = sizeof refused / sizeof *refused;
	while (i < most && refused[i] != NULL && refused[i] != why)
		i++;
	if (i < most && refused[i] == NULL)
		report("the heap of about %llu objects is not walked: %s (predicted pauses: %.2f s to walk it, which needs --max-pause %.1fs, and "
			 "%.2f s to count its objects; pauses of up to four fifths of --max-pause are begun; the agent may take %llu MB)",
			(unsigned long long)f->objects, why, (double)f->walk / 1e6, (double)pause_needed(f->walk) / 1e6, (double)f->count / 1e6,
			(unsigned long long)(options.memory / 1000000));
	if (i < most)
		refused[i] = why;
}

// walkable reports whether a walk is possible at all.
static bool walkable(const struct forecast *f) {
	if (options.mode == MODE_COUNTS)
		return false;
	if (f->objects > options.max)
		refuse("its objects are more than the largest number that may be recorded, so they are counted by type", f);
	else if (f->objects > slots_most() || (too_many > 0 && f->objects >= too_many))
		refuse("its objects are too many for the memory that the agent may take, so they are counted by type", f);
	else if (short_enough(f->walk))
		return true;
	else if (short_enough(f->count)) // else choose reports that even counts take too long
		refuse("a walk would take too long, so its objects are counted by type", f);
	return false;
}

// FIRST_GUESS divides the longest pause. A walk predicted without any measurement to take longer than that waits for a count, unless the user
// requests it or it is the last point.
#define FIRST_GUESS 10

// choose decides what to look at, assuming that all stacks are ready. sparse means that a count is better than nothing. budgeted is false to
// ignore the budget.
static enum level choose(const struct forecast *f, bool sparse, bool budgeted) {
	bool walk = walkable(f);
	bool guess = budgeted && walk && !f->measured && f->walk > options.pause / FIRST_GUESS && !last_chance;
	if (walk && !guess && (!budgeted || walk_affordable(f->walk)))
		return LEVEL_WALK;
	if (!sparse && !guess && walk)
		return LEVEL_NONE; // wait until the budget allows a walk
	if (!short_enough(f->count)) {
		refuse("a walk, and even counting its objects, would take too long", f);
		return LEVEL_NONE;
	}
	return !budgeted || affordable(f->count) ? LEVEL_COUNTS : LEVEL_NONE;
}

// STACKS_WAIT is the time in µs until stacks that were not ready are prepared further.
#define STACKS_WAIT 1000000

// stacks_ready prepares the stacks for a look as far as the budget allows, and reports whether they are ready.
static bool stacks_ready(JNIEnv *env, bool budgeted, const struct forecast *f) {
	int64_t lost, most = options.pause / 4;
	while (budgeted && most > 1000 && !affordable(most))
		most /= 2;
	int64_t us = stacks_prepare(env, most, &lost);
	pause_charge(lost);
	if (us >= 0 && short_enough(us + f->count) && (!budgeted || affordable(us + f->count)))
		return true;
	stacks_from = (int64_t)now_us() + STACKS_WAIT;
	if (us < 0)
		refuse("the compiled methods of its threads are prepared first, some at a time", f);
	else if (!short_enough(us + f->count))
		refuse("the VM may take too long to prepare for any look at it, since its stacks are too deep or have too many frames", f);
	return false;
}

// level_of decides what to look at now.
static enum level level_of(JNIEnv *env, bool sparse, bool budgeted) {
	if (budgeted && (int64_t)now_us() < stacks_from)
		return LEVEL_NONE;
	struct forecast f = at_last = pause_forecast(env);
	enum level level = choose(&f, sparse, budgeted);
	bound_look(budgeted);
	return level == LEVEL_NONE || stacks_ready(env, budgeted, &f) ? level : LEVEL_NONE;
}

// walk_or_count takes a point with single objects, or one with counts if the walk is canceled.
static struct looked walk_or_count(JNIEnv *env, bool all, bool collect) {
	int64_t us;
	uint64_t frames = stacks_send(env, &us);
	pause_charge(us);
	if (!short_enough(pause_stacks(frames))) {
		struct forecast f = pause_forecast(env);
		refuse("a walk looks at each frame of all stacks, and they are too many; so its objects are counted by type", &f);
		return walk_counts(env);
	}
	slots_refused();
	first_tries += full == 0;
	struct looked l = walk_heap(env, all, collect);
	if (l.whole) {
		full++;
		memset(refused, 0, sizeof refused);
		too_many = 0;
		return l;
	}
	struct forecast f = pause_forecast(env);
	if (slots_refused()) {
		too_many = l.objects;
		refuse("its objects are too many for the memory that the agent may take, so they are counted by type", &f);
	} else if (pause_was_over()) {
		refuse("a walk was given up after the longest pause, so its objects are counted by type", &f);
	} else {
		report("a walk over the heap was not finished");
		return l;
	}
	thread_rest((long)(l.stood / 2000)); // let the program run before the next stop
	walked += l.stood;
	bound_look(true);
	if (!short_enough(f.count) || !recording || f.count > longest)
		return (struct looked){0};
	return walk_counts(env);
}

static void send_paused(void) {
	struct stream s = {.kind = W_PAUSED};
	if (!stream_room(&s, 2 * MAX_VARINT))
		return;
	put(&s, now_us());
	put(&s, (uint64_t)budget_spent());
	stream_flush(&s);
}

// taken finishes a point.
static void taken(JNIEnv *env, enum level level, const struct looked *l) {
	slots_drain(gcs_ended);
	walked += level == LEVEL_WALK ? l->stood : 0;
	last_point = (int64_t)now_us();
	points++;
	send_paused();
	uses_point(env);
	if (level == LEVEL_WALK || options.mode == MODE_COUNTS)
		due = due_major = false;
}

// point looks at the heap and reports whether the look was completed.
static bool point(JNIEnv *env, enum level level, bool all, bool collect) {
	alloc_send();
	struct looked l;
	if (level == LEVEL_WALK) {
		l = walk_or_count(env, all, collect);
	} else {
		klasses_update(env, false, NULL, NULL);
		l = walk_counts(env);
	}
	taken(env, level, &l);
	return l.whole;
}

// force_gc runs a GC of the whole heap and sends it.
static void force_gc(JNIEnv *env) {
	bool major = false;
	int64_t start = clock_us();
	(*jvmti)->ForceGarbageCollection(jvmti);
	if (!perf_concurrent())
		pause_charge(clock_us() - start);
	for (int i = 0; i < 100 && !gc_poll(env, &major) && gc_cycle_open(); i++) {
		mutex_lock(&lock);
		signal_wait(&changed, &lock, 10);
		mutex_unlock(&lock);
	}
}

// drop_dead removes the tags of dead objects by a GC if that is faster than looks at the heap, and returns whether it made one. The VM
// reports the dead objects after the GC.
static bool drop_dead(JNIEnv *env) {
	if (!pause_forecast(env).last.collect)
		return false;
	force_gc(env);
	for (int i = 0, still = 0; i < 25 && still < 3; i++) { // other threads may go on allocating
		uint32_t before = slots_used();
		thread_rest(20);
		slots_drain(gcs_ended);
		still = slots_used() >= before ? still + 1 : 0;
	}
	return true;
}

// collect runs a GC of the whole heap and sends it, unless the stop would be too long.
static bool collect(JNIEnv *env, bool budgeted) {
	int64_t predicted = pause_collect(env);
	if (predicted > options.pause || (budgeted && !affordable(predicted))) {
		report("there was no garbage collection before a point that was requested: it would stop the program for about %.1f s, which %s",
			(double)predicted / 1e6, predicted > options.pause ? "is longer than the longest pause" : "the budget does not allow yet");
		return false;
	}
	force_gc(env);
	return true;
}

// requested makes a requested point and replies to the given number of requests.
static void requested(JNIEnv *env, int replies, bool with_gc, bool budgeted) {
	bool fresh = with_gc && collect(env, budgeted);
	enum level level = level_of(env, true, budgeted);
	bool made = level != LEVEL_NONE && point(env, level, fresh || due_major, fresh);
	struct stream s = {.kind = W_ANSWERED};
	if (replies == 0 || !stream_room(&s, 2 * MAX_VARINT))
		return;
	put(&s, (uint64_t)replies);
	put(&s, made);
	stream_flush(&s);
}

// round_once does the pending work. The caller does not hold the lock.
static void round_once(JNIEnv *env, int wanted, int replies, bool with_gc, bool budgeted) {
	bool major = false, collected = gc_poll(env, &major);
	if (collected) {
		last_gc = (int64_t)now_us();
		slots_drain(gcs_ended);
		alloc_send();
		if (options.mode == MODE_EXACT && !options.tag_all)
			kinds_judge();
		klasses_retire(env);
		due = true;
		due_major |= major;
	} else {
		slots_drain(gcs_ended);
		samples_flush();
	}
	if (wanted > 0) {
		requested(env, replies, with_gc, budgeted);
		return;
	}
	if (out_full() || (int64_t)now_us() < FIRST_AFTER || (points > 0 && (int64_t)now_us() - last_point < options.every))
		return;
	bool sparse = quiet(collected);
	enum level level = due || sparse ? level_of(env, sparse, true) : LEVEL_NONE;
	if (level != LEVEL_NONE)
		point(env, level, due_major, false);
}

// LAST_WALK is the longest walk in µs at the program's end after an earlier walk. Removing tags takes a second look.
#define LAST_WALK 200000

// last_level decides what to look at when the program ends. Removing the tags is a look anyway, and counting in it is free, so the budget does
// not limit it.
static enum level last_level(JNIEnv *env, bool die) {
	enum level level = level_of(env, true, true);
	if (level == LEVEL_WALK && full > 0 && at_last.walk > LAST_WALK)
		level = LEVEL_COUNTS;
	if (level == LEVEL_NONE && !die && short_enough(at_last.last.us) && stacks_ready(env, false, &at_last)) {
		bound_look(false);
		level = LEVEL_COUNTS;
	}
	return level;
}

// explain reports at the end why no point has single objects.
static void explain(void) {
	if (full > 0 || options.mode == MODE_COUNTS)
		return;
	bool late = !short_enough(at_last.walk);
	if (points == 0 && why_counted == NULL)
		report("the program ended before a GC point could be taken");
	else if (late)
		report("no GC point has single objects: a walk would stop the program for about %.1f s, which needs --max-pause %.1fs",
			(double)at_last.walk / 1e6, (double)pause_needed(at_last.walk) / 1e6);
	else
		report("no GC point has single objects: %s", why_counted != NULL ? why_counted : "the budget did not allow a walk");
}

// last_round sends the rest, with a last point if that takes no longer than the longest stop. It returns whether the tags of objects are
// removed.
static bool last_round(JNIEnv *env, bool with_point, bool end, bool die) {
	bool major = false, untagged = false;
	gc_poll(env, &major);
	slots_drain(gcs_ended);
	if (!die) {
		pause_before_last(env);
		major |= drop_dead(env);
	}
	at_end = end;
	last_chance = true;
	enum level level = !with_point || !options.final || out_full() ? LEVEL_NONE : end ? last_level(env, die) : level_of(env, true, true);
	bool last = end && !die && level == LEVEL_COUNTS && short_enough(at_last.last.us);
	if (level != LEVEL_NONE && !last)
		point(env, level, major || due_major, false);
	alloc_send();
	slots_drain(gcs_ended);
	paths_send();
	if (!die)
		uses_end(env);
	if (last) {
		klasses_update(env, false, NULL, NULL);
		agent_quiet();
		struct looked l = walk_counts_last(env);
		taken(env, level, &l);
		untagged = l.whole;
	}
	explain();
	return untagged;
}

void point_bye(void) {
	send_paused();
	out_bye();
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
		bool full = out_full(); // requests wait until the collector has caught up
		if (!gc_happened && (requests == 0 || full))
			signal_wait(&changed, &lock, gc_cycle_open() ? 2 : due || requests > 0 || slots_any_freed() ? 20 : 500);
		bool with_gc = collects && !full, budgeted = !unbudgeted;
		int wanted = full ? 0 : requests, replies = full ? 0 : answers;
		gc_happened = false;
		collects &= full;
		unbudgeted &= full;
		requests -= wanted;
		answers -= replies;
		if (stopping || ending)
			break;
		mutex_unlock(&lock);
		round_once(env, wanted, replies, with_gc, budgeted);
		mutex_lock(&lock);
	}
	bool end = ending && !stopping, with_point = end || (stopping && stop_with_point && points == 0);
	bool die = dying;
	mutex_unlock(&lock);
	bool untagged = env != NULL && recording && last_round(env, with_point, end, die), over = false;
	if (env != NULL && !die) {
		over = agent_end(env, untagged);
	} else {
		point_bye();
		recording = false;
		out_end();
	}
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
	stop_with_point = gc_happened = stopping = ending = dying = collects = unbudgeted = due = due_major = false;
	requests = answers = 0;
	walked = last_gc = last_point = stacks_from = 0;
	points = full = too_many = 0;
	first_tries = 0;
	why_counted = NULL;
	at_last = (struct forecast){0};
	memset(refused, 0, sizeof refused);
	pause_reset();
	budget_reset(options.budget);
	longest = options.pause;
	at_end = last_chance = false;
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

void point_request(unsigned flags) {
	mutex_lock(&lock);
	requests++;
	answers += (flags & POINT_ANSWER) != 0;
	collects |= (flags & POINT_COLLECT) != 0;
	unbudgeted |= (flags & POINT_UNBUDGETED) != 0;
	signal_all(&changed);
	mutex_unlock(&lock);
}

void point_gc(void) {
	mutex_lock(&lock);
	gc_happened = true;
	signal_all(&changed);
	mutex_unlock(&lock);
}

void point_stop(bool with_point) {
	mutex_lock(&lock);
	stopping = true;
	stop_with_point |= with_point;
	signal_all(&changed);
	mutex_unlock(&lock);
}

#define FINAL_SECONDS 20 // longest wait for the last point

void point_final(bool die) {
	mutex_lock(&lock);
	ending = true;
	dying |= die;
	signal_all(&changed);
	// A requested GC may never finish while the VM ends, as with ZGC. A walk holds up the VM by itself.
	int64_t until = clock_us() + FINAL_SECONDS * 1000000LL; // each GC wakes this thread too
	while (running && clock_us() < until)
		signal_wait(&changed, &lock, 1000);
	mutex_unlock(&lock);
}
