@spec:stack-lock @needs:stack-lock
Feature: A stack that is locked while there is work around it or inside it
  The work on the stack around it has begun before the lock and comes to the locked stack after it. Work inside it keeps the lock waiting.

  @needs:stepped-clock
  Scenario Outline: <row> an innermost stack that is locked at level <level> before the work comes to it stays as it is: <state>
    Given a stack in the state <state> that holds a nested stack in a nested stack
    When the member sends the innermost stack the action {"lock": {"level": "<level>"}}
    Then the request is answered 200
    And the stack comes to an end of its work
    And the innermost stack becomes LOCK_COMPLETE
    And every resource of the innermost stack is LOCK_COMPLETE
    And the server of the innermost stack is <server>

    Examples: locked before an action comes
      | row      | state                | level  | server     |
      | LCK-62zt | SUSPEND_IN_PROGRESS  | all    | locked     |
      | LCK-62zu | SUSPEND_IN_PROGRESS  | stacks | not locked |
      | LCK-62zv | RESUME_IN_PROGRESS   | all    | locked     |
      | LCK-62zw | CHECK_IN_PROGRESS    | stacks | not locked |
      | LCK-62zx | SNAPSHOT_IN_PROGRESS | all    | locked     |

  @needs:stepped-clock
  Scenario: LCK-46o a deletion that a locked nested stack stopped goes on after its unlock
    Given a stack in the state DELETE_IN_PROGRESS that holds a nested stack before something slow
    And the member has locked the nested stack at level all
    And the stack has come to an end of its work
    And the member has unlocked the nested stack
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone

  @LCK-29D @needs:stepped-clock
  Scenario Outline: <row> <which> is <state>: the stack is not locked at level <level> before that has ended
    Given a stack that holds a nested stack in a nested stack
    And the member has just asked <which> to <action>
    When the member locks the stack at level <level>
    Then the request is answered 409
    And Heat says that <which> is <state>
    And the stack stays as it was
    And <which> becomes <end>
    And the stack is CREATE_COMPLETE at once

    Examples: work inside a stack that is to be locked
      | row     | which               | action  | state               | level  | end              |
      | LCK-29l | the middle stack    | suspend | SUSPEND_IN_PROGRESS | all    | SUSPEND_COMPLETE |
      | LCK-29m | the innermost stack | suspend | SUSPEND_IN_PROGRESS | stacks | SUSPEND_COMPLETE |
      | LCK-29n | the innermost stack | check   | CHECK_IN_PROGRESS   | all    | CHECK_COMPLETE   |

  @LCK-29D @needs:stepped-clock
  Scenario Outline: <row> of two nested stacks <which> is being suspended: the stack is not locked before that has ended
    Given a stack that holds a value, a nested stack and another nested stack
    And the member has just asked <which> to suspend
    When the member locks the stack at level all
    Then the request is answered 409
    And Heat says that <which> is SUSPEND_IN_PROGRESS
    And the stack stays as it was
    And <which> becomes SUSPEND_COMPLETE
    And the stack is CREATE_COMPLETE at once

    Examples: work in one of two nested stacks
      | row     | which                  |
      | LCK-29q | the nested stack       |
      | LCK-29r | the other nested stack |

  @LCK-29D @needs:stepped-clock
  Scenario: LCK-29p an unlocked stack is not locked again while a stack inside it is at work
    Given a stack in the state UNLOCK_COMPLETE that holds a nested stack in a nested stack
    And the member has just asked the innermost stack to check
    When the member locks the stack at level stacks
    Then the request is answered 409
    And Heat says that the innermost stack is CHECK_IN_PROGRESS
    And the stack stays as it was

  @LCK-29D @needs:stepped-clock
  Scenario: LCK-29o once the work inside has ended the stack is locked with all that is in it
    Given a stack that holds a nested stack in a nested stack
    And the member has just asked the innermost stack to suspend
    And the innermost stack has come to SUSPEND_COMPLETE meanwhile
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the innermost stack becomes LOCK_COMPLETE
    And the server of the innermost stack is locked
