#include "agent.h"

#include <stdlib.h>

// Classes by number, in chunks that never move: callbacks of walks read them while others are added.
#define CHUNK 10
static struct klass *chunks[1 << (24 - CHUNK)];
static _Atomic uint32_t count;
static mutex_t lock = MUTEX_INIT; // held while describing classes; never taken in callbacks of GCs and walks
static struct stream out = {.kind = W_CLASSES};
static struct slots own_slots = {.always = true};
static uint32_t visits;
static _Atomic(struct klass *) freed; // class objects that the VM found dead
static struct klass *retiring;        // classes whose weak references will be deleted
static struct klass *dropping;        // classes whose objects the VM may still report dead
static _Atomic uint32_t unloaded;

jfieldID class_fields[64];
int class_field_keys[64];
int class_field_count;
struct klass *virtual_threads;

static int64_t number_locked(JNIEnv *env, jclass c, bool whole);

struct klass *klass_at(uint32_t number) {
	if (number >= count)
		return NULL;
	return &chunks[number >> CHUNK][number & ((1 << CHUNK) - 1)];
}

uint32_t klass_count(void) { return count; }

static struct klass *add(void) {
	uint32_t n = count;
	if (n >= 1 << 24)
		return NULL;
	struct klass **chunk = &chunks[n >> CHUNK];
	if (*chunk == NULL)
		*chunk = calloc(1 << CHUNK, sizeof **chunk);
	if (*chunk == NULL)
		return NULL;
	struct klass *k = &(*chunk)[n & ((1 << CHUNK) - 1)];
	k->number = n;
	k->super = k->weak_field = k->state_field = -1;
	count = n + 1;
	return k;
}

// object_slot returns the slot of an object and gives it one if needed; 0 for null.
static uint32_t object_slot(jobject o) {
	jlong tag = 0;
	if (o == NULL || (*jvmti)->GetTag(jvmti, o, &tag) != JVMTI_ERROR_NONE)
		return 0;
	if (TAG_SLOT(tag) >= FIRST_SLOT)
		return TAG_SLOT(tag);
	uint32_t s = slot_take(&own_slots);
	if (s != 0)
		(*jvmti)->SetTag(jvmti, o, (jlong)s | tag >> 32 << 32);
	return s;
}

uint32_t slot_of_object(jobject o) {
	mutex_lock(&lock);
	uint32_t s = object_slot(o);
	mutex_unlock(&lock);
	return s;
}

// count_interfaces counts the fields of the interfaces of a class and its superclasses, each interface once.
static uint32_t count_interfaces(struct klass *k, int depth) {
	uint32_t fields = 0;
	for (; k != NULL && depth < 1000; k = k->super < 0 ? NULL : klass_at((uint32_t)k->super), depth++) {
		for (uint32_t i = 0; i < k->interface_count; i++) {
			struct klass *f = klass_at(k->interfaces[i]);
			if (f != NULL && f->visit != visits) {
				f->visit = visits;
				fields += f->own_fields + count_interfaces(f, depth + 1);
			}
		}
	}
	return fields;
}

// find_super describes the superclass first.
static void find_super(JNIEnv *env, struct klass *k, jclass c, bool whole) {
	jclass super = (*env)->GetSuperclass(env, c);
	if (super == NULL)
		return;
	k->super = (int32_t)number_locked(env, super, whole);
	(*env)->DeleteLocalRef(env, super);
}

// find_interfaces describes the interfaces first.
static void find_interfaces(JNIEnv *env, struct klass *k, jclass c) {
	jint n = 0;
	jclass *interfaces = NULL;
	if ((*jvmti)->GetImplementedInterfaces(jvmti, c, &n, &interfaces) != JVMTI_ERROR_NONE)
		return;
	uint32_t *numbers = calloc((size_t)n + 1, sizeof *numbers), known = 0;
	for (jint i = 0; i < n; i++) {
		int64_t f = number_locked(env, interfaces[i], true);
		if (numbers != NULL && f >= 0)
			numbers[known++] = (uint32_t)f;
		(*env)->DeleteLocalRef(env, interfaces[i]);
	}
	free(k->interfaces);
	k->interfaces = numbers;
	k->interface_count = numbers == NULL ? 0 : known;
	(*jvmti)->Deallocate(jvmti, (unsigned char *)interfaces);
}

