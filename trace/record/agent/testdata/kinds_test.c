// Tests how many objects of a kind get a tag once nearly all objects of the kind have died.

#include "../source/kinds.c"

#include <stdio.h>

_Atomic uint32_t gcs_ended;

static int failures;

static void equal(const char *what, uint32_t n, int64_t is, int64_t wanted) {
	if (is == wanted)
		return;
	printf("%s %u: %lld, expected %lld\n", what, n, (long long)is, (long long)wanted);
	failures++;
}

// allocate allocates objects and returns how many get a tag.
static uint32_t allocate(struct kind *k, uint32_t *turn, uint32_t objects) {
	uint32_t tagged = 0;
	for (uint32_t i = 0; i < objects; i++)
		tagged += kind_tags(k, turn);
	return tagged;
}

static void collect(struct kind *k, uint32_t dead) {
	gcs_ended++;
	kinds_judge();
	for (uint32_t i = 0; i < dead; i++)
		kind_freed(k);
}

// die makes a kind whose first objects all died, which two GCs show.
static struct kind *die(uint64_t inner) {
	struct kind *k = kind_of(inner, 1);
	uint32_t turn = 0;
	kind_join(k);
	equal("tagged of the first", PATIENCE, allocate(k, &turn, PATIENCE), PATIENCE);
	collect(k, PATIENCE);
	collect(k, 0);
	equal("a verdict after", PATIENCE, kind_died(k, gcs_ended), true);
	return k;
}

int main(void) {
	static const struct {
		uint32_t objects, tagged;
	} between[] = {{0, 0}, {15, 0}, {16, 1}, {31, 1}, {32, 2}, {16 * 128, 128}, {16 * 129 - 1, 128}, {16 * 129, 129}, {16 * 130, 129},
		{17 * 128 - 1, 129}, {17 * 128, 130}, {18 * 128, 131}, {100 * 128, 213}};
	for (uint32_t i = 0; i < sizeof between / sizeof *between; i++) {
		struct kind *k = die(100 + i);
		for (uint32_t gc = 0; gc < 3; gc++) {
			uint32_t turn = 0, tagged = allocate(k, &turn, between[i].objects);
			equal("tagged between two GCs of", between[i].objects, tagged, between[i].tagged);
			collect(k, tagged);
		}
	}
	struct kind *k = die(1);
	uint32_t turn = 0;
	allowance = 0;
	allocate(k, &turn, ALLOW_EVERY * 1000 - 1);
	equal("tags paid for by", ALLOW_EVERY * 1000 - 1, allowance, 999);
	kinds_reset();
	return failures > 0;
}
