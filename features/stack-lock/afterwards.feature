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
