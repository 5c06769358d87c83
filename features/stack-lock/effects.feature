@spec:stack-lock @needs:stack-lock
Feature: What a lock does to what is in the stack
  At level all to everything that can be locked or protected, at level stacks to stacks only.

  Scenario Outline: <row> level <level>: the server is <server>, the image is <image>
    Given a stack that holds a server, an image, a network, a value and a nested stack
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the server of the stack is <server>
    And the image of the stack is <image>
    And every resource of the stack is LOCK_COMPLETE
    And the stack keeps its resources

    Examples: what each level locks
      | row     | level  | server     | image         |
      | LCK-40  | all    | locked     | protected     |
      | LCK-42a | stacks | not locked | not protected |

  Scenario Outline: <row> level <level>: nested stacks are locked as well
    Given a stack that holds a value and a nested stack
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE

    Examples: nested stacks at each level
      | row     | level  |
      | LCK-41a | all    |
      | LCK-41b | stacks |

  Scenario Outline: <row> level <level>: the <who> sends the server <action>
    Given a stack that holds a server
    And the member has locked the stack at level <level>
    When the <who> sends the server of the stack <action>
    Then the request is answered <status>
    And the server of the stack becomes <ends>

    Examples: the server of a locked stack
      | row     | level  | who    | action  | status | ends    |
      | LCK-42b | stacks | member | os-stop | 202    | SHUTOFF |
      | LCK-42c | stacks | member | reboot  | 202    | ACTIVE  |
      | LCK-43a | all    | member | os-stop | 409    | ACTIVE  |
      | LCK-43b | all    | member | reboot  | 409    | ACTIVE  |
      | LCK-43c | all    | admin  | os-stop | 202    | SHUTOFF |

  Scenario: LCK-44 a resource that cannot be locked is in the state of one that is
    Given a stack that holds a value and a network
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And the stack keeps its resources

  Scenario Outline: <row> level <level>: a signal is accepted and dropped
    Given a stack that holds a scaling group
    And the member has locked the stack at level <level>
    When the member asks the stack to signal
    Then the request is answered 200
    And the stack keeps its group of 1
    And an event tells of the signal

    Examples: signals to a locked stack
      | row     | level  |
      | LCK-45a | all    |
      | LCK-45b | stacks |

  Scenario Outline: <row> level <level>: a call of the webhook is accepted and dropped
    Given a stack that holds a scaling group
    And the member has locked the stack at level <level>
    When the nobody calls the webhook of the policy
    Then the request is answered 200
    And the stack keeps its group of 1
    And an event tells of the signal

    Examples: webhooks of a locked stack
      | row     | level  |
      | LCK-45c | all    |
      | LCK-45d | stacks |

  Scenario Outline: <row> after the unlock <what> is effective again
    Given a stack in the state UNLOCK_COMPLETE that holds a value and a scaling group
    When the member asks the stack to <action>
    Then the request is answered <status>
    And the stack <afterwards>

    Examples: after the unlock
      | row     | what      | action  | status | afterwards               |
      | LCK-46a | a signal  | signal  | 200    | has a group of 2         |
      | LCK-46b | an update | update  | 202    | becomes UPDATE_COMPLETE  |
      | LCK-46c | suspending | suspend | 200   | becomes SUSPEND_COMPLETE |

  Scenario: LCK-46d after the unlock the webhook is effective again
    Given a stack in the state UNLOCK_COMPLETE that holds a scaling group
    When the nobody calls the webhook of the policy
    Then the request is answered 200
    And the stack has a group of 2

  Scenario: LCK-46e what was suspended before it was locked is resumed after the unlock
    Given a stack in the state SUSPEND_COMPLETE that holds a server and a value
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    When the member asks the stack to resume
    Then the request is answered 200
    And the stack becomes RESUME_COMPLETE
    And the server of the stack becomes ACTIVE

  Scenario Outline: <row> the parent is locked at level <level>: its nested stack does not <action>
    Given a stack that holds a nested stack
    And the member has locked the stack at level <level>
    When the member asks the nested stack to <action>
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was
    And the nested stack becomes LOCK_COMPLETE

    Examples: actions on a nested stack of a locked one
      | row     | level  | action   |
      | LCK-57a | all    | suspend  |
      | LCK-57b | stacks | suspend  |
      | LCK-57c | all    | update   |
      | LCK-57d | stacks | delete   |
      | LCK-57e | all    | check    |
      | LCK-57f | stacks | snapshot |

  Scenario Outline: <row> the unlock takes away what the lock at level <level> did
    Given a stack that holds a server, an image and a nested stack
    And the member has locked the stack at level <level>
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the nested stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected

    Examples: after the unlock nothing is locked
      | row     | level  |
      | LCK-58a | all    |
      | LCK-58b | stacks |

  Scenario: LCK-58c a server that was locked before stays locked
    Given a stack that holds a server and an image
    And the member has locked the server of the stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is not protected

  Scenario: LCK-58d an image that was protected before stays protected
    Given a stack that holds a server and an image
    And the member has protected the image of the stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is protected

  Scenario: LCK-62a a group that is locked itself does not grow for its unlocked parent
    Given a stack that holds a scaling group
    And the member has locked the nested stack at level stacks
    When the member asks the stack to signal
    Then the request is answered 200
    And the stack keeps its group of 1
    And an event tells of the signal

  Scenario Outline: <row> the lock of a nested stack comes before that its parent is suspended: <action>
    Given a stack in the state SUSPEND_COMPLETE that holds a nested stack
    And the member has locked the nested stack at level stacks
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was

    Examples: a suspended stack around a locked one
      | row     | action |
      | LCK-62c | update |
      | LCK-62d | patch  |

  Scenario: LCK-62b an update of the parent does not change a nested stack that is locked
    Given a stack that holds a nested stack
    And the member has locked the nested stack at level stacks
    When the member asks the stack to update
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was
    And the nested stack becomes LOCK_COMPLETE
    And the nested stack has 2 members
