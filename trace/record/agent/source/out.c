#include "agent.h"
#include "pause.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

// A message is sent when it is full or flushed.
struct message {
	struct message *next;
	uint32_t length, size;
	uint8_t data[];
};

#define HEADER 5
#define USUAL (256u << 10) // size of a message in bytes; large enough that a write is cheap
#define SMALL (16u << 10)  // size of a message that is kept
#define KEPT (64u << 10)   // size of the message that collects kept ones

// Parts of the agent's memory. Above the first, samples are dropped and no walk begins. Above the second, a walk waits. Above the third, the
// recording ends, because the collector hangs.
enum { FULL = 8, FLOODED = 5, MOST = 2 };
static size_t part(int of) { return options.memory / (size_t)of; }

static mutex_t lock = MUTEX_INIT;
static signal_t changed = SIGNAL_INIT;
static struct message *first, *last;
static struct message *kept[3]; // by place_kept
static struct message *spare;   // for the next message that is kept; NULL for none
static _Atomic size_t waiting;
static bool writing, ending, closed;
static int threads;
static socket_t connection = NO_SOCKET;

static void drop_all(void) {
	for (struct message *m = first; m != NULL;) {
		struct message *next = m->next;
		free(m);
		m = next;
	}
	first = last = NULL;
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		free(kept[i]);
		kept[i] = NULL;
	}
	free(spare);
	spare = NULL;
	waiting = 0;
}

// place_kept returns where messages of a kind are kept until a message follows that may refer to them; NULL for other kinds. Otherwise a
// program that keeps creating classes would cause several writes for each class.
static struct message **place_kept(uint8_t kind) {
	return kind == W_CLASSES ? &kept[0] : kind == W_METHODS ? &kept[1] : kind == W_THREADS ? &kept[2] : NULL;
}

// The caller of the following functions holds the lock.

static void enqueue(struct message *m) {
	uint32_t length = m->length - HEADER;
	m->data[1] = (uint8_t)length;
	m->data[2] = (uint8_t)(length >> 8);
	m->data[3] = (uint8_t)(length >> 16);
	m->data[4] = (uint8_t)(length >> 24);
	m->next = NULL;
	if (last == NULL)
		first = m;
	else
		last->next = m;
	last = m;
}

static void enqueue_kept(void) {
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
		if (kept[i] != NULL)
			enqueue(kept[i]);
		kept[i] = NULL;
	}
}

// keep appends a message to the kept message of its kind.
static void keep(struct message **place, struct message *m) {
	struct message *k = *place;
	uint32_t bytes = m->length - HEADER;
	if (k != NULL && k->size - k->length >= bytes) {
		memcpy(k->data + k->length, m->data + HEADER, bytes);
		k->length += bytes;
		waiting += bytes;
		free(spare);
		spare = m;
		return;
	}
	if (k != NULL)
		enqueue_kept();
	waiting += m->length;
	struct message *bigger = m->size < KEPT ? realloc(m, sizeof *m + KEPT) : NULL;
	if (bigger != NULL) {
		bigger->size = KEPT;
		m = bigger;
	}
	*place = m;
}

void out_broken(void) {
	recording = false;
	point_stop(false);
}

static void writer(void *arg) {
	(void)arg;
	mutex_lock(&lock);
	while (!closed) {
		struct message *m = first;
		if (m == NULL) {
			if (ending)
				break;
			signal_wait(&changed, &lock, -1);
			continue;
		}
		first = m->next;
		if (first == NULL)
			last = NULL;
		writing = true;
		mutex_unlock(&lock);
		bool ok = socket_write(connection, m->data, m->length);
		waiting -= m->length;
		free(m);
		mutex_lock(&lock);
		writing = false;
		signal_all(&changed);
		if (!ok) {
			closed = true;
			out_broken();
		}
	}
	drop_all();
	threads--;
	signal_all(&changed);
	mutex_unlock(&lock);
}

static void reader(void *arg) {
	(void)arg;
	uint8_t header[HEADER], content[16];
	while (socket_read(connection, header, HEADER)) {
		uint32_t length = header[1] | header[2] << 8 | header[3] << 16 | (uint32_t)header[4] << 24;
		if (length > sizeof content || !socket_read(connection, content, length))
			break;
		if (header[0] == W_POINT)
			point_request(length > 0 ? content[0] : 0);
		else if (header[0] == W_STOP)
			point_stop(length > 0 && content[0] != 0);
	}
	out_broken();
	mutex_lock(&lock);
	threads--;
	signal_all(&changed);
	mutex_unlock(&lock);
}

bool out_open(const char *name, char *error, size_t size) {
	connection = socket_open(name, error, size);
	if (connection == NO_SOCKET)
		return false;
	writing = ending = closed = false;
	threads = 1;
	if (!thread_start(writer, NULL)) {
		snprintf(error, size, "no thread can be started");
		socket_close(connection);
		return false;
	}
	mutex_lock(&lock);
	threads++;
	mutex_unlock(&lock);
	if (!thread_start(reader, NULL)) {
		mutex_lock(&lock);
		threads--;
		mutex_unlock(&lock);
	}
	return true;
}

