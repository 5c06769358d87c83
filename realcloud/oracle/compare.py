#!/usr/bin/python3
"""Compare a project's OpenAPI documents with what nova_api.py found.

    compare.py --oracle FILE --plumbline BIN [--service compute]
               [--at V,V,...|all] [--quiet | --json]

Which operations are described at which microversions; and, for those that are,
whether Nova's own validator and the documents say the same of made-up bodies
and queries. Exits 0 when nothing is missing and nothing disagrees, else 1.
"""

import argparse
import functools
import itertools
import json
import os
import re
import subprocess
import sys
import unicodedata

os.environ.setdefault('OS_NOVA_DISABLE_EVENTLET_PATCHING', '1')

import jsonschema
import yaml
from nova import exception
from nova import version as nova_version
from nova.api.validation import validators

METHODS = ('get', 'put', 'post', 'delete', 'patch', 'head')
UNKNOWN = 'x_unknown'
NOTHING = object()


# Microversions are their minor number here; the major one is always 2.

def minor(version):
    return int(version.partition('.')[2])


def text(number):
    return '2.%d' % number


def ranges(numbers, looked_at):
    """'2.1-2.18, 2.26' for those of the looked at microversions."""
    out, previous = [], None
    for place in (looked_at.index(n) for n in sorted(numbers)):
        if previous is not None and place == previous + 1:
            out[-1][1] = looked_at[place]
        else:
            out.append([looked_at[place]] * 2)
        previous = place
    return ', '.join(text(a) if a == b else '%s-%s' % (text(a), text(b)) for a, b in out)


# The oracle.

def key_of(method, path, action):
    """What an operation is known by: the names of path parameters do not count."""
    return method, re.sub(r'\{[^}]*\}', '{}', path), action


class Oracle:
    """The operations of nova_api.py's output; those that only answer 410 are left out."""

    def __init__(self, content):
        self.release = content['release']
        self.newest = minor(content['max'])
        self.entries, self.names, self.removed = {}, {}, {}
        for entry in content['operations']:
            key = key_of(entry['method'], entry['path'], entry['action'])
            self.names[key] = entry['path']
            (self.removed if entry['removed'] else self.entries).setdefault(key, []).append(entry)
        for key in set(self.removed) & set(self.entries):
            del self.removed[key]

    def spans(self, key):
        """Every range that is written for the operation."""
        for entry in self.entries[key]:
            yield self.span(entry)
            for kind in ('body', 'query'):
                yield from map(self.span, entry[kind])

    def span(self, entry):
        first, last = entry['microversions']
        return minor(first), minor(last) if last else self.newest

    def covers(self, entry, number):
        first, last = self.span(entry)
        return first <= number <= last

    def segments(self, key):
        """(first, last) of each stretch in which nothing of the operation changes."""
        starts = sorted({s for first, last in self.spans(key) for s in (first, last + 1)})
        pairs = [(a, b - 1) for a, b in zip(starts, starts[1:])]
        return [p for p in pairs if self.at(key, p[0])]

    def bounds(self):
        """The first and the last microversion of each stretch in which nothing changes."""
        edges = {1, self.newest}
        for key in self.entries:
            for first, last in self.spans(key):
                edges |= {first - 1, first, last, last + 1}
        return sorted(n for n in edges if 1 <= n <= self.newest)

    def at(self, key, number):
        return next((e for e in self.entries.get(key, ()) if self.covers(e, number)), None)

    def schemas(self, key, kind, number):
        entry = self.at(key, number)
        return [s['schema'] for s in entry[kind] if self.covers(s, number)]

    def all_schemas(self, key, kind):
        return [s['schema'] for entry in self.entries[key] for s in entry[kind]]


# The documents.

def load_document(binary, service, number):
    command = [binary, 'openapi', 'show', '--service', service, '--at', text(number)]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def resolve(value, document):
    """Follow a reference within the document."""
    while isinstance(value, dict) and '$ref' in value:
        place = document
        for step in value['$ref'].lstrip('#/').split('/'):
            place = place[step.replace('~1', '/').replace('~0', '~')]
        value = place
    return value


