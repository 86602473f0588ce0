package closure

import "memcity/trace"

// MadeLoaders reports, by type, whether the class was loaded by one of several class loaders that the program created: for redeployed
// applications, plugins or scripts. The static fields of these classes are not GC roots; they live as long as the loader. A loader counts
// only if there is another one of its type, which excludes launchers of nested jars. Loaders that all programs have do not count. The
// result is nil if there are no such classes.
func MadeLoaders(h *trace.Heap) []bool {
	loaders := map[trace.TypeID]map[trace.ObjectID]bool{} // loaders by their type
	for t := range h.Types {
		loader := h.Types[t].Loader
		if ComesWithProgram(h, trace.TypeID(t)) {
			continue
		}
		of := h.TypeOf.At(loader)
		if loaders[of] == nil {
			loaders[of] = map[trace.ObjectID]bool{}
		}
		loaders[of][loader] = true
	}
	var made []bool
	for t := range h.Types {
		if loader := h.Types[t].Loader; loader != trace.NoObject && len(loaders[h.TypeOf.At(loader)]) > 1 {
			if made == nil {
				made = make([]bool, len(h.Types))
			}
			made[t] = true
		}
	}
	return made
}

// ComesWithProgram reports whether one of the class loaders that all programs have loaded the class.
func ComesWithProgram(h *trace.Heap, t trace.TypeID) bool {
	loader := h.Types[t].Loader
	if loader == trace.NoObject {
		return true
	}
	switch h.Types[h.TypeOf.At(loader)].Name {
	case "jdk.internal.loader.ClassLoaders$AppClassLoader", "jdk.internal.loader.ClassLoaders$PlatformClassLoader",
		"jdk.internal.loader.ClassLoaders$BootClassLoader", "sun.misc.Launcher$AppClassLoader", "sun.misc.Launcher$ExtClassLoader",
		"java.lang.BootClassLoader", "dalvik.system.PathClassLoader":
		return true
	}
	return false
}
