#include "agent.h"

#include <stdio.h>
#include <stdlib.h>

// Tables with open addressing: methods by ID, chains by a 128-bit hash, thread names by hash. One lock protects them; it is not held while
// the VM is called.
static mutex_t lock = MUTEX_INIT;

struct method {
	jmethodID id;
	uint32_t number;
	uint32_t family; // the same for the methods of all classes of a family; 0 until described
	bool sent; // it was described
};
static struct method *methods;
static uint32_t method_size, method_count;

struct chain {
	uint64_t hash[2];
	uint32_t number;
};
static struct chain *chains;
static uint32_t chain_size;
static _Atomic uint32_t chain_count;
static _Atomic bool shallow, shortened; // chains of samples are limited
static struct stream described = {.kind = W_CHAINS}; // sent before any message that may name one of the chains

struct name {
	uint64_t hash[2];
	uint32_t number;
};
static struct name *names;
static uint32_t name_size, name_count;

// Programs may name each thread differently, and programs that keep creating classes have any number of chains.
enum {
	MOST_NAMES = 1 << 20,
	FEW_CHAINS = 1 << 16,  // up to this number, samples have more frames than depth
	MANY_CHAINS = 1 << 18, // above, samples keep two frames
	MOST_CHAINS = 1 << 20,
};

static uint64_t mix(uint64_t h) { // the finalizer of MurmurHash3
	h ^= h >> 33;
	h *= 0xff51afd7ed558ccdULL;
	h ^= h >> 33;
	h *= 0xc4ceb9fe1a85ec53ULL;
	return h ^ h >> 33;
}

void chain_hash(const struct frame *frames, int count, uint64_t hash[2]) {
	uint64_t a = 0x9e3779b97f4a7c15ULL ^ (uint64_t)count, b = 0xc2b2ae3d27d4eb4fULL;
	for (int i = 0; i < count; i++) {
		uint64_t v = (uint64_t)(uintptr_t)frames[i].method * 0x87c37b91114253d5ULL ^ (uint32_t)frames[i].bci;
		a = (a ^ v) * 0x4cf5ad432745937fULL;
		a ^= a >> 29;
		b = (b + v) * 0x52dce729da3ed7cdULL;
		b ^= b >> 32;
	}
	hash[0] = mix(a);
	hash[1] = mix(b) | 1; // 0 marks a free entry
}

// place returns the entry for a hash. The hash is the first member of each entry.
static void *place(void *table, uint32_t size, size_t entry, const uint64_t hash[2]) {
	for (uint32_t i = (uint32_t)hash[0];; i++) {
		uint64_t *e = (uint64_t *)((char *)table + (i & (size - 1)) * entry);
		if (e[1] == 0 || (e[0] == hash[0] && e[1] == hash[1]))
			return e;
	}
}

// room makes room for one more entry; false without memory.
static bool room(void **table, uint32_t *size, uint32_t used, size_t entry) {
	if (used * 2 < *size)
		return true;
	uint32_t bigger = *size == 0 ? 1024 : *size * 2;
	char *t = calloc(bigger, entry);
	if (t == NULL)
		return false;
	for (uint32_t i = 0; i < *size; i++) {
		uint64_t *e = (uint64_t *)((char *)*table + i * entry);
		if (e[1] != 0)
			memcpy(place(t, bigger, entry, e), e, entry);
	}
	free(*table);
	*table = t;
	*size = bigger;
	return true;
}

// family_of returns the same number for a method in all classes of a family.
static uint32_t family_of(const char *class, const char *name, const char *type) {
	uint32_t h = class == NULL ? 0 : kind_family(class);
	for (int i = 0; i < 2; i++, name = type)
		for (const char *c = name; c != NULL && *c != 0; c++)
			h = (h ^ (uint8_t)*c) * 0x01000193;
	return h;
}