def convert(schema, document, above=()):
    """A schema of OpenAPI 3.0.3 as one of JSON Schema draft 4, with nothing left to look up."""
    reference = schema.get('$ref')
    if reference in above:
        return {}  # a schema within itself is not followed
    if reference:
        return convert(resolve(schema, document), document, above + (reference,))
    inner = functools.partial(convert, document=document, above=above)
    out = {}
    for name, value in schema.items():
        if name == 'properties':
            out[name] = {n: inner(v) for n, v in value.items()}
        elif name in ('allOf', 'anyOf', 'oneOf'):
            out[name] = [inner(v) for v in value]
        elif name in ('items', 'not', 'additionalProperties') and isinstance(value, dict):
            out[name] = inner(value)
        elif name == 'pattern':
            readable = python_pattern(value)
            out.update({'pattern': readable} if readable else {'format': 'pattern ' + value})
        elif name == 'x-openstack-format':
            out['format'] = value  # exported documents have formats that only OpenStack knows as an extension
        elif name not in ('nullable', 'description', 'example', 'default') and not name.startswith('x-'):
            out[name] = value
    pattern = schema.get('x-openstack-key-pattern')
    if pattern:
        values = out.get('additionalProperties', {})
        out['patternProperties'] = {pattern: values if isinstance(values, dict) else {}}
        out['additionalProperties'] = False
    return {'anyOf': [{'enum': [None]}, out]} if schema.get('nullable') else out


def python_pattern(source):
    """A document's pattern in Python's spelling; None for what stays unreadable.

    That is code points as RE2 and as ECMA 262 spell them, and RE2's categories within brackets. A final $ is
    the same on both sides: the project reads it as Python does.
    """
    source = re.sub(r'\\[xu]\{([0-9A-Fa-f]+)\}', lambda m: '\\U%08x' % int(m[1], 16), source)
    source = re.sub(r'\\p\{(\w+)\}', lambda m: category(m[1]), source)
    try:
        re.compile(source)
    except re.error:
        return None
    return source


@functools.lru_cache(maxsize=None)
def category(prefix):
    """The characters of a Unicode category, or of all that begin so, as ranges for a bracket."""
    ranges = []
    for point in range(sys.maxunicode + 1):
        if unicodedata.category(chr(point)).startswith(prefix):
            if ranges and ranges[-1][1] == point - 1:
                ranges[-1][1] = point
            else:
                ranges.append([point, point])
    return ''.join('\\U%08x-\\U%08x' % tuple(r) for r in ranges)


class Described:
    """An operation of a document."""

    def __init__(self, operation, item, document):
        content = resolve(operation.get('requestBody', {}), document).get('content', {})
        self.body = None
        if 'application/json' in content:
            self.body = convert(content['application/json'].get('schema', {}), document)
        self.openness = operation.get('x-openstack-query', 'open')
        statuses = operation.get('responses', {})
        self.gone = '410' in statuses and min(statuses) >= '400'
        self.parameters, self.required = {}, set()
        for parameter in item.get('parameters', []) + operation.get('parameters', []):
            parameter = resolve(parameter, document)
            if parameter['in'] == 'query':
                self.parameters[parameter['name']] = convert(parameter.get('schema', {}), document)
                if parameter.get('required'):
                    self.required.add(parameter['name'])


def each_operation(item, document):
    """(method, action, operation) of a path; the actions from their extension or the alternatives of the body."""
    for method in METHODS:
        if method not in item:
            continue
        named = item.get('x-openstack-actions') if method == 'post' else None
        for action, operation in (named or {None: item[method]}).items():
            alternatives = [] if action else body_alternatives(item[method], document)
            for name, branch in alternatives:
                yield 'POST', name, {'requestBody': {'content': {'application/json': {'schema': branch}}}}
            if not alternatives:
                yield method.upper(), action, operation


def body_alternatives(operation, document):
    """(action, schema) of a body that is one of several single keys; else nothing."""
    content = resolve(operation.get('requestBody', {}), document).get('content', {})
    schema = resolve(content.get('application/json', {}).get('schema', {}), document)
    branches = [resolve(b, document) for b in schema.get('oneOf', schema.get('anyOf', []))]
    if not branches or any(len(b.get('required', [])) != 1 or len(b.get('properties', {})) != 1 for b in branches):
        return []
    return [(b['required'][0], b) for b in branches]


