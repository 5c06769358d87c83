@spec:stack-lock @needs:stack-lock
Feature: A stack that is locked while there is work around it
  The work on the stack around it has begun before the lock and comes to the locked stack after it.

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