// describe writes a method and returns its family.
static uint32_t describe(struct stream *out, jmethodID m) {
	char *name = NULL, *type = NULL, *file = NULL, *signature = NULL;
	jclass c = NULL;
	jboolean native = JNI_FALSE;
	jint n = 0;
	jvmtiLineNumberEntry *lines = NULL;
	(*jvmti)->GetMethodName(jvmti, m, &name, &type, NULL);
	if ((*jvmti)->GetMethodDeclaringClass(jvmti, m, &c) == JVMTI_ERROR_NONE) {
		(*jvmti)->GetClassSignature(jvmti, c, &signature, NULL);
		(*jvmti)->GetSourceFileName(jvmti, c, &file);
	}
	(*jvmti)->IsMethodNative(jvmti, m, &native);
	if ((*jvmti)->GetLineNumberTable(jvmti, m, &n, &lines) != JVMTI_ERROR_NONE)
		n = 0;
	put_text(out, signature);
	put_text(out, name);
	put_text(out, file);
	put(out, native);
	put(out, (uint64_t)n);
	for (jint i = 0; i < n && stream_more(out, 2 * MAX_VARINT); i++) {
		put(out, (uint64_t)lines[i].start_location);
		put(out, (uint64_t)lines[i].line_number);
	}
	uint32_t family = family_of(signature, name, type);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)name);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)type);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)file);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)lines);
	JNIEnv *env;
	if (c != NULL && (*vm)->GetEnv(vm, (void **)&env, JNI_VERSION_1_6) == JNI_OK) {
		local_references(env, 0);
		(*env)->DeleteLocalRef(env, c);
	}
	return family;
}

static struct method *method_place(jmethodID m) {
	for (uint32_t i = (uint32_t)mix((uint64_t)(uintptr_t)m);; i++) {
		struct method *e = &methods[i & (method_size - 1)];
		if (e->id == NULL || e->id == m)
			return e;
	}
}

static bool method_room(void) {
	if (method_count * 2 < method_size)
		return true;
	struct method *before = methods;
	uint32_t size = method_size;
	uint32_t bigger = size == 0 ? 1024 : size * 2;
	struct method *t = calloc(bigger, sizeof *t);
	if (t == NULL)
		return false;
	methods = t;
	method_size = bigger;
	for (uint32_t i = 0; i < size; i++)
		if (before[i].id != NULL)
			*method_place(before[i].id) = before[i];
	free(before);
	return true;
}

uint64_t chain_family(const struct frame *frames, int count) {
	struct frame families[MAX_REACH];
	uint64_t hash[2];
	mutex_lock(&lock);
	for (int i = 0; i < count; i++) {
		const struct method *m = method_size == 0 || frames[i].method == NULL ? NULL : method_place(frames[i].method);
		families[i] = (struct frame){m == NULL ? NULL : (jmethodID)(uintptr_t)m->family, frames[i].bci};
	}
	mutex_unlock(&lock);
	chain_hash(families, count, hash);
	return hash[0];
}

int64_t method_known(jmethodID m) {
	mutex_lock(&lock);
	struct method *e = method_size == 0 || m == NULL ? NULL : method_place(m);
	int64_t number = e == NULL || e->id == NULL ? -1 : (int64_t)e->number;
	mutex_unlock(&lock);
	return number;
}

int64_t method_sent(jmethodID m) {
	static signal_t never = SIGNAL_INIT;
	int64_t number = method_number(m);
	mutex_lock(&lock);
	for (int i = 0; number >= 0 && !method_place(m)->sent && i < 200; i++) // another thread is about to describe it
		signal_wait(&never, &lock, 1);
	mutex_unlock(&lock);
	return number;
}

int64_t method_number(jmethodID m) {
	if (m == NULL)
		return -1;
	mutex_lock(&lock);
	bool ok = method_room();
	struct method *e = ok ? method_place(m) : NULL;
	int64_t n = !ok ? -1 : e->id != NULL ? (int64_t)e->number : -2;
	if (n == -2) {
		*e = (struct method){.id = m, .number = method_count++};
		n = e->number;
		mutex_unlock(&lock);
		struct stream out = {.kind = W_METHODS};
		uint32_t family = 0;
		if (stream_room(&out, 3 * 4200 + 8 * MAX_VARINT)) {
			put(&out, (uint64_t)n);
			family = describe(&out, m);
			stream_flush(&out);
		}
		mutex_lock(&lock);
		e = method_place(m);
		e->family = family;
		e->sent = true;
		mutex_unlock(&lock);
		return n;
	}
	mutex_unlock(&lock);
	return n;
}

// new_chain numbers and describes a chain, unless another thread did so first.
static int64_t new_chain(const struct frame *frames, int count, const uint64_t hash[2]) {
	uint64_t numbers[MAX_REACH];
	for (int i = 0; i < count; i++)
		numbers[i] = (uint64_t)(method_number(frames[i].method) + 1);
	mutex_lock(&lock);
	struct chain *e = room((void **)&chains, &chain_size, chain_count, sizeof *chains) ?
		place(chains, chain_size, sizeof *chains, hash) : NULL;
	bool full = chain_count >= MOST_CHAINS;
	if (e != NULL && e->hash[1] == 0 && !full && stream_room(&described, (size_t)(2 * count + 2) * MAX_VARINT)) {
		*e = (struct chain){{hash[0], hash[1]}, chain_count++};
		put(&described, e->number);
		put(&described, (uint64_t)count);
		for (int i = 0; i < count; i++) {
			put(&described, numbers[i]);
			put(&described, (uint64_t)(frames[i].bci < 0 ? 0 : frames[i].bci + 1));
		}
	}
	int64_t n = e == NULL || e->hash[1] == 0 ? -1 : (int64_t)e->number;
	mutex_unlock(&lock);
	return n;
}