def describe(document):
    """The operations of a document by their keys, and their paths."""
    found, names = {}, {}
    for path, item in document['paths'].items():
        for method, action, operation in each_operation(item, document):
            key = key_of(method, path, action)
            found[key], names[key] = Described(operation, item, document), path
    return found, names


# Judges: refusal() answers None for what is allowed, else why it is not.

class NovaBody:
    """Nova's own validator, formats included, over all schemas that apply."""

    def __init__(self, schemas, action=None, is_body=True):
        self.validators = [validators._SchemaValidator(s, False, is_body) for s in schemas]
        self.action = action

    def refusal(self, value):
        if self.action and len(value) != 1:
            return 'too many body keys'
        try:
            for validator in self.validators:
                validator.validate(value)
        except exception.ValidationError as error:
            return str(error)
        except Exception as error:  # Nova lets it through, to a 500
            return 'not refused but broken by it: %r' % error
        return None


TEMPLATE = validators._SchemaValidator({}, False, True).validator


class Formats(jsonschema.FormatChecker):
    """The formats of documents, of strings only; the project's own names mean Nova's."""

    NOVA_NAMES = {
        'name-with-blanks': 'name_with_leading_trailing_spaces', 'zone-name': 'az_name',
        'key-pair-name': 'keypair_name_20', 'key-pair-name-2.92': 'keypair_name_292',
        'byte': 'base64',
    }
    UNCHECKED = ('password', 'binary', 'int32', 'int64', 'float', 'double')

    def __init__(self):
        super().__init__()
        self.known = TEMPLATE.format_checker.checkers
        self.unknown = set()

    def check(self, instance, format):
        if format in self.UNCHECKED or not isinstance(instance, str):
            return
        name = self.NOVA_NAMES.get(format, format)
        if name not in self.known:
            self.unknown.add(format)
            return
        try:
            good = self.known[name][0](instance)
        except Exception:  # each format has its own
            good = False
        if not good:
            raise jsonschema.FormatError('%r is not a %r' % (instance, format))


class DocumentBody:
    """The schema of a document; None allows everything."""

    def __init__(self, schema):
        self.formats = Formats()
        self.validator = jsonschema.Draft4Validator(schema or {}, format_checker=self.formats)

    def refusal(self, value):
        self.formats.unknown.clear()
        error = next(self.validator.iter_errors(value), None)
        return error and error.message


class DocumentQuery:
    """The query parameters of an operation of a document."""

    def __init__(self, described):
        self.openness, self.required = described.openness, described.required
        self.formats = Formats()
        self.lists, self.judges = set(), {}
        for name, schema in described.parameters.items():
            if schema.get('type') == 'array':
                self.lists.add(name)
                schema = schema.get('items', {})
            self.judges[name] = jsonschema.Draft4Validator(schema, format_checker=self.formats)

    def refusal(self, query):
        self.formats.unknown.clear()
        for name in self.required - set(query):
            return '%r is required' % name
        for name, values in query.items():
            reason = self.value_refusal(name, values) if name in self.judges else self.name_refusal(name)
            if reason:
                return reason
        return None

    def name_refusal(self, name):
        if self.openness == 'open' or self.openness == 'underscore' and name.startswith('_'):
            return None
        return '%r is unknown' % name

    def value_refusal(self, name, values):
        if len(values) > 1 and name not in self.lists:
            return '%r is given twice' % name
        judge = self.judges[name]
        errors = (e for v in values for e in judge.iter_errors(as_kind(v, judge.schema.get('type'))))
        error = next(errors, None)
        return error and error.message


def as_kind(value, kind):
    """A query's text as the JSON type that the document gives it, where that is possible."""
    if kind in ('integer', 'number') and re.fullmatch(r'[+-]?\d+(\.\d+)?', value):
        return float(value) if '.' in value else int(value)
    if kind == 'boolean' and value in ('true', 'True', 'false', 'False'):
        return value.lower() == 'true'
    return value


# Made-up values.

