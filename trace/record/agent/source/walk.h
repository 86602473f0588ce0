// The current walk. walk.c follows references; missed.c looks at the rest.
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
	bool fresh_classes; // it reached objects of a class that is not described yet
	uint32_t gc; // GCs that had ended
	uint32_t tagged, most_tagged, most_found;
	int64_t stood; // time that the program was stopped, in µs
	int64_t first_local, last_local; // times of the first and the last local variable
	uint32_t born; // birth of objects that no earlier walk reached, +1
};
extern struct walk w;

jint JNICALL walk_reference(jvmtiHeapReferenceKind kind, const jvmtiHeapReferenceInfo *info, jlong class_tag,
	jlong referrer_class_tag, jlong size, jlong *tag, jlong *referrer_tag, jint length, void *data);
void walk_stood(void); // adds the result of pause_end
// walk_missed searches the heap for objects that were not reached. Either only the VM refers to them, or they became garbage since the last
// GC. If collect allows a GC to tell them apart, the walk continues with the former.
void walk_missed(JNIEnv *env, bool collect);

#endif
