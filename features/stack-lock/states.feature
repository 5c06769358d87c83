@spec:stack-lock @needs:stack-lock
Feature: The states in which a stack can be locked and unlocked
  Locked from the end of any action, unlocked from a lock or from the failure of one.

  Scenario Outline: <row> <state>: unlock
    Given a stack in the state <state>
    When the member asks the stack to unlock
    Then the request is answered 200
    And the answer is null
    And the stack becomes UNLOCK_COMPLETE

    @needs:fault-rules
    Examples: unlocking what failed
      | row    | state         |
      | LCK-25 | LOCK_FAILED   |
      | LCK-26 | UNLOCK_FAILED |

  Scenario Outline: <row> <state>: no unlock
    Given a stack in the state <state>
    When the member asks the stack to unlock
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was

    Examples: states that are not locked
      | row     | state             |
      | LCK-27a | CREATE_COMPLETE   |
      | LCK-27b | CREATE_FAILED     |
      | LCK-27c | UPDATE_COMPLETE   |
      | LCK-27d | SUSPEND_COMPLETE  |
      | LCK-27e | RESUME_COMPLETE   |
      | LCK-27f | CHECK_COMPLETE    |
      | LCK-27g | SNAPSHOT_COMPLETE |
      | LCK-27h | RESTORE_COMPLETE  |
      | LCK-27i | ROLLBACK_COMPLETE |
      | LCK-27j | UNLOCK_COMPLETE   |

  Scenario Outline: <row> <state>: lock
    Given a stack in the state <state>
    When the member locks the stack at level all
    Then the request is answered 200
    And the answer is null
    And the stack becomes LOCK_COMPLETE

    Examples: final states
      | row     | state             |
      | LCK-28a | CREATE_COMPLETE   |
      | LCK-28b | CREATE_FAILED     |
      | LCK-28c | UPDATE_COMPLETE   |
      | LCK-28d | ROLLBACK_COMPLETE |
      | LCK-28e | SUSPEND_COMPLETE  |
      | LCK-28f | RESUME_COMPLETE   |
      | LCK-28g | CHECK_COMPLETE    |
      | LCK-28h | SNAPSHOT_COMPLETE |
      | LCK-28i | RESTORE_COMPLETE  |

    @needs:stack-adopt
    Examples: final states of adopting
      | row     | state          |
      | LCK-28j | ADOPT_COMPLETE |

    @needs:fault-rules
    Examples: final states after a failure
      | row     | state           |
      | LCK-28k | UPDATE_FAILED   |
      | LCK-28l | ROLLBACK_FAILED |
      | LCK-28m | SUSPEND_FAILED  |
      | LCK-28n | RESUME_FAILED   |
      | LCK-28o | CHECK_FAILED    |
      | LCK-28p | SNAPSHOT_FAILED |
      | LCK-28q | RESTORE_FAILED  |
      | LCK-28r | DELETE_FAILED   |

  @needs:work-takes-time
  Scenario Outline: <row> <state>: no lock
    Given a stack in the state <state>
    When the member locks the stack at level all
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was

    Examples: work under way
      | row     | state                |
      | LCK-29a | CREATE_IN_PROGRESS   |
      | LCK-29b | UPDATE_IN_PROGRESS   |
      | LCK-29c | SUSPEND_IN_PROGRESS  |
      | LCK-29d | RESUME_IN_PROGRESS   |
      | LCK-29e | CHECK_IN_PROGRESS    |
      | LCK-29f | SNAPSHOT_IN_PROGRESS |
      | LCK-29g | RESTORE_IN_PROGRESS  |
      | LCK-29h | DELETE_IN_PROGRESS   |

  Scenario Outline: <row> a deleted stack that is still shown by its id: <action>
    Given a stack in the state DELETE_COMPLETE
    When the member asks the stack to <action>
    Then the request is answered 409 or 404
    And Heat refuses it

    Examples: deleted stacks
      | row     | action |
      | LCK-31a | lock   |
      | LCK-31b | unlock |
