// Tests budget.c with synthetic times.

#include "../source/budget.h"

#include <stdio.h>

static int failures;

static void expect(const char *what, int64_t is, int64_t wanted) {
	if (is == wanted)
		return;
	printf("%s: %lld, expected %lld\n", what, (long long)is, (long long)wanted);
	failures++;
}

enum { S = 1000000 };

// check_window checks the budget for every window of a minute, and for the whole run if it is shorter.
static void check_window(void) {
	budget_reset(0.05);
	expect("the first minute", budget_left(0), 3 * S);
	budget_charge(10 * S, 2 * S);
	expect("after two seconds", budget_left(10 * S), S);
	budget_charge(20 * S, 2 * S);
	expect("after too much", budget_left(20 * S), -S);
	expect("while the first loss is in the window", budget_left(68 * S), -S);
	expect("after it", budget_left(71 * S), S);
	expect("after both", budget_left(82 * S), 3 * S);
	expect("in all", budget_spent(), 4 * S);
	expect("a day later", budget_left(86400LL * S), 3 * S);
	budget_reset(1);
	expect("a budget of all the time", budget_left(0), 60 * S);
}

// check_parts: a long loss is charged to the seconds in which it occurred.
static void check_parts(void) {
	budget_reset(0.5);
	budget_charge(10 * S, 4 * S); // from 6 to 10 s
	expect("a long loss", budget_left(10 * S), 26 * S);
	int64_t before = budget_left(66 * S), after = budget_left(69 * S);
	expect("its parts leave one after the other", before < after && after < 30 * S, 1);
	expect("then all of it has", budget_left(71 * S), 30 * S);
	budget_reset(0.5);
	budget_charge(S / 2, 2 * S); // started before the recording
	expect("a loss at the beginning", budget_left(S), 28 * S);
	budget_reset(0.5);
	budget_charge(100 * S, 90 * S);
	expect("a loss longer than the window", budget_left(100 * S) <= -30 * S, 1);
	budget_charge(100 * S, 0);
	budget_charge(100 * S, -5);
	expect("nothing is no loss", budget_spent(), 90 * S);
}

static void check_spread(void) {
	budget_reset(0.05);
	expect("at the beginning", budget_allows(0, 200000), 1);
	expect("more at the beginning", budget_allows(0, 200001), 0);
	budget_charge(S, 200000);
	expect("a second later", budget_allows(S, 45000), 1);
	expect("more a second later", budget_allows(S, 45001), 0);
	expect("after a quiet hour no more than a minute has", budget_allows(3600LL * S, 3 * S), 1);
	expect("and not a bit more", budget_allows(3600LL * S, 3 * S + 1), 0);
}

// check_any_minute spends as much as the budget allows, and checks every minute.
static void check_any_minute(void) {
	enum { MINUTES = 10, STEP = 100000, STEPS = MINUTES * 600 };
	static int64_t lost[STEPS];
	budget_reset(0.05);
	for (int i = 0; i < STEPS; i++) {
		int64_t us = (i * 7919 % 13) * 70000; // up to 0.84 s
		if (!budget_allows((int64_t)i * STEP, us))
			continue;
		budget_charge((int64_t)i * STEP, us);
		lost[i] = us;
	}
	int64_t worst = 0;
	for (int i = 0; i < STEPS; i++) {
		int64_t sum = 0;
		for (int k = i; k < i + 600 && k < STEPS; k++)
			sum += lost[k];
		if (sum > worst)
			worst = sum;
	}
	expect("the worst minute is within the budget", worst <= 3 * S, 1);
	expect("and uses most of it", worst > 2 * S, 1);
}

static void check_pauses(void) {
	expect("four fifths", pause_stop(S, 0), 800000);
	expect("an end that fits into the rest", pause_stop(S, 200000), 800000);
	expect("an end that does not", pause_stop(S, 300000), 700000);
	expect("an end that leaves nothing", pause_stop(S, 5 * S), 250000);
	expect("a pause of 0.8 s", pause_needed(800000), 1100000);
	expect("a pause of less than 0.8 s", pause_needed(799999), 1000000);
	expect("no pause", pause_needed(0), 100000);
	for (int64_t us = 0; us < 3 * S; us += 1237)
		expect("what is needed suffices", pause_stop(pause_needed(us), 0) >= us, 1);
}

static void check_removal(void) {
	enum { GAIN = 200000 };
	struct removal none = removal_plan(S, -1, 0), late = removal_plan(S, 300000, S - 300000 - GAIN + 1), just = removal_plan(S, 300000, S - 300000 - GAIN);
	expect("no GC is possible", none.collect, 0);
	expect("and the look takes what it takes", none.us, S);
	expect("a GC that saves less than 200 ms", late.collect, 0);
	expect("is left out of the time", late.us, S);
	expect("a GC that saves 200 ms", just.collect, 1);
	expect("is part of the time", just.us, S - GAIN);
	expect("a heap without garbage", removal_plan(400000, 100000, 400000).collect, 0);
}

static int64_t percent(double load) { return (int64_t)(load * 100 + 0.5); }

static void check_load(void) {
	expect("none", percent(load_faded(0, 0)), 100);
	expect("a load now", percent(load_faded(5, 0)), 500);
	expect("half a minute later", percent(load_faded(5, 30 * S)), 300);
	expect("a minute later", percent(load_faded(5, 60LL * S)), 200);
	expect("between", percent(load_faded(5, 15 * S)), 400);
	expect("an hour later", percent(load_faded(5, 3600LL * S)), 101);
	expect("a clock that goes back", percent(load_faded(5, -S)), 500);
	expect("a rise", percent(load_risen(1, 4)), 400);
	expect("a fall", percent(load_risen(4, 1)), 250);
	expect("less than none", percent(load_risen(1, 0.1)), 100);
}

int main(void) {
	check_window();
	check_parts();
	check_spread();
	check_any_minute();
	check_pauses();
	check_removal();
	check_load();
	return failures > 0;
}
