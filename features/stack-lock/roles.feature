@spec:stack-lock @needs:stack-lock
Feature: Who locks, who unlocks, and whom a lock stops
  Every role as the caller. The stack and what is in it belong to the member.

  Scenario Outline: <row> the <who> locks the stack at level <level>: its server is <server>, its image is <image>
    Given a stack that holds a server, an image and a value
    When the <who> sends the stack in the member's project the action {"lock": {"level": "<level>"}}
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And the server of the stack is <server>
    And the image of the stack is <image>

    Examples: who may lock
      | row     | who            | level  | server     | image         |
      | LCK-63a | member2        | all    | locked     | protected     |
      | LCK-63b | manager        | all    | locked     | protected     |
      | LCK-63c | admin          | all    | locked     | protected     |
      | LCK-63d | outsider-admin | all    | locked     | protected     |
      | LCK-63e | member2        | stacks | not locked | not protected |

  Scenario Outline: <row> the <who> unlocks what the <locker> has locked
    Given a stack that holds a server, an image and a value
    And the <locker> has locked the stack of the member at level all
    When the <who> sends the stack in the member's project the action {"unlock": null}
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And every resource of the stack is UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected

    Examples: who may unlock
      | row     | who            | locker         |
      | LCK-63f | member2        | member         |
      | LCK-63g | manager        | member         |
      | LCK-63h | admin          | member         |
      | LCK-63i | outsider-admin | member         |
      | LCK-63j | member         | member2        |
      | LCK-63k | member         | admin          |
      | LCK-63l | member         | outsider-admin |

  Scenario Outline: <row> the <locker> has locked the stack: the lock of its server is its owner's, who takes it away
    Given a stack that holds a server and a value
    And the <locker> has locked the stack of the member at level all
    When the member sends the server of the stack unlock
    Then the request is answered 202
    And the server of the stack is not locked

    Examples: whose the lock of a server is
      | row     | locker         |
      | LCK-63m | member         |
      | LCK-63n | admin          |
      | LCK-63o | outsider-admin |

  Scenario Outline: <row> the <who> does not unlock the stack: <status>
    Given a stack that holds a server and a value
    And the member has locked the stack at level all
    When the <who> sends <which> the action {"unlock": null}
    Then the request is answered <status>
    And Heat refuses it
    And the stack stays as it was
    And the server of the stack is locked

    Examples: who may not unlock
      | row     | who      | which                             | status |
      | LCK-10e | outsider | the stack in the member's project | 403    |
      | LCK-34g | outsider | the stack                         | 404    |

  Scenario Outline: <row> level <level>: the <who> asks the stack to <action>
    Given a stack that holds a value
    And the member has locked the stack at level <level>
    When the <who> asks the stack to <action>
    Then the request is answered 4xx
    And Heat refuses it
    And the stack stays as it was

    Examples: a lock of a stack stops everybody
      | row     | level  | who            | action         |
      | LCK-51a | all    | member2        | delete         |
      | LCK-51b | all    | manager        | update         |
      | LCK-51c | all    | admin          | delete         |
      | LCK-51d | all    | admin          | suspend        |
      | LCK-51e | stacks | member2        | suspend        |
      | LCK-51f | stacks | manager        | delete         |
      | LCK-51g | stacks | admin          | update         |
      | LCK-51h | stacks | admin          | snapshot       |
      | LCK-51i | all    | admin          | mark_unhealthy |

  Scenario Outline: <row> the outsider-admin sends <body> in the member's project
    Given a stack that holds a value
    And the member has locked the stack at level <level>
    When the outsider-admin sends the stack in the member's project the action <body>
    Then the request is answered 4xx
    And Heat refuses it
    And the stack stays as it was

    Examples: a lock stops administrators of other projects
      | row     | level  | body              |
      | LCK-51j | all    | {"suspend": null} |
      | LCK-51k | stacks | {"check": null}   |

  Scenario Outline: <row> level <level>: the <who> sends the server of the stack os-stop
    Given a stack that holds a server
    And the member has locked the stack at level <level>
    When the <who> sends the server of the stack os-stop
    Then the request is answered <status>
    And the server of the stack becomes <ends>

    Examples: whom the lock of a server stops
      | row     | level  | who            | status | ends    |
      | LCK-43f | all    | member2        | 409    | ACTIVE  |
      | LCK-43g | all    | manager        | 409    | ACTIVE  |
      | LCK-43h | all    | outsider       | 404    | ACTIVE  |
      | LCK-43i | all    | outsider-admin | 202    | SHUTOFF |
      | LCK-42g | stacks | member2        | 202    | SHUTOFF |
      | LCK-42h | stacks | manager        | 202    | SHUTOFF |

    @needs:new-policy
    Examples: who may do nothing to the server of a locked stack
      | row     | level  | who          | status | ends   |
      | LCK-43j | all    | reader       | 403    | ACTIVE |
      | LCK-43k | all    | system-admin | 403    | ACTIVE |
      | LCK-42i | stacks | reader       | 403    | ACTIVE |

  Scenario Outline: <row> the <who> deletes the image of the stack: it stays
    Given a stack that holds an image
    And the member has locked the stack at level all
    When the <who> deletes the image of the stack
    Then the request is answered <status>
    And the image of the stack is protected

    Examples: whom the protection of an image stops
      | row     | who      | status |
      | LCK-48m | member2  | 403    |
      | LCK-48n | manager  | 403    |
      | LCK-48o | admin    | 403    |