UUID = '9f3b2c44-8a57-4d7e-b1d0-5f4f6a4c2e10'
STRINGS = (
    'a', '1', '0', '-1', '1.5', ' ', ' a', 'a ', 'a b', 'a.b', 'a:b', 'a/b', 'a,b', 'a@b', 'A_b-1', '\u00e9', 'a\tb', 'a\n',
    'a\u200bb', '\U0001f600',
    'true', 'True', 'yes', 'none', 'auto', UUID, UUID.replace('-', ''), '192.0.2.1', '2001:db8::1', '192.0.2.0/24',
    'http://example.org/', 'YWJj', 'YWJ', '2020-01-02T03:04:05Z', '2020-01-02', '*', '[', '/dev/vdb', 'x' * 300,
)
WRONG = (None, True, 0, 1, -1, 1.5, '', 'a', '1', [], ['a'], [None], {}, {'a': 'a'})
NUMBERS = (2147483647, 2147483648)


def fits(schema, value):
    """Whether Nova's validator allows the value."""
    try:
        return type(TEMPLATE)(schema, format_checker=TEMPLATE.format_checker).is_valid(value)
    except Exception:
        return False


def as_schema(value):
    """The value if it is a schema; Nova's own slips, a text among the properties, are read as any value."""
    if isinstance(value, list) and value:  # items by their place
        value = value[0]
    return value if isinstance(value, dict) else {}


def kinds(schema):
    """The JSON types that a schema speaks of."""
    declared = schema.get('type')
    if declared is not None:
        return [declared] if isinstance(declared, str) else list(declared)
    if 'properties' in schema or 'patternProperties' in schema:
        return ['object']
    return ['array'] if 'items' in schema else ['string', 'integer', 'boolean', 'object', 'array', 'null']


def merged(schema, branch):
    """A schema and one of its alternatives as one."""
    out = {**schema, **branch}
    if 'required' in schema or 'required' in branch:
        out['required'] = sorted({*schema.get('required', ()), *branch.get('required', ())})
    if 'properties' in schema or 'properties' in branch:
        out['properties'] = {**schema.get('properties', {}), **branch.get('properties', {})}
    return out


def branches(schema):
    """The schema with each of its alternatives in turn."""
    for keyword in ('oneOf', 'anyOf', 'allOf'):
        rest = {k: v for k, v in schema.items() if k != keyword}
        for branch in schema.get(keyword, ()):
            yield merged(rest, branch)


def valid(schema):
    """A small value that the schema allows; NOTHING where none is found."""
    return next((v for v in candidates(schema) if fits(schema, v)), NOTHING)


def candidates(schema):
    """Values to choose a valid one from."""
    schema = as_schema(schema)
    yield from schema.get('enum', ())
    for branch in branches(schema):
        yield from candidates(branch)
    for kind in kinds(schema):
        if kind == 'object':
            yield smallest(schema)
        elif kind == 'array':
            yield several(valid(schema.get('items', {})), schema.get('minItems', 0))
        elif kind == 'string':
            yield 'a' * max(schema.get('minLength', 1), 1)
            yield from STRINGS
            yield ''
        elif kind in ('integer', 'number'):
            yield from (schema.get('minimum', 1), schema.get('maximum', 1))
        else:
            yield {'boolean': True}.get(kind)


def several(value, count):
    """A list of that many values, different ones where that is easy."""
    if isinstance(value, str) and count > 1:
        return [value + str(i) for i in range(count)]
    return [value] * count if value is not NOTHING else []


def pattern_key(patterns):
    """A key that one of the patterns matches."""
    return next((s for p in patterns for s in STRINGS if re.search(p, s)), None)


def smallest(schema):
    """The object with the required keys, and others up to minProperties."""
    properties = schema.get('properties', {})
    out = {name: valid(properties.get(name, {})) for name in schema.get('required', ())}
    for name in properties:
        if len(out) < schema.get('minProperties', 0):
            out.setdefault(name, valid(properties[name]))
    for pattern, inner in schema.get('patternProperties', {}).items():
        if len(out) < schema.get('minProperties', 0):
            out[pattern_key([pattern])] = valid(inner)
    return {k: v for k, v in out.items() if v is not NOTHING and k is not None}


