#include "walk.h"
#include "pause.h"

// Walks write what they reach while the program is stopped. Another thread sends the streams meanwhile.

_Atomic uint32_t generation;

struct walk w;
static uint32_t walks;
static uint32_t last_gc;  // GCs that had ended at the last complete walk, +1; 0 before
static uint32_t exclude_from; // first generation in which all objects without a tag were allocated while watched; 0 never
static uint64_t last_count;

// UNKNOWN marks slots of objects whose class has no number yet.
#define UNKNOWN UINT32_MAX

static void begin(void) {
	if (w.begun)
		return;
	w.begun = true;
	generation++;
	if (w.again)
		return;
	struct stream out = {.kind = W_WALK};
	if (stream_room(&out, 5 * MAX_VARINT)) {
		put(&out, w.number);
		put(&out, gcs_ended);
		put(&out, now_us());
		put(&out, 0);
		put(&out, at_end);
		stream_flush(&out);
	}
}

// announce sends an object that no earlier walk has reached.
static void announce(uint32_t slot, struct slot *o, jlong class_tag, jlong size, jint length, bool fresh) {
	if (!stream_room(&w.objects, 6 * MAX_VARINT)) {
		w.failed = true;
		return;
	}
	uint32_t class = TAG_CLASS(class_tag);
	struct klass *k = class == 0 ? NULL : klass_at(class - 1);
	if (k == NULL) {
		w.unknown++;
		o->pair = UNKNOWN;
	} else {
		k->tagged++;
		w.fresh_classes |= !k->complete;
		if (fresh && exclude_from != 0 && w.number > exclude_from)
			o->pair = exact_exclude(k);
	}
	uint32_t chain = 0, klass;
	if (o->pair != 0 && o->pair != UNKNOWN)
		exact_pair(o->pair - 1, &chain, &klass);
	put_signed(&w.objects, (int64_t)slot - w.last_object);
	w.last_object = slot;
	put(&w.objects, class);
	put(&w.objects, (uint64_t)(length >= 0 ? length : size));
	put(&w.objects, o->birth != 0 ? o->birth : w.born);
	put(&w.objects, chain);
	put(&w.objects, o->thread);
}

// see marks an object as reached and reports whether it is new in this walk.
static bool see(jlong *tag, jlong class_tag, jlong size, jint length) {
	uint32_t slot = TAG_SLOT(*tag);
	bool fresh = slot < FIRST_SLOT;
	if (fresh) {
		slot = slot_take(&w.slots);
		if (slot == 0) {
			w.failed = true;
			return false;
		}
		*tag = *tag >> 32 << 32 | (jlong)slot;
	}
	struct slot *o = slot_at(slot);
	if (o->seen == w.number)
		return false;
	if (o->seen == 0)
		announce(slot, o, class_tag, size, length, fresh);
	o->seen = w.number;
	w.seen++;
	return true;
}

static void refer(uint32_t from, int64_t key, uint32_t to) {
	if (!stream_room(&w.references, 4 * MAX_VARINT)) {
		w.failed = true;
		return;
	}
	if (from != w.referrer) {
		put_byte(&w.references, 0);
		put(&w.references, from);
		w.referrer = from;
		w.last_key = -1;
	}
	int64_t difference = key - w.last_key - 1;
	put(&w.references, 1 + ((uint64_t)difference << 1 ^ (uint64_t)(difference >> 63)));
	w.last_key = key;
	put_signed(&w.references, (int64_t)to - w.last_target);
	w.last_target = to;
}

// Methods with local variables in this walk. The VM must not be called during the walk, so their numbers are unknown until it ends. Until then
// they are identified by their place here.
enum { MOST_LOCAL_METHODS = 1 << 13 };
static struct {
	jmethodID methods[2 * MOST_LOCAL_METHODS]; // by hash, with linear probing
	uint16_t places[2 * MOST_LOCAL_METHODS];
	uint32_t count;
} locals;

// local_method returns the place of a method +1; 0 if there are too many.
static uint64_t local_method(jmethodID m) {
	uint64_t h = ((uint64_t)(uintptr_t)m >> 3) * 0x9e3779b97f4a7c15ULL;
	for (uint32_t i = (uint32_t)(h >> 32);; i++) {
		uint32_t at = i & (2 * MOST_LOCAL_METHODS - 1);
		if (locals.methods[at] == m)
			return locals.places[at] + 1u;
		if (locals.methods[at] != NULL)
			continue;
		if (m == NULL || locals.count == MOST_LOCAL_METHODS)
			return 0;
		locals.methods[at] = m;
		locals.places[at] = (uint16_t)locals.count;
		return ++locals.count;
	}
}

