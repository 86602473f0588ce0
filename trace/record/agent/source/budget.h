// How much of the run time the program may lose to looks at the heap, and when a look must stop. All times are in µs by the clock, and
// an argument: nothing here reads a clock.
#ifndef MEMCITY_BUDGET_H
#define MEMCITY_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

// BUDGET_WINDOW is the span in which the budget holds: at most its share of any of these. Shorter runs count as one.
#define BUDGET_WINDOW 60000000

void budget_reset(double share); // largest share of the time that the program may lose, 0 to 1
// budget_charge adds time that the program lost until now. Charges come in the order of their times.
void budget_charge(int64_t now, int64_t us);
int64_t budget_spent(void); // in all
// budget_left returns how long the program may be stopped now; negative if it was stopped for too long.
int64_t budget_left(int64_t now);
// budget_allows reports whether a further loss fits into the budget. It spreads points over the time: what the first minute may take is
// not spent in its first seconds.
bool budget_allows(int64_t now, int64_t us);
// budget_smooth returns what may be lost from the beginning to now if points are spread.
double budget_smooth(int64_t now);

// pause_stop returns after how much of its time a look must be given up: four fifths of the longest pause, less if the VM then takes more
// than the rest to end it. At least a quarter, else no look would come far.
int64_t pause_stop(int64_t longest, int64_t tail);
// pause_needed returns the longest pause that a look needs which takes so long; a multiple of 0.1 s.
int64_t pause_needed(int64_t us);
// load_faded returns how many times slower than with a processor of its own a look is expected to be, if it was so some time ago.
// Half of what is above 1 fades in each half minute, so that looks are tried again.
double load_faded(double load, int64_t ago);
// load_risen combines that with a new measurement: a rise counts at once, a fall by half.
double load_risen(double load, double measured);

#endif
