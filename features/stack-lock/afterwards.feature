@spec:stack-lock @needs:stack-lock
Feature: After the unlock a stack is as any other
  What Heat says and refuses in any other state it says and refuses again.

  Scenario: LCK-46p a signal to what takes none is refused again
    Given a stack in the state UNLOCK_COMPLETE
    When the member asks the stack to signal_value
    Then the request is answered 4xx
    And Heat refuses it
    And the stack stays as it was

  Scenario Outline: <row> what <what> says is told in an event again
    Given a stack in the state UNLOCK_COMPLETE that holds a scaling group
    When the member asks the stack to <what>
    Then the request is answered 200
    And the stack has a group of 2
    And the newest event of the policy says "<text>"

    Examples: what is told of signals after the unlock
      | row     | what   | text                                            |
      | LCK-46q | signal | No signal details provided                      |
      | LCK-46r | alarm  | alarm state changed from ok to alarm (too busy) |

  Scenario Outline: <row> level <level>: a signal that the lock dropped starts no cooldown
    Given a stack that holds a scaling group that rests after it has grown
    And the member has locked the stack at level <level>
    And the member has signalled the stack to grow
    And the member has unlocked the stack
    When the member asks the stack to signal
    Then the request is answered 200
    And the stack has a group of 2

    Examples: signals before and after the unlock
      | row      | level  |
      | LCK-46za | all    |
      | LCK-46zb | stacks |

  @needs:stack-abandon
  Scenario: LCK-46s a stack is abandoned with all that is in it
    Given a stack in the state UNLOCK_COMPLETE that holds a value, a nested stack and another nested stack
    And the nested stack has come to UNLOCK_COMPLETE meanwhile
    And the other nested stack has come to UNLOCK_COMPLETE meanwhile
    When the member asks the stack to abandon
    Then the request is answered 200
    And the stack is gone
    And the stack shows no resources
    And the nested stack is gone
    And the nested stack shows no resources
    And the other nested stack is gone
    And the other nested stack shows no resources

  Scenario: LCK-46t a stack is gone when all that is nested in it is gone
    Given a stack in the state UNLOCK_COMPLETE that holds a value and two nested stacks
    And the nested stack has come to UNLOCK_COMPLETE meanwhile
    And the other nested stack has come to UNLOCK_COMPLETE meanwhile
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone
    And the nested stack is gone
    And the other nested stack is gone
    And among the events of the other nested stack DELETE_IN_PROGRESS comes once

  Scenario: LCK-46u the events of what is deleted end with it
    Given a stack in the state UNLOCK_COMPLETE that holds a value and a nested stack
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack becomes DELETE_COMPLETE
    And the events of the resource r say UNLOCK_COMPLETE, DELETE_IN_PROGRESS, DELETE_COMPLETE
    And among the events of the resource g DELETE_IN_PROGRESS comes once

  Scenario: LCK-46v a nested stack is updated once while its parent still is
    Given a stack in the state UNLOCK_COMPLETE that holds a nested stack and something slow
    When the member asks the stack to update
    Then the request is answered 202
    And the stack becomes UPDATE_COMPLETE
    And the nested stack has 3 members
    And among the events of the nested stack UPDATE_IN_PROGRESS comes once

  Scenario: LCK-46w an update goes through a nested stack for which it has nothing new
    Given a stack in the state UNLOCK_COMPLETE that holds a value and a scaling group
    When the member asks the stack to update
    Then the request is answered 202
    And the stack becomes UPDATE_COMPLETE
    And the resource asg of the stack is UPDATE_COMPLETE
    And the nested stack becomes UPDATE_COMPLETE

  Scenario: LCK-46x an update leaves alone what it does not change, and changes what needs that
    Given a stack in the state UNLOCK_COMPLETE that holds a chain of values
    When the member asks the stack to update
    Then the request is answered 202
    And the stack becomes UPDATE_COMPLETE
    And the resource b of the stack is UNLOCK_COMPLETE
    And the resource c of the stack is UPDATE_COMPLETE
    And the resource d of the stack is UPDATE_COMPLETE
    And the resource e of the stack is CREATE_COMPLETE
    And the resource b of the stack is needed by c, e
    And the resource c of the stack is needed by d, e

  Scenario: LCK-46y what was updated before the lock is deleted in its order after the unlock
    Given a stack in the state UPDATE_COMPLETE that holds a chain of values
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone

  Scenario Outline: <row> what a stack was before it was locked does not count after the unlock: <state>, <action>
    Given a stack for <action> in the state <state>
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    When the member asks the stack to <action>
    Then the request is answered <status>
    And the stack <afterwards>

    Examples: suspended before the lock
      | row     | state            | action          | status | afterwards                |
      | LCK-53i | SUSPEND_COMPLETE | update          | 202    | becomes UPDATE_COMPLETE   |
      | LCK-53j | SUSPEND_COMPLETE | patch           | 202    | becomes UPDATE_COMPLETE   |
      | LCK-53k | SUSPEND_COMPLETE | suspend         | 200    | becomes SUSPEND_COMPLETE  |
      | LCK-53l | SUSPEND_COMPLETE | check           | 200    | becomes CHECK_COMPLETE    |
      | LCK-53m | SUSPEND_COMPLETE | snapshot        | 200    | becomes SNAPSHOT_COMPLETE |
      | LCK-53n | SUSPEND_COMPLETE | restore         | 202    | becomes RESTORE_COMPLETE  |
      | LCK-53o | SUSPEND_COMPLETE | lock            | 200    | becomes LOCK_COMPLETE     |
      | LCK-53p | SUSPEND_COMPLETE | delete          | 204    | is gone                   |
      | LCK-53q | SUSPEND_COMPLETE | signal          | 200    | has a group of 2          |
      | LCK-53r | SUSPEND_COMPLETE | mark_unhealthy  | 200    | has an unhealthy resource |
      | LCK-53s | SUSPEND_COMPLETE | delete_snapshot | 204    | loses its snapshot        |
      | LCK-53t | SUSPEND_COMPLETE | cancel_update   | 400    | stays as it was           |
      | LCK-53u | SUSPEND_COMPLETE | unlock          | 409    | stays as it was           |

  Scenario Outline: <row> that an action failed before the lock does not count after the unlock: <state>, <action>
    Given a stack in the state <state>
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    When the member asks the stack to <action>
    Then the request is answered <status>
    And the stack <afterwards>

    Examples: failed before the lock
      | row      | state         | action   | status | afterwards                |
      | LCK-53v  | CREATE_FAILED | update   | 202    | becomes UPDATE_COMPLETE   |
      | LCK-53w  | UPDATE_FAILED | update   | 202    | becomes UPDATE_COMPLETE   |
      | LCK-53x  | RESUME_FAILED | update   | 202    | becomes UPDATE_COMPLETE   |
      | LCK-53y  | UPDATE_FAILED | suspend  | 200    | becomes SUSPEND_COMPLETE  |
      | LCK-53z  | CREATE_FAILED | snapshot | 200    | becomes SNAPSHOT_COMPLETE |

    @needs:fault-rules
    Examples: failed before the lock, by a rule
      | row      | state           | action | status | afterwards              |
      | LCK-53za | SUSPEND_FAILED  | update | 202    | becomes UPDATE_COMPLETE |
      | LCK-53zb | CHECK_FAILED    | update | 202    | becomes UPDATE_COMPLETE |
      | LCK-53zc | ROLLBACK_FAILED | update | 202    | becomes UPDATE_COMPLETE |
      | LCK-53zd | DELETE_FAILED   | update | 202    | becomes UPDATE_COMPLETE |

  Scenario: LCK-53g a resource is marked by what it stands for, and says that it was
    Given a stack in the state UNLOCK_COMPLETE
    When the member asks the stack to mark_by_id
    Then the request is answered 200
    And the resource r of the stack is CHECK_FAILED
    And the resource t of the stack is UNLOCK_COMPLETE

  Scenario Outline: <row> after the unlock an update of <which> that fails is told as one that has failed
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level <level>
    And the member has unlocked the stack
    When the member asks <which> to fail
    Then the request is answered 202
    And <which> becomes UPDATE_FAILED

    Examples: updates that fail after the unlock
      | row      | level  | which               |
      | LCK-46zc | all    | the stack           |
      | LCK-46zd | stacks | the stack           |
      | LCK-46zf | stacks | the innermost stack |

  Scenario: LCK-53h a resource that there is not is not marked
    Given a stack in the state UNLOCK_COMPLETE
    When the member asks the stack to mark_unknown
    Then the request is answered 404
    And Heat refuses it
    And the stack stays as it was

  Scenario Outline: <row> the member <what> a snapshot that there is not
    Given a stack with two snapshots in the state UNLOCK_COMPLETE
    When the member <what> the unknown snapshot of the stack
    Then the request is answered 404
    And Heat refuses it
    And the stack stays as it was

    Examples: snapshots that there are not
      | row     | what     |
      | LCK-53e | deletes  |
      | LCK-53f | restores |

  Scenario Outline: <row> the list of unlocked stacks by <query>
    Given a stack in the state UNLOCK_COMPLETE that holds a value
    When the member reads the list of the stack with <query>
    Then the request is answered 200
    And the list has <tells>

    Examples: unlocked stacks in lists
      | row      | query                            | tells     |
      | LCK-56wa | action=LOCK&name=NAME            | nothing   |
      | LCK-56wb | action=UNLOCK&name=NAME          | the stack |
      | LCK-56wc | status=LOCK_COMPLETE&name=NAME   | nothing   |
      | LCK-56wd | status=UNLOCK_COMPLETE&name=NAME | the stack |

  Scenario Outline: <row> the <what> of an unlocked stack by <query>
    Given a stack in the state UNLOCK_COMPLETE that holds a value
    When the member reads the <what> of the stack with <query>
    Then the request is answered 200
    And the <what> has <tells>

    Examples: resources and events of unlocked stacks
      | row      | what      | query         | tells   |
      | LCK-56we | resources | action=LOCK   | nothing |
      | LCK-56wf | resources | action=UNLOCK | a, r, t |