// send_local_methods sends the methods. The VM may only be asked about a method while its class is loaded. If a class was unloaded since the
// walk, only methods that are known already are sent.
static void send_local_methods(uint32_t unloads) {
	struct stream out = {.kind = W_LOCAL_METHODS};
	bool loaded = perf_unloads() != NULL && *perf_unloads() == unloads;
	for (uint32_t i = 0; locals.count > 0 && i < 2 * MOST_LOCAL_METHODS; i++) {
		if (locals.methods[i] == NULL)
			continue;
		int64_t n = loaded ? method_sent(locals.methods[i]) : method_known(locals.methods[i]);
		if (n >= 0 && stream_room(&out, 2 * MAX_VARINT)) {
			put(&out, locals.places[i] + 1u);
			put(&out, (uint64_t)n + 1);
		}
	}
	stream_flush(&out);
}

static void root(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, uint32_t slot) {
	uint64_t thread = 0, depth = 0, method = 0, bci = 0;
	if (kind == JVMTI_HEAP_REFERENCE_STACK_LOCAL) {
		thread = TAG_SLOT(info->stack_local.thread_tag);
		depth = (uint64_t)(info->stack_local.depth + 1);
		method = local_method(info->stack_local.method);
		bci = info->stack_local.location < 0 ? 0 : (uint64_t)info->stack_local.location + 1;
		w.last_local = clock_us();
		if (w.first_local == 0)
			w.first_local = w.last_local;
	} else if (kind == JVMTI_HEAP_REFERENCE_JNI_LOCAL) {
		thread = TAG_SLOT(info->jni_local.thread_tag);
		depth = (uint64_t)(info->jni_local.depth + 1);
		method = local_method(info->jni_local.method);
	}
	if (!stream_room(&w.roots, 6 * MAX_VARINT)) {
		w.failed = true;
		return;
	}
	put(&w.roots, (uint64_t)kind);
	put(&w.roots, slot);
	put(&w.roots, thread);
	put(&w.roots, depth);
	put(&w.roots, method);
	put(&w.roots, bci);
}

// KEPT_BY_VM is the root kind of objects that only the VM refers to.
#define KEPT_BY_VM 100

// key_of returns the key of a reference to send; -1 for references that are not sent: from an object to its class, and from a class to its
// interfaces and to the classes in its constants. It sets weak for weak references.
static int64_t key_of(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag, jlong referrer_class_tag,
	bool *weak) {
	struct klass *k;
	switch (kind) {
	case JVMTI_HEAP_REFERENCE_FIELD:
		k = TAG_CLASS(referrer_class_tag) == 0 ? NULL : klass_at(TAG_CLASS(referrer_class_tag) - 1);
		*weak = k != NULL && k->weak_field >= 0 && info->field.index == k->weak_field;
		return k != NULL && k->is_class ? (int64_t)info->field.index << 4 | kind : info->field.index;
	case JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT:
		return info->array.index;
	case JVMTI_HEAP_REFERENCE_STATIC_FIELD:
		return (int64_t)info->field.index << 4 | kind;
	case JVMTI_HEAP_REFERENCE_CONSTANT_POOL:
		k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
		return k != NULL && k->is_class ? -1 : (int64_t)info->constant_pool.index << 4 | kind;
	case JVMTI_HEAP_REFERENCE_CLASS:
	case JVMTI_HEAP_REFERENCE_INTERFACE:
		return -1;
	default:
		return kind;
	}
}

// refer_carried sends the reference that an element of the carrier stands for.
static void refer_carried(jint i, uint32_t slot) {
	if (w.carrier->from[i] != 0)
		refer(w.carrier->from[i], (int64_t)w.carrier->key[i] << 4 | JVMTI_HEAP_REFERENCE_FIELD, slot);
	else
		root((jvmtiHeapReferenceKind)KEPT_BY_VM, NULL, slot);
}

// is_done reports whether a walk need not continue from an object just reached: no field holds a reference, and its class was reached.
static bool is_done(jlong class_tag) {
	const struct klass *k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
	return k != NULL && k->is_leaf && slot_at(TAG_SLOT(class_tag))->seen == w.number;
}

