@spec:unshelve-to-host @op:servers.unshelve
Feature: The state that a server must be in to be unshelved
  Only an offloaded server can be asked to go somewhere; a shelved one starts where it is, others are refused.

  @since:2.91 @needs:rests-shelved
  Scenario Outline: <row> a server that rests SHELVED on its host cannot be sent elsewhere: zone <zone>, host <host>
    Given a shelved server booted in <boot zone>
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "The server status must be SHELVED_OFFLOADED."
    And the server is still SHELVED
    And the server stays where it was

    Examples: a place for a server on its host
      | row      | boot zone | who    | zone   | host   | status |
      | UTH-05   | AZ1       | admin  | absent | host1  | 409    |
      | UTH-06   | AZ1       | member | AZ1    | absent | 409    |
      | UTH-07   | AZ1       | member | null   | absent | 409    |
      | UTH-N10a | AZ1       | admin  | AZ1    | host1  | 409    |
      | UTH-05c  | no zone   | admin  | absent | host1  | 409    |
      | UTH-06c  | no zone   | member | AZ1    | absent | 409    |
      | UTH-07c  | no zone   | member | null   | absent | 409    |
      | UTH-N10d | no zone   | admin  | null   | host1  | 409    |

  @since:2.91 @needs:rests-shelved @before:same
  Scenario: UTH-08 a server that rests SHELVED starts where it is
    Given a shelved server booted in no zone
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server stays where it was
    And the events of the action are, newest last, compute_start_instance
    And the event compute_start_instance is of the server's host
    And the image that shelving made of it is gone

  @since:2.91 @needs:rests-shelved @before:same
  Scenario: UTH-11d a server that rested SHELVED until an administrator took it off its host comes up again
    Given a shelved server booted in no zone
    And the admin has taken the server off its host
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE
    And the events of the action are, newest last, get_image_info, schedule_instances, compute_unshelve_instance
    And the image that shelving made of it is gone

  @since:2.91 @needs:rests-shelved @before:same @disruptive
  Scenario: UTH-08f a server that rests SHELVED starts where it is although no new server may come there
    Given a shelved server booted in AZ1
    And the compute services of AZ1 are disabled
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server stays where it was

  @since:2.91 @needs:rests-shelved @before:none
  Scenario Outline: <row> a body that names no place has a server that rests SHELVED start where it is: <body>
    Given a shelved server booted in AZ1
    When the <who> unshelves it at 2.91 by the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the server stays where it was

    Examples: null for a server on its host
      | row     | who    | body               | status |
      | UTH-08c | member | {"unshelve": null} | 202    |

    @shipped
    Examples: an empty object and an empty host for a server on its host, shipped
      | row     | who    | body                       | status |
      | UTH-08d | member | {"unshelve": {}}           | 202    |
      | UTH-08e | admin  | {"unshelve": {"host": ""}} | 202    |

  @since:2.91 @needs:rests-shelved @needs:pin @before:same
  Scenario: UTH-08b a server that rests SHELVED and starts where it is keeps its pin
    Given a shelved server booted in AZ1
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server stays where it was
    And the server is pinned to AZ1

  @op:servers.show
  Scenario Outline: <row> at <at> a server that is offloaded is in no zone, whatever it is pinned to: booted in <boot zone>
    Given a shelved-offloaded server booted in <boot zone>
    When the member sends GET /servers/{server} at <at>
    Then the request is answered <status>
    And the answer says at /server/OS-EXT-AZ:availability_zone ""

    Examples: the zone of an offloaded server
      | row     | at   | boot zone | status |
      | UTH-76a | 2.1  | no zone   | 200    |
      | UTH-76b | 2.91 | AZ1       | 200    |

  @op:servers.show
  Scenario Outline: <row> at <at> an administrator sees an offloaded server on no host: booted in <boot zone>
    Given a shelved-offloaded server booted in <boot zone>
    When the admin sends GET /servers/{server} at <at>
    Then the request is answered <status>
    And the answer says at /server/OS-EXT-AZ:availability_zone ""
    And the answer says at /server/OS-EXT-SRV-ATTR:host null
    And the answer says at /server/OS-EXT-SRV-ATTR:hypervisor_hostname null
    And the answer says at /server/hostId ""

    Examples: the host of an offloaded server
      | row     | at   | boot zone | status |
      | UTH-76c | 2.1  | AZ1       | 200    |
      | UTH-76d | 2.91 | no zone   | 200    |

  @since:2.77 @until:2.90 @needs:rests-shelved @before:202
  Scenario: UTH-06b up to 2.90, too, a zone is for offloaded servers only
    Given a shelved server booted in AZ1
    When the member unshelves it at 2.77 with zone AZ1
    Then the request is answered 409
    And the fault is conflictingRequest saying "The server status must be SHELVED_OFFLOADED."
    And the server is still SHELVED

  @since:2.91
  Scenario Outline: <row> a server that is <state> is refused, whatever is asked for: zone <zone>, host <host>
    Given a server booted in <boot zone>
    And the server is <state>
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Cannot 'unshelve' instance {server} while it is in vm_state <vm_state>"
    And the server is unchanged
    And the server stays where it was

    Examples: servers that are not shelved
      | row      | boot zone | state     | zone   | host   | status | vm_state  |
      | UTH-09a  | AZ1       | ACTIVE    | absent | absent | 409    | active    |
      | UTH-09b  | AZ1       | ACTIVE    | null   | host1  | 409    | active    |
      | UTH-09c  | AZ1       | SHUTOFF   | AZ1    | absent | 409    | stopped   |
      | UTH-N07a | AZ1       | PAUSED    | absent | host1  | 409    | paused    |
      | UTH-N07b | AZ1       | SUSPENDED | absent | absent | 409    | suspended |
      | UTH-N07f | AZ1       | RESCUE    | null   | host1  | 409    | rescued   |

    @needs:two-hosts
    Examples: a server that was moved, and is not confirmed yet
      | row      | boot zone | state         | zone   | host   | status | vm_state |
      | UTH-N07g | no zone   | VERIFY_RESIZE | absent | absent | 409    | resized  |

    @needs:deployment-settings @disruptive
    Examples: a server that is deleted, and kept for a while
      | row      | boot zone | state        | zone   | host   | status | vm_state    |
      | UTH-N07h | AZ1       | SOFT_DELETED | absent | absent | 409    | soft-delete |

  @since:2.91
  Scenario Outline: <row> a server in ERROR is refused, whatever is asked for: zone <zone>, host <host>
    Given a server booted in AZ1
    And the admin has put the server into ERROR
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Cannot 'unshelve' instance {server} while it is in vm_state error"
    And the server is unchanged
    And the server stays where it was

    Examples: servers in ERROR
      | row      | who    | zone   | host   | status |
      | UTH-N07d | member | absent | absent | 409    |
      | UTH-N07e | admin  | null   | host1  | 409    |

  @since:2.91
  Scenario Outline: <row> a lock stops the <who>
    Given a shelved-offloaded server booted in AZ1
    And it is locked by its owner
    When the <who> unshelves it at 2.91 with zone null
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is still SHELVED_OFFLOADED

    Examples: who does not pass a lock
      | row     | who     | status |
      | UTH-62a | member  | 409    |
      | UTH-62c | member2 | 409    |
      | UTH-62d | manager | 409    |

  @since:2.91
  Scenario Outline: <row> a lock stops the <who> whatever is asked for: zone <zone>, host <host>
    Given a shelved-offloaded server booted in AZ1
    And it is locked by its owner
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is still SHELVED_OFFLOADED

    Examples: what does not pass a lock
      | row      | who     | zone    | host    | status |
      | UTH-62al | member  | AZ1     | absent  | 409    |
      | UTH-62am | member  | absent  | host1   | 409    |
      | UTH-62an | member2 | null    | host1   | 409    |
      | UTH-62ao | manager | AZ1     | host1   | 409    |
      | UTH-62ap | member  | unknown | absent  | 409    |
      | UTH-62aq | member  | absent  | unknown | 409    |

  @since:2.91
  Scenario Outline: <row> a lock does not stop the <who>
    Given a shelved-offloaded server booted in AZ1
    And it is locked by its owner
    When the <who> unshelves it at 2.91 with zone null and host host1
    Then the request is answered <status>
    And the server ends on host1

    Examples: who passes a lock
      | row     | who            | status |
      | UTH-62b | admin          | 202    |
      | UTH-62e | outsider-admin | 202    |

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

  @since:2.91 @before:none @needs:stepped-clock
  Scenario Outline: <row> a server that is brought up on its new host cannot be unshelved again: zone <zone>, host <host>
    Given a shelved-offloaded server booted in no zone
    And the member has begun to unshelve it, which has come to the task spawning
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Cannot 'unshelve' instance {server} while it is in task_state spawning"
    And the server ends on any host

    Examples: a second unshelve while the server is brought up
      | row      | who    | zone   | host   | status |
      | UTH-63b  | member | absent | absent | 409    |
      | UTH-N08e | admin  | null   | host1  | 409    |

  @since:2.91 @before:none @needs:work-takes-time @needs:rests-shelved
  Scenario Outline: <row> a server that is being taken off its host cannot be unshelved: zone <zone>, host <host>
    Given a shelved server booted in AZ1
    And the admin has begun to offload it
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Cannot 'unshelve' instance {server} while it is in task_state shelving_offloading"
    And the server ends on (shelved)
    And the server shows no fault

    Examples: an unshelve while the server leaves its host
      | row      | who    | zone   | host   | status |
      | UTH-N08c | member | absent | absent | 409    |
      | UTH-N08d | admin  | null   | host1  | 409    |
