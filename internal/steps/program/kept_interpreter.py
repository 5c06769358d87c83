"""Runs scripts (python -c) and programs in files in copies of this process, each with the modules loaded that earlier ones needed.

A call is one packet on socket 3: a JSON object with the path of the program ("" for a script), what it is known to load (modules, and
groups of entry points, "in NAME"), source, arguments and environment, and with it three files: output, errors, and a status to which a
line with the process id is written, then one with the exit code (negative: the signal that ended it).
The process ends with the socket.
"""
import atexit
import gc
import importlib
import importlib.metadata
import io
import json
import os
import select
import signal
import socket
import sys
import threading
import types

calls = socket.socket(fileno=3)
loaded, learnt = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)  # names of modules that copies had to load
learnt.setblocking(False)
MOST = 1 << 20  # bytes of a packet
HARMLESS = ("wsgiref.handlers",)  # keeps the environment for the servers that it would start: no client does
asked = set()  # what was to be loaded for programs

watching = False  # while this process, not a copy, loads modules
looking = set()  # modules that looked at a call while they were loaded: they are left to those who need them


class Arguments(list):
    """The arguments of this process. A module that looks at them while it is loaded is noticed."""

    def __getitem__(self, at):
        notice()
        return super().__getitem__(at)

    def __iter__(self):
        notice()
        return super().__iter__()

    def __len__(self):
        notice()
        return super().__len__()


class Environment(type(os.environ)):
    """The environment of this process, which has no variable of a call. A module that looks for one while it is loaded is noticed."""

    def __getitem__(self, key):
        if str(key).startswith("OS_") or str(key).lower() == "no_proxy":
            notice()
        return super().__getitem__(key)

    def __iter__(self):
        notice()
        return super().__iter__()


class Looked(BaseException):
    """Ends the loading of a module that would keep something of this process, which is not that of its call."""


def notice():
    """Notes the modules that are being loaded, and ends that."""
    if not watching:
        return
    frame = sys._getframe(1)
    while frame:
        if frame.f_code.co_name == "<module>" and frame.f_globals is not globals():
            looking.add(frame.f_globals.get("__name__"))
        frame = frame.f_back
    raise Looked


def serve():
    """Waits for calls. Returns in the copy that is to run a call, with that call."""
    while True:
        ready, _, _ = select.select([calls, loaded], [], [])
        if calls in ready:
            packet, files, _, _ = socket.recv_fds(calls, MOST, 3)
            if not packet:
                os._exit(0)
            call = begin(json.loads(packet), files)
            if call is not None:
                return call
            for file in files:
                os.close(file)
        else:
            for name in loaded.recv(MOST).decode().split("\n"):
                load(name)


def load(name):
    """Loads a module; one that does not load by itself is left to those who need it.

    Where one that has looked at a call is there all the same, this process ends: what is to be run is started as usual from then on.
    """
    global watching
    if name not in sys.modules and name not in looking:
        watching = True
        try:
            importlib.import_module(name)
        except BaseException:
            pass
        watching = False
        if looking.intersection(sys.modules):
            os._exit(0)


def load_for(program, needs):
    """Loads what a program is known to need, where the program would look for it."""
    new = [name for name in needs if name not in asked]
    asked.update(new)
    sys.path[0] = folder(program)
    for name in new:
        if not name.startswith("in "):
            load(name)
    groups = tuple(name[3:] for name in new if name.startswith("in "))
    if groups:
        for point in {point for point in importlib.metadata.distributions() for point in point.entry_points
                      if point.group.startswith(groups)}:
            load(point.value.partition(":")[0].strip())
    sys.path[0] = ""


def folder(program):
    """Returns where a program looks for modules first: beside its file, a script where it was started."""
    return os.path.dirname(os.path.realpath(program)) if program else ""


def begin(call, files):
    """Makes two processes: one runs the call, to which alone this returns it; the other tells how it ends."""
    load_for(call["program"], call["needs"])
    gc.freeze()
    if os.fork():
        return None
    output, errors, status = files
    calls.close()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child:
        own_group(child)
        os.write(status, b"%d\n" % child)
        for file in (output, errors):
            os.close(file)
        _, ended = os.waitpid(child, 0)
        os.write(status, b"%d\n" % os.waitstatus_to_exitcode(ended))
        os._exit(0)
    own_group(os.getpid())
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for file, at in ((nothing, 0), (output, 1), (errors, 2)):
        os.dup2(file, at)
    for file in (nothing, output, errors, status):
        os.close(file)
    return call


def own_group(process):
    """Puts a process into a group of its own, by which all that it starts can be ended. Both sides do it, whichever comes first."""
    try:
        os.setpgid(process, process)
    except OSError:
        pass


def tell(known):
    """Sends the names of the modules that this copy had to load."""
    new = [name for name, module in list(sys.modules.items())
           if name not in known and getattr(getattr(module, "__spec__", None), "name", None) == name]
    try:
        learnt.send("\n".join(new).encode())
    except OSError:
        pass  # too many at once: the next copy loads them again


def perform(call):
    """Runs a script as the interpreter would: python -c SOURCE ARGUMENTS, or python PROGRAM ARGUMENTS."""
    os.environ.clear()
    os.environ.update(call["environment"])
    program = call["program"]
    sys.path[0] = folder(program)
    sys.argv[:] = [program or "-c"] + call["arguments"]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__builtins__ = __builtins__
    if program:
        main.__file__ = program
    exec(compile(call["source"], program or "<string>", "exec"), main.__dict__)


def outcome(call):
    """Runs a program and returns its exit code. What the interpreter would say of an exception is said."""
    try:
        perform(call)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return (end.code or 0) & 0xFF
        print(end.code, file=sys.stderr)
        return 1
    except BaseException as error:
        sys.excepthook(type(error), error, error.__traceback__)
        return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    return 0


def finish(call):
    """Runs a program to its end, with what it left for later: threads, functions to call at exit, output that was not written.

    The interpreter's own end would free all modules one by one, which takes longer than most programs.
    """
    os.environ.__class__ = type(os.environ).__base__
    known = set(sys.modules)
    code = outcome(call)
    threading._shutdown()
    atexit._run_exitfuncs()
    for file in [found for found in gc.get_objects() if isinstance(found, io.IOBase)] + [sys.stdout, sys.stderr]:
        try:
            file.flush()
        except (OSError, ValueError):
            pass  # it is closed, or only read
    tell(known)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever tells how a call ended is not waited for
signal.signal(signal.SIGINT, signal.SIG_IGN)  # the socket ends this process, and no signal from a terminal
sys.argv = Arguments(["-c"])
os.environ.__class__ = Environment
for name in HARMLESS:
    importlib.import_module(name)
finish(serve())
