#include "agent.h"
#include "vm.h"

#include <stdio.h>

// The JVM publishes counters in a file that is mapped into its memory (jvmstat, version 2): a header, then entries with name and value. It is
// read like any other file, without trust.

static const uint8_t *data;
static size_t size;
static bool concurrent, is_z;

static struct {
	const uint8_t *cause, *last_cause;
	const uint8_t *name[4], *invocations[4];
	const uint8_t *unloaded;
	const uint8_t *used[12], *capacity[12];
	int spaces;
} at;

// The address of eden for the Serial and Parallel collectors. Their counter of eden's use is a sample that may be stale.
static struct {
	bool sampled;
	const char *refused; // why it is unknown; NULL if known
	uint64_t young;      // address of the young generation
	int64_t eden, bottom, top;
} vm_eden;

static uint32_t word(size_t offset) {
	uint32_t v;
	memcpy(&v, data + offset, sizeof v);
	return v;
}

static uint64_t value(const uint8_t *p) {
	uint64_t v = 0;
	if (p != NULL)
		memcpy(&v, p, sizeof v);
	return v;
}

// note stores the address of a counter's value if the agent uses the counter.
static void note(const char *name, const uint8_t *p) {
	int n, m, end = 0;
	if (strcmp(name, "sun.gc.cause") == 0)
		at.cause = p;
	else if (strcmp(name, "sun.gc.lastCause") == 0)
		at.last_cause = p;
	else if (strcmp(name, "java.cls.unloadedClasses") == 0)
		at.unloaded = p;
	else if (sscanf(name, "sun.gc.collector.%1d.name%n", &n, &end) == 1 && end > 0 && name[end] == 0 && n < 4)
		at.name[n] = p;
	else if (sscanf(name, "sun.gc.collector.%1d.invocations%n", &n, &end) == 1 && end > 0 && name[end] == 0 && n < 4)
		at.invocations[n] = p;
	else if (sscanf(name, "sun.gc.generation.%1d.space.%1d.used%n", &n, &m, &end) == 2 && end > 0 && name[end] == 0 && n < 3 && m < 4)
		at.used[n * 4 + m] = p;
	else if (sscanf(name, "sun.gc.generation.%1d.space.%1d.capacity%n", &n, &m, &end) == 2 && end > 0 && name[end] == 0 && n < 3 && m < 4)
		at.capacity[n * 4 + m] = p;
}

static bool named(const char *part) { return at.name[0] != NULL && strstr((const char *)at.name[0], part) != NULL; }

// find_young finds the young generation: in a static field for Parallel up to Java 26, else in the VM's only heap.
static bool find_young(bool parallel) {
	int64_t place, offset;
	uint64_t heap;
	if (parallel && vm_fields(&(struct vm_field){"ParallelScavengeHeap", "_young_gen", true, &place}, 1))
		return vm_word((uint64_t)place, &vm_eden.young);
	if (!vm_fields(&(struct vm_field){"Universe", "_collectedHeap", true, &place}, 1) || !vm_word((uint64_t)place, &heap))
		return false;
	const char *const types[] = {"ParallelScavengeHeap", "SerialHeap", "GenCollectedHeap"};
	for (int i = parallel ? 0 : 1; i < (parallel ? 1 : 3); i++)
		if (vm_fields(&(struct vm_field){types[i], "_young_gen", false, &offset}, 1))
			return vm_word(heap + (uint64_t)offset, &vm_eden.young);
	return false;
}

// find_eden_fields finds the fields for eden and its bounds.
static bool find_eden_fields(bool parallel) {
	const struct vm_field newer[] = {{parallel ? "PSYoungGen" : "DefNewGeneration", "_eden_space", false, &vm_eden.eden},
		{parallel ? "MutableSpace" : "ContiguousSpace", "_bottom", false, &vm_eden.bottom},
		{parallel ? "MutableSpace" : "ContiguousSpace", "_top", false, &vm_eden.top}};
	const struct vm_field older[] = {newer[0], {"Space", "_bottom", false, &vm_eden.bottom}, newer[2]};
	return vm_fields(newer, 3) || (!parallel && vm_fields(older, 3));
}

// find_eden looks up eden in the VM's description of itself.
static void find_eden(void) {
	bool parallel = named("PS") || named("Parallel"), serial = named("Copy") || named("Serial");
	memset(&vm_eden, 0, sizeof vm_eden);
	vm_eden.sampled = parallel || serial;
	vm_eden.refused = vm_eden.sampled ? vm_refuses(VM_EDEN) : "";
	if (vm_eden.refused == NULL && !(find_young(parallel) && find_eden_fields(parallel)))
		vm_eden.refused = "the VM does not say where eden is";
}

