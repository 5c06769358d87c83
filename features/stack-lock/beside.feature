@spec:stack-lock @needs:stack-lock
Feature: Parts of a locked stack by the path of another stack
  A snapshot, and a resource, belongs to one stack. The path of a stack beside it leads to no part of the locked one.

  Scenario Outline: <row> <state>: <action> of the stack is asked for by the path of the stack beside it
    Given a stack for <action> in the state <state>
    And another stack beside it that holds a value
    When the member asks for <action> of the stack by the path of the stack beside it
    Then the request is answered 4xx
    And Heat refuses it
    And the stack stays as it was
    And the stack beside it stays as it was

    Examples: parts of a locked stack by another path
      | row     | state         | action          |
      | LCK-51s | LOCK_COMPLETE | delete_snapshot |
      | LCK-51t | LOCK_COMPLETE | restore         |
      | LCK-51u | LOCK_COMPLETE | mark_by_id      |

    @needs:fault-rules
    Examples: parts of a stack that failed to lock or to unlock, by another path
      | row     | state         | action          |
      | LCK-52a | LOCK_FAILED   | delete_snapshot |
      | LCK-52b | LOCK_FAILED   | restore         |
      | LCK-52c | LOCK_FAILED   | mark_by_id      |
      | LCK-54a | UNLOCK_FAILED | delete_snapshot |
      | LCK-54b | UNLOCK_FAILED | restore         |
      | LCK-54c | UNLOCK_FAILED | mark_by_id      |

  Scenario Outline: <row> level <level>: <what> for the group of the locked stack comes by the path of the stack beside it
    Given a stack that holds a scaling group
    And another stack beside it that holds a value
    And the member has locked the stack at level <level>
    When the member asks for <what> of the stack by the path of the stack beside it
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    Examples: signals by another path
      | row      | level  | what         |
      | LCK-45zp | all    | signal       |
      | LCK-45zq | all    | signal_by_id |
      | LCK-45zr | stacks | signal_by_id |
      | LCK-45zs | stacks | alarm        |
