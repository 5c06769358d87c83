@spec:stack-lock @needs:stack-lock
Feature: The states in which a stack can be locked and unlocked
  Locked from the end of any action, unlocked from a lock or from the failure of one. Every action and how far it can be is in one of the tables.

  Scenario Outline: <row> <state>: unlock
    Given a stack in the state <state>
    When the member asks the stack to unlock
    Then the request is answered 200
    And the answer is null
    And the stack becomes UNLOCK_COMPLETE
    And every resource of the stack is UNLOCK_COMPLETE

    @needs:fault-rules
    Examples: unlocking what failed
      | row     | state         |
      | LCK-25  | LOCK_FAILED   |
      | LCK-26a | UNLOCK_FAILED |

  @needs:fault-rules
  Scenario Outline: <row> an unlock that failed at the server of <which> is made good by another
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And unlocking the stack has failed at the server of <which>
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the innermost stack becomes UNLOCK_COMPLETE
    And every resource of the stack is UNLOCK_COMPLETE
    And every resource of the innermost stack is UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected
    And the server of the middle stack is not locked
    And the server of the innermost stack is not locked
    And the image of the innermost stack is not protected

    Examples: what is still locked after an unlock that failed
      | row     | which               |
      | LCK-26b | the stack           |
      | LCK-26c | the innermost stack |

  Scenario Outline: <row> <state>: no unlock
    Given a stack in the state <state>
    When the member asks the stack to unlock
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was

    Examples: states that are not locked
      | row      | state                |
      | LCK-27a  | CREATE_COMPLETE      |
      | LCK-27b  | CREATE_FAILED        |
      | LCK-27c  | UPDATE_COMPLETE      |
      | LCK-27d  | SUSPEND_COMPLETE     |
      | LCK-27e  | RESUME_COMPLETE      |
      | LCK-27f  | CHECK_COMPLETE       |
      | LCK-27g  | SNAPSHOT_COMPLETE    |
      | LCK-27h  | RESTORE_COMPLETE     |
      | LCK-27i  | ROLLBACK_COMPLETE    |
      | LCK-27j  | UNLOCK_COMPLETE      |
      | LCK-27k  | UPDATE_FAILED        |
      | LCK-27l  | RESUME_FAILED        |

    @needs:stack-adopt
    Examples: states that are not locked, adopting
      | row      | state                |
      | LCK-27m  | ADOPT_COMPLETE       |
      | LCK-27n  | ADOPT_FAILED         |

    @needs:fault-rules
    Examples: states that are not locked, after a failure
      | row      | state                |
      | LCK-27o  | ROLLBACK_FAILED      |
      | LCK-27p  | SUSPEND_FAILED       |
      | LCK-27q  | CHECK_FAILED         |
      | LCK-27r  | SNAPSHOT_FAILED      |
      | LCK-27s  | RESTORE_FAILED       |
      | LCK-27t  | DELETE_FAILED        |

    @needs:work-takes-time
    Examples: states that are not locked, at work
      | row      | state                |
      | LCK-27u  | CREATE_IN_PROGRESS   |
      | LCK-27v  | UPDATE_IN_PROGRESS   |
      | LCK-27w  | ROLLBACK_IN_PROGRESS |
      | LCK-27x  | DELETE_IN_PROGRESS   |
      | LCK-27y  | SUSPEND_IN_PROGRESS  |
      | LCK-27z  | RESUME_IN_PROGRESS   |
      | LCK-27za | CHECK_IN_PROGRESS    |
      | LCK-27zb | SNAPSHOT_IN_PROGRESS |
      | LCK-27zc | RESTORE_IN_PROGRESS  |

    @needs:work-takes-time @needs:stack-adopt
    Examples: states that are not locked, adopting at work
      | row      | state                |
      | LCK-27zd | ADOPT_IN_PROGRESS    |

    @needs:seeded-states
    Examples: states that are not locked, before anything began
      | row      | state                |
      | LCK-27ze | INIT_COMPLETE        |
      | LCK-27zf | INIT_FAILED          |
      | LCK-27zg | INIT_IN_PROGRESS     |

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
      | LCK-28k | UPDATE_FAILED     |
      | LCK-28n | RESUME_FAILED     |

    @needs:stack-adopt
    Examples: final states of adopting
      | row     | state          |
      | LCK-28j | ADOPT_COMPLETE |
      | LCK-28s | ADOPT_FAILED   |

    @needs:fault-rules
    Examples: final states after a failure
      | row     | state           |
      | LCK-28l | ROLLBACK_FAILED |
      | LCK-28m | SUSPEND_FAILED  |
      | LCK-28o | CHECK_FAILED    |
      | LCK-28p | SNAPSHOT_FAILED |
      | LCK-28q | RESTORE_FAILED  |
      | LCK-28r | DELETE_FAILED   |

    @needs:seeded-states
    Examples: a failure before anything began
      | row     | state       |
      | LCK-28t | INIT_FAILED |

  Scenario Outline: <row> <state>: the lock reaches what is in the stack
    Given a stack in the state <state> that holds a value, a server, an image and a nested stack
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected
    And the stack keeps its resources

    Examples: what is locked whatever the state was
      | row     | state             |
      | LCK-28u | CREATE_FAILED     |
      | LCK-28v | UPDATE_COMPLETE   |
      | LCK-28w | UPDATE_FAILED     |
      | LCK-28x | SUSPEND_COMPLETE  |
      | LCK-28y | SNAPSHOT_COMPLETE |

  Scenario: LCK-28za what never came to be is neither locked nor unlocked
    Given a stack in the state CREATE_FAILED that holds a value and a server that never comes to be
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the resource t of the stack is UNLOCK_COMPLETE
    And the resource server of the stack is INIT_COMPLETE

  Scenario: LCK-28z a server that never came to be is no reason not to lock
    Given a stack in the state CREATE_FAILED that holds a value and a server that never comes to be
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the resource t of the stack is LOCK_COMPLETE

  Scenario: LCK-28zb a server that compute has refused is no reason not to lock
    Given a stack in the state CREATE_FAILED that holds a value and a server that compute refuses
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the resource t of the stack is LOCK_COMPLETE

  Scenario Outline: <row> <state>: no lock
    Given a stack in the state <state>
    When the member locks the stack at level all
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was

    @needs:work-takes-time
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
      | LCK-29i | ROLLBACK_IN_PROGRESS |

    @needs:work-takes-time @needs:stack-adopt
    Examples: adopting under way
      | row     | state             |
      | LCK-29j | ADOPT_IN_PROGRESS |

    @needs:seeded-states
    Examples: before anything began
      | row     | state            |
      | LCK-29k | INIT_IN_PROGRESS |
      | LCK-30  | INIT_COMPLETE    |

  Scenario Outline: <row> a deleted stack that is still shown by its id: <action>
    Given a stack in the state DELETE_COMPLETE
    When the member asks the stack to <action>
    Then the request is answered 409 while the deleted stack is shown, else 404
    And Heat refuses it

    Examples: deleted stacks
      | row     | action |
      | LCK-31a | lock   |
      | LCK-31b | unlock |
