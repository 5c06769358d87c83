@spec:stack-lock @needs:stack-lock
Feature: A lock reaches each of several, and as deep as stacks are nested
  Several servers in one stack, several nested stacks beside each other, groups of servers, and three levels of nested stacks.

  Scenario Outline: <row> level <level>: each server of the stack and of its groups is <server>
    Given a stack that holds a server, another server, a group of servers and another group of servers
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the other nested stack becomes LOCK_COMPLETE
    And every resource of the nested stack is LOCK_COMPLETE
    And every resource of the other nested stack is LOCK_COMPLETE
    And the 2 servers of the stack are <server>
    And the 2 servers of the nested stack are <server>
    And the 2 servers of the other nested stack are <server>

    Examples: servers beside each other
      | row     | level  | server     |
      | LCK-40e | all    | locked     |
      | LCK-42j | stacks | not locked |

  Scenario: LCK-58h the unlock frees each server of the stack and of its groups
    Given a stack that holds a server, another server, a group of servers and another group of servers
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the nested stack becomes UNLOCK_COMPLETE
    And the other nested stack becomes UNLOCK_COMPLETE
    And the 2 servers of the stack are not locked
    And the 2 servers of the nested stack are not locked
    And the 2 servers of the other nested stack are not locked

  Scenario Outline: <row> from level <before> to level <after>: each server of the groups is <server>
    Given a stack that holds a server, another server, a group of servers and another group of servers
    And the member has locked the stack at level <before>
    When the member locks the stack at level <after>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the 2 servers of the stack are <server>
    And the 2 servers of the nested stack are <server>
    And the 2 servers of the other nested stack are <server>

    Examples: a change of level among several
      | row     | before | after  | server     |
      | LCK-32g | all    | stacks | not locked |
      | LCK-32h | stacks | all    | locked     |

  Scenario Outline: <row> level <level>: each image of the stack and of its group is <image>
    Given a stack that holds an image, another image and a group of images
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And every resource of the nested stack is LOCK_COMPLETE
    And the 2 images of the stack are <image>
    And the 2 images of the nested stack are <image>

    Examples: images beside each other
      | row     | level  | image         |
      | LCK-40n | all    | protected     |
      | LCK-42n | stacks | not protected |

  Scenario: LCK-58s the unlock frees each image of the stack and of its group
    Given a stack that holds an image, another image and a group of images
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the nested stack becomes UNLOCK_COMPLETE
    And the 2 images of the stack are not protected
    And the 2 images of the nested stack are not protected

  Scenario Outline: <row> from level <before> to level <after>: each image of the stack and of its group is <image>
    Given a stack that holds an image, another image and a group of images
    And the member has locked the stack at level <before>
    When the member locks the stack at level <after>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the 2 images of the stack are <image>
    And the 2 images of the nested stack are <image>

    Examples: a change of level among several images
      | row     | before | after  | image         |
      | LCK-32l | all    | stacks | not protected |
      | LCK-32m | stacks | all    | protected     |

  @needs:fault-rules
  Scenario Outline: <row> locking has failed at the server of the stack: <what> frees each of several
    Given a stack that holds a server, another server, an image, another image, a group of images and another group of servers
    And locking the stack has failed at the server of the stack
    When the member <asks>
    Then the request is answered 200
    And the stack becomes <state>
    And the nested stack becomes <state>
    And the other nested stack becomes <state>
    And the 2 servers of the stack are not locked
    And the 2 images of the stack are not protected
    And the 2 images of the nested stack are not protected
    And the 2 servers of the other nested stack are not locked

    Examples: several, after a lock that has failed
      | row      | what                    | asks                            | state           |
      | LCK-49za | the unlock              | asks the stack to unlock        | UNLOCK_COMPLETE |
      | LCK-49zb | the lock of stacks only | locks the stack at level stacks | LOCK_COMPLETE   |

  @needs:fault-rules
  Scenario: LCK-49zc unlocking has failed at the server of the stack: another unlock frees each of several
    Given a stack that holds a server, another server, an image, another image, a group of images and another group of servers
    And unlocking the stack has failed at the server of the stack
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the 2 servers of the stack are not locked
    And the 2 images of the stack are not protected
    And the 2 images of the nested stack are not protected
    And the 2 servers of the other nested stack are not locked

  Scenario: LCK-40f what a scaling group has grown by is locked as well
    Given a stack that holds a scaling group of servers
    And the member has signalled the stack to grow
    And the group of the stack has grown to 2
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the 2 servers of the nested stack are locked

  Scenario: LCK-40j what has come to be after a lock and an unlock is locked as well
    Given a stack in the state UNLOCK_COMPLETE that holds a scaling group of servers
    And the member has signalled the stack to grow
    And the group of the stack has grown to 2
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the 2 servers of the nested stack are locked

  Scenario: LCK-40k a third lock locks like the first
    Given a stack that holds a server and an image
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    And the member has locked the stack at level stacks
    And the stack has come to UNLOCK_COMPLETE
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

  Scenario: LCK-40l what is not well is locked as well
    Given a stack that holds a server, an image and a nested stack
    And the member has marked the server of the stack unhealthy
    And the member has marked the g of the stack unhealthy
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And the server of the stack is locked

  Scenario: LCK-40g a server that is stopped is locked as well
    Given a stack that holds a server
    And the member has stopped the server of the stack
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the server of the stack is locked

  Scenario Outline: <row> level <level>, three levels deep: the servers are <server>, the images are <image>
    Given a stack that holds a nest of three stacks
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the innermost stack becomes LOCK_COMPLETE
    And the deepest stack becomes LOCK_COMPLETE
    And every resource of the deepest stack is LOCK_COMPLETE
    And the server of the deepest stack is <server>
    And the image of the deepest stack is <image>

    Examples: what each level locks three levels deep
      | row     | level  | server     | image         |
      | LCK-40h | all    | locked     | protected     |
      | LCK-42k | stacks | not locked | not protected |

  Scenario: LCK-58i the unlock goes three levels deep
    Given a stack that holds a nest of three stacks
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the deepest stack becomes UNLOCK_COMPLETE
    And every resource of the deepest stack is UNLOCK_COMPLETE
    And the server of the deepest stack is not locked
    And the image of the deepest stack is not protected

  Scenario Outline: <row> the stack is locked at level <level>: the deepest stack does not <action>
    Given a stack that holds a nest of three stacks
    And the member has locked the stack at level <level>
    When the member asks the deepest stack to <action>
    Then the request is answered 4xx
    And Heat refuses it
    And the deepest stack stays as it was
    And the stack stays as it was

    Examples: actions on the deepest stack of a locked one
      | row      | level  | action   |
      | LCK-57za | all    | suspend  |
      | LCK-57zb | stacks | delete   |
      | LCK-57zc | stacks | snapshot |

  Scenario Outline: <row> the deepest stack is not asked to <action> by itself
    Given a stack that holds a nest of three stacks
    And the member has locked the stack at level all
    When the member asks the deepest stack to <action>
    Then the request is answered 409
    And Heat refuses it
    And the deepest stack stays as it was
    And the server of the deepest stack is locked

    @LCK-57D
    Examples: the deepest stack by itself
      | row      | action |
      | LCK-57zd | unlock |
      | LCK-57ze | lock   |

  @LCK-62D
  Scenario Outline: <row> <which> is locked at level <level>: the stack around it does not <action>
    Given a stack in the state <state> that holds a value, a nested stack and another nested stack
    And the member has locked <which> at level <level>
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat says that <which> is LOCK_COMPLETE
    And the stack stays as it was
    And <which> stays as it was

    Examples: one locked stack beside another
      | row     | which                  | level  | state             | action          |
      | LCK-62l | the nested stack       | all    | CREATE_COMPLETE   | update          |
      | LCK-62m | the other nested stack | all    | CREATE_COMPLETE   | update          |
      | LCK-62n | the nested stack       | stacks | CREATE_COMPLETE   | suspend         |
      | LCK-62o | the other nested stack | stacks | CREATE_COMPLETE   | delete          |
      | LCK-62p | the other nested stack | all    | CREATE_COMPLETE   | patch           |
      | LCK-62q | the nested stack       | all    | SNAPSHOT_COMPLETE | restore         |
      | LCK-62r | the nested stack       | all    | SUSPEND_COMPLETE  | resume          |
      | LCK-62s | the nested stack       | all    | CREATE_COMPLETE   | mark_unhealthy  |
      | LCK-62t | the nested stack       | all    | SNAPSHOT_COMPLETE | delete_snapshot |

    @needs:stack-abandon
    Examples: one locked stack beside another, abandoning
      | row     | which                  | level | state           | action  |
      | LCK-62u | the other nested stack | all   | CREATE_COMPLETE | abandon |

  Scenario Outline: <row> <which> is locked alone at level <level>: whatever is answered to <action> of the stack, it stays as it is
    Given a stack that holds a value, a nested stack and another nested stack
    And the member has locked <which> at level <level>
    When the member asks the stack to <action>
    Then the request is answered <status> or 4xx
    And <which> stays as it was for a while

    Examples: what a locked stack beside another is kept from
      | row      | which                  | level  | action  | status |
      | LCK-62ze | the nested stack       | all    | suspend | 200    |
      | LCK-62zf | the other nested stack | stacks | suspend | 200    |
      | LCK-62zg | the other nested stack | all    | delete  | 204    |
      | LCK-62zh | the nested stack       | stacks | check   | 200    |
      | LCK-62zi | the other nested stack | stacks | update  | 202    |
      | LCK-62zj | the nested stack       | all    | patch   | 202    |

  @LCK-57D @needs:work-takes-time @needs:stepped-clock @needs:nested-ends-first
  Scenario Outline: <row> the stack is <state>: the nested stack, which has come to <meanwhile>, does not <action>
    Given a stack in the state <state> that holds a nested stack
    And the nested stack has come to <meanwhile> meanwhile
    When the member asks the nested stack to <action>
    Then the request is answered 409
    And Heat says that the stack is <state>

    Examples: a nested stack that is done before the stack around it
      | row      | state              | meanwhile       | action  |
      | LCK-57zf | LOCK_IN_PROGRESS   | LOCK_COMPLETE   | unlock  |
      | LCK-57zg | LOCK_IN_PROGRESS   | LOCK_COMPLETE   | lock    |
      | LCK-57zh | UNLOCK_IN_PROGRESS | UNLOCK_COMPLETE | suspend |
      | LCK-57zi | UNLOCK_IN_PROGRESS | UNLOCK_COMPLETE | delete  |
      | LCK-57zj | UNLOCK_IN_PROGRESS | UNLOCK_COMPLETE | lock    |

  Scenario Outline: <row> level <level>: <what> to a policy inside a nested stack changes nothing
    Given a stack that holds a scaling group in a nested stack
    And the member has locked the stack at level <level>
    When the member asks the middle stack to <what>
    Then the request is answered 200 or 4xx
    And the middle stack keeps its group of 1

    Examples: signals to a policy inside
      | row     | level  | what   |
      | LCK-45i | all    | signal |
      | LCK-45j | stacks | signal |
      | LCK-45k | all    | alarm  |

  @LCK-57D @needs:fault-rules
  Scenario Outline: <row> <did>ing has failed at the server of the stack: <which> is not asked to <action> meanwhile
    Given a stack that holds a server and a nest of three stacks
    And <did>ing the stack has failed at the server of the stack
    When the member asks <which> to <action>
    Then the request is answered 409
    And Heat refuses it
    And <which> stays as it was
    And the stack stays as it was

    Examples: deep inside a stack that has failed
      | row      | did    | which               | action  |
      | LCK-57zk | unlock | the innermost stack | suspend |
      | LCK-57zl | unlock | the deepest stack   | delete  |
      | LCK-57zm | unlock | the deepest stack   | lock    |
      | LCK-57zn | lock   | the middle stack    | lock    |
      | LCK-57zo | lock   | the middle stack    | unlock  |
      | LCK-57zp | lock   | the deepest stack   | unlock  |

  @needs:fault-rules
  Scenario Outline: <row> unlocking has failed at the server of the stack and has ended inside: <what> to a policy inside changes nothing
    Given a stack that holds a server and a scaling group in a nested stack
    And unlocking the stack has failed at the server of the stack
    And the middle stack has come to UNLOCK_COMPLETE meanwhile
    When the member asks the middle stack to <what>
    Then the request is answered 200 or 4xx
    And the middle stack keeps its group of 1

    Examples: signals inside a stack that is not unlocked yet
      | row      | what   |
      | LCK-45zb | signal |
      | LCK-45zc | alarm  |

  @LCK-45D @needs:fault-rules
  Scenario Outline: <row> unlocking has failed at the server of the stack and has ended inside: <what> to a policy there is told in an event
    Given a stack that holds a server and a scaling group in a nested stack
    And unlocking the stack has failed at the server of the stack
    And the middle stack has come to UNLOCK_COMPLETE meanwhile
    When the member asks the middle stack to <what>
    Then the request is answered 200
    And the events of the resource up of the middle stack say UNLOCK_COMPLETE, SIGNAL_COMPLETE

    Examples: signals inside a stack that is not unlocked yet, in events
      | row      | what   |
      | LCK-45zh | signal |
      | LCK-45zi | alarm  |

  @LCK-57D @needs:fault-rules
  Scenario Outline: <row> unlocking has failed at the server of the stack and has ended inside: <which> does not <action>
    Given a stack that holds a server and a nest of three stacks
    And unlocking the stack has failed at the server of the stack
    And the middle stack has come to UNLOCK_COMPLETE meanwhile
    When the member asks <which> to <action>
    Then the request is answered 409
    And Heat says that the stack is UNLOCK_FAILED
    And <which> stays as it was
    And the stack stays as it was

    Examples: unlocked deep inside a stack that has failed
      | row      | which               | action  |
      | LCK-57zq | the middle stack    | suspend |
      | LCK-57zr | the innermost stack | suspend |
      | LCK-57zs | the deepest stack   | delete  |
      | LCK-57zt | the innermost stack | lock    |

  @LCK-49D @needs:fault-rules
  Scenario: LCK-49zd locking has failed at the server of the stack: the stack is deleted with the three stacks inside
    Given a stack that holds a server and a nest of three stacks
    And locking the stack has failed at the server of the stack
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone

  @LCK-62D
  Scenario Outline: <row> the deepest stack is locked alone: the stack does not <action>
    Given a stack that holds a nest of three stacks
    And the member has locked the deepest stack at level stacks
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat says that the deepest stack is LOCK_COMPLETE
    And the stack stays as it was
    And the deepest stack stays as it was

    Examples: actions around a locked deepest stack
      | row     | action  |
      | LCK-62x | suspend |
      | LCK-62y | delete  |

  Scenario Outline: <row> after the unlock the member <what> the <snapshot> of two snapshots
    Given a stack with two snapshots in the state UNLOCK_COMPLETE
    When the member <what> the <snapshot> snapshot of the stack
    Then the request is answered <status>
    And the stack <afterwards>

    Examples: one of two snapshots
      | row     | what    | snapshot | status | afterwards                     |
      | LCK-53a | deletes | first    | 204    | keeps only its second snapshot |
      | LCK-53b | deletes | second   | 204    | keeps only its first snapshot  |

  Scenario Outline: <row> after the unlock the stack goes back to the <snapshot> of two snapshots
    Given a stack with two snapshots in the state UNLOCK_COMPLETE
    When the member restores the <snapshot> snapshot of the stack
    Then the request is answered 202
    And the stack becomes RESTORE_COMPLETE
    And the stack is as its <snapshot> snapshot has it

    Examples: back to one of two snapshots
      | row     | snapshot |
      | LCK-53c | first    |
      | LCK-53d | second   |

  Scenario Outline: <row> while the stack is locked the member does not get so far as <what> its <snapshot> snapshot
    Given a stack with two snapshots in the state LOCK_COMPLETE
    When the member <what> the <snapshot> snapshot of the stack
    Then the request is answered 4xx
    And Heat refuses it
    And the stack stays as it was

    Examples: snapshots of a locked stack
      | row     | what     | snapshot |
      | LCK-51l | deletes  | first    |
      | LCK-51m | restores | first    |
      | LCK-51n | deletes  | second   |

  Scenario Outline: <row> the server of a locked stack is not marked by its own id either, at level <level>
    Given a stack that holds a server
    And the member has locked the stack at level <level>
    When the member asks the stack to mark_by_id
    Then the request is answered 4xx
    And Heat refuses it
    And the stack stays as it was

    Examples: a server that is marked by its own id
      | row     | level  |
      | LCK-51q | all    |
      | LCK-51r | stacks |

  Scenario Outline: <row> a resource of a locked stack: <action>
    Given a stack that holds a value
    And the member has locked the stack at level <level>
    When the member asks the stack to <action>
    Then the request is answered 4xx
    And Heat refuses it
    And the stack stays as it was

    Examples: what is said of a resource of a locked stack
      | row     | level  | action       |
      | LCK-51o | all    | mark_healthy |
      | LCK-51p | stacks | mark_by_id   |
