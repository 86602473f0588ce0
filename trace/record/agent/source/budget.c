#include "budget.h"

#include <string.h>

enum { SECOND = 1000000, BUCKETS = 64 }; // more than a window has seconds

static struct {
	double share;
	int64_t spent;             // sum of all stops
	int64_t newest;            // second of the newest bucket
	int64_t buckets[BUCKETS];  // stops in each of the last seconds, by second % BUCKETS
} b;

// grace is a time in µs. Its budget is available at the start, so that short runs get points too. Later points use 0.9 of the budget.
static const double grace = 4000000;

void budget_reset(double share) {
	memset(&b, 0, sizeof b);
	b.share = share;
}

// advance empties the buckets of seconds that have passed.
static void advance(int64_t now) {
	int64_t second = now / SECOND;
	if (second - b.newest >= BUCKETS)
		memset(b.buckets, 0, sizeof b.buckets);
	else
		for (int64_t s = b.newest + 1; s <= second; s++)
			b.buckets[s % BUCKETS] = 0;
	if (second > b.newest)
		b.newest = second;
}

void budget_charge(int64_t now, int64_t us) {
	if (us <= 0)
		return;
	advance(now);
	b.spent += us;
	// A long stop belongs to several seconds.
	for (int64_t second = b.newest; us > 0; second--) {
		int64_t part = second == now / SECOND ? now % SECOND + 1 : SECOND;
		if (part > us || second == 0 || second == b.newest - BUCKETS + 1)
			part = us;
		b.buckets[second % BUCKETS] += part;
		us -= part;
	}
}

int64_t budget_spent(void) { return b.spent; }

int64_t budget_left(int64_t now) {
	advance(now);
	int64_t sum = 0;
	for (int64_t s = b.newest; s >= 0 && s >= b.newest - BUDGET_WINDOW / SECOND; s--)
		sum += b.buckets[s % BUCKETS];
	return (int64_t)(b.share * BUDGET_WINDOW) - sum;
}

double budget_smooth(int64_t now) { return b.share * (0.9 * (double)now + grace); }

bool budget_allows(int64_t now, int64_t us) {
	return us <= budget_left(now) && (double)(b.spent + us) <= budget_smooth(now);
}

int64_t pause_stop(int64_t longest, int64_t tail) {
	int64_t stop = longest / 5 * 4, rest = longest - stop;
	if (tail > rest)
		stop -= tail - rest;
	return stop > longest / 4 ? stop : longest / 4;
}

int64_t pause_needed(int64_t us) {
	enum { STEP = 100000 };
	int64_t longest = us / 4 * 5;
	return (longest / STEP + 1) * STEP;
}

struct removal removal_plan(int64_t as_is, int64_t gc, int64_t after_gc) {
	enum { GAIN = SECOND / 5 }; // what a GC must save
	if (gc < 0 || gc + after_gc + GAIN > as_is)
		return (struct removal){.us = as_is};
	return (struct removal){.us = gc + after_gc, .collect = true};
}

double load_faded(double load, int64_t ago) {
	enum { HALF = 30 * SECOND };
	if (load <= 1)
		return 1;
	double above = load - 1;
	for (; ago >= HALF && above > 0.01; ago -= HALF)
		above /= 2;
	if (ago < 0 || above <= 0.01)
		ago = 0;
	return 1 + above * (1 - (double)ago / (2 * (double)HALF)); // a straight line in between
}

double load_risen(double load, double measured) {
	if (measured < 1)
		measured = 1;
	return measured > load ? measured : (load + measured) / 2;
}
