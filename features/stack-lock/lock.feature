@spec:stack-lock @needs:stack-lock
Feature: Lock and unlock
  A stack that has come to an end of some action can be locked, at one of two levels, and unlocked again.

  Scenario Outline: <row> the stack is sent <body>
    Given a stack that holds a value and a nested stack
    When the member sends the stack the action <body>
    Then the request is answered 200
    And the answer is null
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And the stack keeps its resources

    Examples: bodies that lock
      | row     | body                          |
      | LCK-20a | {"lock": {"level": "all"}}    |
      | LCK-21a | {"lock": {"level": "stacks"}} |
      | LCK-22a | {"lock": null}                |
      | LCK-22b | {"lock": {}}                  |

  Scenario Outline: <row> without a level the resources are locked, too: <body>
    Given a stack that holds a server and an image
    When the member sends the stack the action <body>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

    Examples: the default level
      | row     | body           |
      | LCK-22c | {"lock": null} |
      | LCK-22d | {"lock": {}}   |

  Scenario Outline: <row> <which> is sent <body>: no way to lock
    Given a stack that holds a value
    When the member sends <which> the action <body>
    Then the request is answered 400
    And Heat refuses it
    And the stack stays as it was

    Examples: levels that are none
      | row     | which            | body                                   |
      | LCK-23a | the stack        | {"lock": {"level": "some"}}            |
      | LCK-23b | the stack        | {"lock": {"level": "ALL"}}             |
      | LCK-23c | the stack        | {"lock": {"level": ""}}                |
      | LCK-23d | the stack        | {"lock": {"level": 1}}                 |
      | LCK-23e | the stack        | {"lock": {"level": ["all"]}}           |
      | LCK-23f | the stack        | {"lock": {"level": "all", "more": 1}}  |
      | LCK-23g | the stack        | {"lock": {"levels": "all"}}            |
      | LCK-23h | the stack        | {"lock": "all"}                        |
      | LCK-23i | the stack        | {"lock": ["all"]}                      |
      | LCK-23j | the stack        | {"lock": true}                         |
      | LCK-23k | an unknown stack | {"lock": {"level": "some"}}            |
      | LCK-23l | the stack        | {"unlock": {"level": "all"}}           |
      | LCK-23m | the stack        | {"unlock": "all"}                      |

  Scenario: LCK-24 a locked stack is unlocked
    Given a stack in the state LOCK_COMPLETE that holds a value and a nested stack
    When the member asks the stack to unlock
    Then the request is answered 200
    And the answer is null
    And the stack becomes UNLOCK_COMPLETE
    And the nested stack becomes UNLOCK_COMPLETE
    And every resource of the stack is UNLOCK_COMPLETE
    And the stack keeps its resources

  Scenario: LCK-32a a lock of everything becomes one of stacks
    Given a stack that holds a server, an image and a nested stack
    And the member has locked the stack at level all
    When the member locks the stack at level stacks
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected

  Scenario: LCK-32b a lock of stacks becomes one of everything
    Given a stack that holds a server, an image and a nested stack
    And the member has locked the stack at level stacks
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

  Scenario: LCK-32c an unlock after a change of level undoes both
    Given a stack that holds a server and an image
    And the member has locked the stack at level stacks
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected

  Scenario: LCK-33a the states of locking are states of the stack and of its resources
    Given a stack that holds a value
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And the events of the stack say LOCK_IN_PROGRESS, LOCK_COMPLETE
    And the events of the resource r say LOCK_IN_PROGRESS, LOCK_COMPLETE

  Scenario: LCK-33b the states of unlocking are states of the stack and of its resources
    Given a stack in the state LOCK_COMPLETE
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And every resource of the stack is UNLOCK_COMPLETE
    And the events of the stack say UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the resource r say UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE

  @needs:fault-rules
  Scenario Outline: <row> a failure to <action> is a state of the stack
    Given a stack in the state <state>
    When the member reads the show of the stack
    Then the request is answered 200
    And the stack becomes <state>
    And the events of the stack say <events>

    Examples: failures are states
      | row     | action | state         | events                                             |
      | LCK-33c | lock   | LOCK_FAILED   | LOCK_IN_PROGRESS, LOCK_FAILED                      |
      | LCK-33d | unlock | UNLOCK_FAILED | LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_FAILED   |

  Scenario Outline: <row> the <who> sends <which> <body>: there is no such stack
    Given a stack that holds a value
    When the <who> sends <which> the action <body>
    Then the request is answered 404
    And Heat refuses it as EntityNotFound saying "could not be found."
    And the stack stays as it was

    Examples: stacks that cannot be locked because they are not there
      | row     | who      | which                     | body                       |
      | LCK-34a | member   | an unknown stack          | {"lock": null}             |
      | LCK-34b | member   | an unknown stack          | {"lock": {"level": "all"}} |
      | LCK-34c | member   | an unknown stack          | {"unlock": null}           |
      | LCK-34d | member   | the stack by another name | {"lock": null}             |
      | LCK-34e | member   | the stack by another id   | {"lock": null}             |
      | LCK-34f | outsider | the stack                 | {"lock": null}             |

  Scenario: LCK-35 locking and unlocking are told like suspending
    Given a stack that holds a value and a nested stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the events of the stack say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the resource g say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