// is_weak reports whether the referent of a reference class may die.
static bool is_weak(struct klass *k, const char *signature) {
	if (strcmp(signature, "Ljava/lang/ref/WeakReference;") == 0 || strcmp(signature, "Ljava/lang/ref/PhantomReference;") == 0)
		return true;
	struct klass *super = k->super < 0 ? NULL : klass_at((uint32_t)k->super);
	return super != NULL && super->weak_field >= 0;
}

// put_constants writes the indices of the string constants of a class. No other constants hold objects.
static void put_constants(jclass c) {
	jint n = 0, bytes = 0;
	unsigned char *pool = NULL;
	if ((*jvmti)->GetConstantPool(jvmti, c, &n, &bytes, &pool) != JVMTI_ERROR_NONE) {
		put(&out, 0);
		return;
	}
	static uint32_t found[1 << 16];
	uint32_t texts = 0;
	jint at = 0;
	for (jint i = 1; i < n && at < bytes; i++) {
		static const uint8_t sizes[] = {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};
		uint8_t tag = pool[at++];
		if (tag == 0 || tag >= sizeof sizes)
			break;
		if (tag == 1) {
			if (at + 2 > bytes)
				break;
			at += 2 + (pool[at] << 8 | pool[at + 1]);
			continue;
		}
		if (tag == 8)
			found[texts++] = (uint32_t)i;
		if (tag == 5 || tag == 6)
			i++;
		at += sizes[tag];
	}
	(*jvmti)->Deallocate(jvmti, pool);
	put(&out, texts);
	for (uint32_t i = 0; i < texts && stream_more(&out, MAX_VARINT); i++)
		put(&out, found[i]);
}

// put_field writes a field and returns whether it is an instance field with a reference.
static bool put_field(jclass c, jfieldID f) {
	char *name = NULL, *signature = NULL;
	jint modifiers = 0;
	(*jvmti)->GetFieldName(jvmti, c, f, &name, &signature, NULL);
	(*jvmti)->GetFieldModifiers(jvmti, c, f, &modifiers);
	bool reference = signature != NULL && (signature[0] == 'L' || signature[0] == '[');
	put_text(&out, name);
	put(&out, ((modifiers & 8) != 0) | (uint64_t)reference << 1);
	bool holds = signature == NULL || (reference && (modifiers & 8) == 0);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)name);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
	return holds;
}

// is_leaf reports whether objects of a class hold no references, provided its own fields hold none.
static bool is_leaf(const struct klass *k, const char *signature) {
	if (k->is_array)
		return strlen(signature) == 2; // arrays of primitive elements
	const struct klass *super = k->super < 0 ? NULL : klass_at((uint32_t)k->super);
	return strcmp(signature, "Ljava/lang/Object;") == 0 || (super != NULL && super->is_leaf);
}

// is_reported reports whether walks report this field of java.lang.Class separately. Only some VMs have these fields.
static bool is_reported(const char *name) {
	return strcmp(name, "classLoader") == 0 || strcmp(name, "protectionDomain") == 0 || strcmp(name, "signers") == 0;
}

