@spec:stack-lock @needs:stack-lock
Feature: A lock goes all the way down
  Two levels of nested stacks, with a server and an image at each. What is looked at is the innermost server and the innermost image.

  Scenario Outline: <row> level <level>, two levels deep: the servers are <server>, the images are <image>
    Given a stack that holds a server, an image and a nested stack in a nested stack
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the middle stack becomes LOCK_COMPLETE
    And the innermost stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And every resource of the middle stack is LOCK_COMPLETE
    And every resource of the innermost stack is LOCK_COMPLETE
    And the server of the stack is <server>
    And the image of the stack is <image>
    And the server of the middle stack is <server>
    And the image of the middle stack is <image>
    And the server of the innermost stack is <server>
    And the image of the innermost stack is <image>

    Examples: what each level locks two levels deep
      | row     | level  | server     | image         |
      | LCK-40b | all    | locked     | protected     |
      | LCK-42d | stacks | not locked | not protected |

  Scenario Outline: <row> from level <before> to level <after>, two levels deep: the servers are <server>
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And the member has locked the stack at level <before>
    When the member locks the stack at level <after>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the middle stack becomes LOCK_COMPLETE
    And the innermost stack becomes LOCK_COMPLETE
    And the server of the stack is <server>
    And the server of the middle stack is <server>
    And the image of the middle stack is <image>
    And the server of the innermost stack is <server>
    And the image of the innermost stack is <image>

    Examples: what a change of level changes two levels deep
      | row     | before | after  | server     | image         |
      | LCK-32d | all    | stacks | not locked | not protected |
      | LCK-32e | stacks | all    | locked     | protected     |
      | LCK-32f | all    | all    | locked     | protected     |

  Scenario Outline: <row> locked at level <before>, unlocked and locked again at level <level>: the servers are <server>
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And the member has locked the stack at level <before>
    And the stack has come to UNLOCK_COMPLETE
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the middle stack becomes LOCK_COMPLETE
    And the innermost stack becomes LOCK_COMPLETE
    And every resource of the innermost stack is LOCK_COMPLETE
    And the server of the stack is <server>
    And the image of the stack is <image>
    And the server of the innermost stack is <server>
    And the image of the innermost stack is <image>

    Examples: a second lock
      | row     | before | level  | server     | image         |
      | LCK-40c | all    | all    | locked     | protected     |
      | LCK-40d | stacks | all    | locked     | protected     |
      | LCK-42e | all    | stacks | not locked | not protected |

  Scenario Outline: <row> level <first>, then level all, two levels deep: one unlock frees everything
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And the member has locked the stack at level <first>
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the middle stack becomes UNLOCK_COMPLETE
    And the innermost stack becomes UNLOCK_COMPLETE
    And every resource of the innermost stack is UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected
    And the server of the middle stack is not locked
    And the image of the middle stack is not protected
    And the server of the innermost stack is not locked
    And the image of the innermost stack is not protected

    Examples: the unlock goes all the way down
      | row     | first  |
      | LCK-58e | all    |
      | LCK-58f | stacks |

  Scenario: LCK-58g after a second lock and a second unlock nothing is locked
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the innermost stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected
    And the server of the innermost stack is not locked
    And the image of the innermost stack is not protected

  Scenario Outline: <row> level <level>: the <who> sends the server of the innermost stack <action>
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level <level>
    When the <who> sends the server of the innermost stack <action>
    Then the request is answered <status>
    And the server of the innermost stack becomes <ends>

    Examples: the innermost server of a locked stack
      | row     | level  | who    | action  | status | ends    |
      | LCK-42f | stacks | member | os-stop | 202    | SHUTOFF |
      | LCK-43d | all    | member | os-stop | 409    | ACTIVE  |
      | LCK-43e | all    | admin  | os-stop | 202    | SHUTOFF |

  Scenario Outline: <row> the image of <which> is not deleted while the stack is locked at level all
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level all
    When the member deletes the image of <which>
    Then the request is answered 403
    And the image of <which> is protected

    Examples: protected images two levels deep
      | row     | which               |
      | LCK-48k | the middle stack    |
      | LCK-48l | the innermost stack |

  Scenario Outline: <row> the stack is locked at level <level>: <which> does not <action>
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level <level>
    When the member asks <which> to <action>
    Then the request is answered 4xx
    And Heat refuses it
    And <which> stays as it was
    And the stack stays as it was

    Examples: actions on stacks two levels inside a locked one
      | row     | level  | which               | action         |
      | LCK-57g | all    | the innermost stack | suspend        |
      | LCK-57h | stacks | the innermost stack | suspend        |
      | LCK-57i | all    | the innermost stack | delete         |
      | LCK-57j | stacks | the innermost stack | check          |
      | LCK-57k | stacks | the middle stack    | delete         |
      | LCK-57l | all    | the middle stack    | snapshot       |
      | LCK-57m | stacks | the innermost stack | mark_unhealthy |

  @needs:fault-rules
  Scenario Outline: <row> an unlock that has failed holds all that is in the stack, freed or not: the nested stack does not <action>
    Given a stack that holds a server, an image, a value and a nested stack
    And unlocking the stack has failed at the server of the stack
    When the member asks the nested stack to <action>
    Then the request is answered 4xx
    And Heat refuses it
    And the nested stack stays as it was
    And the stack stays as it was

    Examples: actions on a stack inside one whose unlock has failed
      | row      | action         |
      | LCK-57zx | suspend        |
      | LCK-57zy | check          |
      | LCK-57zz | update         |
      | LCK-57aa | patch          |
      | LCK-57ab | delete         |
      | LCK-57ac | snapshot       |
      | LCK-57ad | mark_unhealthy |

  @LCK-57D
  Scenario Outline: <row> the stack is locked at level <level>: <which> is sent <body> directly
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level <level>
    When the member sends <which> the action <body>
    Then the request is answered 409
    And Heat refuses it
    And <which> stays as it was
    And the stack stays as it was
    And the server of <which> is <server>

    Examples: an unlock or another lock of a stack inside a locked one
      | row     | level  | which               | body                          | server     |
      | LCK-57n | all    | the middle stack    | {"unlock": null}              | locked     |
      | LCK-57o | stacks | the middle stack    | {"unlock": null}              | not locked |
      | LCK-57p | all    | the innermost stack | {"unlock": null}              | locked     |
      | LCK-57q | stacks | the innermost stack | {"unlock": null}              | not locked |
      | LCK-57r | all    | the middle stack    | {"lock": {"level": "stacks"}} | locked     |
      | LCK-57s | stacks | the middle stack    | {"lock": {"level": "all"}}    | not locked |
      | LCK-57t | all    | the innermost stack | {"lock": {"level": "stacks"}} | locked     |
      | LCK-57u | stacks | the innermost stack | {"lock": {"level": "all"}}    | not locked |

  @LCK-57D
  Scenario Outline: <row> the middle stack is locked alone at level <level>: the innermost stack is sent <body> directly
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the middle stack at level <level>
    When the member sends the innermost stack the action <body>
    Then the request is answered 409
    And Heat says that the middle stack is LOCK_COMPLETE
    And the innermost stack stays as it was
    And the middle stack stays as it was
    And the server of the innermost stack is <server>

    Examples: an unlock or another lock of a stack inside a nested one that is locked
      | row      | level  | body                          | server     |
      | LCK-57zu | all    | {"unlock": null}              | locked     |
      | LCK-57zv | stacks | {"lock": {"level": "all"}}    | not locked |
      | LCK-57zw | all    | {"lock": {"level": "stacks"}} | locked     |

  @LCK-57D @needs:fault-rules
  Scenario Outline: <row> the unlock has failed at the server of the stack: the middle stack is not asked to <action> meanwhile
    Given a stack that holds a server and a nested stack in a nested stack
    And unlocking the stack has failed at the server of the stack
    When the member asks the middle stack to <action>
    Then the request is answered 409
    And Heat refuses it
    And the middle stack stays as it was
    And the stack stays as it was

    Examples: a stack inside one that failed to unlock
      | row     | action   |
      | LCK-57v | suspend  |
      | LCK-57w | delete   |
      | LCK-57x | update   |
      | LCK-57y | lock     |
      | LCK-57z | snapshot |

  Scenario Outline: <row> the innermost stack is locked alone: an action on the stack leaves it as it is
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the innermost stack at level all
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat refuses it
    And the innermost stack stays as it was
    And the server of the innermost stack is locked

    @LCK-62D
    Examples: actions around a locked innermost stack
      | row     | action   |
      | LCK-62g | suspend  |
      | LCK-62h | delete   |
      | LCK-62i | check    |
      | LCK-62j | snapshot |
      | LCK-62k | update   |

  Scenario Outline: <row> the innermost stack is locked alone at level <level>: whatever is answered to <action> of the stack, it stays as it is
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the innermost stack at level <level>
    When the member asks the stack to <action>
    Then the request is answered <status> or 4xx
    And the innermost stack stays as it was for a while

    Examples: what a locked innermost stack is kept from
      | row      | level  | action   | status |
      | LCK-62z  | all    | suspend  | 200    |
      | LCK-62za | stacks | delete   | 204    |
      | LCK-62zb | stacks | check    | 200    |
      | LCK-62zc | all    | snapshot | 200    |
      | LCK-62zd | stacks | update   | 202    |

  @needs:fault-rules
  Scenario Outline: <row> the lock fails at the innermost server: <action> leaves the innermost server <server>
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And locking the stack has failed at the server of the innermost stack
    When the member asks the stack to <action>
    Then the request is answered 200
    And the stack becomes <end>
    And the middle stack becomes <end>
    And the innermost stack becomes <end>
    And the server of the stack is <server>
    And the image of the stack is <image>
    And the server of the innermost stack is <server>
    And the image of the innermost stack is <image>

    Examples: after a failure two levels deep
      | row     | action | end             | server     | image         |
      | LCK-49e | unlock | UNLOCK_COMPLETE | not locked | not protected |
      | LCK-49f | lock   | LOCK_COMPLETE   | locked     | protected     |

  @LCK-49D @needs:fault-rules
  Scenario Outline: <row> <action>ing has failed at the server of <which>: the stack is deleted with all that is locked in it
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And <action>ing the stack has failed at the server of <which>
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone

    Examples: deletion of what is locked two levels deep
      | row     | action | which               |
      | LCK-49j | lock   | the stack           |
      | LCK-49k | lock   | the innermost stack |
      | LCK-49l | unlock | the stack           |
      | LCK-49m | unlock | the innermost stack |

  @LCK-49D @needs:fault-rules
  Scenario Outline: <row> <action>ing has failed at the server of <failed>: the server that outlives <which> is not locked when the stack is gone
    Given a stack that holds a server that outlives it and a nested stack in a nested stack whose servers outlive it
    And <action>ing the stack has failed at the server of <failed>
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone
    And the server that outlives <which> is not locked

    Examples: servers that outlive a stack that was locked
      | row     | action | failed              | which               |
      | LCK-49t | lock   | the innermost stack | the stack           |
      | LCK-49u | lock   | the innermost stack | the middle stack    |
      | LCK-49v | unlock | the stack           | the stack           |
      | LCK-49w | unlock | the innermost stack | the innermost stack |

  Scenario Outline: <row> the innermost stack is locked by itself at level <before>, then the stack at level <level>: its server is <server>
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the innermost stack at level <before>
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the innermost stack becomes LOCK_COMPLETE
    And every resource of the innermost stack is LOCK_COMPLETE
    And the server of the innermost stack is <server>
    And the image of the innermost stack is <image>

    Examples: the level of the stack around it counts
      | row     | before | level  | server     | image         |
      | LCK-40i | stacks | all    | locked     | protected     |
      | LCK-42l | all    | stacks | not locked | not protected |

  Scenario: LCK-58k what was locked by itself before is unlocked with the stack around it
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the innermost stack at level all
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the innermost stack becomes UNLOCK_COMPLETE
    And the server of the innermost stack is not locked
    And the image of the innermost stack is not protected

  Scenario: LCK-58l a nested stack that was locked by itself is unlocked by itself, and all that is in it
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the middle stack at level all
    When the member asks the middle stack to unlock
    Then the request is answered 200
    And the answer is null
    And the middle stack becomes UNLOCK_COMPLETE
    And the innermost stack becomes UNLOCK_COMPLETE
    And every resource of the middle stack is UNLOCK_COMPLETE
    And the server of the middle stack is not locked
    And the image of the middle stack is not protected
    And the server of the innermost stack is not locked
    And the image of the innermost stack is not protected
    And the stack stays as it was

  @LCK-58D
  Scenario: LCK-58m a server and an image deep inside that were locked before stay so
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the server of the innermost stack
    And the member has protected the image of the innermost stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the innermost stack is locked
    And the image of the innermost stack is protected
    And the server of the middle stack is not locked
    And the image of the middle stack is not protected

  Scenario: LCK-27zh a stack that is not locked is not unlocked, and a stack inside that is locked by itself stays so
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the innermost stack at level all
    When the member asks the stack to unlock
    Then the request is answered 409
    And Heat says that the stack is CREATE_COMPLETE
    And the stack stays as it was
    And the innermost stack stays as it was
    And the server of the innermost stack is locked

  Scenario Outline: <row> after the unlock <which> does <action> by itself
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    When the member asks <which> to <action>
    Then the request is answered <status>
    And <which> becomes <end>
    And the stack is UNLOCK_COMPLETE at once

    Examples: stacks inside an unlocked one
      | row     | which               | action  | status | end              |
      | LCK-46h | the middle stack    | suspend | 200    | SUSPEND_COMPLETE |
      | LCK-46i | the innermost stack | check   | 200    | CHECK_COMPLETE   |
      | LCK-46j | the innermost stack | delete  | 204    | DELETE_COMPLETE  |

  Scenario Outline: <row> the middle stack was locked and unlocked by itself: the stack does <action>
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the middle stack at level all
    And the member has unlocked the middle stack
    When the member asks the stack to <action>
    Then the request is answered <status>
    And the stack becomes <end>
    And the middle stack becomes <end>
    And the innermost stack becomes <end>

    Examples: a stack around an unlocked one
      | row     | action  | status | end              |
      | LCK-46k | suspend | 200    | SUSPEND_COMPLETE |
      | LCK-46l | check   | 200    | CHECK_COMPLETE   |

  Scenario: LCK-35c locking and unlocking are told at each depth
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the events of the middle stack say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the innermost stack say CREATE_COMPLETE, LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the resource server of the innermost stack say LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE
    And the events of the resource a of the innermost stack say LOCK_IN_PROGRESS, LOCK_COMPLETE, UNLOCK_IN_PROGRESS, UNLOCK_COMPLETE

  @needs:stepped-clock
  Scenario Outline: <row> the stack is <state> for as long as what is two levels deep: <action>
    Given a stack in the state <before> that holds a slow nested stack in a nested stack
    When the member sends the stack the action <body>
    Then the request is answered 200
    And the innermost stack becomes <state>
    And the stack is <state> at once
    And the middle stack is <state> at once
    And the innermost stack becomes <end>
    And the stack becomes <end>

    Examples: waiting for what is two levels deep
      | row     | action               | before          | body                          | state              | end             |
      | LCK-20d | lock                 | CREATE_COMPLETE | {"lock": {"level": "all"}}    | LOCK_IN_PROGRESS   | LOCK_COMPLETE   |
      | LCK-21d | lock at level stacks | CREATE_COMPLETE | {"lock": {"level": "stacks"}} | LOCK_IN_PROGRESS   | LOCK_COMPLETE   |
      | LCK-24d | unlock               | LOCK_COMPLETE   | {"unlock": null}              | UNLOCK_IN_PROGRESS | UNLOCK_COMPLETE |
