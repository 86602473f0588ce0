#include "agent.h"

#include <stdlib.h>

// The VM's walk reports neither the fields of class objects (java.lang.Class) nor what only the VM refers to, such as constants of
// invokedynamic. An array hands both to the walk. A table says what each element stands for.

enum { MOST_KEPT = 1 << 18 };

// A kept is a live object that nothing in the heap refers to. Either the VM refers to it, or it became garbage since the last GC of the whole
// heap. The next such GC tells.
struct kept {
	jweak weak;
	uint32_t found; // GCs of the whole heap that had ended, +1; 0 once it is known to be live
};
static struct kept *kept;
static uint32_t kept_count, kept_size;
static jclass object_class;
jobject java_runtime;
static jmethodID most_memory, taken_memory, free_memory;
static jobject primitives[9]; // class objects of the primitive types

// A list contains objects and what they stand for. Objects that the VM refers to are in it by weak reference, to limit the number of local
// references.
struct list {
	jobject *objects;
	uint32_t *from;
	int32_t *key;
	uint32_t count, size;
};

static bool list_add(struct list *l, jobject o, uint32_t from, int32_t key) {
	if (l->count == l->size) {
		uint32_t size = l->size == 0 ? 4096 : l->size * 2;
		jobject *objects = realloc(l->objects, size * sizeof *objects);
		if (objects != NULL)
			l->objects = objects;
		uint32_t *f = realloc(l->from, size * sizeof *f);
		if (f != NULL)
			l->from = f;
		int32_t *k = realloc(l->key, size * sizeof *k);
		if (k != NULL)
			l->key = k;
		if (objects == NULL || f == NULL || k == NULL)
			return false;
		l->size = size;
	}
	l->objects[l->count] = o;
	l->from[l->count] = from;
	l->key[l->count++] = key;
	return true;
}

static void add_fields(JNIEnv *env, jclass c, uint32_t slot, void *data) {
	struct list *l = data;
	for (int i = 0; i < class_field_count; i++) {
		jobject o = (*env)->GetObjectField(env, c, class_fields[i]);
		if (o != NULL && (slot == 0 || !list_add(l, o, slot, class_field_keys[i])))
			(*env)->DeleteLocalRef(env, o);
	}
}

static void find_primitives(JNIEnv *env) {
	static const char *const names[] = {"Boolean", "Byte", "Character", "Short", "Integer", "Long", "Float", "Double", "Void"};
	for (int i = 0; i < 9; i++) {
		char name[64] = "java/lang/";
		strcat(name, names[i]);
		jclass c = (*env)->FindClass(env, name);
		jfieldID f = c == NULL ? NULL : (*env)->GetStaticFieldID(env, c, "TYPE", "Ljava/lang/Class;");
		jobject o = f == NULL ? NULL : (*env)->GetStaticObjectField(env, c, f);
		if (o != NULL)
			primitives[i] = (*env)->NewGlobalRef(env, o);
		failed(env);
		(*env)->DeleteLocalRef(env, o);
		(*env)->DeleteLocalRef(env, c);
	}
}

static void find_runtime(JNIEnv *env) {
	jclass c = (*env)->FindClass(env, "java/lang/Runtime");
	jmethodID get = c == NULL ? NULL : (*env)->GetStaticMethodID(env, c, "getRuntime", "()Ljava/lang/Runtime;");
	jobject o = get == NULL ? NULL : (*env)->CallStaticObjectMethod(env, c, get);
	if (!failed(env) && o != NULL) {
		most_memory = (*env)->GetMethodID(env, c, "maxMemory", "()J");
		taken_memory = (*env)->GetMethodID(env, c, "totalMemory", "()J");
		free_memory = (*env)->GetMethodID(env, c, "freeMemory", "()J");
		java_runtime = (*env)->NewGlobalRef(env, o);
	}
	failed(env);
	(*env)->DeleteLocalRef(env, o);
	(*env)->DeleteLocalRef(env, c);
}

static jlong ask(JNIEnv *env, jmethodID m) {
	jlong v = (*env)->CallLongMethod(env, java_runtime, m);
	failed(env);
	return v;
}

// has_memory reports whether the heap has ample room for an array of this many references. A failed allocation would end a program that runs
// with ExitOnOutOfMemoryError, or make the VM write a dump.
static bool has_memory(JNIEnv *env, uint32_t count) {
	if (java_runtime == NULL)
		return true;
	jlong left = ask(env, most_memory) - ask(env, taken_memory) + ask(env, free_memory);
	return left > ((jlong)count * 8 + 4096) * 4;
}

uint64_t keep_used(JNIEnv *env) {
	if (java_runtime == NULL)
		return 0;
	jlong used = ask(env, taken_memory) - ask(env, free_memory);
	return used > 0 ? (uint64_t)used : 0;
}