// is_note reports whether an object is one of the agent's notes about collections. Walks skip them. They do not belong to the program, refer
// to nothing else, and would take as long as the elements themselves.
static bool is_note(jlong class_tag) {
	const struct klass *k = TAG_CLASS(class_tag) == 0 ? NULL : klass_at(TAG_CLASS(class_tag) - 1);
	return k != NULL && k->is_note;
}

// visit returns whether the VM continues from an object. For a virtual thread, the VM looks at its stack. A thread under construction has no
// stack yet, and HotSpot crashes (JDK 21 to 25, is_vthread_alive). So only started threads are visited.
static jint visit(bool first, jlong class_tag, jlong tag) {
	bool begun = virtual_threads == NULL || TAG_CLASS(class_tag) != virtual_threads->number + 1 || TAG_CLASS(tag) == STARTED;
	return first && begun && !is_done(class_tag) ? JVMTI_VISIT_OBJECTS : 0;
}

static jint JNICALL on_state(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag, jlong *tag,
	jvalue value, jvmtiPrimitiveType type, void *data) {
	(void)class_tag, (void)data;
	if (kind == JVMTI_HEAP_REFERENCE_FIELD && type == JVMTI_PRIMITIVE_TYPE_INT && info->field.index == virtual_threads->state_field &&
		value.i != 0)
		*tag = (jlong)STARTED << 32 | TAG_SLOT(*tag);
	return 0;
}

void walk_stood(void) {
	w.stood += pause_end();
}

// mark_started marks virtual threads that have started, for the walk that follows. There are none before their class is initialized.
static void mark_started(JNIEnv *env) {
	if (virtual_threads == NULL || virtual_threads->state_field < 0)
		return;
	jclass c = (*env)->NewLocalRef(env, virtual_threads->weak);
	jvmtiHeapCallbacks callbacks = {.primitive_field_callback = on_state};
	jint status = 0;
	if (c != NULL && (*jvmti)->GetClassStatus(jvmti, c, &status) == JVMTI_ERROR_NONE && (status & JVMTI_CLASS_STATUS_INITIALIZED) != 0) {
		pause_begin(LOOK_COUNT, point_longest());
		(*jvmti)->IterateThroughHeap(jvmti, 0, c, &callbacks, NULL);
		walk_stood();
	}
	(*env)->DeleteLocalRef(env, c);
}

jint JNICALL walk_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
	jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length, void *data) {
	(void)data;
	if (!w.begun)
		begin();
	if (!recording || w.failed || pause_over() || !out_ready(pause_left)) {
		w.failed = true;
		return JVMTI_VISIT_ABORT;
	}
	if (TAG_SLOT(*tag) == CARRIER)
		return JVMTI_VISIT_OBJECTS;
	if (options.uses[0] != 0 && is_note(class_tag))
		return 0;
	if (referrer_tag == NULL) {
		bool first = see(tag, class_tag, size, length);
		root(kind, info, TAG_SLOT(*tag));
		return visit(first, class_tag, *tag);
	}
	uint32_t from = TAG_SLOT(*referrer_tag);
	if (from == CARRIER) {
		if (kind != JVMTI_HEAP_REFERENCE_ARRAY_ELEMENT || (uint32_t)info->array.index >= w.carrier->count)
			return 0;
		bool first = see(tag, class_tag, size, length);
		refer_carried(info->array.index, TAG_SLOT(*tag));
		return visit(first, class_tag, *tag);
	}
	bool weak = false;
	int64_t key = key_of(kind, info, class_tag, referrer_class_tag, &weak);
	if (weak) {
		uint32_t slot = TAG_SLOT(*tag);
		if (slot < FIRST_SLOT && (slot = slot_take(&w.slots)) != 0)
			*tag = *tag >> 32 << 32 | (jlong)slot;
		refer(from, key, slot);
		return 0;
	}
	bool first = see(tag, class_tag, size, length);
	if (key >= 0)
		refer(from, key, TAG_SLOT(*tag));
	return visit(first, class_tag, *tag);
}