def variations(schema):
    """(where, value): a valid value, and ones that differ from it in one place."""
    schema = as_schema(schema)
    good = valid(schema)
    if good is not NOTHING:
        yield '', good
    yield from (('', v) for v in WRONG)
    yield from (('', v) for v in schema.get('enum', ()))
    for branch in branches(schema):
        yield from variations(branch)
    wanted = kinds(schema)
    if 'string' in wanted:
        yield from (('', v) for v in text_variations(schema))
    if 'integer' in wanted or 'number' in wanted or 'minimum' in schema or 'maximum' in schema:
        yield from (('', v) for v in number_variations(schema))
    if 'properties' in schema or 'patternProperties' in schema or isinstance(schema.get('additionalProperties'), dict):
        yield from object_variations(schema)
    if 'items' in schema:
        yield from array_variations(schema)


def text_variations(schema):
    yield from STRINGS
    for member in schema.get('enum', ()):
        if isinstance(member, str):
            yield from (member.lower(), member.upper(), member.title())
    for keyword in ('minLength', 'maxLength'):
        length = schema.get(keyword)
        if length is not None:
            yield from ('a' * n for n in (length - 1, length, length + 1))


def number_variations(schema):
    for bound in (schema.get('minimum'), schema.get('maximum'), *NUMBERS):
        if bound is not None:
            for number in (bound - 1, bound, bound + 1):
                yield number
                yield str(number)


def array_variations(schema):
    item = valid(schema['items'])
    for where, value in variations(schema['items']):
        yield '[]' + join(where), [value]
    if item is not NOTHING:
        lengths = {1, 2, schema.get('minItems', 1) - 1, schema.get('maxItems', 1), schema.get('maxItems', 1) + 1}
        for length in sorted(lengths):
            yield '', several(item, length)
        yield '', [item, item]


def object_variations(schema):
    base = smallest(schema)
    properties = dict(schema.get('properties', {}))
    for name in schema.get('required', ()):
        yield name + ' (absent)', {k: v for k, v in base.items() if k != name}
    for pattern, inner in schema.get('patternProperties', {}).items():
        if pattern_key([pattern]) is not None:
            properties.setdefault(pattern_key([pattern]), inner)
    extra = schema.get('additionalProperties')
    properties.setdefault(UNKNOWN, extra if isinstance(extra, dict) else {'type': 'null'})
    for name, inner in properties.items():
        for where, value in variations(inner):
            yield name + join(where), {**base, name: value}
    if 'patternProperties' in schema or isinstance(extra, dict):
        inner = valid(extra if isinstance(extra, dict) else next(iter(schema['patternProperties'].values())))
        for name in ('', *STRINGS, 'k' * 255, 'k' * 256):
            yield 'key', {**base, name: inner if inner is not NOTHING else 'a'}


def join(where):
    return where if where.startswith(('[', ' ')) or not where else '.' + where


def bodies(key, schemas):
    """(where, body) for all the schemas; for an action only bodies that name it."""
    action = key[2]
    if action:
        envelope = {'type': 'object', 'properties': {action: {}}, 'required': [action], 'additionalProperties': False}
        schemas = [*schemas, envelope]
    for schema in schemas:
        for where, value in variations(schema):
            if not action or isinstance(value, dict) and action in value:
                yield where, value


def queries(schemas, names):
    """(where, query) for parameters of these names; a query is lists of texts by name."""
    base = {}
    for schema in schemas:
        base.update(smallest(schema))
    yield '', base
    for name in base:
        yield name + ' (absent)', {k: v for k, v in base.items() if k != name}
    for name in sorted(names):
        for value in ('', *STRINGS, *query_values(schemas, name), '9' * 20):
            yield name, {**base, name: [value]}
        for value in ('a', '1', *query_values(schemas, name)):
            yield name + ' (twice)', {**base, name: [value, value]}
    for name in (UNKNOWN, '_' + UNKNOWN, 'x-unknown', 'x:unknown'):
        for values in ([''], ['a'], ['1'], ['a', 'a']):
            yield name, {**base, name: values}


def query_values(schemas, name):
    """Values made for a parameter: what an enumeration lists and something allowed."""
    for schema in schemas:
        items = schema.get('properties', {}).get(name, {}).get('items', {})
        items = as_schema(items)
        for inner in (items, *branches(items)):
            yield from (v for v in inner.get('enum', ()) if isinstance(v, str))
            good = valid(inner)
            if isinstance(good, str):
                yield good