void keep_start(JNIEnv *env) {
	jclass o = (*env)->FindClass(env, "java/lang/Object");
	object_class = (*env)->NewGlobalRef(env, o);
	(*env)->DeleteLocalRef(env, o);
	find_primitives(env);
	find_runtime(env);
	jclass v = (*env)->FindClass(env, "java/lang/VirtualThread"); // must be known before a walk reaches one
	if (v == NULL)
		(*env)->ExceptionClear(env);
	(*env)->DeleteLocalRef(env, v);
}

// add_kept adds the live objects from the given index on: all after a GC for this purpose, else those that survived one.
static void add_kept(JNIEnv *env, struct list *l, uint32_t from, bool collected) {
	uint32_t left = from, wait = perf_concurrent() ? 2 : 1; // concurrent cycles keep objects allocated meanwhile
	for (uint32_t i = from; i < kept_count; i++) {
		struct kept k = kept[i];
		jobject o = (*env)->NewLocalRef(env, k.weak);
		if (o == NULL) {
			(*env)->DeleteWeakGlobalRef(env, k.weak);
			continue;
		}
		if (collected || (k.found != 0 && majors_ended + 1 >= k.found + wait))
			k.found = 0;
		kept[left++] = k;
		(*env)->DeleteLocalRef(env, o);
		if (k.found == 0)
			list_add(l, k.weak, 0, 0);
	}
	kept_count = left;
}

// make_array moves the objects of a list into an array.
static bool make_array(JNIEnv *env, struct list *l, struct carrier *c) {
	*c = (struct carrier){.count = l->count, .from = l->from, .key = l->key};
	if (has_memory(env, l->count))
		c->array = (*env)->NewObjectArray(env, (jsize)l->count, object_class, NULL);
	for (uint32_t i = 0; i < l->count; i++) {
		jobject o = l->from[i] == 0 ? (*env)->NewLocalRef(env, l->objects[i]) : l->objects[i];
		if (c->array != NULL)
			(*env)->SetObjectArrayElement(env, c->array, (jsize)i, o);
		(*env)->DeleteLocalRef(env, o);
	}
	free(l->objects);
	if (c->array == NULL) { // the heap is full
		(*env)->ExceptionClear(env);
		keep_free(env, c);
		return false;
	}
	(*jvmti)->SetTag(jvmti, c->array, CARRIER);
	return true;
}

bool keep_carrier(JNIEnv *env, struct carrier *c) {
	struct list l = {0};
	local_references(env, klass_count() * 12);
	klasses_update(env, true, add_fields, &l);
	for (int i = 0; i < 9; i++)
		if (primitives[i] != NULL)
			add_fields(env, primitives[i], slot_of_object(primitives[i]), &l);
	add_kept(env, &l, 0, false);
	return make_array(env, &l, c);
}

uint32_t keep_missed(JNIEnv *env, const jlong *tags, jint count) {
	jint n = 0;
	jobject *objects = NULL;
	uint32_t from = kept_count;
	if ((*jvmti)->GetObjectsWithTags(jvmti, count, tags, &n, &objects, NULL) != JVMTI_ERROR_NONE)
		return from;
	local_references(env, (uint32_t)n);
	for (jint i = 0; i < n; i++) {
		if (kept_count == kept_size && kept_size < MOST_KEPT) {
			uint32_t size = kept_size == 0 ? 4096 : kept_size * 2;
			struct kept *bigger = realloc(kept, size * sizeof *bigger);
			if (bigger != NULL) {
				kept = bigger;
				kept_size = size;
			}
		}
		jweak weak = kept_count < kept_size ? (*env)->NewWeakGlobalRef(env, objects[i]) : NULL;
		if (weak != NULL)
			kept[kept_count++].weak = weak;
		(*env)->DeleteLocalRef(env, objects[i]);
	}
	(*jvmti)->Deallocate(jvmti, (unsigned char *)objects);
	for (uint32_t i = from; i < kept_count; i++) // a GC meanwhile had to keep them
		kept[i].found = majors_ended + 1;
	return from;
}

bool keep_carry_missed(JNIEnv *env, uint32_t from, struct carrier *c) {
	struct list l = {0};
	add_kept(env, &l, from, true);
	return make_array(env, &l, c);
}

void keep_free(JNIEnv *env, struct carrier *c) {
	if (c->array != NULL)
		(*env)->DeleteLocalRef(env, c->array);
	free(c->from);
	free(c->key);
	*c = (struct carrier){0};
}

void keep_reset(JNIEnv *env) {
	for (uint32_t i = 0; i < kept_count; i++)
		(*env)->DeleteWeakGlobalRef(env, kept[i].weak);
	free(kept);
	kept = NULL;
	kept_count = kept_size = 0;
	for (int i = 0; i < 9; i++) {
		if (primitives[i] != NULL)
			(*env)->DeleteGlobalRef(env, primitives[i]);
		primitives[i] = NULL;
	}
	if (object_class != NULL)
		(*env)->DeleteGlobalRef(env, object_class);
	object_class = NULL;
	if (java_runtime != NULL)
		(*env)->DeleteGlobalRef(env, java_runtime);
	java_runtime = NULL;
}
