#include "agent.h"

// Calls of collections are recorded by an agent in Java, package memcity.usage. The VM loads it from a jar next to this agent. Its records are
// passed on unchanged. This agent calls it after each point and at the end of the recording. It requests the slots of collections, so that they
// can be found among the objects of a point.

static jclass drain; // memcity.usage.Drain; NULL if collections are not recorded
static jmethodID point_method, end_method;

static _Atomic bool given_up;

// PATIENCE is the time in µs that a thread of the program waits for a slow collector.
#define PATIENCE 200000
static _Atomic int64_t waiting_until;
static int64_t left(void) { return waiting_until - clock_us(); }

// give_up ends the recording of collections, because the program must not wait for it.
static void give_up(void) {
	if (!atomic_exchange(&given_up, true) && recording)
		report("collections are recorded no further: they give more events than the recorder can take");
}

// on_send is memcity.usage.Out.send. It gets whole records, from one thread at a time.
static void JNICALL on_send(JNIEnv *env, jclass type, jbyteArray bytes, jint length) {
	(void)type;
	enum { MOST = 200 << 10 };
	waiting_until = clock_us() + PATIENCE;
	if (length <= 0 || length > MOST || given_up || !recording)
		return;
	if (!out_ready(left)) {
		give_up();
		return;
	}
	struct stream s = {.kind = W_USES};
	if (!stream_room(&s, (size_t)length))
		return;
	(*env)->GetByteArrayRegion(env, bytes, 0, length, put_bytes(&s, (size_t)length));
	stream_flush(&s);
}

// on_slots is memcity.usage.Out.slots. A collection may be null or have no slot yet.
static void JNICALL on_slots(JNIEnv *env, jclass type, jobjectArray collections, jlongArray numbers) {
	(void)type;
	jsize n = (*env)->GetArrayLength(env, collections);
	struct stream s = {.kind = W_USE_SLOTS};
	for (jsize i = 0; i < n && recording; i++) {
		jlong tag = 0, number = 0;
		jobject c = (*env)->GetObjectArrayElement(env, collections, i);
		if (c == NULL)
			continue;
		if ((*jvmti)->GetTag(jvmti, c, &tag) != JVMTI_ERROR_NONE)
			tag = 0;
		(*env)->DeleteLocalRef(env, c);
		(*env)->GetLongArrayRegion(env, numbers, i, 1, &number);
		if (failed(env))
			break;
		if (TAG_SLOT(tag) < FIRST_SLOT || !stream_room(&s, 2 * MAX_VARINT))
			continue;
		put(&s, (uint64_t)number);
		put(&s, TAG_SLOT(tag));
		number = 0;
		(*env)->SetLongArrayRegion(env, numbers, i, 1, &number);
	}
	stream_flush(&s);
}

bool uses_load(void) {
	return options.uses[0] == 0 ||
		(*jvmti)->AddToBootstrapClassLoaderSearch(jvmti, options.uses) == JVMTI_ERROR_NONE;
}

void uses_start(JNIEnv *env) {
	static const JNINativeMethod natives[] = {
		{(char *)"send", (char *)"([BI)V", (void *)on_send},
		{(char *)"slots", (char *)"([Ljava/lang/Object;[J)V", (void *)on_slots},
	};
	if (options.uses[0] == 0)
		return;
	jclass out = (*env)->FindClass(env, "memcity/usage/Out");
	bool known = !failed(env) && out != NULL && (*env)->RegisterNatives(env, out, natives, 2) == 0;
	jclass d = known ? (*env)->FindClass(env, "memcity/usage/Drain") : NULL;
	if (d != NULL && !failed(env)) {
		point_method = (*env)->GetStaticMethodID(env, d, "point", "()V");
		end_method = failed(env) ? NULL : (*env)->GetStaticMethodID(env, d, "end", "()V");
	}
	if (!failed(env) && end_method != NULL)
		drain = (*env)->NewGlobalRef(env, d);
	else
		report("collections are not recorded: the classes for that are not found");
	(*env)->DeleteLocalRef(env, d);
	(*env)->DeleteLocalRef(env, out);
}

static void call(JNIEnv *env, jmethodID method) {
	if (drain == NULL)
		return;
	(*env)->CallStaticVoidMethod(env, drain, method);
	failed(env);
}

void uses_point(JNIEnv *env) { call(env, point_method); }

void uses_end(JNIEnv *env) { call(env, end_method); }

void uses_reset(JNIEnv *env) {
	if (drain != NULL)
		(*env)->DeleteGlobalRef(env, drain);
	drain = NULL;
	given_up = false;
	point_method = end_method = NULL;
}