void chains_flush(void) {
	mutex_lock(&lock);
	stream_flush(&described);
	mutex_unlock(&lock);
}

int64_t chain_number(const struct frame *frames, int count) {
	if (count <= 0)
		return -1;
	uint64_t hash[2];
	chain_hash(frames, count, hash);
	mutex_lock(&lock);
	if (!room((void **)&chains, &chain_size, chain_count, sizeof *chains)) {
		mutex_unlock(&lock);
		return -1;
	}
	struct chain *e = place(chains, chain_size, sizeof *chains, hash);
	int64_t n = e->hash[1] != 0 ? (int64_t)e->number : -1;
	mutex_unlock(&lock);
	return n >= 0 ? n : new_chain(frames, count, hash);
}

int64_t chain_of_stack(jthread thread, int depth, int reach) {
	jvmtiFrameInfo info[MAX_REACH];
	struct frame frames[MAX_REACH];
	jint n = 0;
	if (reach > depth && chain_count < FEW_CHAINS)
		depth = reach;
	else if (reach > depth && !atomic_exchange(&shallow, true))
		report("there are more than %d call chains of samples: from here on %d frames of each are kept", FEW_CHAINS, depth);
	if (chain_count >= MANY_CHAINS && depth > 2) { // without the lock: a thread that sees this late keeps a few more frames
		depth = 2;
		if (!atomic_exchange(&shortened, true))
			report("there are more than %d call chains of samples: from here on only two frames of each are kept", MANY_CHAINS);
	}
	if ((*jvmti)->GetStackTrace(jvmti, thread, 0, depth, info, &n) != JVMTI_ERROR_NONE)
		return -1;
	for (jint i = 0; i < n; i++)
		frames[i] = (struct frame){info[i].method, info[i].location < 0 ? -1 : (int32_t)info[i].location};
	return chain_number(frames, n);
}

int64_t thread_number(JNIEnv *env, jthread thread) {
	jvmtiThreadInfo info = {0};
	if ((*jvmti)->GetThreadInfo(jvmti, thread, &info) != JVMTI_ERROR_NONE)
		return -1;
	local_references(env, 0);
	const char *text = info.name == NULL || info.name[0] == 0 ? "(without a name)" : info.name;
	uint64_t hash[2] = {0xcbf29ce484222325ULL, 0x84222325cbf29ce4ULL};
	for (const char *c = text; *c != 0; c++) {
		hash[0] = (hash[0] ^ (uint8_t)*c) * 0x100000001b3ULL;
		hash[1] = (hash[1] + (uint8_t)*c) * 0x52dce729da3ed7cdULL;
	}
	hash[0] = mix(hash[0]);
	hash[1] = mix(hash[1]) | 1;
	mutex_lock(&lock);
	int64_t n = -1;
	if (room((void **)&names, &name_size, name_count, sizeof *names)) {
		struct name *e = place(names, name_size, sizeof *names, hash);
		struct stream out = {.kind = W_THREADS};
		if (e->hash[1] == 0 && name_count < MOST_NAMES) {
			*e = (struct name){{hash[0], hash[1]}, name_count++};
			if (stream_room(&out, 4096 + 2 * MAX_VARINT)) {
				put(&out, e->number);
				put_text(&out, text);
				stream_flush(&out);
			}
		}
		n = e->hash[1] != 0 ? (int64_t)e->number : -1;
	}
	mutex_unlock(&lock);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)info.name);
	if (info.thread_group != NULL)
		(*env)->DeleteLocalRef(env, info.thread_group);
	if (info.context_class_loader != NULL)
		(*env)->DeleteLocalRef(env, info.context_class_loader);
	return n;
}

void chains_reset(void) {
	mutex_lock(&lock);
	stream_flush(&described);
	free(methods);
	free(chains);
	free(names);
	methods = NULL;
	chains = NULL;
	names = NULL;
	shallow = shortened = false;
	method_size = method_count = chain_size = chain_count = name_size = name_count = 0;
	mutex_unlock(&lock);
}
