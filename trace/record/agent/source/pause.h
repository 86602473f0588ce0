// The pauses of looks at the heap: predicts them and cancels looks that take too long. All µs are wall-clock time from the call of the VM,
// since the VM may stop the program's threads at any time from then on.
#ifndef MEMCITY_PAUSE_H
#define MEMCITY_PAUSE_H

#include "agent.h"
#include "budget.h"

enum look { LOOK_WALK, LOOK_COUNT };

// pause_begin begins a look at the heap that may stop the program for at most so many µs. Its callbacks end it when pause_over
// is true; from then on it stays true. They run on one thread, that of the VM.
void pause_begin(enum look kind, int64_t most);
// pause_part says that the current look need not be complete, since others follow. Its callbacks get at least so many µs, even if the VM
// calls the first one late. ZGC and Shenandoah pass a heap by following all references, also after the look was canceled. So with them it
// is canceled as much earlier as counting the whole heap takes.
void pause_part(int64_t least);
bool pause_over(void);
bool pause_was_over(void);
int64_t pause_left(void); // µs
// pause_end returns the µs since the look began, and charges them to the budget.
int64_t pause_end(void);
// pause_charge charges another stop that ended now to the budget.
void pause_charge(int64_t us);

// What looks at the heap cost, as measured here and now.
struct forecast {
	uint64_t objects;     // that a walk would reach, or 0 if not even the use of the heap is known
	int64_t walk, count;  // µs
	struct removal last;  // the look that counts and removes all tags
	int64_t after_walk;   // µs of that look if the heap is walked before
	bool measured;        // not only from the use of the heap
};
struct forecast pause_forecast(JNIEnv *env);
// pause_walked and pause_counted learn from the look that ended last. Of a walk so many µs went by for the stacks.
void pause_walked(JNIEnv *env, uint64_t objects, int64_t stacks, bool whole);
void pause_counted(JNIEnv *env, uint64_t objects, bool whole);
// pause_stacks notes how many frames all threads have, of which a walk looks at each, and returns what that takes in µs.
int64_t pause_stacks(uint64_t frames);
// pause_collect predicts a GC of the whole heap, in µs; 0 if the VM makes it concurrently.
int64_t pause_collect(JNIEnv *env);
// pause_approach returns the µs from the beginning of the last look to its first callback; -1 if there was none.
int64_t pause_approach(void);
void pause_reset(void);
// pause_calibrate sets the first load: the ratio of wall-clock to processor time of work that the calling thread did, or the processor limit
// of the container if that is stricter.
void pause_calibrate(int64_t us, int64_t cpu);
// pause_before_last measures the load again if it decides how tags are removed. The look before may be minutes ago. It takes 12 ms of
// processor time, and at most 200 ms.
void pause_before_last(JNIEnv *env);

#endif