# Comparing.

def plain(value):
    return json.dumps(value, sort_keys=True)


class Tally:
    """What was asked of both judges about bodies, or about queries."""

    def __init__(self):
        self.asked = set()        # (key, instance)
        self.differences = {}     # (key, instance) -> who alone allows it -> where, why and at which microversions
        self.undecided = set()    # (key, instance)
        self.formats = set()

    def add(self, key, number, results):
        self.asked |= {(key, instance) for _, instance, *_ in results}
        for where, instance, nova, documents, unknown in results:
            if (nova is None) == (documents is None):
                continue
            if unknown:
                self.undecided.add((key, instance))
                self.formats |= unknown
                continue
            sides = self.differences.setdefault((key, instance), {})
            side = sides.setdefault('documents' if documents is None else 'nova',
                                    {'where': where, 'numbers': [], 'why': nova or documents})
            side['numbers'].append(number)

    def accepted_by(self, who):
        return sum(who in sides for sides in self.differences.values())


def judge(instances, nova, documents):
    """(where, instance, Nova's reason, the documents' reason, formats nobody knows) for each instance once."""
    seen, out = set(), []
    for where, value in instances:
        instance = plain(value)
        if instance in seen:
            continue
        seen.add(instance)
        out.append((where, instance, nova.refusal(value), documents.refusal(value), set(documents.formats.unknown)))
    return out


class Comparison:
    """All that was found, over the microversions looked at."""

    def __init__(self, oracle, load, numbers):
        self.oracle, self.numbers = oracle, numbers
        self.names = dict(oracle.names)
        self.described = {}  # key -> numbers at which the documents have it
        self.gone = {}  # the same of what they answer with 410 only
        self.bodies, self.queries = Tally(), Tally()
        self.kept = {}
        for number in numbers:
            found, names = describe(load(number))
            for key, operation in found.items():
                self.names.setdefault(key, names[key])
                (self.gone if operation.gone else self.described).setdefault(key, []).append(number)
                if self.oracle.at(key, number) and not operation.gone:
                    self.compare(key, number, operation)

    def compare(self, key, number, described):
        oracle = self.oracle
        schemas = oracle.schemas(key, 'body', number)
        if described.body is not None or oracle.all_schemas(key, 'body'):
            source = [*oracle.all_schemas(key, 'body'), *filter(None, [described.body])]
            results = self.once(('body', key, plain([schemas, described.body])), lambda: judge(
                bodies(key, source), NovaBody(schemas, key[2]), DocumentBody(described.body)))
            self.bodies.add(key, number, results)
        schemas = oracle.schemas(key, 'query', number)
        every = oracle.all_schemas(key, 'query')
        if described.parameters or described.openness != 'open' or every:
            names = {*described.parameters, *(n for s in every for n in s.get('properties', {}))}
            content = [schemas, described.parameters, described.openness, sorted(described.required)]
            results = self.once(('query', key, plain(content)), lambda: judge(
                queries(schemas, names), NovaBody(schemas, is_body=False), DocumentQuery(described)))
            self.queries.add(key, number, results)

    def once(self, what, make):
        """The same two sides are judged once, at however many microversions they meet."""
        if what not in self.kept:
            self.kept[what] = make()
        return self.kept[what]

    def served(self, key):
        return [n for n in self.numbers if self.oracle.at(key, n)]

    def missing(self):
        """(key, microversions) that Nova serves and the documents do not describe."""
        for key in self.oracle.entries:
            numbers = set(self.served(key)) - set(self.described.get(key, ()))
            if numbers:
                yield key, numbers

    def lost(self):
        """(key, microversions) that Nova answers with 410 only, and the documents do not."""
        for key, entries in self.oracle.removed.items():
            numbers = {n for n in self.numbers if any(self.oracle.covers(e, n) for e in entries)}
            if numbers - set(self.gone.get(key, ())):
                yield key, numbers - set(self.gone.get(key, ()))

    def surplus(self):
        """(key, microversions) that the documents describe and Nova does not serve."""
        for key in sorted(self.described, key=str):
            numbers = set(self.described[key]) - set(self.served(key))
            if numbers:
                yield key, numbers

    def segment_figures(self):
        """(described, all) stretches of operations in which nothing changes, of those looked at."""
        good = total = 0
        for key in self.oracle.entries:
            there = set(self.described.get(key, ()))
            for first, last in self.oracle.segments(key):
                looked = {n for n in self.numbers if first <= n <= last}
                total += bool(looked)
                good += bool(looked) and looked <= there
        return good, total

    def figures(self):
        served = [k for k in self.oracle.entries if self.served(k)]
        described, segments = self.segment_figures()
        removed = len(self.oracle.removed)
        return {'removed': removed, 'gone': removed - len(list(self.lost())), 'operations': len(served), 'described': sum(k in self.described for k in served),
                'ranges': segments, 'ranges_described': described,
                'bodies': len(self.bodies.asked), 'bodies_disagree': len(self.bodies.differences),
                'queries': len(self.queries.asked), 'queries_disagree': len(self.queries.differences)}

    def clean(self):
        return not (any(self.missing()) or any(self.surplus())
                    or self.bodies.differences or self.queries.differences)


