#include "agent.h"

#include <stdio.h>
#include <stdlib.h>

struct options options;

// unescape copies a value in which %XX stands for a byte; false if it does not fit.
static bool unescape(const char *from, size_t length, char *to, size_t size) {
	size_t n = 0;
	for (size_t i = 0; i < length; i++) {
		char c = from[i];
		if (c == '%' && i + 2 < length) {
			char hex[3] = {from[i + 1], from[i + 2], 0};
			c = (char)strtol(hex, NULL, 16);
			i += 2;
		}
		if (n + 1 >= size)
			return false;
		to[n++] = c;
	}
	to[n] = 0;
	return true;
}

static bool number(const char *text, double low, double high, double *v) {
	char *end;
	*v = strtod(text, &end);
	return end != text && *end == 0 && *v >= low && *v <= high;
}

static bool set_mode(const char *value) {
	static const char *const names[] = {"sampled", "exact", "counts"};
	for (int i = 0; i < 3; i++)
		if (strcmp(value, names[i]) == 0) {
			options.mode = (enum mode)i;
			return true;
		}
	return false;
}

static bool set(const char *name, const char *value) {
	double v = 0;
	if (strcmp(name, "mode") == 0)
		return set_mode(value);
	if (strcmp(name, "tag") == 0)
		return options.tag_all = true, strcmp(value, "all") == 0;
	if (!number(value, 0, 1e15, &v))
		return false;
	if (strcmp(name, "depth") == 0)
		return options.depth = (int)(v < 1 ? 1 : v > MAX_DEPTH ? MAX_DEPTH : v), true;
	if (strcmp(name, "reach") == 0)
		return options.reach = (int)(v < 0 ? 0 : v > MAX_REACH ? MAX_REACH : v), true;
	if (strcmp(name, "interval") == 0)
		return options.interval = (int)(v > INT32_MAX ? INT32_MAX : v), true;
	if (strcmp(name, "every") == 0)
		return options.every = (int64_t)(v * 1000), true;
	if (strcmp(name, "budget") == 0)
		return options.budget = v > 100 ? 1 : v / 100, true;
	if (strcmp(name, "pause") == 0)
		return options.pause = (int64_t)(v * 1000), true;
	if (strcmp(name, "memory") == 0)
		return options.memory = (uint64_t)v, true;
	if (strcmp(name, "max") == 0)
		return options.max = (uint64_t)v, true;
	if (strcmp(name, "final") == 0)
		return options.final = v != 0, true;
	if (strcmp(name, "late") == 0)
		return options.late = v != 0, true;
	if (strcmp(name, "internals") == 0)
		return options.internals = v != 0, true;
	if (strcmp(name, "fast") == 0)
		return options.fast = v != 0, true;
	if (strcmp(name, "check") == 0)
		return options.check = (uint32_t)(v > INT32_MAX ? INT32_MAX : v), options.checked = true;
	if (strcmp(name, "collect") == 0)
		return options.collect = v != 0, true;
	return false;
}

// read_token reads the token from a file. Other users can read the program's arguments, but not that file.
static bool read_token(const char *path) {
	FILE *file = fopen(path, "rb");
	if (file == NULL)
		return false;
	size_t n = fread(options.token, 1, sizeof options.token, file);
	bool whole = n > 0 && n < sizeof options.token && !ferror(file);
	options.token[whole ? n : 0] = 0;
	fclose(file);
	return whole;
}

// option parses one NAME=VALUE.
static bool option(const char *text, size_t length) {
	char name[16], value[600];
	const char *equals = memchr(text, '=', length);
	if (equals == NULL || !unescape(text, (size_t)(equals - text), name, sizeof name) ||
		!unescape(equals + 1, length - (size_t)(equals - text) - 1, value, sizeof value))
		return false;
	if (strcmp(name, "socket") == 0 && strlen(value) < sizeof options.socket)
		return strcpy(options.socket, value), true;
	if (strcmp(name, "token") == 0 && strlen(value) < sizeof options.token)
		return strcpy(options.token, value), true;
	if (strcmp(name, "uses") == 0 && strlen(value) < sizeof options.uses)
		return strcpy(options.uses, value), true;
	if (strcmp(name, "tokenfile") == 0)
		return read_token(value);
	return set(name, value);
}

bool options_parse(const char *text, char *error, size_t size) {
	options = (struct options){.mode = MODE_SAMPLED, .depth = 16, .interval = VM_INTERVAL, .every = 100000, .budget = 0.05,
		.pause = 1000000,
		.memory = 64 << 20, .max = 50000000, .final = true, .collect = true, .internals = true, .fast = true, .check = 4096};
	for (const char *at = text == NULL ? "" : text; *at != 0;) {
		const char *comma = strchr(at, ',');
		size_t length = comma == NULL ? strlen(at) : (size_t)(comma - at);
		if (length > 0 && !option(at, length)) {
			snprintf(error, size, "option %.*s: not understood, or its file cannot be read", (int)(length > 60 ? 60 : length), at);
			return false;
		}
		at += length + (comma != NULL);
	}
	if (options.socket[0] == 0) {
		snprintf(error, size, "option socket=PATH: missing");
		return false;
	}
	return true;
}
