"""Runs commands of the stock command-line clients in one process, since each start of one takes seconds.

    drive.py FOLDER FILE...

A FILE is YAML: steps, and the commands that clean up after them whatever happened (after). A step is a command ("openstack network
list") or an object:

    run      the command; $name stands for a value that was kept
    exit     what it ends with: 0 (the default), or 1 for a refusal of any kind
    says     a text, or texts, that its output or its complaint must contain
    shows    fields of the object that it prints: the client is asked for JSON
    columns  the columns of the table that it prints
    rows     objects: for each of them the table must have a row with these fields
    absent   the same, of rows that the table must not have
    count    how many rows the table has
    keep     {name: field}: keeps a field of the object
    until    {field: value}: the command is repeated until the object has it

"at" in a file is the microversion of compute, "placement" that of placement. What cleans up is played also after a fault or a signal to
end; commands about what was never made are left out. Credentials are OS_* in the environment, and a line of JSON for each step goes to
standard output: file, number, command, and what is wrong with it.
"""
import io
import json
import os
import re
import shlex
import signal
import sys
import time
import traceback
import warnings

warnings.simplefilter("ignore")
import yaml  # noqa: E402


class Stream(io.StringIO):
    """A stream that programs may keep: it is emptied, never replaced."""

    def take(self):
        text = self.getvalue()
        self.seek(0)
        self.truncate()
        return text

    def isatty(self):
        return False


REPORT, OUT, ERR = sys.stdout, Stream(), Stream()
sys.stdout, sys.stderr = OUT, ERR
sys.excepthook = lambda *fault: traceback.print_exception(*fault, file=sys.__stderr__)
sleep = time.sleep
PAUSE = float(os.environ.get("PLUMBLINE_PAUSE", "0.01"))
PATIENCE = 400 * PAUSE
time.sleep = lambda seconds: sleep(min(seconds, PAUSE))
signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever is stopped cleans up as well


def openstack():
    from openstackclient import shell
    shells = {}

    def call(argv, version):
        if version not in shells:
            app = shell.OpenStackShell()
            app.stdout, app.stderr = OUT, ERR
            compute, placement = version
            options = ["--os-compute-api-version", compute] if compute else []
            options += ["--os-placement-api-version", placement] if placement else []
            if app.run(options + ["complete", "--name", "none"]) != 0:
                raise RuntimeError(ERR.take())
            OUT.take(), ERR.take()
            shells[version] = app
        return shells[version].run_subcommand(argv)
    return call


def nova():
    from novaclient import shell

    def call(argv, version):
        options = ["--os-compute-api-version", version[0]] if version[0] else []
        shell.OpenStackComputeShell().main(options + argv)
        return 0
    return call


def cinder():
    from cinderclient import shell

    def call(argv, version):
        shell.OpenStackCinderShell().main(argv)
        return 0
    return call


def glance():
    from glanceclient import shell

    def call(argv, version):
        shell.OpenStackImagesShell().main(argv)
        return 0
    return call


def heat():
    from heatclient import shell

    def call(argv, version):
        shell.HeatShell().main(argv)
        return 0
    return call


MAKERS = {"openstack": openstack, "nova": nova, "cinder": cinder, "glance": glance, "heat": heat}
PROGRAMS = {}


def call(command, version):
    """Answers how a command ends and what it writes."""
    program, *argv = shlex.split(command)
    if program not in PROGRAMS:
        PROGRAMS[program] = MAKERS[program]()
    try:
        ended = PROGRAMS[program](argv, version)
    except SystemExit as e:
        ended = e.code if isinstance(e.code, int) else 0 if e.code is None else 1
    except Exception as e:
        ended = 1
        ERR.write("%s: %s\n" % (type(e).__name__, e))
        if os.environ.get("PLUMBLINE_TRACE"):
            traceback.print_exc(file=ERR)
    return (1 if ended else 0), OUT.take(), ERR.take()


def has(row, wanted):
    return all(k in row and alike(row[k], v) for k, v in wanted.items())


def alike(got, wanted):
    """Objects may have more than is wanted; texts between slashes are regular expressions."""
    if isinstance(wanted, str) and len(wanted) > 1 and wanted[0] == wanted[-1] == "/":
        return re.search(wanted[1:-1], got if isinstance(got, str) else json.dumps(got)) is not None
    if isinstance(wanted, dict) and isinstance(got, dict):
        return has(got, wanted)
    return got == wanted