# Reporting.

def operation_name(key, names):
    return '%s %s%s' % (key[0], names[key], ' {%s}' % key[2] if key[2] else '')


def shorten(value, limit):
    """Long runs of one character are counted, and what is still long is cut."""
    value = re.sub(r'(.)\1{19,}', lambda m: '%s...(%d)' % (m[1] * 3, len(m[0])), value)
    return value if len(value) <= limit else value[:limit] + '...'


def difference_rows(comparison, tally):
    """One row for each operation, instance and side that alone allows it."""
    ordered = sorted(tally.differences.items(), key=lambda d: (str(d[0][0]), next(iter(d[1].values()))['where'], d[0][1]))
    for (key, instance), sides in ordered:
        for accepted_by, side in sides.items():
            yield {'operation': operation_name(key, comparison.names),
                   'microversions': ranges(side['numbers'], comparison.numbers),
                   'where': side['where'], 'instance': json.loads(instance),
                   'accepted_by': accepted_by, 'why_refused': side['why']}


def difference_line(kind, row):
    nova, documents = ('accepts', 'refuse') if row['accepted_by'] == 'nova' else ('refuses', 'accept')
    return '%s %s | %s | %s | %s | Nova %s, documents %s: %s' % (
        kind, row['operation'], row['microversions'], row['where'] or 'whole',
        shorten(json.dumps(row['instance'], ensure_ascii=False), 120), nova, documents, shorten(row['why_refused'], 100))


def difference_lines(kind, rows, limit=3):
    """A line for each row, but no more than the limit for one place of an operation."""
    for _, group in itertools.groupby(rows, key=lambda r: (r['operation'], r['where'], r['accepted_by'])):
        group = list(group)
        yield from (difference_line(kind, row) for row in group[:limit])
        if len(group) > limit:
            yield '%s %s | %s | and %d more of these' % (
                kind, group[0]['operation'], group[0]['where'] or 'whole', len(group) - limit)


class Accepted:
    """Differences that are meant, each with its reason (accepted.yaml)."""

    def __init__(self, path, release):
        self.entries = []
        if path:
            with open(path, encoding='utf-8') as file:
                self.entries = [e for e in yaml.safe_load(file) if release.startswith(str(e.get('release', '')))]
        self.used = {}  # number of the entry -> how often

    def has(self, row):
        """Whether an entry names the row's operation and its place; an entry without a place stands for all of them."""
        for number, entry in enumerate(self.entries):
            if re.fullmatch(entry['operation'], row['operation']) and entry.get('where', row.get('where')) == row.get('where'):
                self.used[number] = self.used.get(number, 0) + 1
                return True
        return False

    def lines(self):
        for number, entry in enumerate(self.entries):
            yield '%s: %s | %s | %s' % (
                'accepted %d times' % self.used[number] if number in self.used else 'no longer needed in accepted.yaml',
                entry['operation'], entry.get('where', 'all'), ' '.join(entry['reason'].split()))


