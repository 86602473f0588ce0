#include "agent.h"

#include <stdlib.h>

// Each thread stores its sites by a hash of their frames.

// INNER is the number of innermost frames that allocations of one kind share.
enum { INNER = 3 };

// MOST_SITES is the largest number of sites of all threads. Programs that keep creating classes have any number.
enum { MOST_SITES = 1 << 20 };
static _Atomic uint32_t all_sites;

// place returns the entry for a hash in a table. The table has a free entry.
static struct site **place(struct site **table, uint32_t size, const uint64_t hash[2]) {
	for (uint32_t i = (uint32_t)hash[0];; i++) {
		struct site **s = &table[i & (size - 1)];
		if (*s == NULL || ((*s)->hash[0] == hash[0] && (*s)->hash[1] == hash[1]))
			return s;
	}
}

static bool room(struct thread_state *t) {
	if (t->site_count * 2 < t->site_size)
		return true;
	uint32_t size = t->site_size == 0 ? 1024 : t->site_size * 2;
	struct site **bigger = calloc(size, sizeof *bigger);
	if (bigger == NULL)
		return false;
	for (uint32_t i = 0; i < t->site_size; i++)
		if (t->sites[i] != NULL)
			*place(bigger, size, t->sites[i]->hash) = t->sites[i];
	free(t->sites);
	t->sites = bigger;
	t->site_size = size;
	return true;
}

// rest_of returns the site for allocations above the limit. Its chain is unknown.
static struct site *rest_of(struct thread_state *t) {
	if (t->rest == NULL)
		t->rest = calloc(1, sizeof *t->rest);
	return t->rest;
}

struct site *site_of(struct thread_state *t, const struct frame *frames, int count) {
	uint64_t hash[2];
	chain_hash(frames, count, hash);
	if (!room(t))
		return NULL;
	struct site **s = place(t->sites, t->site_size, hash);
	if (*s != NULL)
		return *s;
	if (all_sites >= MOST_SITES)
		return rest_of(t);
	struct site *added = calloc(1, sizeof *added);
	if (added == NULL)
		return NULL;
	*added = (struct site){.hash = {hash[0], hash[1]}, .chain = (uint32_t)(chain_number(frames, count) + 1)};
	added->inner = chain_family(frames, count < INNER ? count : INNER);
	t->site_count++;
	if (++all_sites == MOST_SITES)
		report("there are more than %d allocation sites: objects of further ones are counted without their site", MOST_SITES);
	return *s = added;
}

void sites_free(struct thread_state *t) {
	for (uint32_t i = 0; i < t->site_size; i++)
		free(t->sites[i]);
	free(t->sites);
	free(t->rest);
	t->sites = NULL;
	t->rest = NULL;
	all_sites -= t->site_count;
	t->site_size = t->site_count = 0;
}
