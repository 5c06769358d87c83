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

  @needs:stepped-clock
  Scenario Outline: <row> <state> is what the stack and its resources show while they are asked to <action>
    Given a stack in the state <before> that holds a value and something slow
    When the member sends the stack the action <body>
    Then the request is answered 200
    And the stack is <state> at once
    And the resource slow of the stack becomes <state>
    And the stack is <state> at once
    And the stack becomes <end>
    And every resource of the stack is <end>

    Examples: states in between
      | row     | action               | before          | body                          | state              | end             |
      | LCK-20b | lock                 | CREATE_COMPLETE | {"lock": {"level": "all"}}    | LOCK_IN_PROGRESS   | LOCK_COMPLETE   |
      | LCK-21b | lock at level stacks | CREATE_COMPLETE | {"lock": {"level": "stacks"}} | LOCK_IN_PROGRESS   | LOCK_COMPLETE   |
      | LCK-24b | unlock               | LOCK_COMPLETE   | {"unlock": null}              | UNLOCK_IN_PROGRESS | UNLOCK_COMPLETE |

  @needs:stepped-clock
  Scenario Outline: <row> the stack is <state> for as long as its nested stack is: <action>
    Given a stack in the state <before> that holds a value and a slow nested stack
    When the member sends the stack the action <body>
    Then the request is answered 200
    And the nested stack becomes <state>
    And the stack is <state> at once
    And the nested stack becomes <end>
    And the stack becomes <end>
    And every resource of the nested stack is <end>

    Examples: waiting for nested stacks
      | row     | action               | before          | body                          | state              | end             |
      | LCK-20c | lock                 | CREATE_COMPLETE | {"lock": {"level": "all"}}    | LOCK_IN_PROGRESS   | LOCK_COMPLETE   |
      | LCK-21c | lock at level stacks | CREATE_COMPLETE | {"lock": {"level": "stacks"}} | LOCK_IN_PROGRESS   | LOCK_COMPLETE   |
      | LCK-24c | unlock               | LOCK_COMPLETE   | {"unlock": null}              | UNLOCK_IN_PROGRESS | UNLOCK_COMPLETE |

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

  Scenario Outline: <row> without a level a locked stack is locked at the default one, whatever it was: <before>, <body>
    Given a stack that holds a server and an image
    And the member has locked the stack at level <before>
    When the member sends the stack the action <body>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

    Examples: the default level of a second lock
      | row     | before | body           |
      | LCK-32i | stacks | {"lock": null} |
      | LCK-32j | stacks | {"lock": {}}   |
      | LCK-32k | all    | {"lock": null} |

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
      | LCK-23h | the stack        | {"lock": "all"}                        |
      | LCK-23i | the stack        | {"lock": ["all"]}                      |
      | LCK-23j | the stack        | {"lock": true}                         |
      | LCK-23o | the stack        | {"lock": {"level": " all"}}            |
      | LCK-23p | the stack        | {"lock": {"level": "all "}}            |
      | LCK-23q | the stack        | {"lock": {"level": "stacks\\n"}}       |
      | LCK-23r | the stack        | {"lock": {"level": "Stacks"}}          |
      | LCK-23s | the stack        | {"lock": {"level": "stack"}}           |
      | LCK-23t | the stack        | {"lock": {"level": true}}              |
      | LCK-23u | the stack        | {"lock": {"level": {}}}                |

    @LCK-23D
    Examples: bodies that are more than a lock or an unlock
      | row     | which            | body                                   |
      | LCK-23f | the stack        | {"lock": {"level": "all", "more": 1}}  |
      | LCK-23g | the stack        | {"lock": {"levels": "all"}}            |
      | LCK-23n | the stack        | {"lock": {"level": null}}              |
      | LCK-23k | an unknown stack | {"lock": {"level": "some"}}            |
      | LCK-23l | the stack        | {"unlock": {"level": "all"}}           |
      | LCK-23m | the stack        | {"unlock": "all"}                      |

  Scenario: LCK-24a a locked stack is unlocked
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

  Scenario Outline: <row> locked at level <first> and at level <second>, one unlock frees everything
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And the member has locked the stack at level <first>
    And the member has locked the stack at level <second>
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the innermost stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected
    And the server of the innermost stack is not locked
    And the image of the innermost stack is not protected

    Examples: one unlock after two locks
      | row     | first  | second |
      | LCK-32n | all    | all    |
      | LCK-32o | all    | stacks |
      | LCK-32p | stacks | all    |
      | LCK-32q | stacks | stacks |

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

  @needs:fault-rules
  Scenario Outline: <row> a failure to <action> a server is a state of that server's resource
    Given a stack that holds a server and a value
    And <action>ing the stack has failed at the server of the stack
    When the member reads the resources of the stack
    Then the request is answered 200
    And the stack is <state> at once
    And the resource server of the stack is <state>
    And the events of the resource server say <events>

    Examples: failures are states of resources
      | row     | action | state         | events                                           |
      | LCK-33e | lock   | LOCK_FAILED   | LOCK_IN_PROGRESS, LOCK_FAILED                    |
      | LCK-33f | unlock | UNLOCK_FAILED | LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_FAILED |

  @needs:fault-rules
  Scenario Outline: <row> the <what> of <which> cannot be <action>ed: the stack becomes <state>
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And <action>ing the <what> of <which> is about to fail
    When the member asks the stack to <action>
    Then the request is answered 200
    And the stack becomes <state>
    And <which> becomes <state>
    And the resource <what> of <which> is <state>

    Examples: locks and unlocks that fail
      | row     | action | what   | which               | state         |
      | LCK-49n | lock   | server | the stack           | LOCK_FAILED   |
      | LCK-49o | lock   | image  | the stack           | LOCK_FAILED   |
      | LCK-49p | lock   | server | the innermost stack | LOCK_FAILED   |
      | LCK-49q | lock   | image  | the middle stack    | LOCK_FAILED   |
      | LCK-33g | unlock | server | the stack           | UNLOCK_FAILED |
      | LCK-33h | unlock | image  | the stack           | UNLOCK_FAILED |
      | LCK-33i | unlock | server | the innermost stack | UNLOCK_FAILED |
      | LCK-33j | unlock | image  | the middle stack    | UNLOCK_FAILED |

  @needs:fault-rules
  Scenario Outline: <row> a stack whose failed updates are rolled back becomes <state> like any other: the <what> cannot be <action>ed
    Given a stack that is rolled back when something fails and that holds a server, an image and a value
    And <action>ing the <what> of the stack is about to fail
    When the member asks the stack to <action>
    Then the request is answered 200
    And the stack becomes <state>
    And the resource <what> of the stack is <state>

    Examples: locks and unlocks that fail where updates are rolled back
      | row     | action | what   | state         |
      | LCK-49y | lock   | server | LOCK_FAILED   |
      | LCK-49z | lock   | image  | LOCK_FAILED   |
      | LCK-33k | unlock | server | UNLOCK_FAILED |
      | LCK-33l | unlock | image  | UNLOCK_FAILED |

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
      | LCK-34h | member   | the stack by another name | {"unlock": null}           |
      | LCK-34i | member   | the stack by another id   | {"unlock": null}           |
      | LCK-34j | outsider | the stack                 | {"unlock": null}           |

  Scenario: LCK-35b a second lock is told like the first, of the nested stack as well
    Given a stack that holds a value and a nested stack
    And the member has locked the stack at level stacks
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the events of the stack say LOCK_IN_PROGRESS, LOCK_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE
    And the events of the resource r say LOCK_IN_PROGRESS, LOCK_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE
    And the events of the nested stack say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE

  Scenario: LCK-35 locking and unlocking are told like suspending
    Given a stack that holds a value and a nested stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the events of the stack say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the resource a say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the resource g say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the resource t say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And among the events of LOCK the stack's own come first and last
    And among the events of UNLOCK the stack's own come first and last
