// The walk that is under way; walk.c follows references, missed.c looks at the rest.
#ifndef MEMCITY_WALK_H
#define MEMCITY_WALK_H

#include "agent.h"

struct walk {
	uint32_t number;
	struct carrier *carrier;
	struct slots slots;
	struct stream objects, references, roots;
	uint32_t referrer;
	int64_t last_key;
	uint32_t last_target, last_object;
	uint64_t seen, unknown, found;
	bool begun, again, failed;
	uint32_t gc; // GCs that had ended
	uint32_t tagged, most_tagged, most_found;
	int64_t stood; // µs
	int64_t first_local, last_local; // when the first and the last local variable was reported
	uint32_t born; // births of what no walk saw before, +1
};
extern struct walk w;

jint JNICALL walk_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
	jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length, void *data);
void walk_stood(void); // adds what pause_end returns
// walk_missed looks for what is in the heap and was not reached. That is what only the VM refers to, or garbage that was made
// since the last GC. If a GC may be made to distinguish the one from the other, the walk goes on with the first.
void walk_missed(JNIEnv *env, bool collect);

#endif