class Report:
    """What was found, without what is accepted."""

    def __init__(self, comparison, accepted):
        self.comparison, self.accepted = comparison, accepted
        self.operations = {
            title: self.rest(operation_rows(comparison, found)) for title, found in (
                ('only in Nova', comparison.missing()), ('only in documents', comparison.surplus()),
                ('answered with 410 by Nova only', comparison.lost()))}
        self.differences = {
            kind: self.rest(difference_rows(comparison, tally))
            for kind, tally in (('body', comparison.bodies), ('query', comparison.queries))}

    def rest(self, rows):
        return [row for row in rows if not self.accepted.has(row)]

    def figures(self):
        return {**self.comparison.figures(), 'bodies_disagree': instances(self.differences['body']),
                'queries_disagree': instances(self.differences['query']), 'accepted': sum(self.accepted.used.values())}

    def clean(self):
        return not any(self.operations.values()) and not any(self.differences.values())


def instances(rows):
    return len({(row['operation'], json.dumps(row['instance'], sort_keys=True)) for row in rows})


def figures_line(f):
    return ('operations: %(described)d of %(operations)d described (ranges: %(ranges_described)d of %(ranges)d); '
            'bodies: %(bodies)d instances, %(bodies_disagree)d disagree; '
            'queries: %(queries)d instances, %(queries_disagree)d disagree; '
            '410: %(gone)d of %(removed)d described; %(accepted)d accepted with a reason' % f)


def operation_rows(comparison, found):
    return [{'operation': operation_name(k, comparison.names), 'microversions': ranges(n, comparison.numbers)}
            for k, n in found]


def print_report(report):
    comparison = report.comparison
    print('Nova %s, up to %s; %d microversions looked at' % (
        comparison.oracle.release, text(comparison.oracle.newest), len(comparison.numbers)))
    for title, rows in report.operations.items():
        for row in rows:
            print('%s: %s | %s' % (title, row['operation'], row['microversions']))
    for kind, rows in report.differences.items():
        for line in difference_lines(kind, rows):
            print(line)
    for kind, tally in (('body', comparison.bodies), ('query', comparison.queries)):
        if tally.undecided:
            print('%s: %d undecided for the formats %s' % (kind, len(tally.undecided), ', '.join(sorted(tally.formats))))
    for line in report.accepted.lines():
        print(line)
    print(figures_line(report.figures()))


def print_json(report):
    comparison = report.comparison
    json.dump({'release': comparison.oracle.release, 'looked_at': [text(n) for n in comparison.numbers],
               'operations': report.operations, **report.differences, 'accepted': list(report.accepted.lines()),
               'undecided': len(comparison.bodies.undecided) + len(comparison.queries.undecided),
               'figures': report.figures()}, sys.stdout, indent=1)
    print()


def chosen(at, oracle):
    """The microversions that --at names."""
    if at == 'all':
        return list(range(1, oracle.newest + 1))
    if at:
        return sorted({minor(v) for v in at.split(',')})
    return oracle.bounds()


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--oracle', required=True, help='output of nova_api.py')
    parser.add_argument('--plumbline', required=True, help='the binary that prints the documents')
    parser.add_argument('--service', default='compute')
    parser.add_argument('--accepted', help='a list of differences that are meant (accepted.yaml)')
    parser.add_argument('--at', help='microversions, or all; the bounds of every change in the oracle if left out')
    parser.add_argument('--quiet', action='store_true', help='print the figures only')
    parser.add_argument('--json', action='store_true', help='print everything as JSON')
    options = parser.parse_args(arguments)
    with open(options.oracle, encoding='utf-8') as file:
        oracle = Oracle(json.load(file))
    if oracle.release != nova_version.version_string():
        print('the oracle is of Nova %s, but its schemas are judged by the validator of %s' % (
            oracle.release, nova_version.version_string()), file=sys.stderr)
    load = functools.partial(load_document, options.plumbline, options.service)
    comparison = Comparison(oracle, load, chosen(options.at, oracle))
    report = Report(comparison, Accepted(options.accepted, oracle.release))
    if options.json:
        print_json(report)
    elif options.quiet:
        print(figures_line(report.figures()))
    else:
        print_report(report)
    return 0 if report.clean() else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
