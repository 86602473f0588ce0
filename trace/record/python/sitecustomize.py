"""Sends the objects of this program to memcity, which put this file in front of PYTHONPATH.

Python runs it at its start, in place of any other sitecustomize, which it runs at its end. A thread waits for requests at a socket. For each
it forks a child, which writes the objects to a pipe as JSON lines, and ends. The program continues meanwhile. Code of the program must not
run in the child: attributes are read by the descriptors of built-in types only. Texts and numbers are not written.
It does nothing in versions of Python 3 before 3.8.
"""
import atexit
import gc
import os
import sys
import time

import _signal
import _socket
import _thread
import _warnings
from itertools import compress

try:
    from _contextvars import Context, ContextVar
except ImportError:
    Context = ContextVar = type(None)
try:
    import zlib
except ImportError:
    zlib = None  # the objects are not compressed
try:
    import _tracemalloc
except ImportError:
    _tracemalloc = None
try:
    from _json import encode_basestring_ascii as encode
except ImportError:
    from json.encoder import encode_basestring_ascii as encode

DEPTH = 0  # frames for each allocation site; 0 to record no sites. memcity replaces this line
FOLDER = os.path.dirname(os.path.abspath(__file__))
LIMIT = 600  # seconds after which a child ends
QUIET = 1.0  # seconds for which a forked process must run before it is recorded
WAIT = 600.0  # seconds for which the end of the program waits for the last request
MAX_LOCALS = 5000  # local variables of running functions
LOST, LOST_SHARE = 1000, 100  # a child lost objects of other threads if it lost more blocks of memory than LOST and than 1/LOST_SHARE of all
AGAIN = 3  # exit status of a child that lost so many

HEAP_TYPE, HAS_GC = 1 << 9, 1 << 14
VERSION = sys.version_info[:2]
LEAF, PLAIN, DICT, INSTANCE, MODULE, CLASS, FUNCTION, FRAME, GENERATOR, LOCAL, VARIABLE, CACHE = range(12)


class State(object):
    """The connection of this process."""

    link = None  # socket; None if the process is not recorded
    waits = True  # the thread waits for QUIET or the connection
    ended = None  # lock that is released after the last request; None while the program runs
    filtered = None  # filter of warnings that is set during a fork
    attached = False  # what belongs to threads is kept alive in the child, at the cost of a search through all objects


# ---- the thread that waits for requests


def connect():
    """Connects to memcity and introduces this process."""
    link = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        link.connect(FOLDER + "/socket")
        words = getattr(sys, "orig_argv", None) or [sys.executable] + getattr(sys, "argv", [])
        link.sendall(("hello %d %s %s\n" % (os.getpid(), sys.version.split()[0], encode("\0".join(words)))).encode())
    except OSError:
        link.close()
        return
    State.link = link


def serve():
    """Serves the requests of memcity. A forked process connects first, if it runs for some time."""
    try:
        _signal.pthread_sigmask(_signal.SIG_BLOCK, _signal.valid_signals())  # signals are for the threads of the program
        if State.link is None:
            time.sleep(QUIET)
            connect()
        State.waits, link = False, State.link
        while link is not None:
            line, descriptor = receive(link)
            if not line:
                break
            reply(link, line.split(), descriptor)
    except Exception:
        pass  # memcity has ended
    link, State.link, State.waits = State.link, None, False
    if link is not None:
        link.close()
    if State.ended is not None:
        State.ended.release()


def receive(link):
    """Returns a request and the descriptor that came with it, or None."""
    line, descriptor = b"", None
    while not line.endswith(b"\n"):
        data, extra, _, _ = link.recvmsg(1, 64, getattr(_socket, "MSG_CMSG_CLOEXEC", 0))
        if not data:
            return "", None
        line += data
        for level, kind, content in extra:
            if level == _socket.SOL_SOCKET and kind == _socket.SCM_RIGHTS:
                descriptor = int.from_bytes(content[:4], sys.byteorder)
                os.set_inheritable(descriptor, False)
    return line.decode(), descriptor


