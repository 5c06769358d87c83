@spec:unshelve-to-host @op:servers.unshelve
Feature: Which of two refusals an unshelve is answered
  Adjacent pairs of the order of evaluation, as far as both can be had at once.

  @since:2.91
  Scenario: UTH-N01d a second action is answered before the schema
    Given a shelved-offloaded server booted in no zone
    When the member unshelves it at 2.91 by the body
      """json
      {"unshelve": {"foo": 1}, "shelve": null}
      """
    Then the request is answered 400
    And the fault is badRequest saying "Malformed request body"
    And the server is still SHELVED_OFFLOADED

  @since:2.91
  Scenario: UTH-N02k the schema is answered before an unknown server
    When the member unshelves an unknown server at 2.91 by the body
      """json
      {"unshelve": {"foo": 1}}
      """
    Then the request is answered 400
    And the fault is badRequest saying "is not valid under any of the given schemas"

  @since:2.91 @needs:new-policy
  Scenario Outline: <row> <earlier> is answered to a reader before <later>
    Given a shelved-offloaded server booted in no zone
    And it is locked by its owner
    When the reader unshelves <which> at 2.91 with zone <zone>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: which refusal a reader is answered
      | row      | earlier    | later      | which             | zone    | status | fault        | text                              |
      | UTH-N03b | no server  | the policy | an unknown server | absent  | 404    | itemNotFound | could not be found.               |
      | UTH-N04b | the policy | the lock   | it                | absent  | 403    | forbidden    | os_compute_api:os-shelve:unshelve |
      | UTH-N04c | the policy | the zone   | it                | unknown | 403    | forbidden    | os_compute_api:os-shelve:unshelve |

  @since:2.91 @before:none
  Scenario: UTH-N06b the lock is answered before the state
    Given a server booted in no zone
    And it is locked by its owner
    When the member unshelves it at 2.91 with zone null
    Then the request is answered 409
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is unchanged

  @since:2.91 @before:none @needs:work-takes-time
  Scenario: UTH-N07c the state is answered before the task
    Given a server booted in no zone
    And it is being rebuilt
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 409
    And the fault is conflictingRequest saying "Cannot 'unshelve' instance {server} while it is in vm_state active"
    And the server becomes ACTIVE

  @since:2.91 @before:none @needs:work-takes-time @needs:rests-shelved
  Scenario: UTH-N08b the task is answered before the place
    Given a shelved server booted in no zone
    And the member has begun to unshelve it
    When the admin unshelves it at 2.91 with zone null and host host1
    Then the request is answered 409
    And the fault is conflictingRequest saying "while it is in task_state"
    And the server becomes ACTIVE

  @since:2.91 @needs:rests-shelved
  Scenario Outline: <row> of a server on its host <earlier> is answered before <later>
    Given a shelved server booted in no zone
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "The server status must be SHELVED_OFFLOADED."
    And the server is still SHELVED

    Examples: which refusal is answered for a server on its host
      | row      | earlier   | later    | who    | zone    | host    | status |
      | UTH-69   | the state | the host | member | absent  | host1   | 409    |
      | UTH-N10b | the state | the zone | member | unknown | absent  | 409    |
      | UTH-N10c | the state | the host | admin  | absent  | unknown | 409    |

  @since:2.91
  Scenario Outline: <row> <earlier> is answered before <later>
    Given a shelved-offloaded server booted in AZ1
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: which refusal is answered for an offloaded server
      | row      | earlier          | later             | who    | zone    | host    | status | fault      | text                                             |
      | UTH-70   | an unknown zone  | who names a host  | member | unknown | host1   | 400    | badRequest | The requested availability zone is not available |
      | UTH-N11b | an unknown zone  | an unknown host   | admin  | unknown | unknown | 400    | badRequest | The requested availability zone is not available |
      | UTH-N13b | who names a host | an unknown host   | member | AZ1     | unknown | 403    | forbidden  | unshelve_to_host                                 |
      | UTH-N14b | an unknown host  | the server's zone | admin  | absent  | unknown | 400    | badRequest | could not be found.                              |
