"""Writes the objects of the program as JSON lines, without texts. The page "Objects as JSON lines" explains the format."""
import gc
import json
import sys
import time
import types


def write(path):
    seen, out = set(), open(path, "w")
    line = lambda **members: out.write(json.dumps(members) + "\n")
    line(format="objects", version=1, runtime="python " + sys.version.split()[0], time=time.time())
    for name, module in list(sys.modules.items()):
        line(root="module", name=name, ref=id(module))
    gc.collect()
    todo = gc.get_objects()
    seen.update([id(seen), id(todo), id(sys._getframe())])
    while todo:
        o = todo.pop()
        if id(o) in seen:
            continue
        seen.add(id(o))
        refs = gc.get_referents(o)
        todo.extend(refs)
        line(id=id(o), type=type_name(type(o)), size=sys.getsizeof(o, 0),
             refs=[id(r) for r in refs], names=names_of(o, refs))
        if isinstance(o, type):
            line(root="interpreter", name=type_name(o), ref=id(o))
    out.close()


def type_name(t):
    return t.__qualname__ if t.__module__ == "builtins" else f"{t.__module__}.{t.__qualname__}"


def names_of(o, refs):
    """Names of fields and variables. Other keys can be paths of the machine."""
    own = None if isinstance(o, type) else getattr(o, "__dict__", None)
    fields = o if type(o) is dict else own if type(own) is dict else slots_of(o)
    names = {id(v): k for k, v in list(fields.items()) if type(k) is str and k.isidentifier()}
    if isinstance(o, types.ModuleType):
        names = {id(own): "__dict__"}  # whose names are the variables of the module
    return [names.get(id(r)) for r in refs]


def slots_of(o):
    slots = getattr(type(o), "__slots__", ())
    return {s: getattr(o, s, None) for s in slots} if type(slots) is tuple else {}