def reply(link, request, descriptor):
    """Serves a request: dump, last or end. last is a dump at the end of the program, and end is none."""
    text = ""
    try:
        if request[0] != "end":
            text = "forked %d\n" % take(descriptor, request[0] == "last")
    except Exception as error:
        text = "failed %s\n" % encode("%s: %s" % (type(error).__name__, error))
    finally:
        if descriptor is not None:
            os.close(descriptor)
    if text:
        link.sendall(text.encode())
    if request[0] != "dump" and State.ended is not None:
        ended, State.ended = State.ended, None
        ended.release()


def take(descriptor, last):
    """Forks a child that writes the objects to a pipe. It returns how long the program was stopped, in ns."""
    ignore_warning()
    begin = time.perf_counter()
    frames = running()
    frames["attached"] = attached() if State.attached else None
    blocks = sys.getallocatedblocks()
    saved = [hooks[:] for hooks in HOOKS]
    for hooks in HOOKS:
        del hooks[:]
    try:
        child = os.fork()
    except RuntimeError:  # since Python 3.12, a program that ends must not fork
        if not last:
            raise
        write(descriptor, frames, time.time(), True)
        return 0
    finally:
        if os.getpid() == PID[0]:
            for hooks, old in zip(HOOKS, saved):
                hooks[:0] = old
            unfilter()
    if child == 0:
        dump(descriptor, frames, last, blocks)
    pause = time.perf_counter() - begin
    frames.clear()
    again = False
    try:
        again = os.waitpid(child, 0)[1] >> 8 == AGAIN
    except OSError:
        pass  # the program waited for it
    pause = int(pause * 1e9)
    if again:
        State.attached = True
        pause += take(descriptor, last)
    return pause


class ForkWarning(object):
    """Matches the warning that a program with threads forks, once."""

    def match(self, text):
        found = "use of fork() may lead to deadlocks" in text
        if found:
            unfilter()
        return found


def ignore_warning():
    """Makes Python ignore the next warning that a program with threads forks."""
    if VERSION >= (3, 12):
        unfilter()
        State.filtered = ("ignore", ForkWarning(), DeprecationWarning, None, 0)
        filters().insert(0, State.filtered)


def unfilter():
    if State.filtered in filters():
        filters().remove(State.filtered)


def filters():
    warnings = sys.modules.get("warnings")
    return getattr(warnings, "filters", None) or _warnings.filters


# ---- forks and the end of the program


def before_fork():
    """Keeps the thread above from causing a warning that the program is multi-threaded."""
    if VERSION >= (3, 12) and State.link is not None and threads() == 2:
        ignore_warning()


def threads():
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return _thread._count() + 1


def after_fork():
    """Does nothing. It shows where Python keeps the functions to call after a fork."""


def after_fork_in_child():
    unfilter()
    link, State.link, State.ended = State.link, None, None
    waits, State.waits = State.waits, True
    PID[0] = os.getpid()
    if link is not None:
        link.close()
    if link is not None or waits:
        try:
            _thread.start_new_thread(serve, ())
        except RuntimeError:
            pass


def at_exit():
    """Announces the end of the program, and waits for the last request."""
    link, ended = State.link, _thread.allocate_lock()
    if link is None:
        return
    ended.acquire()
    State.ended = ended
    try:
        link.sendall(b"ending\n")
        ended.acquire(True, WAIT)
    except OSError:
        pass


# ---- local variables of running functions


def running():
    """Returns the threads with their frames, innermost first, and the numbers of all running frames.

    Since Python 3.11, the frames of other threads no longer exist in a child. Older versions read the variables there.
    """
    stacks, numbers, left = {}, set(), MAX_LOCALS
    own = _thread.get_ident()
    for thread, frame in sys._current_frames().items():
        stack = []
        while frame is not None:
            numbers.add(id(frame))
            if frame.f_globals is not GLOBALS:
                variables = frame if VERSION < (3, 11) else ()
                if left > 0 and VERSION >= (3, 11):
                    variables = locals_of(frame)
                    left -= len(variables)
                stack.append((frame.f_code, frame.f_lineno, frame.f_globals, variables))
            frame = frame.f_back
        if thread != own or stack:
            stacks[thread] = stack
    return {"stacks": stacks, "running": numbers, "names": thread_names()}