// note_class_fields stores the fields of java.lang.Class. Walks of the VM do not report them.
static void note_class_fields(struct klass *k, jclass c, jint n, const jfieldID *fields) {
	class_field_count = 0;
	for (jint i = 0; i < n && class_field_count < 64; i++) {
		char *name = NULL, *signature = NULL;
		jint modifiers = 0;
		(*jvmti)->GetFieldName(jvmti, c, fields[i], &name, &signature, NULL);
		(*jvmti)->GetFieldModifiers(jvmti, c, fields[i], &modifiers);
		if (signature != NULL && (modifiers & 8) == 0 && (signature[0] == 'L' || signature[0] == '[') &&
			!is_reported(name)) {
			class_fields[class_field_count] = fields[i];
			class_field_keys[class_field_count++] = (int)(k->interface_fields + k->chain_fields) + i;
		}
		(*jvmti)->Deallocate(jvmti, (unsigned char *)name);
		(*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
	}
}

static void refer_weakly(JNIEnv *env, struct klass *k, jclass c) {
	if (k->weak == NULL && !k->gone && (k->weak = (*env)->NewWeakGlobalRef(env, c)) == NULL)
		(*env)->ExceptionClear(env); // the program must not see it
}

// note_state stores which field of java.lang.VirtualThread has the state.
static void note_state(JNIEnv *env, struct klass *k, jclass c, jint n, const jfieldID *fields) {
	refer_weakly(env, k, c);
	for (jint i = 0; i < n; i++) {
		char *name = NULL, *signature = NULL;
		(*jvmti)->GetFieldName(jvmti, c, fields[i], &name, &signature, NULL);
		if (name != NULL && strcmp(name, "state") == 0 && strcmp(signature, "I") == 0)
			k->state_field = (int32_t)(k->interface_fields + k->chain_fields) + i;
		(*jvmti)->Deallocate(jvmti, (unsigned char *)name);
		(*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
	}
	virtual_threads = k;
}

// NOTES is the prefix of the names of note classes.
#define NOTES "Lmemcity/usage/Elem"

// note_fields reads the fields of a class and derives what walks need. It returns their number; -1 if they cannot be read.
static jint note_fields(JNIEnv *env, struct klass *k, jclass c, const char *signature, jfieldID **fields) {
	jint n = 0;
	if (!k->is_array)
		find_interfaces(env, k, c);
	bool read = k->is_array || (*jvmti)->GetClassFields(jvmti, c, &n, fields) == JVMTI_ERROR_NONE;
	if (!read)
		n = 0;
	k->own_fields = (uint32_t)n;
	struct klass *super = k->super < 0 ? NULL : klass_at((uint32_t)k->super);
	if (super != NULL)
		k->chain_fields = super->chain_fields + super->own_fields;
	visits++;
	k->interface_fields = count_interfaces(k, 0);
	if (strcmp(signature, "Ljava/lang/ref/Reference;") != 0 && is_weak(k, signature))
		k->weak_field = (int32_t)k->interface_fields; // the first field of the first superclass with fields
	if (k->is_class)
		note_class_fields(k, c, n, *fields);
	if (strcmp(signature, "Ljava/lang/VirtualThread;") == 0)
		note_state(env, k, c, n, *fields);
	return read ? n : -1;
}

// note_name sets the properties that follow from the name of a class.
static void note_name(struct klass *k, const char *signature) {
	k->family = kind_family(signature);
	k->is_array = signature[0] == '[';
	k->is_class = strcmp(signature, "Ljava/lang/Class;") == 0;
	k->is_filling = strcmp(signature, "[I") == 0 || strcmp(signature, "[Ljdk/internal/vm/FillerElement;") == 0;
	const char *innermost = signature + strspn(signature, "[");
	k->is_note = strncmp(innermost, NOTES, sizeof NOTES - 1) == 0;
}

// put_class writes a class and n of its fields. n is -1 if they cannot be read.
static void put_class(struct klass *k, jclass c, uint32_t slot, uint32_t loader, const char *signature, jint n, const jfieldID *fields) {
	if (!stream_room(&out, 4096 + 16 * MAX_VARINT))
		return;
	put(&out, k->number);
	put_text(&out, signature);
	put(&out, slot);
	put(&out, (uint64_t)(k->super + 1));
	put(&out, loader);
	put(&out, k->interface_fields);
	put(&out, k->complete);
	if (k->is_array || !k->complete)
		put(&out, 0);
	else
		put_constants(c);
	if (stream_more(&out, MAX_VARINT))
		put(&out, n < 0 ? 0 : (uint64_t)n);
	bool holds = !k->complete || n < 0;
	jint i = 0;
	for (; i < n && stream_more(&out, 4096 + 4 * MAX_VARINT); i++)
		holds |= put_field(c, fields[i]);
	k->is_leaf = i == n && !holds && is_leaf(k, signature);
}

static bool is_linked(jclass c) {
	jint status = 0;
	(*jvmti)->GetClassStatus(jvmti, c, &status);
	return (status & (JVMTI_CLASS_STATUS_PREPARED | JVMTI_CLASS_STATUS_ERROR | JVMTI_CLASS_STATUS_ARRAY)) != 0;
}

// describe sends a class: all of it if whole is set and it is linked, else its name, superclass and loader. Arrays and java.lang.Class are
// always sent whole.
static void describe(JNIEnv *env, struct klass *k, jclass c, uint32_t slot, bool whole) {
	bool linked = whole && is_linked(c);
	if (k->named && !linked)
		return;
	char *signature = NULL;
	if ((*jvmti)->GetClassSignature(jvmti, c, &signature, NULL) != JVMTI_ERROR_NONE)
		return;
	note_name(k, signature);
	k->complete = linked || k->is_array || (k->is_class && is_linked(c));
	if (!k->is_array)
		find_super(env, k, c, k->complete);
	jfieldID *fields = NULL;
	jint n = k->complete ? note_fields(env, k, c, signature, &fields) : 0;
	jobject loader = NULL;
	(*jvmti)->GetClassLoader(jvmti, c, &loader);
	put_class(k, c, slot, object_slot(loader), signature, n, fields);
	k->named = true;
	(*env)->DeleteLocalRef(env, loader);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)fields);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)signature);
}