static jint JNICALL on_unknown(jlong class_tag, jlong size, jlong *tag, jint length, void *data) {
	(void)size, (void)length;
	struct stream *out = data;
	uint32_t s = TAG_SLOT(*tag);
	if (pause_over())
		return JVMTI_VISIT_ABORT;
	if (s < FIRST_SLOT || TAG_CLASS(class_tag) == 0 || slot_at(s)->pair != UNKNOWN || !stream_room(out, 2 * MAX_VARINT))
		return 0;
	slot_at(s)->pair = 0;
	put(out, s);
	put(out, TAG_CLASS(class_tag));
	return 0;
}

// name_unknown sends the classes of objects whose class was loaded between the update of all classes and the walk.
static void name_unknown(JNIEnv *env) {
	klasses_update(env, true, NULL, NULL);
	struct stream out = {.kind = W_RETYPED};
	jvmtiHeapCallbacks callbacks = {.heap_iteration_callback = on_unknown};
	pause_begin(LOOK_COUNT, point_longest());
	(*jvmti)->IterateThroughHeap(jvmti, JVMTI_HEAP_FILTER_UNTAGGED, NULL, &callbacks, &out);
	walk_stood();
	stream_flush(&out);
	uint32_t end = slots_end();
	for (uint32_t s = FIRST_SLOT; s < end; s++)
		if (slot_at(s)->pair == UNKNOWN)
			slot_at(s)->pair = 0;
}

static void send_seen(void) {
	struct stream out = {.kind = W_SEEN};
	uint32_t end = slots_end(), at = FIRST_SLOT, sent = 0;
	while (at < end) {
		uint32_t from = at;
		while (from < end && slot_at(from)->seen != w.number)
			from++;
		uint32_t to = from;
		while (to < end && slot_at(to)->seen == w.number)
			to++;
		if (to > from && stream_room(&out, 2 * MAX_VARINT)) {
			put(&out, from - sent);
			put(&out, to - from);
			sent = to;
		}
		at = to;
	}
	stream_flush(&out);
}

struct looked walk_heap(JNIEnv *env, bool all, bool collect) {
	struct carrier carrier;
	slots_drain(gcs_ended);
	if (!keep_carrier(env, &carrier))
		return (struct looked){0};
	slots_reserve((uint32_t)(last_count / 4 + 100000));
	w = (struct walk){.number = walk_number(), .carrier = &carrier, .objects = {.kind = W_OBJECTS},
		.references = {.kind = W_REFERENCES}, .roots = {.kind = W_ROOTS}};
	w.born = last_gc != 0 ? last_gc : options.late ? 0 : 1;
	w.gc = gcs_ended;
	memset(&locals, 0, sizeof locals);
	uint32_t unloads = perf_unloads() == NULL ? 0 : *perf_unloads();
	mark_started(env);
	pause_begin(LOOK_WALK, point_longest());
	jvmtiHeapCallbacks callbacks = {.heap_reference_callback = walk_reference};
	jvmtiError error = (*jvmti)->FollowReferences(jvmti, 0, NULL, NULL, &callbacks, NULL);
	walk_stood();
	keep_free(env, &carrier);
	bool whole = error == JVMTI_ERROR_NONE && !w.failed && recording;
	pause_walked(env, w.seen, w.last_local - w.first_local, whole);
	if (whole && all)
		walk_missed(env, collect);
	stream_flush(&w.objects);
	stream_flush(&w.references);
	stream_flush(&w.roots);
	slots_return(&w.slots);
	if (w.unknown > 0)
		name_unknown(env);
	else if (w.fresh_classes)
		klasses_update(env, true, NULL, NULL);
	send_local_methods(unloads);
	send_seen();
	struct stream out = {.kind = W_WALK_END};
	if (stream_room(&out, 4 * MAX_VARINT)) {
		put(&out, w.number);
		put(&out, (uint64_t)w.stood);
		put(&out, w.seen);
		put(&out, whole && !w.failed);
		stream_flush(&out);
	}
	if (whole) {
		last_gc = w.gc + 1;
		if (options.mode == MODE_EXACT && exclude_from == 0 && w.gc > 0 && walk_tag_all(env))
			exclude_from = w.number;
	}
	last_count = w.seen;
	return (struct looked){.objects = w.seen, .stood = w.stood, .whole = whole};
}

uint32_t walk_number(void) { return ++walks; }

uint64_t walk_reached(void) { return last_count; }

void walk_reset(void) {
	walks = last_gc = exclude_from = 0;
	last_count = 0;
	generation = 0;
	w = (struct walk){0};
}
