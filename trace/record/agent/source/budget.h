// The budget: how long the agent may stop the program, and when it must cancel a look at the heap. Times are wall-clock times in µs.
// The caller passes the current time.
#ifndef MEMCITY_BUDGET_H
#define MEMCITY_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

// BUDGET_WINDOW is the length of the sliding window in µs. Stops in any window stay within the budget. A shorter run counts as one window.
#define BUDGET_WINDOW 60000000

void budget_reset(double share); // the largest share of the time that the program may be stopped, 0 to 1
// budget_charge records a stop that ended now. Calls must be in the order of time.
void budget_charge(int64_t now, int64_t us);
int64_t budget_spent(void); // the sum of all stops
// budget_left returns how long the program may be stopped now; negative if the window is overspent.
int64_t budget_left(int64_t now);
// budget_allows reports whether a further stop fits into the window and into budget_smooth.
bool budget_allows(int64_t now, int64_t us);
// budget_smooth returns the sum of stops allowed from the start until now. It spreads points over the run.
double budget_smooth(int64_t now);

// pause_stop returns the time after which a look is canceled: four fifths of the longest pause. It is less if the VM needs more than
// the remaining fifth (tail) to finish, but at least a quarter.
int64_t pause_stop(int64_t longest, int64_t tail);
// pause_needed returns the --max-pause that allows a look of the given length, rounded up to 0.1 s.
int64_t pause_needed(int64_t us);
// The faster way to count all objects and remove their tags.
struct removal {
	int64_t us;
	bool collect; // a GC comes first
};
// removal_plan compares a look at the heap as it is with a GC and a look at what the GC leaves. A gc below 0 means that there must be no GC.
struct removal removal_plan(int64_t as_is, int64_t gc, int64_t after_gc);
// A load is the ratio of wall-clock time to processor time, at least 1. load_faded returns the expected load, given one measured some µs
// ago: the part above 1 halves every 30 s, so that the agent tries again after a busy phase.
double load_faded(double load, int64_t ago);
// load_risen combines a load with a new measurement: an increase counts fully, a decrease by half.
double load_risen(double load, double measured);

#endif
