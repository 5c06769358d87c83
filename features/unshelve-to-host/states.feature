@spec:unshelve-to-host @op:servers.unshelve
Feature: The state that a server must be in to be unshelved
  Only an offloaded server can be asked to go somewhere; a shelved one starts where it is, others are refused.

  @since:2.91 @needs:rests-shelved
  Scenario Outline: <row> a server that rests SHELVED on its host cannot be sent elsewhere: zone <zone>, host <host>
    Given a shelved server booted in AZ1
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "The server status must be SHELVED_OFFLOADED."
    And the server is still SHELVED
    And the server stays where it was

    Examples: a place for a server on its host
      | row      | who    | zone   | host   | status |
      | UTH-05   | admin  | absent | host1  | 409    |
      | UTH-06   | member | AZ1    | absent | 409    |
      | UTH-07   | member | null   | absent | 409    |
      | UTH-N10a | admin  | AZ1    | host1  | 409    |

  @since:2.91 @needs:rests-shelved @before:same
  Scenario: UTH-08 a server that rests SHELVED starts where it is
    Given a shelved server booted in no zone
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server stays where it was
    And the events of the action are, newest last, compute_start_instance
    And the image that shelving made of it is gone

  @since:2.77 @until:2.90 @needs:rests-shelved @before:202
  Scenario: UTH-06b up to 2.90, too, a zone is for offloaded servers only
    Given a shelved server booted in AZ1
    When the member unshelves it at 2.77 with zone AZ1
    Then the request is answered 409
    And the fault is conflictingRequest saying "The server status must be SHELVED_OFFLOADED."
    And the server is still SHELVED

  @since:2.91
  Scenario Outline: <row> a server that is <state> is refused, whatever is asked for: zone <zone>, host <host>
    Given a server booted in AZ1
    And the server is <state>
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Cannot 'unshelve' instance {server} while it is in vm_state <vm_state>"
    And the server is unchanged
    And the server stays where it was

    Examples: servers that are not shelved
      | row      | state     | zone   | host   | status | vm_state  |
      | UTH-09a  | ACTIVE    | absent | absent | 409    | active    |
      | UTH-09b  | ACTIVE    | null   | host1  | 409    | active    |
      | UTH-09c  | SHUTOFF   | AZ1    | absent | 409    | stopped   |
      | UTH-N07a | PAUSED    | absent | host1  | 409    | paused    |
      | UTH-N07b | SUSPENDED | absent | absent | 409    | suspended |

  @since:2.91
  Scenario: UTH-62a a lock stops its owner
    Given a shelved-offloaded server booted in AZ1
    And it is locked by its owner
    When the member unshelves it at 2.91 with zone null
    Then the request is answered 409
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is still SHELVED_OFFLOADED

  @since:2.91
  Scenario: UTH-62b a lock does not stop an administrator
    Given a shelved-offloaded server booted in AZ1
    And it is locked by its owner
    When the admin unshelves it at 2.91 with zone null and host host1
    Then the request is answered 202
    And the server ends on host1

  @since:2.91 @before:none
  Scenario: UTH-N06a a lock stops even what asks for nothing
    Given a shelved-offloaded server booted in no zone
    And it is locked by its owner
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 409
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @before:none @needs:work-takes-time
  Scenario Outline: <row> a server that is being unshelved cannot be unshelved again
    Given a shelved-offloaded server booted in no zone
    And the member has begun to unshelve it
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Cannot 'unshelve' instance {server} while it is in task_state"
    And the server ends on any host

    Examples: a second unshelve
      | row      | who    | zone   | host   | status |
      | UTH-63   | member | absent | absent | 409    |
      | UTH-N08a | admin  | null   | host1  | 409    |
