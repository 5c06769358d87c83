@spec:microversions
Feature: What else the checks before an operation decide

  Scenario Outline: <row> <method> <path> at <at>
    When the member sends <method> <path> at <at>
    Then the request is answered <status>

    Examples: more query keys that nobody knows
      | row     | method | path                                           | at    | status |
      | MVN-23p | GET    | /flavors?_nope=1                               | 2.75  | 400    |
      | MVN-23q | GET    | /os-keypairs?_nope=1                           | 2.75  | 400    |
      | MVN-23r | GET    | /limits?_nope=1                                | 2.75  | 400    |
      | MVN-23s | GET    | /servers/detail?_nope=1                        | 2.75  | 200    |
      | MVN-23t | GET    | /servers/{unknown}/os-instance-actions?nope=1  | 2.57  | 404    |
      | MVN-23u | GET    | /servers/{unknown}/os-instance-actions?nope=1  | 2.58  | 400    |
      | MVN-23v | GET    | /servers/{unknown}/os-instance-actions?_nope=1 | 2.58  | 400    |
      | MVN-23w | GET    | /os-availability-zone?nope=1                   | 2.101 | 200    |
      | MVN-23x | GET    | /os-availability-zone?_nope=1                  | 2.102 | 400    |

  @op:servers.rebuild
  Scenario: MVN-23y a query key that nobody knows is dropped from a rebuild
    When the member sends POST /servers/{unknown}/action?nope=1 at 2.54 with the body
      """json
      {"rebuild": {"imageRef": "{unknown}"}}
      """
    Then the request is answered 404
    And the fault is itemNotFound saying "could not be found."

  Scenario Outline: <row> an error about <what> names no field
    When the member sends POST /servers at 2.54 with the body
      """json
      <body>
      """
    Then the request is answered 400
    And the fault says exactly "<text>"

    Examples: errors about the whole body
      | row     | what                            | body | text                            |
      | MVN-22i | a key missing in the whole body | {}   | 'server' is a required property |
      | MVN-22j | the type of the whole body      | []   | [] is not of type 'object'      |

  @op:keypairs.create
  Scenario Outline: <row> a key pair that <what> is answered <status>
    Given the member has a key pair K1
    When the member sends POST /os-keypairs at 2.54 with the body
      """json
      {"keypair": {"name": "<name>", "public_key": "<material>"}}
      """
    Then the request is answered <status>
    And the fault is <fault>

    Examples: key pairs that are refused
      | row     | what                                      | name             | material                                                                         | status | fault              |
      | MVN-17h | has the name of another one               | {key:K1}         | ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICQEX+scs9f/jWrt6+o/uG9lhv+uK4IquplkobWd7Lj9 | 409    | conflictingRequest |
      | MVN-17i | is no key                                 | plumbline-no-key | nope                                                                             | 400    | badRequest         |
      | MVN-17j | is no key and has the name of another one | {key:K1}         | nope                                                                             | 400    | badRequest         |

  @op:keypairs.delete
  Scenario: MVN-17k deleting a key pair that does not exist is answered 404
    When the member sends DELETE /os-keypairs/plumbline-no-such-key at 2.54
    Then the request is answered 404
    And the fault is itemNotFound

  @op:keypairs.create
  Scenario: MVN-17l one key pair more than the limit is answered 403
    Given the outsider has as many key pairs as the limit allows
    When the outsider sends POST /os-keypairs at 2.54 with the body
      """json
      {"keypair": {"name": "plumbline-one-too-many", "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICQEX+scs9f/jWrt6+o/uG9lhv+uK4IquplkobWd7Lj9"}}
      """
    Then the request is answered 403
    And the fault is forbidden saying "Quota exceeded"

  Scenario Outline: <row> the policy is answered before <later> to <who>
    Given a server
    When the <who> sends POST /servers/{server}/action at 2.54 with the body
      """json
      <body>
      """
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow <rule> to be performed."

    Examples: policy of other actions
      | row     | later         | who    | body                                  | rule                                        |
      | MVN-39c | the operation | member | {"os-resetState": {"state": "error"}} | os_compute_api:os-admin-actions:reset_state |

    @needs:new-policy
    Examples: policy of other actions, for a reader
      | row     | later     | who    | body               | rule                         |
      | MVN-39d | the state | reader | {"os-start": null} | os_compute_api:servers:start |
