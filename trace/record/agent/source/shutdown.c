#include "agent.h"

// A recording ends when the program starts to shut down, in a shutdown hook (Runtime.addShutdownHook), and not when the VM dies. Before the
// event of its death, HotSpot of Java 17 and later waits for events of freed objects that its service thread is sending. No safepoint can begin
// during that wait, and the service thread may be waiting for one: both hang for ever. The hook is a thread without code; the work is done in
// the event of its start.

static mutex_t lock = MUTEX_INIT;
static jobject hook; // NULL if there is none

// new_thread creates a thread without starting it; NULL on failure.
static jobject new_thread(JNIEnv *env) {
	jclass c = (*env)->FindClass(env, "java/lang/Thread");
	jmethodID make = failed(env) ? NULL : (*env)->GetMethodID(env, c, "<init>", "(Ljava/lang/String;)V");
	jstring name = failed(env) || make == NULL ? NULL : (*env)->NewStringUTF(env, "Memory City");
	jobject thread = failed(env) || name == NULL ? NULL : (*env)->NewObject(env, c, make, name);
	bool made = !failed(env);
	(*env)->DeleteLocalRef(env, c);
	(*env)->DeleteLocalRef(env, name);
	return made ? thread : NULL;
}

static jmethodID runtime_method(JNIEnv *env, const char *name, const char *signature) {
	if (java_runtime == NULL)
		return NULL;
	jclass c = (*env)->GetObjectClass(env, java_runtime);
	jmethodID m = (*env)->GetMethodID(env, c, name, signature);
	bool found = !failed(env);
	(*env)->DeleteLocalRef(env, c);
	return found ? m : NULL;
}

void shutdown_watch(JNIEnv *env) {
	jmethodID add = runtime_method(env, "addShutdownHook", "(Ljava/lang/Thread;)V");
	jobject thread = add == NULL ? NULL : new_thread(env);
	if (thread != NULL)
		(*env)->CallVoidMethod(env, java_runtime, add, thread);
	if (thread == NULL || failed(env)) // for example while the program shuts down
		return;
	mutex_lock(&lock);
	hook = (*env)->NewGlobalRef(env, thread);
	mutex_unlock(&lock);
	(*env)->DeleteLocalRef(env, thread);
	(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_ENABLE, JVMTI_EVENT_THREAD_START, NULL);
}

bool shutdown_begins(JNIEnv *env, jthread thread) {
	mutex_lock(&lock);
	bool begins = hook != NULL && (*env)->IsSameObject(env, thread, hook);
	mutex_unlock(&lock);
	return begins;
}

void shutdown_forget(JNIEnv *env) {
	jmethodID remove = runtime_method(env, "removeShutdownHook", "(Ljava/lang/Thread;)Z");
	(*jvmti)->SetEventNotificationMode(jvmti, JVMTI_DISABLE, JVMTI_EVENT_THREAD_START, NULL);
	mutex_lock(&lock);
	jobject old = hook;
	hook = NULL;
	mutex_unlock(&lock);
	if (old == NULL)
		return;
	if (remove != NULL) {
		(*env)->CallBooleanMethod(env, java_runtime, remove, old);
		failed(env); // the hook stays once the shutdown has started
	}
	(*env)->DeleteGlobalRef(env, old);
}
