#include "agent.h"

#include <stdlib.h>

struct slot *slot_chunks[1 << (32 - SLOT_CHUNK)];

static mutex_t lock = MUTEX_INIT;
static uint32_t end = FIRST_SLOT;
enum { MOST_SLOTS = 1 << 29 }; // as the collector takes them
static uint32_t *free_slots; // a stack
static uint32_t free_count, free_size;

static mutex_t freed_lock = MUTEX_INIT;
static uint32_t *freed, *freed_spare; // two for each dead object: its slot, and the GC that found it or AT_DRAIN
static uint32_t freed_count, freed_size, freed_spare_size;
#define AT_DRAIN UINT32_MAX

// chunk_ready takes the memory for a slot.
static bool chunk_ready(uint32_t s) {
	struct slot **c = &slot_chunks[s >> SLOT_CHUNK];
	if (*c == NULL)
		*c = calloc(1u << SLOT_CHUNK, sizeof(struct slot));
	return *c != NULL;
}

uint32_t slot_take(struct slots *b) {
	if (b->count == 0) {
		int want = (int)(sizeof b->free / sizeof *b->free);
		mutex_lock(&lock);
		while (b->count < want && free_count > 0)
			b->free[b->count++] = free_slots[--free_count];
		while (b->count < want && end < MOST_SLOTS && chunk_ready(end))
			b->free[b->count++] = end++;
		mutex_unlock(&lock);
		// The lowest is taken first: neighbours in the heap get neighbouring slots.
		for (int i = 0, j = b->count - 1; i < j; i++, j--) {
			uint32_t s = b->free[i];
			b->free[i] = b->free[j];
			b->free[j] = s;
		}
	}
	if (b->count == 0) {
		out_broken();
		return 0;
	}
	uint32_t s = b->free[--b->count];
	*slot_at(s) = (struct slot){0};
	return s;
}

static bool grow(uint32_t **list, uint32_t *size, uint32_t want) {
	if (want <= *size)
		return true;
	uint32_t n = *size < 1024 ? 1024 : *size;
	while (n < want)
		n *= 2;
	uint32_t *bigger = realloc(*list, (size_t)n * sizeof **list);
	if (bigger == NULL)
		return false;
	*list = bigger;
	*size = n;
	return true;
}

void slots_return(struct slots *b) {
	mutex_lock(&lock);
	if (grow(&free_slots, &free_size, free_count + (uint32_t)b->count)) // else they are lost
		while (b->count > 0)
			free_slots[free_count++] = b->free[--b->count];
	b->count = 0;
	mutex_unlock(&lock);
}

void slots_reserve(uint32_t count) {
	mutex_lock(&lock);
	uint64_t until = (uint64_t)end + (count > free_count ? count - free_count : 0);
	for (uint64_t s = end; s < until && s < MOST_SLOTS; s += 1u << SLOT_CHUNK)
		if (!chunk_ready((uint32_t)s))
			break;
	mutex_unlock(&lock);
}

uint32_t slots_end(void) {
	mutex_lock(&lock);
	uint32_t e = end;
	mutex_unlock(&lock);
	return e;
}

void slot_freed(jlong tag) {
	uint32_t s = TAG_SLOT(tag);
	if (s < FIRST_SLOT || !recording) // after the end slots mean nothing
		return;
	// The VM tells deaths when a GC is over and before the next one ends; the walker may drain them after that. The end of a
	// cycle that runs beside the program is only known to the walker.
	uint32_t gc = perf_concurrent() ? AT_DRAIN : gcs_ended;
	mutex_lock(&freed_lock);
	if (grow(&freed, &freed_size, freed_count + 2)) { // else the slot stays taken
		freed[freed_count++] = s;
		freed[freed_count++] = gc;
	}
	mutex_unlock(&freed_lock);
}

bool slots_any_freed(void) {
	mutex_lock(&freed_lock);
	bool any = freed_count > 0;
	mutex_unlock(&freed_lock);
	return any;
}

// tell_death tells the death of an object; those that no walk saw and that survived no GC are told by their number alone,
// which is that of the allocations without the rest.
static void tell_death(struct stream *deaths, struct stream *lost, uint32_t s, uint32_t gc) {
	struct slot *o = slot_at(s);
	if (o->seen != 0 || o->pair == 0) {
		if (stream_room(deaths, MAX_VARINT))
			put(deaths, s);
	} else if (o->birth + 1 <= gc && stream_room(lost, 5 * MAX_VARINT)) {
		uint32_t chain, klass;
		exact_pair(o->pair - 1, &chain, &klass);
		put(lost, klass);
		put(lost, o->bytes);
		put(lost, chain);
		put(lost, o->thread);
		put(lost, o->birth);
	}
	if (o->pair != 0)
		exact_freed(o->pair - 1);
	o->pair = 0;
}

// tell_deaths tells the deaths of a list from a place on that one GC found, and returns where the next ones begin.
static uint32_t tell_deaths(const uint32_t *list, uint32_t i, uint32_t count, uint32_t at_drain) {
	uint32_t found = list[i + 1], gc = found == AT_DRAIN ? at_drain : found;
	struct stream deaths = {.kind = W_DEATHS, .head = {gc}, .heads = 1};
	struct stream lost = {.kind = W_LOST, .head = {gc}, .heads = 1};
	for (; i < count && list[i + 1] == found; i += 2)
		tell_death(&deaths, &lost, list[i], gc);
	stream_flush(&deaths);
	stream_flush(&lost);
	return i;
}

void slots_drain(uint32_t gc) {
	mutex_lock(&freed_lock);
	uint32_t *list = freed, count = freed_count, size = freed_size;
	freed = freed_spare;
	freed_size = freed_spare_size;
	freed_count = 0;
	freed_spare = NULL;
	freed_spare_size = 0;
	mutex_unlock(&freed_lock);
	samples_flush(); // they come before the deaths of their objects
	for (uint32_t i = 0; i < count;)
		i = tell_deaths(list, i, count, gc);
	mutex_lock(&lock);
	if (grow(&free_slots, &free_size, free_count + count / 2))
		for (uint32_t i = 0; i < count; i += 2)
			free_slots[free_count++] = list[i];
	mutex_unlock(&lock);
	mutex_lock(&freed_lock);
	freed_spare = list;
	freed_spare_size = size;
	mutex_unlock(&freed_lock);
}

void slots_reset(void) {
	mutex_lock(&lock);
	for (uint32_t i = 0; i < sizeof slot_chunks / sizeof *slot_chunks; i++) {
		free(slot_chunks[i]);
		slot_chunks[i] = NULL;
	}
	free(free_slots);
	free_slots = NULL;
	free_count = free_size = 0;
	end = FIRST_SLOT;
	mutex_unlock(&lock);
	mutex_lock(&freed_lock);
	free(freed);
	free(freed_spare);
	freed = freed_spare = NULL;
	freed_count = freed_size = freed_spare_size = 0;
	mutex_unlock(&freed_lock);
}
