@spec:stack-lock @needs:orchestration
Feature: The actions that every release has
  Accepted with 200 although the work goes on after the answer; and what stands against one.

  Scenario Outline: <row> a stack that is <state> is sent <body>
    Given a stack in the state <state>
    When the member sends the stack the action <body>
    Then the request is answered 200
    And the answer is null
    And the stack becomes <end>
    And the stack keeps its resources

    Examples: actions that are accepted
      | row     | state            | body                         | end              |
      | LCK-05a | CREATE_COMPLETE  | {"suspend": null}            | SUSPEND_COMPLETE |
      | LCK-05b | SUSPEND_COMPLETE | {"suspend": null}            | SUSPEND_COMPLETE |
      | LCK-05c | CREATE_COMPLETE  | {"suspend": {"level": "no"}} | SUSPEND_COMPLETE |
      | LCK-05d | UPDATE_COMPLETE  | {"suspend": null}            | SUSPEND_COMPLETE |
      | LCK-06a | SUSPEND_COMPLETE | {"resume": null}             | RESUME_COMPLETE  |
      | LCK-06b | SUSPEND_COMPLETE | {"resume": [1, 2]}           | RESUME_COMPLETE  |
      | LCK-06c | CREATE_COMPLETE  | {"check": null}              | CHECK_COMPLETE   |
      | LCK-06d | CREATE_COMPLETE  | {"check": "anything"}        | CHECK_COMPLETE   |
      | LCK-06e | RESUME_COMPLETE  | {"check": null}              | CHECK_COMPLETE   |
      | LCK-06f | CREATE_FAILED    | {"check": null}              | CHECK_COMPLETE   |

  Scenario Outline: <row> a second <action> begins nothing
    Given a stack in the state <state>
    When the member asks the stack to <action>
    Then the request is answered 200
    And the answer is null
    And among the events of the stack <begun> comes once
    And among the events of the stack <state> comes twice
    And the stack is <state> at once
    And the stack keeps its resources

    Examples: what is done already is not begun again
      | row     | action  | state            | begun               |
      | LCK-05h | suspend | SUSPEND_COMPLETE | SUSPEND_IN_PROGRESS |
      | LCK-06h | resume  | RESUME_COMPLETE  | RESUME_IN_PROGRESS  |

  Scenario Outline: <row> what failed is begun again by a second <action>
    Given a stack in the state <state>
    When the member asks the stack to <action>
    Then the request is answered 200
    And the stack becomes <end>
    And among the events of the stack <begun> comes twice

    @needs:fault-rules
    Examples: a suspension that failed
      | row     | action  | state          | end              | begun               |
      | LCK-05i | suspend | SUSPEND_FAILED | SUSPEND_COMPLETE | SUSPEND_IN_PROGRESS |

    Examples: a resumption that failed
      | row     | action | state         | end           | begun              |
      | LCK-06i | resume | RESUME_FAILED | RESUME_FAILED | RESUME_IN_PROGRESS |

  Scenario: LCK-05e a server of the stack is suspended with it
    Given a stack that holds a server
    When the member asks the stack to suspend
    Then the request is answered 200
    And the stack becomes SUSPEND_COMPLETE
    And the server of the stack becomes SUSPENDED

  Scenario: LCK-05f a nested stack is suspended with its parent
    Given a stack that holds a value and a nested stack
    When the member asks the stack to suspend
    Then the request is answered 200
    And the stack becomes SUSPEND_COMPLETE
    And the nested stack becomes SUSPEND_COMPLETE

  Scenario: LCK-05g suspending tells of itself in the events
    Given a stack that holds a value
    When the member asks the stack to suspend
    Then the request is answered 200
    And the stack becomes SUSPEND_COMPLETE
    And every resource of the stack is SUSPEND_COMPLETE
    And the events of the stack say CREATE_COMPLETE, SUSPEND_IN_PROGRESS, SUSPEND_COMPLETE
    And the events of the resource r say CREATE_COMPLETE, SUSPEND_IN_PROGRESS, SUSPEND_COMPLETE

  Scenario: LCK-05j a check finds that a server is gone
    Given a stack that holds a server and a value
    And the member has deleted the server of the stack
    When the member asks the stack to check
    Then the request is answered 200
    And the stack becomes CHECK_FAILED
    And the resource server of the stack is CHECK_FAILED
    And the resource t of the stack is CHECK_COMPLETE

  Scenario: LCK-05k a check finds that a server is gone while it still looks into a nested stack
    Given a stack that holds a server, a value and a nested stack
    And the member has deleted the server of the stack
    When the member asks the stack to check
    Then the request is answered 200
    And the stack becomes CHECK_FAILED
    And the resource server of the stack is CHECK_FAILED
    And the resource t of the stack is CHECK_COMPLETE
    And the resource g of the stack is CHECK_COMPLETE

  Scenario: LCK-06g resuming what was never suspended fails afterwards
    Given a stack that holds a value
    When the member asks the stack to resume
    Then the request is answered 200
    And the answer is null
    And the stack becomes RESUME_FAILED

  Scenario: LCK-08a a check while the stack is being updated
    Given a stack that is being updated
    When the member asks the stack to check
    Then the request is answered 200 or 409

  Scenario: LCK-08b a snapshot while the stack is being updated
    Given a stack that is being updated
    When the member asks the stack to snapshot
    Then the request is answered 409
    And Heat refuses it as ActionInProgress saying "already has an action (UPDATE) in progress."

  @needs:work-takes-time
  Scenario Outline: <row> <action> while the stack is being suspended
    Given a stack that holds a server
    And the member has just asked the stack to suspend
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat refuses it as ActionInProgress saying "already has an action (SUSPEND) in progress."
    And the stack becomes SUSPEND_COMPLETE
    And the stack keeps its resources

    Examples: what meets another action at work
      | row     | action   |
      | LCK-08c | suspend  |
      | LCK-08d | resume   |
      | LCK-08e | check    |
      | LCK-08f | snapshot |

  @needs:work-takes-time @needs:stepped-clock
  Scenario Outline: <row> <action> while the stack is <state>
    Given a stack in the state <state>
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat refuses it as ActionInProgress saying "in progress."
    And the stack becomes <end>

    Examples: what meets each action at work
      | row     | state                | action   | end               |
      | LCK-08g | RESUME_IN_PROGRESS   | suspend  | RESUME_COMPLETE   |
      | LCK-08h | RESUME_IN_PROGRESS   | resume   | RESUME_COMPLETE   |
      | LCK-08i | RESUME_IN_PROGRESS   | check    | RESUME_COMPLETE   |
      | LCK-08j | RESUME_IN_PROGRESS   | snapshot | RESUME_COMPLETE   |
      | LCK-08k | CHECK_IN_PROGRESS    | suspend  | CHECK_COMPLETE    |
      | LCK-08l | CHECK_IN_PROGRESS    | resume   | CHECK_COMPLETE    |
      | LCK-08m | CHECK_IN_PROGRESS    | check    | CHECK_COMPLETE    |
      | LCK-08n | CHECK_IN_PROGRESS    | snapshot | CHECK_COMPLETE    |
      | LCK-08o | SNAPSHOT_IN_PROGRESS | suspend  | SNAPSHOT_COMPLETE |
      | LCK-08p | SNAPSHOT_IN_PROGRESS | resume   | SNAPSHOT_COMPLETE |
      | LCK-08q | SNAPSHOT_IN_PROGRESS | check    | SNAPSHOT_COMPLETE |
      | LCK-08r | SNAPSHOT_IN_PROGRESS | snapshot | SNAPSHOT_COMPLETE |

  @needs:work-takes-time @needs:stepped-clock
  Scenario Outline: <row> <action> supersedes what the stack is at in <state>
    Given a stack in the state <state>
    When the member asks the stack to <action>
    Then the request is answered 200
    And the answer is null
    And among the events of the stack <begun> comes once

    Examples: what is superseded
      | row     | state              | action  | begun               |
      | LCK-08s | CREATE_IN_PROGRESS | suspend | SUSPEND_IN_PROGRESS |
      | LCK-08t | CREATE_IN_PROGRESS | check   | CHECK_IN_PROGRESS   |
      | LCK-08u | UPDATE_IN_PROGRESS | suspend | SUSPEND_IN_PROGRESS |
      | LCK-08v | UPDATE_IN_PROGRESS | check   | CHECK_IN_PROGRESS   |

  @needs:stepped-clock
  Scenario: LCK-06j what is in a stack is resumed with it
    Given a stack in the state SUSPEND_COMPLETE that holds a server and a nested stack
    When the member asks the stack to resume
    Then the request is answered 200
    And the stack becomes RESUME_COMPLETE
    And the nested stack becomes RESUME_COMPLETE
    And the server of the stack becomes ACTIVE

  Scenario Outline: <row> an update of a suspended stack: <action>
    Given a stack in the state SUSPEND_COMPLETE
    When the member asks the stack to <action>
    Then the request is answered 400
    And Heat refuses it as NotSupported saying "<text>"
    And the stack stays as it was

    Examples: what a suspended stack does not do
      | row     | action                  | text                                                                 |
      | LCK-11a | update                  | Updating a stack when it is suspended is not supported.              |
      | LCK-11b | patch                   | Updating a stack when it is suspended is not supported.              |
      | LCK-12a | cancel_update           | Cancelling update when stack is SUSPEND_COMPLETE is not supported.   |
      | LCK-12b | cancel_without_rollback | Cancelling update when stack is SUSPEND_COMPLETE is not supported.   |

  @needs:stepped-clock
  Scenario Outline: <row> only a suspended stack is not updated: <state>
    Given a stack in the state <state>
    When the member asks the stack to update
    Then the request is answered 202
    And the stack becomes UPDATE_COMPLETE

    Examples: states in which a stack is updated
      | row     | state             |
      | LCK-11c | RESUME_COMPLETE   |
      | LCK-11d | CHECK_COMPLETE    |
      | LCK-11e | SNAPSHOT_COMPLETE |

  Scenario Outline: <row> nothing to cancel: <action> in <state>
    Given a stack in the state <state>
    When the member asks the stack to <action>
    Then the request is answered 400
    And Heat refuses it as NotSupported saying "Cancelling update when stack is <state> is not supported."
    And the stack stays as it was

    Examples: nothing to cancel
      | row     | action                  | state           |
      | LCK-12c | cancel_update           | CREATE_COMPLETE |
      | LCK-12d | cancel_without_rollback | CREATE_COMPLETE |
      | LCK-12e | cancel_update           | UPDATE_COMPLETE |
      | LCK-12g | cancel_update           | UPDATE_FAILED   |
      | LCK-12h | cancel_without_rollback | UPDATE_FAILED   |
      | LCK-12i | cancel_update           | CREATE_FAILED   |

  @needs:work-takes-time
  Scenario Outline: <row> nothing to cancel at work: <action> in <state>
    Given a stack in the state <state>
    When the member asks the stack to <action>
    Then the request is answered 400
    And Heat refuses it as NotSupported saying "Cancelling update when stack is <state> is not supported."

    Examples: work that is no update
      | row     | action                  | state              |
      | LCK-12j | cancel_update           | CREATE_IN_PROGRESS |
      | LCK-12k | cancel_update           | DELETE_IN_PROGRESS |
      | LCK-12l | cancel_without_rollback | DELETE_IN_PROGRESS |

  Scenario: LCK-12m an update that is under way is cancelled without going back
    Given a stack that is being updated
    When the member asks the stack to cancel_without_rollback
    Then the request is answered 200
    And the stack becomes UPDATE_FAILED

  @needs:stepped-clock
  Scenario: LCK-12o all that an update is at ends with it, and what it is not at stays as it is
    Given a stack that is being updated at several places
    When the member asks the stack to cancel_without_rollback
    Then the request is answered 200
    And the stack becomes UPDATE_FAILED
    And the resource a of the stack is CREATE_COMPLETE
    And the resource t of the stack is UPDATE_FAILED
    And the resource u of the stack is UPDATE_FAILED
    And the nested stack is UPDATE_FAILED at once
    And every resource of the nested stack is UPDATE_FAILED
    And the other nested stack is UPDATE_FAILED at once
    And every resource of the other nested stack is UPDATE_FAILED

  @needs:stepped-clock
  Scenario: LCK-12n an update that is cancelled goes back to what was before
    Given a stack that is being updated
    When the member asks the stack to cancel_update
    Then the request is answered 200
    And the stack becomes ROLLBACK_COMPLETE
    And the stack has its earlier template

  @needs:stepped-clock
  Scenario: LCK-12p what is in a stack is still there when its update was cancelled
    Given a stack that is being updated at several places
    When the member asks the stack to cancel_update
    Then the request is answered 200
    And the stack becomes ROLLBACK_COMPLETE
    And the stack keeps its resources
    And the resource t of the stack is UPDATE_COMPLETE

  Scenario: LCK-12f an update that is under way is cancelled
    Given a stack that is being updated
    When the member asks the stack to cancel_update
    Then the request is answered 200
    And the stack becomes ROLLBACK_COMPLETE