def tabled(text):
    """Answers the rows of a table that was drawn with lines, as objects; a table of properties is one object."""
    lines = [[c.strip() for c in line.strip("| ").split("|")] for line in text.splitlines() if line.startswith("|")]
    if not lines:
        return []
    if len(lines[0]) == 2 and lines[0][1] in ("Value", "value"):
        return {cells[0]: cells[1] for cells in lines[1:] if len(cells) > 1}
    return [dict(zip(lines[0], cells)) for cells in lines[1:]]


def judge(step, ended, out, err, kept):
    """Answers what is wrong with an answer."""
    if ended != step.get("exit", 0):
        yield "ended with %d: %s" % (ended, err.strip() or out.strip())
        return
    says = step.get("says", [])
    for text in [says] if isinstance(says, str) else says:
        if text not in out and text not in err:
            yield "does not say %r: %s" % (text, out + err)
    if not any(k in step for k in ("shows", "columns", "rows", "absent", "count", "keep", "until")):
        return
    try:
        value = json.loads(out)
    except ValueError:
        value = tabled(out)
    for field, wanted in step.get("shows", {}).items():
        if not isinstance(value, dict):
            yield "is no object: %s" % value
        elif not has(value, {field: wanted}):
            yield "%s is %r, not %r" % (field, value.get(field, "absent"), wanted)
    if "columns" in step and (not value or list(value[0]) != step["columns"]):
        yield "the columns are %s" % (list(value[0]) if value else "unknown: no rows")
    if "count" in step and len(value) != step["count"]:
        yield "%d rows, not %d: %s" % (len(value), step["count"], value)
    for wanted in step.get("rows", []):
        if not any(has(row, wanted) for row in value):
            yield "no row has %s: %s" % (wanted, value)
    for unwanted in step.get("absent", []):
        if any(has(row, unwanted) for row in value):
            yield "a row has %s" % unwanted
    for name, field in step.get("keep", {}).items():
        row = value[0] if isinstance(value, list) and value else value
        if not row or field not in row:
            yield "has no %s to keep: %s" % (field, value)
        else:
            kept[name] = str(row[field])


def filled(value, kept):
    if isinstance(value, str):
        return re.sub(r"\$(\w+)", lambda m: kept.get(m.group(1), m.group(0)), value)
    if isinstance(value, dict):
        return {filled(k, kept): filled(v, kept) for k, v in value.items()}
    if isinstance(value, list):
        return [filled(v, kept) for v in value]
    return value


STRUCTURED = ("shows", "columns", "rows", "absent", "count", "keep", "until")


def once(step, version, kept):
    step = {k: v if k == "keep" else filled(v, kept) for k, v in step.items()}
    command = step["run"]
    asked = command
    if command.startswith("openstack ") and any(k in step for k in STRUCTURED):
        asked += " -f json"
    ended, out, err = call(asked, (step["at"], version[1]) if "at" in step else version)
    return command, list(judge(step, ended, out, err, kept))


def perform(step, version, kept):
    if isinstance(step, str):
        step = {"run": step}
    if "until" not in step:
        return once(step, version, kept)
    wanted = dict(step, shows={**step.get("shows", {}), **step["until"]})
    ends = time.time() + PATIENCE
    while True:
        command, wrong = once(wanted, version, kept)
        if not wrong or time.time() > ends:
            return command, wrong
        sleep(PAUSE)


def play(file):
    with open(file) as f:
        session = yaml.safe_load(f)
    version, kept = (session.get("at", ""), session.get("placement", "")), {}
    name = os.path.basename(file)
    try:
        for number, step in enumerate(session["steps"], 1):
            began = time.time()
            command, wrong = perform(step, version, kept)
            print(json.dumps({"file": name, "step": number, "command": command, "wrong": wrong,
                              "seconds": round(time.time() - began, 2)}), file=REPORT, flush=True)
    finally:
        for command in session.get("after", []):
            clean(filled(command, kept), version)


def clean(command, version):
    """Performs a command that cleans up, unless what it is about was never made."""
    if "$" in command:
        return
    try:
        call(command, version)
    except Exception:
        traceback.print_exc(file=sys.__stderr__)


os.chdir(sys.argv[1])
for path in sys.argv[2:]:
    play(path)
