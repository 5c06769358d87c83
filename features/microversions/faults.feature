@spec:microversions
Feature: What a fault looks like
  One envelope, named after the status; the message says what is wrong.

  Scenario Outline: <row> <status> is called <fault>
    When the <who> sends <method> <path> at <at>
    Then the request is answered <status>
    And the fault is <fault>
    And the answer is of type application/json
    And the answer has nothing at /<fault>/retryAfter

    Examples: names by status
      | row     | status | fault        | who    | method | path                          | at    |
      | MVN-17a | 400    | badRequest   | member | GET    | /servers?limit=x              | 2.54  |
      | MVN-17b | 401    | error        | nobody | GET    | /servers                      | 2.54  |
      | MVN-17c | 403    | forbidden    | member | GET    | /servers/detail?all_tenants=1 | 2.54  |
      | MVN-17d | 404    | itemNotFound | member | GET    | /servers/{unknown}            | 2.54  |
      | MVN-17e | 406    | computeFault | member | GET    | /servers                      | 2.999 |
      | MVN-17m | 410    | computeFault | member | GET    | /os-fping                     | 2.1   |

  @op:servers.start
  Scenario: MVN-17f 409 is called conflictingRequest
    Given a server
    When the member sends POST /servers/{server}/action at 2.54 with the body
      """json
      {"os-start": null}
      """
    Then the request is answered 409
    And the fault is conflictingRequest saying "Cannot 'start' instance {server} while it is in vm_state active"

  Scenario: MVN-17g 415 is called badMediaType
    When the member sends POST /servers/{unknown}/action at 2.54 as application/xml with the body
      """
      {"os-start": null}
      """
    Then the request is answered 415
    And the fault is badMediaType

  Scenario Outline: <row> there is no action <action>
    When the member sends POST /servers/{unknown}/action at 2.54 with the body
      """json
      {"<action>": null}
      """
    Then the request is answered 400
    And the fault is badRequest saying "There is no such action: <action>"

    Examples: actions nobody knows
      | row     | action  |
      | MVN-18a | nope    |
      | MVN-18b | Rebuild |

  Scenario Outline: <row> a body that is <case>
    When the member sends POST /servers/{unknown}/action at 2.54 with the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: bodies of an action
      | row     | case                         | body                                      | status | fault        | text                             |
      | MVN-19a | nothing                      |                                           | 400    | badRequest   | Malformed request body           |
      | MVN-19b | an empty object              | {}                                        | 400    | badRequest   | Malformed request body           |
      | MVN-19c | a list                       | []                                        | 400    | badRequest   | Malformed request body           |
      | MVN-19d | a string                     | "lock"                                    | 400    | badRequest   | Malformed request body           |
      | MVN-19e | an object with two keys      | {"lock": null, "unlock": null}            | 400    | badRequest   | Malformed request body           |
      | MVN-19f | no JSON                      | {"lock":                                  | 400    | badRequest   | Malformed request body           |
      | MVN-19g | null                         | null                                      | 404    | itemNotFound | The resource could not be found. |
      | MVN-19h | a number                     | 5                                         | 404    | itemNotFound | The resource could not be found. |
      | MVN-19k | an action and an unknown key | {"lock": null, "nope": null}              | 400    | badRequest   | Malformed request body           |
      | MVN-19l | an unknown key and an action | {"nope": null, "lock": null}              | 400    | badRequest   | Malformed request body           |
      | MVN-19m | two unknown keys             | {"nope": null, "none": null}              | 400    | badRequest   | Malformed request body           |
      | MVN-19n | an object with three keys    | {"lock": null, "unlock": null, "nope": 1} | 400    | badRequest   | Malformed request body           |
      | MVN-19o | JSON and more                | {"lock": null} x                          | 400    | badRequest   | Malformed request body           |
      | MVN-19p | a list of one                | ["lock"]                                  | 404    | itemNotFound | The resource could not be found. |
      | MVN-19q | a string of one letter       | "x"                                       | 404    | itemNotFound | The resource could not be found. |
      | MVN-19r | a boolean                    | true                                      | 404    | itemNotFound | The resource could not be found. |

  Scenario Outline: <row> creating with a body that is <case>
    When the member sends POST /servers at 2.54 with the body
      """json
      <body>
      """
    Then the request is answered 400
    And the fault is badRequest saying "<text>"

    Examples: bodies of a creation
      | row     | case            | body       | text                            |
      | MVN-19i | nothing         |            | None is not of type 'object'    |
      | MVN-19j | no JSON         | {"server": | Malformed request body          |
      | MVN-22a | an empty object | {}         | 'server' is a required property |
      | MVN-22b | a list          | []         | [] is not of type 'object'      |

  Scenario Outline: <row> a body sent as <type>
    When the member sends POST /servers/{unknown}/action at 2.54 as <type> with the body
      """json
      {"rebuild": {}}
      """
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: media types
      | row     | type                                                   | status | fault        | text                              |
      | MVN-20a | application/json                                       | 400    | badRequest   | 'imageRef' is a required property |
      | MVN-20b | application/json; charset=utf-8                        | 400    | badRequest   | 'imageRef' is a required property |
      | MVN-20i | Application/JSON                                       | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20h | application/json ; charset=utf-8                       | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20c | application/vnd.openstack.compute+json                 | 400    | badRequest   | 'imageRef' is a required property |
      | MVN-20d | text/plain                                             | 400    | badRequest   | 'imageRef' is a required property |
      | MVN-20e | nothing                                                | 400    | badRequest   | 'imageRef' is a required property |
      | MVN-20f | application/xml                                        | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20g | application/x-www-form-urlencoded                      | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20j | application/vnd.openstack.compute+json; charset=utf-8  | 400    | badRequest   | 'imageRef' is a required property |
      | MVN-20k | text/plain; charset=utf-8                              | 400    | badRequest   | 'imageRef' is a required property |
      | MVN-20l | application/vnd.openstack.compute+json ; charset=utf-8 | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20m | application/vnd.openstack.compute+JSON                 | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20n | application/vnd.openstack.compute+xml                  | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20o | application/vnd.openstack.volume+json                  | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20p | text/html                                              | 415    | badMediaType | Unsupported Content-Type          |
      | MVN-20q | ; charset=utf-8                                        | 400    | badRequest   | 'imageRef' is a required property |

  Scenario Outline: <row> <who> with <project> in the URL
    When the <who> sends GET <path> at <at>
    Then the request is answered <status>
    And <what>

    Examples: the own project
      | row     | who    | project         | path                      | at   | status | what                                |
      | MVN-21a | member | the own project | /{project:member}/servers | 2.1  | 200    | the answer echoes microversion 2.1  |
      | MVN-21b | member | the own project | /{project:member}/servers | 2.54 | 200    | the answer echoes microversion 2.54 |

    Examples: another project
      | row     | who    | project         | path                        | at   | status | what                                                                     |
      | MVN-21c | member | another project | /{project:outsider}/servers | 2.54 | 400    | the fault is badRequest saying "Malformed request URL: URL's project_id" |
      | MVN-21d | admin  | another project | /{project:outsider}/servers | 2.54 | 400    | the fault is badRequest saying "Malformed request URL: URL's project_id" |
      | MVN-21e | member | id with hyphen  | /{unknown}/servers          | 2.54 | 400    | the fault is badRequest saying "Malformed request URL: URL's project_id" |

  @op:servers.rebuild
  Scenario Outline: <row> a schema error names <what>
    When the member sends POST /servers/{unknown}/action at 2.54 with the body
      """json
      <body>
      """
    Then the request is answered 400
    And the fault is badRequest saying "<text>"

    Examples: schema errors
      | row     | what                              | body                                            | text                                                                                    |
      | MVN-22c | a missing key                     | {"rebuild": {}}                                 | Invalid input for field/attribute rebuild. Value: {}. 'imageRef' is a required property |
      | MVN-22d | a wrong value                     | {"rebuild": {"imageRef": "nope"}}               | Invalid input for field/attribute imageRef. Value: nope. 'nope' is not a 'uuid'         |
      | MVN-22e | a wrong type                      | {"rebuild": {"imageRef": "{image}", "name": 5}} | Invalid input for field/attribute name. Value: 5. 5 is not of type 'string'             |
      | MVN-22f | a value before a missing key      | {"rebuild": {"name": 5}}                        | Invalid input for field/attribute name. Value: 5.                                       |
      | MVN-22g | a missing key before an extra one | {"rebuild": {"nope": 1}}                        | 'imageRef' is a required property                                                       |
      | MVN-22h | an extra key                      | {"rebuild": {"imageRef": "{image}", "nope": 1}} | Additional properties are not allowed ('nope' was unexpected)                           |