bool perf_eden(uint64_t *used) {
	uint64_t eden, bottom, top;
	if (vm_eden.refused != NULL || !vm_word(vm_eden.young + (uint64_t)vm_eden.eden, &eden) ||
		!vm_word(eden + (uint64_t)vm_eden.bottom, &bottom) || !vm_word(eden + (uint64_t)vm_eden.top, &top))
		return false;
	*used = top - bottom;
	return bottom != 0 && top >= bottom && *used <= value(at.capacity[0]);
}

const char *perf_eden_refused(void) { return vm_eden.sampled ? vm_eden.refused : NULL; }

bool perf_eden_sampled(void) { return vm_eden.sampled; }

bool perf_open(void) {
	memset(&at, 0, sizeof at);
	if (data == NULL)
		data = performance_file(&size);
	if (data == NULL || word(0) != (data[4] == 1 ? 0xc0c0feca : 0xcafec0c0) || data[4] != 1) {
		perf_close();
		return false;
	}
	size_t offset = word(24);
	uint32_t entries = word(28);
	for (uint32_t i = 0; i < entries && offset + 20 <= size; i++) {
		uint32_t length = word(offset), name = word(offset + 4), text = word(offset + 16);
		if (length < 20 || length > size - offset || name >= length || memchr(data + offset + name, 0, length - name) == NULL)
			break;
		if (text <= length - 8 && memchr(data + offset + text, 0, length - text) != NULL) // numbers below 2^56 contain a zero byte too
			note((const char *)data + offset + name, data + offset + text);
		offset += length;
	}
	find_eden();
	concurrent = is_z = false;
	for (int i = 0; i < 4; i++) {
		const char *name = at.name[i] == NULL ? "" : (const char *)at.name[i];
		is_z |= strncmp(name, "Z ", 2) == 0 || strncmp(name, "ZGC", 3) == 0;
		concurrent |= is_z || strstr(name, "Shenandoah") != NULL;
	}
	return at.last_cause != NULL || at.invocations[0] != NULL;
}

bool perf_known(void) { return data != NULL && at.cause != NULL; }
bool perf_concurrent(void) { return concurrent; }
bool perf_is_z(void) { return is_z; }

// Serial and Parallel of Java 17 move objects for a heap dump or a histogram without an event. Other collectors move them at any time.
bool perf_reports_moves(void) { return at.name[0] != NULL && strncmp((const char *)at.name[0], "G1", 2) == 0; }

const uint32_t *perf_unloads(void) { return (const uint32_t *)(const void *)at.unloaded; }

bool perf_in_cycle(void) { return at.cause != NULL && strcmp((const char *)at.cause, "No GC") != 0; }

void perf_read(struct counters *c) {
	memset(c, 0, sizeof *c);
	if (data == NULL)
		return;
	for (int i = 0; i < 4; i++)
		c->invocations[i] = value(at.invocations[i]);
	for (int i = 0; i < 12; i++) {
		c->used += value(at.used[i]);
		c->capacity += value(at.capacity[i]);
	}
	c->eden_used = value(at.used[0]);
	c->eden_capacity = value(at.capacity[0]);
}

static void copy(const uint8_t *p, char *text, size_t n) {
	text[0] = 0;
	if (p != NULL)
		snprintf(text, n, "%.60s", (const char *)p);
}

void perf_cause(char *text, size_t n) {
	copy(perf_in_cycle() ? at.cause : at.last_cause, text, n);
	if (strcmp(text, "No GC") == 0)
		text[0] = 0;
}

void perf_kind(int collector, char *text, size_t n) { copy(collector < 4 ? at.name[collector] : NULL, text, n); }

// perf_counts is false for the pauses of a concurrent cycle.
bool perf_counts(int collector) {
	return at.name[collector] == NULL || (strstr((const char *)at.name[collector], "stop-the-world phases") == NULL &&
		strstr((const char *)at.name[collector], "concurrent cycle pauses") == NULL);
}

void perf_close(void) {
	if (data != NULL)
		performance_unmap(data, size);
	data = NULL;
	memset(&at, 0, sizeof at);
	memset(&vm_eden, 0, sizeof vm_eden);
}