def thread_names():
    """Returns the names of threads, if the program has given them to module threading."""
    names, threading = {}, sys.modules.get("threading")
    for number, thread in list(getattr(threading, "_active", {}).items()):
        name = getattr(thread, "__dict__", {}).get("_name")
        if type(name) is str:
            names[number] = name
    return names


def locals_of(frame):
    """Returns pairs of name and value. It leaves no trace in the frame of a running function."""
    code = frame.f_code
    if not code.co_flags & 1:
        return ()  # of a module or class
    found = frame.f_locals
    pairs = tuple(found.items())
    if VERSION < (3, 13) and sys.getrefcount(found) == 3:  # Python keeps the dictionary, and with it the values
        found.clear()
    return pairs


# ---- values of other threads, which Python frees in a child


def attached():
    """Returns the dictionaries of thread-locals and the values of context variables, as lists by the number of their object.

    It finds them without running a line of Python in between, so that no other thread runs and no object ends meanwhile.
    Of the contexts, only those count that a thread alone holds. Tasks hold theirs.
    """
    values, types = {}, {_thread._local, Context}
    todo = [_thread._local]
    while todo:
        more = type.__subclasses__(todo.pop())
        types.update(more)
        todo.extend(more)
    objects = gc.get_objects()
    found = list(compress(objects, map(types.__contains__, map(type, objects))))
    del objects
    for o in found:
        if type(o) is not Context:
            parts = [r for r in gc.get_referents(o) if type(r) is dict]
            values[id(o)] = [v for r in parts for k, v in list(r.items()) if type(v) is dict and type(k) is not str]
        elif sys.getrefcount(o) <= 4:  # in found, o, the argument, and the thread
            for variable, value in Context.items(o):
                values.setdefault(id(variable), []).append(value)
    return values


# ---- the child


def dump(descriptor, frames, last, blocks):
    """Writes the objects in a further child, so that the program need not wait for it. blocks are those of the program before the fork."""
    try:
        at = time.time()
        if not State.attached and blocks - sys.getallocatedblocks() > max(LOST, blocks // LOST_SHARE):
            os._exit(AGAIN)
        gc.disable()
        keep_only(descriptor)
        if os.fork():
            os._exit(0)
        _signal.signal(_signal.SIGALRM, _signal.SIG_DFL)
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, [_signal.SIGALRM])
        _signal.alarm(LIMIT)
        os.write(descriptor, ("copy %d\n" % os.getpid()).encode())
        os.nice(10)
        try:
            with open("/proc/self/oom_score_adj", "w") as f:
                f.write("1000")  # if memory runs out, the child ends rather than the program
        except OSError:
            pass
        write(descriptor, frames, at, last)
    except BaseException as error:
        try:
            os.write(descriptor, ("error: %s: %s\n" % (type(error).__name__, error)).encode())
        except BaseException:
            pass
    finally:
        os._exit(0)


def keep_only(descriptor):
    """Closes all other descriptors, because others may wait for the program to close them."""
    try:
        found = [int(n) for n in os.listdir("/dev/fd")]
    except OSError:
        found = range(4096)
    for n in found:
        if n != descriptor:
            try:
                os.close(n)
            except OSError:
                pass
    for n in range(3):
        if n != descriptor:
            os.open("/dev/null", os.O_RDWR)


