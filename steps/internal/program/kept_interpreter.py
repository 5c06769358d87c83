"""Runs one program of a file, or scripts (python -c), in copies of this process, with the modules loaded that earlier ones needed.

Its argument is the program's file, if there is one. A call is one packet on socket 3: a JSON object with source, arguments and environment, and with it three files: output, errors,
and a status to which a line with the process id is written, then one with the exit code (negative: the signal that ended it).
The process ends with the socket.
"""
import ast
import atexit
import gc
import importlib
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

program = sys.argv[1] if len(sys.argv) > 1 else "-c"  # as each call has it in sys.argv[0]
watching = False  # while this process, not a copy, loads modules
looked = False  # whether the module that is loaded looked at what is a call's own
alone = set()  # names of modules that each copy is to load by itself


class Looked(BaseException):
    """Ends the loading of a module that would keep something of this process, which is a call's own."""


class Arguments(list):
    """The arguments of this process. A module that looks at more than the program's name while it is loaded is noticed."""

    def __getitem__(self, at):
        if at != 0:
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


def notice():
    """Ends the loading of a module that looks at what is a call's own. Servers of wsgiref copy the environment; no client is one."""
    global looked
    if not watching:
        return
    frame = sys._getframe(2)
    while frame and frame.f_globals.get("__name__") in ("os", "_collections_abc"):
        frame = frame.f_back
    if frame and frame.f_globals.get("__name__") != "wsgiref.handlers":
        looked = True
        raise Looked()


def serve():
    """Waits for calls. Returns in the copy that is to run a call, with that call."""
    while True:
        ready, _, _ = select.select([calls, loaded], [], [])
        if calls in ready:
            packet, files, _, _ = socket.recv_fds(calls, MOST, 3)
            if not packet:
                os._exit(0)
            call = json.loads(packet)
            load_imports(call["source"])
            call = begin(call, files)
            if call is not None:
                return call
            for file in files:
                os.close(file)
        else:
            for name in loaded.recv(MOST).decode().split("\n"):
                load(name)


def load(name):
    """Loads a module. One that does not load by itself, or looks at what is a call's own, is left to the copies that need it.

    This process ends where a module went on after another one that it loads had been ended: it would be another one in a copy.
    """
    global watching, looked
    if name in sys.modules or name in alone:
        return
    watching, looked, ended = True, False, False
    try:
        importlib.import_module(name)
    except BaseException as error:
        ended = isinstance(error, Looked)
        alone.add(name)
    watching = False
    if looked and not ended:
        os._exit(0)


def load_imports(source):
    """Loads the modules that a program imports before it does anything else."""
    try:
        statements = ast.parse(source).body
    except (SyntaxError, ValueError):
        return
    for statement in statements:
        if isinstance(statement, ast.Import):
            for module in statement.names:
                load(module.name)
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            load(statement.module)


def begin(call, files):
    """Makes two processes: one runs the call, to which alone this returns it; the other tells how it ends."""
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
    """Runs a program as the interpreter would: python FILE ARGUMENTS, or python -c SOURCE ARGUMENTS."""
    os.environ.clear()
    os.environ.update(call["environment"])
    sys.argv[:] = [program] + call["arguments"]
    main = sys.modules["__main__"] = types.ModuleType("__main__")
    main.__builtins__ = __builtins__
    if program != "-c":
        main.__file__ = program
    exec(compile(call["source"], "<string>" if program == "-c" else program, "exec"), main.__dict__)


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
sys.argv = Arguments([program])
if program != "-c":
    sys.path[0] = os.path.dirname(os.path.realpath(program))
os.environ.__class__ = Environment
finish(serve())
