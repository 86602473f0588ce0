// Tests which classes are leaves: walks do not continue from their objects.

#include "../source/classes.c"

#include <stdio.h>

struct options options = {.mode = MODE_SAMPLED};
jvmtiEnv *jvmti, *counting;
_Atomic uint32_t gcs_ended;

// A made is a class of the simulated VM. An object is represented by its address.
struct made {
	const char *signature;
	struct made *super;
	const char *field; // signature of its only field; NULL for none
	bool is_static, unreadable, unlinked, leaf;
	jlong tag;
};

static struct made object = {.signature = "Ljava/lang/Object;", .leaf = true};
static struct made numbers = {.signature = "LNumbers;", .super = &object, .field = "I", .leaf = true};
static struct made shared = {.signature = "LShared;", .super = &object, .field = "LNode;", .is_static = true, .leaf = true};
static struct made node = {.signature = "LNode;", .super = &object, .field = "LNode;"};
static struct made below = {.signature = "LBelow;", .super = &node, .field = "I"};
static struct made unknown = {.signature = "LUnknown;", .super = &object, .field = "LNode;", .unreadable = true};
static struct made below_unknown = {.signature = "LBelowUnknown;", .super = &unknown};
static struct made unlinked = {.signature = "LUnlinked;", .super = &object, .unlinked = true};
static struct made ints = {.signature = "[I", .super = &object, .leaf = true};
static struct made nodes = {.signature = "[LNode;", .super = &object};
static struct made *all[] = {&object, &numbers, &shared, &node, &below, &unknown, &below_unknown, &unlinked, &ints, &nodes};

static struct made *of(jclass c) { return (struct made *)(void *)c; }

static jvmtiError JNICALL get_tag(jvmtiEnv *j, jobject o, jlong *tag) { return (void)j, *tag = of(o)->tag, JVMTI_ERROR_NONE; }
static jvmtiError JNICALL set_tag(jvmtiEnv *j, jobject o, jlong tag) { return (void)j, of(o)->tag = tag, JVMTI_ERROR_NONE; }
static jvmtiError JNICALL deallocate(jvmtiEnv *j, unsigned char *memory) { return (void)j, free(memory), JVMTI_ERROR_NONE; }

static jvmtiError JNICALL get_signature(jvmtiEnv *j, jclass c, char **signature, char **generic) {
	(void)j, (void)generic;
	*signature = strdup(of(c)->signature);
	return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL get_status(jvmtiEnv *j, jclass c, jint *status) {
	(void)j;
	*status = of(c)->unlinked ? 0 : of(c)->signature[0] == '[' ? JVMTI_CLASS_STATUS_ARRAY : JVMTI_CLASS_STATUS_PREPARED;
	return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL get_fields(jvmtiEnv *j, jclass c, jint *n, jfieldID **fields) {
	(void)j;
	if (of(c)->unreadable)
		return JVMTI_ERROR_OUT_OF_MEMORY;
	*n = of(c)->field != NULL;
	*fields = calloc(1, sizeof **fields);
	return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL get_field(jvmtiEnv *j, jclass c, jfieldID f, char **name, char **signature, char **generic) {
	(void)j, (void)f, (void)generic;
	*name = strdup("field");
	*signature = strdup(of(c)->field);
	return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL get_modifiers(jvmtiEnv *j, jclass c, jfieldID f, jint *modifiers) {
	(void)j, (void)f;
	*modifiers = of(c)->is_static ? 8 : 0;
	return JVMTI_ERROR_NONE;
}

static jvmtiError JNICALL get_interfaces(jvmtiEnv *j, jclass c, jint *n, jclass **interfaces) {
	(void)j, (void)c, (void)n, (void)interfaces;
	return JVMTI_ERROR_NOT_AVAILABLE;
}

static jvmtiError JNICALL get_constants(jvmtiEnv *j, jclass c, jint *n, jint *bytes, unsigned char **pool) {
	(void)j, (void)c, (void)n, (void)bytes, (void)pool;
	return JVMTI_ERROR_ABSENT_INFORMATION;
}

static jvmtiError JNICALL get_loader(jvmtiEnv *j, jclass c, jobject *loader) {
	return (void)j, (void)c, *loader = NULL, JVMTI_ERROR_NONE;
}

static jclass JNICALL get_super(JNIEnv *env, jclass c) { return (void)env, (jclass)(void *)of(c)->super; }
static void JNICALL delete_local(JNIEnv *env, jobject o) { (void)env, (void)o; }
static jint JNICALL ensure_local(JNIEnv *env, jint n) { return (void)env, (void)n, 0; }

uint32_t slot_take(struct slots *b) { return b->count++, FIRST_SLOT + (uint32_t)b->count; }
uint32_t kind_family(const char *signature) { return (void)signature, 0; }
bool alloc_passed(void) { return true; }
void exact_drop(struct klass *k) { (void)k; }
bool stream_room(struct stream *s, size_t n) { return (void)s, (void)n, true; }
bool stream_more(struct stream *s, size_t n) { return (void)s, (void)n, true; }
void stream_flush(struct stream *s) { (void)s; }
void put(struct stream *s, uint64_t v) { (void)s, (void)v; }
void put_text(struct stream *s, const char *text) { (void)s, (void)text; }
void mutex_lock(mutex_t *m) { pthread_mutex_lock(m); }
void mutex_unlock(mutex_t *m) { pthread_mutex_unlock(m); }

int main(void) {
	struct jvmtiInterface_1_ functions = {.GetTag = get_tag, .SetTag = set_tag, .Deallocate = deallocate, .GetClassSignature = get_signature,
		.GetClassStatus = get_status, .GetClassFields = get_fields, .GetFieldName = get_field, .GetFieldModifiers = get_modifiers,
		.GetImplementedInterfaces = get_interfaces, .GetConstantPool = get_constants, .GetClassLoader = get_loader};
	struct JNINativeInterface_ native = {.GetSuperclass = get_super, .DeleteLocalRef = delete_local, .EnsureLocalCapacity = ensure_local};
	jvmtiEnv tools = &functions;
	JNIEnv env = &native;
	jvmti = &tools;
	int failures = 0;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		mutex_lock(&lock);
		int64_t number = number_locked(&env, (jclass)(void *)all[i], true);
		mutex_unlock(&lock);
		struct klass *k = number < 0 ? NULL : klass_at((uint32_t)number);
		if (k != NULL && k->is_leaf == all[i]->leaf)
			continue;
		printf("%s: %s a leaf\n", all[i]->signature, k == NULL ? "unknown whether it is" : k->is_leaf ? "is" : "is not");
		failures++;
	}
	return failures > 0;
}
