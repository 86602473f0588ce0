// Tests that a message has the room that its sender asked for, also if it reuses the memory of a kept one.

#include "../source/out.c"

enum { SMALLEST = 8, RECORDS = 3000, LONGEST_RECORD = 1 << 16 };

struct options options = {.memory = 64 << 20};
_Atomic bool recording = true;
int64_t start_us;

void chains_flush(void) {}
void point_stop(bool with_point) { (void)with_point; }
void point_request(unsigned flags) { (void)flags; }

static int failures;

static void room_for(struct stream *s, size_t n, const char *when) {
	if (!stream_room(s, n)) {
		printf("%s: no room for %zu bytes\n", when, n);
		failures++;
	} else if (s->at->size - s->at->length < n) {
		printf("%s: room for %u bytes, expected %zu\n", when, s->at->size - s->at->length, n);
		failures++;
	}
}

// keep_spare makes the memory of a message the spare one, and returns its size.
static uint32_t keep_spare(void) {
	struct stream s = {.kind = W_CLASSES};
	for (int i = 0; i < 2; i++) { // the second is appended to the first
		room_for(&s, SMALLEST, "a kept message");
		put_byte(&s, 1);
		stream_flush(&s);
	}
	return spare == NULL ? 0 : spare->size;
}

// at_each_size asks for as many bytes as the spare memory has, and a few more and fewer.
static void at_each_size(void) {
	for (uint32_t less = 0; less <= 2 * HEADER; less++) {
		uint32_t size = keep_spare();
		if (size <= HEADER) {
			printf("no memory is kept\n");
			failures++;
			return;
		}
		struct stream s = {.kind = W_METHODS};
		room_for(&s, size + 1 - less, "a message of the size of the spare one");
		stream_flush(&s);
		drop_all();
	}
}

// of_any_size sends records of all kinds and sizes.
static void of_any_size(void) {
	static const uint8_t kinds[] = {W_CLASSES, W_METHODS, W_THREADS, W_SAMPLES, W_OBJECTS};
	enum { KINDS = sizeof kinds };
	struct stream streams[KINDS] = {{0}};
	uint32_t random = 1;
	for (int i = 0; i < KINDS; i++)
		streams[i].kind = kinds[i];
	for (int i = 0; i < RECORDS; i++) {
		random = random * 1664525 + 1013904223;
		struct stream *s = &streams[(random >> 8) % KINDS];
		size_t n = 1 + (random >> 16) % ((random >> 4 & 7) == 0 ? LONGEST_RECORD : 500);
		room_for(s, n, "a record");
		memset(put_bytes(s, n), 0, n);
		if ((random >> 12 & 3) == 0)
			stream_flush(s);
		if (i % 100 == 0)
			drop_all();
	}
	for (int i = 0; i < KINDS; i++)
		stream_flush(&streams[i]);
	drop_all();
}

int main(void) {
	at_each_size();
	of_any_size();
	return failures > 0;
}