class Output(object):
    """Compresses lines and writes them to a descriptor."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.pack = zlib.compressobj(1, zlib.DEFLATED, 31) if zlib else None

    def lines(self, texts):
        data = "".join(texts).encode()
        self.send(self.pack.compress(data) if self.pack else data)

    def send(self, data):
        view = memoryview(data)
        while len(view):
            view = view[os.write(self.descriptor, view):]

    def close(self):
        self.send(self.pack.flush() if self.pack else b"end\n")


def write(descriptor, frames, at, last):
    """Writes all objects."""
    out = Output(descriptor)
    version = encode("python " + sys.version.split()[0])
    out.lines(['{"format":"objects","version":1,"runtime":%s,"time":%r,"final":%s}\n' % (version, at, "true" if last else "false")])
    out.lines(['{"library":%s}\n' % encode(name) for name in libraries()])
    objects = gc.get_objects()
    writer = Writer(out, objects, frames)
    writer.module_roots()
    writer.frame_roots(frames["stacks"], frames["names"])
    writer.absorb()
    writer.objects()
    writer.flush()
    out.close()


def libraries():
    """Returns the outermost modules of Python and of installed packages, but not that of a package that runs as the program."""
    found, own = set(), os.path.dirname(os.__file__) + os.sep
    for name, m in list(sys.modules.items()):
        if type(name) is not str or MODULE_TYPE not in MRO_OF(type(m)):
            continue
        file = MODULE_DICT(m).get("__file__")
        if type(file) is not str:
            if name in sys.builtin_module_names:
                found.add(name)
        elif file.startswith(own) or "-packages" + os.sep in file:
            found.add(name.split(".")[0])
    main = sys.modules.get("__main__")
    package = MODULE_DICT(main).get("__package__") if main is not None and MODULE_TYPE in MRO_OF(type(main)) else None
    return sorted(found - {"__main__", package.split(".")[0] if type(package) is str else ""})


class Example(object):
    __slots__ = ("one", "__dict__")


MEMBER, GETSET = type(Example.__dict__["one"]), type(Example.__dict__["__dict__"])
MODULE_TYPE, FUNCTION_TYPE, FRAME_TYPE = type(sys), type(write), type(sys._getframe())
CELL_TYPE = type((lambda x: lambda: x)(0).__closure__[0])
MRO_OF, DICT_OF, MODULE_OF, NAME_OF, FLAGS_OF = (
    type.__dict__[n].__get__ for n in ("__mro__", "__dict__", "__module__", "__qualname__", "__flags__"))
MODULE_DICT = MODULE_TYPE.__dict__["__dict__"].__get__
PARTS = tuple((n, FUNCTION_TYPE.__dict__[n].__get__) for n in ("__closure__", "__defaults__", "__kwdefaults__"))
EMPTY = sys.getsizeof({})


def generators():
    """Returns the types of generators and coroutines."""
    space = {}
    exec("def a(): yield\nasync def b(): pass\nasync def c(): yield\nx, y, z = a(), b(), c()\ny.close()", space)
    return tuple(type(space[n]) for n in "xyz")


GENERATORS = generators()


def name_of(t):
    """Returns the name of a type with its module."""
    module, name = MODULE_OF(t), NAME_OF(t)
    return "%s.%s" % (module, name) if type(module) is str else name


class Kind(object):
    """How objects of a type are written."""

    __slots__ = ("kind", "name", "of", "slots", "sizeof", "settled")

    def __init__(self, t):
        bases = MRO_OF(t) or ()  # a type need not be ready
        self.name = encode(name_of(t))
        self.of, self.slots = None, ()
        self.settled = is_settled(t)
        self.kind = self.kind_of(t, bases)
        self.sizeof = sys.getsizeof
        for b in bases:
            size = (DICT_OF(b) or {}).get("__sizeof__")
            if size is not None:
                if type(size) is FUNCTION_TYPE:
                    self.sizeof = object.__sizeof__
                break

    def kind_of(self, t, bases):
        for base, kind in ((MODULE_TYPE, MODULE), (type, CLASS), (FUNCTION_TYPE, FUNCTION), (FRAME_TYPE, FRAME)):
            if base in bases:
                return kind
        if t in GENERATORS:
            return GENERATOR
        if _thread._local in bases:
            return LOCAL
        if t is ContextVar:
            return VARIABLE
        if self.name == '"functools._lru_cache_wrapper"':
            self.find(bases)
            return CACHE
        if not FLAGS_OF(t) & HAS_GC:
            return LEAF
        self.find(bases)
        if dict in bases:
            return DICT
        return INSTANCE if self.of or self.slots else PLAIN

    def find(self, bases):
        """Finds where instances have their attributes."""
        slots = []
        for b in bases:
            for name, v in (DICT_OF(b) or {}).items():
                if type(v) is MEMBER:
                    slots.append((encode(name), v.__get__))
                elif name == "__dict__" and type(v) is GETSET and self.of is None:
                    self.of = v.__get__
        self.slots = tuple(slots)


def is_settled(t):
    """Reports whether a type lives as long as its module, or the program."""
    if not FLAGS_OF(t) & HEAP_TYPE:
        return True
    module, name = MODULE_OF(t), NAME_OF(t)
    at = sys.modules.get(module) if type(module) is str else None
    if at is None:
        return True
    if MODULE_TYPE not in MRO_OF(type(at)):
        return False
    found = MODULE_DICT(at)
    for part in name.split("."):
        at = found.get(part)
        if type not in MRO_OF(type(at)):
            return False
        found = DICT_OF(at) or {}
    return at is t


class Functions(object):
    """The names of functions by file and line, which tracemalloc does not record."""

    def __init__(self, objects):
        self.files = {}  # lists of first line, last line and name
        todo, seen = [o.__code__ for o in objects if type(o) is FUNCTION_TYPE], set()
        while todo:
            code = todo.pop()
            if id(code) in seen:
                continue
            seen.add(id(code))
            todo.extend(c for c in code.co_consts if type(c) is type(code))
            self.files.setdefault(code.co_filename, []).append((code.co_firstlineno, last_line(code), qualified(code)))

    def name(self, file, line):
        """Returns the name of the innermost function with a line."""
        within = [f for f in self.files.get(file, ()) if f[0] <= line <= f[1]]
        return max(within)[2] if within else "<module>"


def last_line(code):
    if hasattr(code, "co_lines"):
        return max([line for _, _, line in code.co_lines() if line] or [code.co_firstlineno])
    lines = code.co_lnotab[1::2]
    return code.co_firstlineno + sum(n for n in lines if n < 128)


def qualified(code):
    """Returns the name of a function, with its class since Python 3.11."""
    return getattr(code, "co_qualname", code.co_name).replace("<locals>.", "")


class Writer(object):
    """Writes the objects of a program."""

    def __init__(self, out, objects, frames):
        self.out, self.todo, self.seen, self.absorbed = out, objects, set(), set()
        self.kinds, self.texts, self.buffer = {}, {}, []
        self.modules = {}  # names by the number of the dictionary with their variables
        self.sites, self.places = {}, {}  # by call chain, and by file and line
        self.traced = _tracemalloc._get_object_traceback if _tracemalloc and _tracemalloc.is_tracing() else None
        self.files = {}  # names of modules by file
        self.functions = Functions(objects) if self.traced else None
        self.attached = frames["attached"] or {}
        self.hidden = hide(frames)
        self.hidden.update(frames["running"])
        self.hidden.update(map(id, (self, objects, out, frames)))
        self.seen.update(self.hidden)

    def add(self, text):
        self.buffer.append(text)
        if len(self.buffer) >= 4000:
            self.flush()

    def flush(self):
        self.out.lines(self.buffer)
        del self.buffer[:]

    def kind(self, t):
        k = self.kinds.get(id(t))
        if k is None:
            k = self.kinds[id(t)] = Kind(t)
        return k

    def text(self, name):
        """Returns a name in JSON."""
        t = self.texts.get(name)
        if t is None:
            t = encode(name)
            if len(self.texts) < 200000:
                self.texts[name] = t
        return t

    # -- roots

    def module_roots(self):
        for name, m in list(sys.modules.items()):
            if type(name) is not str or m is None:
                continue
            self.add('{"root":"module","name":%s,"ref":%d}\n' % (encode(name), id(m)))
            self.todo.append(m)
            if MODULE_TYPE in MRO_OF(type(m)):
                self.learn(m)
                name_of_file = MODULE_DICT(m).get("__file__")
                if type(name_of_file) is str:
                    self.files[name_of_file] = name
        for m in self.todo:
            if MODULE_TYPE in MRO_OF(type(m)):
                self.learn(m)

    def learn(self, m):
        variables = MODULE_DICT(m)
        if type(variables) is dict:
            name = variables.get("__name__")
            self.modules.setdefault(id(variables), name if type(name) is str else "module")

    def frame_roots(self, stacks, names):
        for thread, stack in stacks.items():
            texts = ",".join(encode(frame_text(code, line, variables)) for code, line, variables, _ in stack)
            self.add('{"thread":%d,"name":%s,"frames":[%s]}\n' % (thread, encode(names.get(thread, "thread %d" % thread)), texts))
            for n, (code, _, _, variables) in enumerate(stack):
                for name, value in self.locals(code, variables):
                    self.add('{"root":"local","thread":%d,"frame":%d,"name":%s,"ref":%d}\n' % (thread, n, encode(name), id(value)))
                    self.todo.append(value)

    def locals(self, code, variables):
        if type(variables) is tuple:
            pairs = variables
        else:
            pairs = variables.f_locals.items() if code.co_flags & 1 else ()
        return [(k, v) for k, v in pairs if id(v) not in self.hidden]

    # -- objects

    def absorb(self):
        """Finds the dictionaries that only contain the attributes of one object. They are written as a part of it."""
        count, tracked, instance = sys.getrefcount, gc.is_tracked, INSTANCE
        kinds, absorbed, seen = self.kinds, self.absorbed, self.seen
        for o in self.todo:
            t = type(o)
            k = kinds.get(id(t)) or self.kind(t)
            if k.kind == instance and k.of is not None and id(o) not in seen:
                d = k.of(o)
                if type(d) is dict and count(d) <= 3 + tracked(d):
                    i = id(d)
                    absorbed.add(i)
                    seen.add(i)

    def objects(self):
        todo, seen, kinds, referents = self.todo, self.seen, self.kinds, gc.get_referents
        leaf, plain, hidden, traced = LEAF, PLAIN, self.hidden, self.traced
        buffer, size = self.buffer, sys.getsizeof
        while todo:
            o = todo.pop()
            i = id(o)
            if i in seen:
                continue
            seen.add(i)
            t = type(o)
            k = kinds.get(id(t)) or self.kind(t)
            site = self.site(o) if traced else ""
            if k.kind == leaf:
                buffer.append('{"id":%d,"type":%s,"size":%d%s}\n' % (i, k.name, k.sizeof(o), site))
            elif k.kind == plain:
                refs = referents(o)
                todo.extend(refs)
                if refs and refs[-1] is t and k.settled:
                    refs.pop()
                ids = list(map(id, refs))
                if not hidden.isdisjoint(ids):
                    ids = [r for r in ids if r not in hidden]
                buffer.append('{"id":%d,"type":%s,"size":%d,"refs":%s%s}\n' % (i, k.name, k.sizeof(o), ids, site))
            else:
                self.special(o, i, t, k, site)
            if len(buffer) >= 4000:
                self.flush()

    def special(self, o, i, t, k, site):
        """Writes an object whose references have names."""
        refs = gc.get_referents(o)
        self.todo.extend(refs)
        size, more, kind = k.sizeof(o), "", k.kind
        numbers = set(map(id, refs))
        try:
            if kind == INSTANCE:
                pairs, size = self.attributes(o, k, size, numbers)
            else:
                pairs = WAYS[kind](self, o, k, numbers)
        except Exception:
            pairs = []  # a type of an extension may fail
        if kind == MODULE:
            more = ',"kind":"module","name":%s' % encode(self.modules.get(id(MODULE_DICT(o)), "module"))
        elif kind == CLASS:
            name = encode(name_of(o))
            more = ',"kind":"class","name":%s' % name
            if self.kind(o).settled:
                self.buffer.append('{"root":"class","name":%s,"ref":%d}\n' % (name, i))
        ids, texts, known, skipped = [], [], set(), self.hidden
        for name, v in pairs:
            n = id(v)
            known.add(n)
            if n not in skipped:
                ids.append(n)
                texts.append(name)
        code = kind in CODE_KINDS
        for v in refs:
            n = id(v)
            if n in known or n in skipped or n in self.absorbed or v is t and k.settled or code and n in self.modules:
                continue
            ids.append(n)
            texts.append("null")
        self.buffer.append('{"id":%d,"type":%s,"size":%d,"refs":%s,"names":[%s]%s%s}\n' % (i, k.name, size, ids, ",".join(texts), more, site))

    def attributes(self, o, k, size, numbers):
        """Returns the attributes of an object, and its size with them."""
        pairs, text = [], self.text
        if k.of is not None:
            d = k.of(o)
            if id(d) in self.absorbed:
                for name, v in d.items():
                    pairs.append((text(name) if type(name) is str else "null", v))
                self.todo.extend(d.values())
                size += max(0, sys.getsizeof(d) - (EMPTY if VERSION >= (3, 11) else 0))
            elif type(d) is dict:
                pairs.append(('"__dict__"', d))
                self.todo.append(d)
        for name, get in k.slots:
            try:
                v = get(o)
            except AttributeError:
                continue  # it has no value
            if id(v) in numbers:
                pairs.append((name, v))
        return pairs, size

    def entries(self, o, k, numbers):
        """Returns the named values of a dictionary: the variables of a module, or the entries of a small one whose keys look like names."""
        if id(o) in self.modules:
            return [(self.text(name), v) for name, v in dict.items(o) if type(name) is str]
        pairs = self.attributes(o, k, 0, numbers)[0]
        if dict.__len__(o) <= 32:
            for name, v in dict.items(o):
                if type(name) is str and len(name) <= 40 and name.isidentifier():
                    pairs.append((self.text(name), v))
        return pairs

    def variables(self, o, k, numbers):
        d = MODULE_DICT(o)
        return [('"__dict__"', d)] if d is not None else []

    def members(self, o, k, numbers):
        if not FLAGS_OF(o) & HEAP_TYPE:  # the type of an extension does not tell its references
            parts = [v for v in gc.get_referents(DICT_OF(o)) + [MRO_OF(o)] if v is not None]
            self.todo.extend(parts)
            return [("null", v) for v in parts]
        return [(self.text(name), v) for name, v in (DICT_OF(o) or {}).items() if type(name) is str and not name.startswith("__")]

    def function(self, o, k, numbers):
        pairs = []
        for name, get in PARTS:
            v = get(o)
            if id(v) not in numbers or v is None:
                continue
            pairs.append(('"%s"' % name, v))
            if name == "__closure__":
                pairs.extend((self.text(n), c) for n, c in zip(o.__code__.co_freevars, v))
        return pairs

    def frame(self, o, k, numbers):
        return self.named_locals(o)

    def generator(self, o, k, numbers):
        for name in ("gi_frame", "cr_frame", "ag_frame"):
            get = type(o).__dict__.get(name)
            frame = get.__get__(o) if get is not None else None
            if frame is not None:
                return self.named_locals(frame) if id(frame) not in self.hidden else []
        return []

    def of_threads(self, o, k, numbers):
        """Returns the values that threads have for a thread-local object or a context variable."""
        found = self.attached.get(id(o), ())
        self.todo.extend(found)
        return [("null", v) for v in found]

    def cached(self, o, k, numbers):
        """Returns the attributes of a function decorated with lru_cache, and the dictionary with its results."""
        pairs, own = self.attributes(o, k, 0, numbers)[0], k.of(o) if k.of is not None else None
        return pairs + [('"cache"', v) for v in gc.get_referents(o) if type(v) is dict and v is not own]

    def named_locals(self, frame):
        if not frame.f_code.co_flags & 1:
            return []
        pairs = [(self.text(k), v) for k, v in frame.f_locals.items()]
        self.todo.extend(v for _, v in pairs)
        return pairs

    def place(self, file, line):
        """Returns a frame of a call chain in JSON."""
        text = self.places.get((file, line))
        if text is None:
            name = self.functions.name(file, line)
            text = encode("%s.%s(%s:%d)" % (self.files.get(file, "?"), name, os.path.basename(file), line))
            self.places[file, line] = text
        return text

    def site(self, o):
        chain = self.traced(o)
        if chain is None:
            return ""
        if len(chain) == 2 and type(chain[1]) is int:
            chain = chain[0]  # and the number of frames, since Python 3.9
        n = self.sites.get(chain)
        if n is None:
            n = self.sites[chain] = len(self.sites) + 1
            self.buffer.append('{"site":%d,"frames":[%s]}\n' % (n, ",".join([self.place(f, line) for f, line in chain])))
        return ',"site":%d' % n


WAYS = {DICT: Writer.entries, MODULE: Writer.variables, CLASS: Writer.members, FUNCTION: Writer.function, FRAME: Writer.frame,
        GENERATOR: Writer.generator, LOCAL: Writer.of_threads, VARIABLE: Writer.of_threads, CACHE: Writer.cached}
CODE_KINDS = (FUNCTION, FRAME, GENERATOR)


def frame_text(code, line, variables):
    module = variables.get("__name__") if type(variables) is dict else None
    return "%s.%s(%s:%d)" % (module if type(module) is str else "?", qualified(code), os.path.basename(code.co_filename), line or 0)


def hide(frames):
    """Returns the numbers of the objects of this module, and of the lists with the frames."""
    hidden, todo = set(), [GLOBALS]
    outside = set(map(id, HOOKS)) | {id(GLOBALS.get("__builtins__")), id(sys.modules), id(sys.modules["builtins"].__dict__)}
    while todo:
        o = todo.pop()
        t = type(o)
        if id(o) in hidden or id(o) in outside or not gc.is_tracked(o) or t is MODULE_TYPE or t is type and MODULE_OF(o) != __name__:
            continue
        hidden.add(id(o))
        todo.extend(gc.get_referents(o))
    frame = sys._getframe()
    while frame is not None:
        if frame.f_globals is GLOBALS:
            hidden.update(id(v) for v in frame.f_locals.values() if type(v) in (dict, list, tuple, set))
        frame = frame.f_back
    hidden.update(map(id, (frames, frames["stacks"], frames["running"], frames["names"])))
    kept = frames["attached"]
    if kept:
        hidden.add(id(kept))
        hidden.update(map(id, kept.values()))
    for stack in frames["stacks"].values():
        hidden.add(id(stack))
        for one in stack:
            hidden.add(id(one))
            if type(one[3]) is tuple:
                hidden.add(id(one[3]))
                hidden.update(map(id, one[3]))
    return hidden


# ---- the start of the program


def start():
    """Removes the traces of this module, and starts the thread."""
    path = os.environ.get("PYTHONPATH", "")
    if path == FOLDER:
        del os.environ["PYTHONPATH"]
    elif path.startswith(FOLDER + os.pathsep):
        os.environ["PYTHONPATH"] = path[len(FOLDER) + 1:]
    if FOLDER in sys.path:
        sys.path.remove(FOLDER)
    sys.path_importer_cache.pop(FOLDER, None)
    GLOBALS.update(__spec__=None, __loader__=None)
    if VERSION < (3, 8):
        return
    if DEPTH and _tracemalloc and not _tracemalloc.is_tracing():
        _tracemalloc.start(DEPTH)
    atexit.register(at_exit)
    os.register_at_fork(before=before_fork, after_in_parent=after_fork, after_in_child=after_fork_in_child)
    for hook in (before_fork, after_fork, after_fork_in_child):
        HOOKS.extend(one for one in gc.get_referrers(hook) if type(one) is list)
    connect()
    if State.link is not None:
        _thread.start_new_thread(serve, ())
    State.waits = False


GLOBALS = globals()
HOOKS = []  # lists of the functions that Python calls at a fork. A copy must not call functions of the program
PID = [os.getpid()]
start()
del sys.modules[__name__]
import sitecustomize  # that of the user; if there is none, the error that Python expects at this place