bool out_end(void) {
	mutex_lock(&lock);
	enqueue_kept();
	ending = true;
	signal_all(&changed);
	// A collector that reads gets everything. One that hangs must not block the program.
	for (int idle = 0; (first != NULL || writing) && !closed && idle < 50;) {
		size_t before = waiting;
		signal_wait(&changed, &lock, 100);
		idle = waiting == before ? idle + 1 : 0;
	}
	closed = true;
	socket_shut(connection);
	signal_all(&changed);
	for (int i = 0; threads > 0 && i < 50; i++)
		signal_wait(&changed, &lock, 100);
	bool ended = threads == 0;
	if (ended)
		socket_close(connection);
	mutex_unlock(&lock);
	return ended;
}

bool out_full(void) { return waiting > part(FULL); }

bool out_ready(int64_t (*left)(void)) {
	if (waiting <= part(FLOODED))
		return true;
	mutex_lock(&lock);
	while (waiting > part(FULL) && !closed && left() > 0)
		signal_wait(&changed, &lock, 5);
	mutex_unlock(&lock);
	return waiting <= part(FLOODED);
}

// names_none reports whether messages of a kind never name a chain. Some are sent while chains.c holds its lock.
static bool names_none(uint8_t kind) {
	return kind == W_HELLO || kind == W_CLASSES || kind == W_METHODS || kind == W_CHAINS || kind == W_THREADS || kind == W_REPORTED ||
		kind == W_USES || kind == W_USE_SLOTS || kind == W_ANSWERED;
}

static void send_message(uint8_t kind, struct message *m) {
	if (!names_none(kind))
		chains_flush();
	m->data[0] = kind;
	struct message **place = place_kept(kind);
	mutex_lock(&lock);
	bool over = !closed && waiting > part(MOST);
	closed |= over;
	if (closed) {
		free(m);
	} else if (place != NULL) {
		keep(place, m);
	} else {
		enqueue_kept();
		waiting += m->length;
		enqueue(m);
	}
	if (first != NULL || closed)
		signal_all(&changed);
	mutex_unlock(&lock);
	if (over)
		out_broken();
}

void stream_flush(struct stream *s) {
	if (s->at == NULL)
		return;
	send_message(s->kind, s->at);
	s->at = NULL;
}

// new_message returns an empty message with room for n bytes; NULL without memory. A program that keeps creating classes needs one for each
// class and method, so it takes the spare one: blocks of this size are expensive for malloc.
static struct message *new_message(uint8_t kind, size_t n) {
	bool is_kept = place_kept(kind) != NULL;
	struct message *m = NULL;
	if (is_kept) {
		mutex_lock(&lock);
		if (spare != NULL && spare->size - HEADER >= n) {
			m = spare;
			spare = NULL;
		}
		mutex_unlock(&lock);
	}
	if (m == NULL) {
		uint32_t size = is_kept ? SMALL + (uint32_t)n : USUAL;
		if ((m = malloc(sizeof *m + size)) == NULL)
			return NULL;
		m->size = size;
	}
	m->length = HEADER;
	return m;
}

bool stream_room(struct stream *s, size_t n) {
	if (s->at != NULL && s->at->size - s->at->length >= n)
		return true;
	stream_flush(s);
	struct message *m = new_message(s->kind, n);
	if (m == NULL) {
		out_broken();
		return false;
	}
	s->at = m;
	for (int i = 0; i < s->heads; i++)
		put(s, s->head[i]);
	return true;
}

bool stream_more(struct stream *s, size_t n) {
	if (s->at == NULL)
		return false;
	if (s->at->size - s->at->length >= n)
		return true;
	uint32_t size = s->at->size * 2 + (uint32_t)n;
	struct message *m = realloc(s->at, sizeof *m + size);
	if (m == NULL) {
		free(s->at);
		s->at = NULL;
		out_broken();
		return false;
	}
	m->size = size;
	s->at = m;
	return true;
}

void put_byte(struct stream *s, uint8_t b) { s->at->data[s->at->length++] = b; }

void put(struct stream *s, uint64_t v) {
	struct message *m = s->at;
	while (v >= 0x80) {
		m->data[m->length++] = (uint8_t)(v | 0x80);
		v >>= 7;
	}
	m->data[m->length++] = (uint8_t)v;
}

void put_signed(struct stream *s, int64_t v) { put(s, (uint64_t)v << 1 ^ (uint64_t)(v >> 63)); }

void put_text(struct stream *s, const char *text) {
	size_t n = text == NULL ? 0 : strlen(text);
	if (n > 4096)
		n = 4096;
	put(s, n);
	if (n > 0)
		memcpy(s->at->data + s->at->length, text, n);
	s->at->length += (uint32_t)n;
}

signed char *put_bytes(struct stream *s, size_t n) {
	uint8_t *at = s->at->data + s->at->length;
	s->at->length += (uint32_t)n;
	return (signed char *)at;
}

void report(const char *format, ...) {
	char text[600];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	struct stream s = {.kind = W_REPORTED};
	if (!stream_room(&s, sizeof text + 3 * MAX_VARINT))
		return;
	put(&s, now_us());
	put_text(&s, text);
	stream_flush(&s);
}

void out_bye(void) {
	struct stream s = {.kind = W_BYE};
	if (stream_room(&s, 1))
		stream_flush(&s);
}