// number_locked returns the number of a class, and describes the class unless that happened before. Describing the whole class takes some 10 µs,
// and many classes are gone before a walk.
static int64_t number_locked(JNIEnv *env, jclass c, bool whole) {
	jlong tag = 0;
	if ((*jvmti)->GetTag(jvmti, c, &tag) != JVMTI_ERROR_NONE)
		return -1;
	struct klass *k = TAG_CLASS(tag) != 0 ? klass_at(TAG_CLASS(tag) - 1) : NULL;
	if (k != NULL && (k->complete || !whole))
		return k->number;
	uint32_t slot = TAG_SLOT(tag) >= FIRST_SLOT ? TAG_SLOT(tag) : slot_take(&own_slots);
	if (slot == 0)
		return -1;
	local_references(env, 0);
	if (k == NULL) {
		if ((k = add()) == NULL)
			return -1;
		(*jvmti)->SetTag(jvmti, c, (jlong)((uint64_t)(k->number + 1) << 32 | slot));
	}
	describe(env, k, c, slot, whole);
	return k->number;
}

int64_t klass_number(JNIEnv *env, jclass c) {
	jlong tag = 0;
	if ((*jvmti)->GetTag(jvmti, c, &tag) == JVMTI_ERROR_NONE && TAG_CLASS(tag) != 0)
		return (int64_t)TAG_CLASS(tag) - 1;
	mutex_lock(&lock);
	int64_t n = number_locked(env, c, false);
	stream_flush(&out);
	mutex_unlock(&lock);
	return n;
}

void klass_refer(JNIEnv *env, struct klass *k, jclass c) {
	mutex_lock(&lock);
	refer_weakly(env, k, c);
	mutex_unlock(&lock);
}

void local_references(JNIEnv *env, uint32_t count) {
	enum { MOST = 1 << 16, MORE = 1000 };
	(*env)->EnsureLocalCapacity(env, count < MOST - MORE ? (jint)count + MORE : MOST);
}

bool failed(JNIEnv *env) {
	if (!(*env)->ExceptionCheck(env))
		return false;
	(*env)->ExceptionClear(env);
	return true;
}

