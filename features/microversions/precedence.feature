@spec:microversions
Feature: Of two faults in one request the earlier check answers
  One row for each adjacent pair of the order in which a request is checked.

  Scenario Outline: <row> <earlier> is answered before <later>
    When the <who> sends <method> <path> at <at> as <type> with the body
      """
      <body>
      """
    Then the request is answered <status>
    And <what>

    Examples: before the operation is known
      | row     | earlier        | later               | who    | method | path                                         | at    | type             | body           | status | what                                                                         |
      | MVN-30a | the token      | the path            | nobody | GET    | /nope                                        | 2.54  | application/json |                | 401    | the fault is error                                                           |
      | MVN-30b | the token      | the method          | nobody | PATCH  | /servers                                     | 2.54  | application/json | {}             | 401    | the fault is error                                                           |
      | MVN-30c | the token      | the microversion    | nobody | GET    | /servers                                     | 2.x   | application/json |                | 401    | the fault is error                                                           |
      | MVN-31a | the path       | a malformed version | member | GET    | /nope                                        | 2.x   | application/json |                | 404    | the answer carries no microversion headers                                   |
      | MVN-31b | the path       | a version too new   | member | GET    | /nope                                        | 2.999 | application/json |                | 404    | the answer carries no microversion headers                                   |
      | MVN-31c | the method     | a version too new   | member | PATCH  | /servers                                     | 2.999 | application/json | {}             | 404    | the answer carries no microversion headers                                   |
      | MVN-32a | the version    | the media type      | member | POST   | /servers/{unknown}/action                    | 2.999 | application/xml  | {}             | 406    | the fault is computeFault                                                    |
      | MVN-32b | the version    | the media type      | member | POST   | /servers/{unknown}/action                    | 2.x   | application/xml  | {}             | 400    | the fault is badRequest saying "API Version String 2.x is of invalid format" |
      | MVN-33a | the media type | an unknown action   | member | POST   | /servers/{unknown}/action                    | 2.54  | application/xml  | {"nope": null} | 415    | the fault is badMediaType                                                    |
      | MVN-33b | the media type | a malformed body    | member | POST   | /servers/{unknown}/action                    | 2.54  | application/xml  | {              | 415    | the fault is badMediaType                                                    |
      | MVN-34a | the action     | the project         | member | POST   | /{project:outsider}/servers/{unknown}/action | 2.54  | application/json | {"nope": null} | 400    | the fault is badRequest saying "There is no such action: nope"               |
      | MVN-34b | the body       | the project         | member | POST   | /{project:outsider}/servers/{unknown}/action | 2.54  | application/json | {              | 400    | the fault is badRequest saying "Malformed request body"                      |

    @since:2.54 @boundary @op:flavors.update
    Examples: project, microversions of the operation, schema
      | row     | earlier       | later         | who    | method | path                                  | at   | type             | body                              | status | what                                                                     |
      | MVN-35a | the project   | the operation | member | PUT    | /{project:outsider}/flavors/{unknown} | 2.54 | application/json | {"flavor": {"description": null}} | 400    | the fault is badRequest saying "Malformed request URL: URL's project_id" |
      | MVN-36  | the operation | the schema    | member | PUT    | /flavors/{unknown}                    | 2.54 | application/json | {"flavor": {"nope": 1}}           | 404    | the fault is itemNotFound                                                |

    @op:servers.rebuild
    Examples: project and schema
      | row     | earlier     | later      | who    | method | path                                         | at   | type             | body            | status | what                                                                     |
      | MVN-35b | the project | the schema | member | POST   | /{project:outsider}/servers/{unknown}/action | 2.54 | application/json | {"rebuild": {}} | 400    | the fault is badRequest saying "Malformed request URL: URL's project_id" |

    @op:servers.rebuild
    Examples: schema and lookup
      | row     | earlier    | later      | who    | method | path                             | at   | type             | body            | status | what                                                               |
      | MVN-37a | the schema | the lookup | member | POST   | /servers/{unknown}/action        | 2.54 | application/json | {"rebuild": {}} | 400    | the fault is badRequest saying "'imageRef' is a required property" |
      | MVN-37c | the schema | the lookup | member | POST   | /servers/{unknown}/action?nope=1 | 2.54 | application/json | {"rebuild": {}} | 400    | the fault is badRequest saying "'imageRef' is a required property" |

    @op:servers.shelve-offload
    Examples: lookup and policy
      | row     | earlier    | later      | who    | method | path                      | at   | type             | body                                   | status | what                                                   |
      | MVN-38a | the lookup | the policy | member | POST   | /servers/{unknown}/action | 2.54 | application/json | {"shelveOffload": null}                | 404    | the fault is itemNotFound saying "could not be found." |
      | MVN-38b | the lookup | the policy | member | POST   | /servers/{unknown}/action | 2.54 | application/json | {"os-resetState": {"state": "active"}} | 404    | the fault is itemNotFound saying "could not be found." |

    @since:2.55 @boundary @op:flavors.update
    Examples: schema and policy
      | row     | earlier    | later      | who    | method | path               | at   | type             | body                    | status | what                                                                  |
      | MVN-37b | the schema | the policy | member | PUT    | /flavors/{unknown} | 2.55 | application/json | {"flavor": {"nope": 1}} | 400    | the fault is badRequest saying "'description' is a required property" |

  Scenario: MVN-30d the size is looked at before the token
    When the nobody sends POST /servers/{unknown}/action at 2.54 with a body of 200000 bytes
    Then the request is answered 413
    And the answer carries no microversion headers

  Scenario: MVN-30e a body with as much user data as a rebuild may have is not too large: the token is looked at
    When the nobody sends POST /servers/{unknown}/action at 2.57 with a body of 66000 bytes
    Then the request is answered 401
    And the answer carries no microversion headers

  Scenario Outline: <row> on a server that is <state>, <earlier> is answered before <later>
    Given the member has a key pair K1
    And a server with key K1
    And the server is <state>
    When the <who> sends POST /servers/{server}/action at 2.54 with the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is unchanged

    @op:servers.shelve-offload
    Examples: policy, lock and state
      | row     | earlier    | later     | state               | who      | body                    | status | fault        | text                                                         |
      | MVN-38c | the lookup | the state | ACTIVE              | outsider | {"shelveOffload": null} | 404    | itemNotFound | Instance {server} could not be found.                        |
      | MVN-39a | the policy | the state | ACTIVE              | member   | {"shelveOffload": null} | 403    | forbidden    | Policy doesn't allow os_compute_api:os-shelve:shelve_offload |
      | MVN-39b | the policy | the lock  | locked by its owner | member   | {"shelveOffload": null} | 403    | forbidden    | Policy doesn't allow os_compute_api:os-shelve:shelve_offload |

    @op:servers.start
    Examples: lock and state of a start
      | row     | earlier  | later     | state               | who    | body               | status | fault              | text                        |
      | MVN-40a | the lock | the state | locked by its owner | member | {"os-start": null} | 409    | conflictingRequest | Instance {server} is locked |

    @op:servers.rebuild @since:2.54 @boundary
    Examples: state and the checks of rebuild
      | row     | earlier   | later     | state               | who    | body                                                       | status | fault              | text                                                               |
      | MVN-40b | the state | the image | shelved             | member | {"rebuild": {"imageRef": "{unknown}", "key_name": "nope"}} | 409    | conflictingRequest | Cannot 'rebuild' instance {server} while it is in vm_state shelved |
      | MVN-40c | the lock  | the image | locked by its owner | member | {"rebuild": {"imageRef": "{unknown}", "key_name": "nope"}} | 409    | conflictingRequest | Instance {server} is locked                                        |