// meet numbers a loaded class and tags it for counts.
static void meet(JNIEnv *env, jclass c, bool whole) {
	int64_t number = number_locked(env, c, whole);
	struct klass *k = number < 0 ? NULL : klass_at((uint32_t)number);
	if (k == NULL || k->met)
		return;
	k->met = true;
	(*counting)->SetTag(counting, c, (jlong)number + 1);
	if (options.mode == MODE_EXACT)
		refer_weakly(env, k, c);
}

void klasses_update(JNIEnv *env, bool whole, void (*visit)(JNIEnv *, jclass, uint32_t, void *), void *data) {
	jint n = 0;
	jclass *list = NULL;
	if ((*jvmti)->GetLoadedClasses(jvmti, &n, &list) != JVMTI_ERROR_NONE)
		return;
	local_references(env, (uint32_t)n);
	for (jint i = 0; i < n; i++) {
		mutex_lock(&lock);
		meet(env, list[i], whole);
		mutex_unlock(&lock);
		jlong tag = 0;
		if (visit != NULL && (*jvmti)->GetTag(jvmti, list[i], &tag) == JVMTI_ERROR_NONE)
			visit(env, list[i], TAG_SLOT(tag), data);
		(*env)->DeleteLocalRef(env, list[i]);
	}
	mutex_lock(&lock);
	stream_flush(&out);
	mutex_unlock(&lock);
	(*jvmti)->Deallocate(jvmti, (unsigned char *)list);
}

void klass_freed(uint32_t number) {
	struct klass *k = klass_at(number);
	if (k == NULL)
		return;
	k->gone_at = gcs_ended;
	k->next = freed;
	while (!atomic_compare_exchange_weak(&freed, &k->next, k)) {
	}
}

uint32_t klasses_unloaded(void) { return unloaded; }

// DROP_AFTER is the number of GCs after a class's death within which the VM reports the deaths of all its objects.
enum { DROP_AFTER = 2 };

void klasses_retire(JNIEnv *env) {
	for (struct klass *k = atomic_exchange(&freed, NULL), *next; k != NULL; k = next) {
		next = k->next;
		k->old_weak = k->weak;
		k->weak = NULL; // callbacks that begin from here on do not see it
		k->gone = true;
		k->next = retiring;
		retiring = k;
		unloaded++;
	}
	if (retiring == NULL && dropping == NULL)
		return;
	if (retiring != NULL && options.mode == MODE_EXACT && !alloc_passed())
		return;
	for (struct klass *k = retiring, *next; k != NULL; k = next) {
		next = k->next;
		if (k->old_weak != NULL)
			(*env)->DeleteWeakGlobalRef(env, k->old_weak);
		k->old_weak = NULL;
		mutex_lock(&lock);
		free(k->interfaces);
		k->interfaces = NULL;
		k->interface_count = 0;
		mutex_unlock(&lock);
		k->next = dropping;
		dropping = k;
	}
	retiring = NULL;
	for (struct klass **at = &dropping; *at != NULL;) {
		struct klass *k = *at;
		if (gcs_ended - k->gone_at < DROP_AFTER) {
			at = &k->next;
			continue;
		}
		*at = k->next;
		if (k->pairs != NULL)
			exact_drop(k);
	}
}

void klasses_reset(JNIEnv *env) {
	for (uint32_t i = 0; i < count; i++) {
		struct klass *k = klass_at(i);
		jweak weak = k->weak != NULL ? k->weak : k->old_weak;
		if (env != NULL && weak != NULL)
			(*env)->DeleteWeakGlobalRef(env, weak);
		free(k->interfaces);
	}
	for (uint32_t i = 0; i < sizeof chunks / sizeof *chunks; i++) {
		free(chunks[i]);
		chunks[i] = NULL;
	}
	stream_flush(&out);
	own_slots.count = 0;
	virtual_threads = NULL;
	freed = retiring = dropping = NULL;
	unloaded = 0;
	count = 0;
	class_field_count = 0;
}
