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

  Scenario Outline: <row> level <level>: another stack of the project is left alone
    Given a stack that holds a server and a value
    And another stack beside it that holds a server and a value
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the stack beside it stays as it was
    And the 1 servers of the stack beside it are not locked

    Examples: a stack beside the one that is locked
      | row     | level  |
      | LCK-40m | all    |
      | LCK-42m | stacks |

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

  Scenario Outline: <row> level <level>: a nested stack that is locked by itself is locked with the stack around it
    Given a stack that holds a value and a nested stack
    And the member has locked the nested stack at level all
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE

    Examples: nested stacks that are locked already
      | row     | level  |
      | LCK-41c | all    |
      | LCK-41d | stacks |

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

    Examples: other actions on the server of a locked stack
      | row     | level  | who    | action              | status | ends   |
      | LCK-43l | all    | member | pause               | 409    | ACTIVE |
      | LCK-43m | all    | member | suspend             | 409    | ACTIVE |
      | LCK-43n | all    | member | shelve              | 409    | ACTIVE |
      | LCK-43o | all    | member | rebuild             | 409    | ACTIVE |
      | LCK-43p | all    | member | os-getConsoleOutput | 200    | ACTIVE |
      | LCK-43q | all    | admin  | pause               | 202    | PAUSED |
      | LCK-42p | stacks | member | pause               | 202    | PAUSED |
      | LCK-42q | stacks | member | os-getConsoleOutput | 200    | ACTIVE |

  Scenario: LCK-44 a resource that cannot be locked is in the state of one that is
    Given a stack that holds a value and a network
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And every resource of the stack is LOCK_COMPLETE
    And the stack keeps its resources

  Scenario Outline: <row> level <level>: a signal changes nothing
    Given a stack that holds a scaling group
    And the member has locked the stack at level <level>
    When the member asks the stack to signal
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    Examples: signals to a locked stack
      | row     | level  |
      | LCK-45a | all    |
      | LCK-45b | stacks |

  Scenario Outline: <row> level <level>: a call of the webhook changes nothing
    Given a stack that holds a scaling group
    And the member has locked the stack at level <level>
    When the nobody calls the webhook of the policy
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    Examples: webhooks of a locked stack
      | row     | level  |
      | LCK-45c | all    |
      | LCK-45d | stacks |

  Scenario Outline: <row> the stack is <state>: a call of the webhook changes nothing
    Given a stack in the state <state> that holds a value and a scaling group
    When the nobody calls the webhook of the policy
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    @needs:fault-rules
    Examples: webhooks after a failure
      | row     | state         |
      | LCK-45l | LOCK_FAILED   |
      | LCK-45m | UNLOCK_FAILED |

    @needs:work-takes-time
    Examples: webhooks at work
      | row     | state              |
      | LCK-45n | LOCK_IN_PROGRESS   |
      | LCK-45o | UNLOCK_IN_PROGRESS |

  Scenario Outline: <row> an alarm of the <who> changes nothing
    Given a stack that holds a scaling group
    And the member has locked the stack at level stacks
    When the <who> asks the stack to <what>
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    Examples: whose signals are ignored
      | row     | who     | what   |
      | LCK-45p | member  | alarm  |
      | LCK-45q | member2 | signal |
      | LCK-45r | admin   | signal |
      | LCK-45s | admin   | alarm  |

  Scenario Outline: <row> level <level>: <what> does not make a group smaller either
    Given a stack that holds a scaling group that shrinks
    And the member has locked the stack at level <level>
    When the member asks the stack to <what>
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 2

    Examples: signals that would make a group smaller
      | row     | level  | what   |
      | LCK-45t | all    | signal |
      | LCK-45u | stacks | alarm  |

  @LCK-45D
  Scenario Outline: <row> level <level>: <what> is accepted and told in an event
    Given a stack that holds a scaling group
    And the member has locked the stack at level <level>
    When the member asks the stack to <what>
    Then the request is answered 200
    And an event tells that the signal was dropped

    Examples: what is said of signals
      | row     | level  | what   |
      | LCK-45e | all    | signal |
      | LCK-45f | stacks | signal |
      | LCK-45v | all    | alarm  |
      | LCK-45w | stacks | alarm  |

  @LCK-45D
  Scenario Outline: <row> level <level>: a call of the webhook is accepted and told in an event
    Given a stack that holds a scaling group
    And the member has locked the stack at level <level>
    When the nobody calls the webhook of the policy
    Then the request is answered 200
    And an event tells that the signal was dropped

    Examples: what is said of webhooks
      | row     | level  |
      | LCK-45g | all    |
      | LCK-45h | stacks |

  Scenario Outline: <row> after the unlock <what> is effective again
    Given a stack in the state UNLOCK_COMPLETE that holds a value and a scaling group
    When the member asks the stack to <action>
    Then the request is answered <status>
    And the stack <afterwards>

    Examples: after the unlock
      | row     | what      | action  | status | afterwards               |
      | LCK-46a | a signal  | signal  | 200    | has a group of 2         |
      | LCK-46m | an alarm  | alarm   | 200    | has a group of 2         |
      | LCK-46b | an update | update  | 202    | becomes UPDATE_COMPLETE  |
      | LCK-46c | suspending | suspend | 200   | becomes SUSPEND_COMPLETE |

  Scenario: LCK-46g what is deleted after the unlock is among the deleted stacks
    Given a stack in the state UNLOCK_COMPLETE that holds a value and a nested stack
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone
    And the stack is among the deleted stacks only

  Scenario: LCK-46f what grows by the webhook after the unlock belongs to the owner of the stack
    Given a stack in the state UNLOCK_COMPLETE that holds a scaling group of servers
    When the nobody calls the webhook of the policy
    Then the request is answered 200
    And the stack has a group of 2
    And the nested stack becomes UPDATE_COMPLETE
    And the 2 servers of the nested stack are not locked
    And the 2 servers of the nested stack belong to the member

  Scenario: LCK-46d after the unlock the webhook is effective again
    Given a stack in the state UNLOCK_COMPLETE that holds a scaling group
    When the nobody calls the webhook of the policy
    Then the request is answered 200
    And the stack has a group of 2

  Scenario: LCK-46n after the unlock an alarm by the webhook is effective again
    Given a stack in the state UNLOCK_COMPLETE that holds a scaling group
    When the nobody calls the webhook of the policy with an alarm
    Then the request is answered 200
    And the stack has a group of 2

  @LCK-46D
  Scenario: LCK-46e what was suspended before it was locked is resumed after the unlock
    Given a stack in the state SUSPEND_COMPLETE that holds a server, a value and a nested stack
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    When the member asks the stack to resume
    Then the request is answered 200
    And the stack becomes RESUME_COMPLETE
    And the nested stack becomes RESUME_COMPLETE
    And the server of the stack becomes ACTIVE

  Scenario Outline: <row> the parent is locked at level <level>: its nested stack does not <action>
    Given a stack that holds a nested stack
    And the member has locked the stack at level <level>
    When the member asks the nested stack to <action>
    Then the request is answered 4xx
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

  Scenario Outline: <row> what the <who> has freed of <which> by hand while it was locked does not stand in the way of the unlock
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And the member has locked the stack at level all
    And the <who> has unlocked the server of <which>
    And the member has taken the protection from the image of <which>
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the innermost stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the server of the innermost stack is not locked
    And the image of the innermost stack is not protected

    Examples: what was freed by hand before the unlock
      | row     | who    | which            |
      | LCK-58t | member | the stack        |
      | LCK-58u | admin  | the stack        |
      | LCK-58v | member | the innermost stack |

  Scenario Outline: <row> what the <who> has freed of <which> by hand is <server> and <image> when the stack is locked again at level <level>
    Given a stack that holds a server, an image and a nested stack in a nested stack
    And the member has locked the stack at level all
    And the <who> has unlocked the server of <which>
    And the member has taken the protection from the image of <which>
    When the member locks the stack at level <level>
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the innermost stack becomes LOCK_COMPLETE
    And the server of <which> is <server>
    And the image of <which> is <image>

    Examples: what was freed by hand before another lock
      | row     | who    | which            | level  | server     | image         |
      | LCK-40o | member | the stack        | all    | locked     | protected     |
      | LCK-40p | admin  | the innermost stack | all    | locked     | protected     |
      | LCK-42o | member | the stack        | stacks | not locked | not protected |

  @LCK-58D
  Scenario: LCK-58c a server that was locked before stays locked
    Given a stack that holds a server and an image
    And the member has locked the server of the stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is not protected

  @LCK-58D
  Scenario: LCK-58d an image that was protected before stays protected
    Given a stack that holds a server and an image
    And the member has protected the image of the stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is protected

  @LCK-58D
  Scenario Outline: <row> locked at level <first>, then at level stacks: what was locked before stays so
    Given a stack that holds a server and an image
    And the member has locked the server of the stack
    And the member has protected the image of the stack
    And the member has locked the stack at level <first>
    When the member locks the stack at level stacks
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

    Examples: a lock of stacks leaves the locks of others
      | row     | first  |
      | LCK-58n | stacks |
      | LCK-58o | all    |

  @LCK-58D
  Scenario Outline: <row> what is locked after the unlock is not the stack's: it stays so when the stack is locked again at level <level> and unlocked
    Given a stack that holds a server and an image
    And the member has locked the stack at level all
    And the stack has come to UNLOCK_COMPLETE
    And the member has locked the server of the stack
    And the member has protected the image of the stack
    And the member has locked the stack at level <level>
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

    Examples: locks of others between two locks of the stack
      | row     | level  |
      | LCK-58p | all    |
      | LCK-58q | stacks |

  @LCK-58D
  Scenario: LCK-58r what is locked once level stacks has freed it is not the stack's and stays so after the unlock
    Given a stack that holds a server and an image
    And the member has locked the stack at level all
    And the member has locked the stack at level stacks
    And the member has locked the server of the stack
    And the member has protected the image of the stack
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

  @LCK-58D
  Scenario: LCK-58j a server that an administrator locked before stays locked
    Given a stack that holds a server and an image
    And the admin has locked the server of the stack
    And the member has locked the stack at level all
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is not protected

  @LCK-49D
  Scenario: LCK-49g a server that is gone cannot be locked
    Given a stack that holds a server and a value
    And the member has deleted the server of the stack
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_FAILED
    And the resource server of the stack is LOCK_FAILED

  @LCK-49D
  Scenario: LCK-49r an image that is gone cannot be protected
    Given a stack that holds an image and a value
    And the member has deleted the image of the stack
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_FAILED
    And the resource image of the stack is LOCK_FAILED

  @LCK-49D
  Scenario: LCK-49s an image that is gone does not stand in the way of the unlock
    Given a stack that holds a server, an image and a value
    And the member has locked the stack at level all
    And the member has deleted the image of the stack
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the server of the stack is not locked

  @LCK-49D
  Scenario: LCK-49h a server that is gone does not stand in the way of the unlock
    Given a stack that holds a server, an image and a value
    And the member has locked the stack at level all
    And the admin has deleted the server of the stack
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the image of the stack is not protected

  @LCK-49D
  Scenario: LCK-49x a stack that rolls failed updates back is LOCK_FAILED like any other
    Given a stack that is rolled back when something fails and that holds a server, an image and a value
    And the member has deleted the server of the stack
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_FAILED
    And the resource server of the stack is LOCK_FAILED
    And the events of the stack say LOCK_IN_PROGRESS, LOCK_FAILED

  Scenario Outline: <row> a group that is locked at level all itself does not grow: <what>
    Given a stack that holds a scaling group
    And the member has locked the nested stack at level all
    When the member asks the stack to <what>
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    Examples: signals for a group that is locked itself
      | row     | what   |
      | LCK-62v | signal |
      | LCK-62w | alarm  |

  Scenario: LCK-62a a group that is locked itself does not grow for its unlocked parent
    Given a stack that holds a scaling group
    And the member has locked the nested stack at level stacks
    When the member asks the stack to signal
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

  @needs:fault-rules
  Scenario Outline: <row> a group that failed to <did> by itself does not grow: <what>
    Given a stack that holds a scaling group
    And <did>ing the nested stack by itself has failed
    When the member asks the stack to <what>
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    Examples: signals for a group that failed
      | row      | did    | what   |
      | LCK-62zk | lock   | signal |
      | LCK-62zl | unlock | alarm  |

  @needs:fault-rules
  Scenario Outline: <row> the nested stack failed to <did> by itself: whatever is answered to <action> of the stack, it stays as it is
    Given a stack that holds a value and a nested stack
    And <did>ing the nested stack by itself has failed
    When the member asks the stack to <action>
    Then the request is answered <status> or 4xx
    And the nested stack stays as it was for a while

    Examples: actions around a nested stack that failed
      | row      | did    | action   | status |
      | LCK-62zm | lock   | suspend  | 200    |
      | LCK-62zn | lock   | update   | 202    |
      | LCK-62zo | unlock | check    | 200    |
      | LCK-62zp | unlock | patch    | 202    |

  @needs:stepped-clock
  Scenario: LCK-62zq a nested stack that is locked before an update comes to it is not updated
    Given a stack in the state UPDATE_IN_PROGRESS that holds a nested stack after something slow
    And the member has locked the nested stack at level all
    When the member reads the show of the stack
    Then the request is answered 200
    And the stack comes to an end of its work
    And the nested stack is LOCK_COMPLETE at once
    And the nested stack has 2 members

  @needs:stepped-clock
  Scenario Outline: <row> a nested stack that is locked at level <level> before a deletion comes to it is not deleted
    Given a stack in the state DELETE_IN_PROGRESS that holds a nested stack before something slow
    And the member has locked the nested stack at level <level>
    When the member reads the show of the stack
    Then the request is answered 200
    And the stack comes to an end of its work
    And the nested stack is LOCK_COMPLETE at once
    And the nested stack has 2 members

    Examples: locked before a deletion comes
      | row      | level  |
      | LCK-62zr | stacks |
      | LCK-62zs | all    |

  @needs:stepped-clock
  Scenario Outline: <row> the innermost stack is locked at level <level> before a deletion comes to it: what is around it is not gone either
    Given a stack in the state DELETE_IN_PROGRESS that holds a nested stack in a nested stack before something slow
    And the member has locked the innermost stack at level <level>
    When the member reads the show of the stack
    Then the request is answered 200
    And the stack comes to an end of its work
    And the innermost stack is LOCK_COMPLETE at once
    And the stack is DELETE_FAILED at once

    Examples: locked deep inside before a deletion comes
      | row      | level  |
      | LCK-62ag | stacks |
      | LCK-62ah | all    |

  @needs:stepped-clock @needs:fault-rules
  Scenario Outline: <row> a nested stack that fails to <did> before the work comes to it stays as it is: <state>
    Given a stack in the state <state> that holds a nested stack <when> something slow
    And <did>ing the nested stack by itself has failed
    When the member reads the show of the stack
    Then the request is answered 200
    And the stack comes to an end of its work
    And the nested stack is <failed> at once
    And the nested stack has 2 members

    Examples: failed before an update comes
      | row       | did    | state              | when   | failed        |
      | LCK-62zy  | lock   | UPDATE_IN_PROGRESS | after  | LOCK_FAILED   |
      | LCK-62zz  | unlock | UPDATE_IN_PROGRESS | after  | UNLOCK_FAILED |

    @LCK-62D
    Examples: failed before a deletion comes
      | row       | did    | state              | when   | failed        |
      | LCK-62aa  | lock   | DELETE_IN_PROGRESS | before | LOCK_FAILED   |
      | LCK-62ab  | unlock | DELETE_IN_PROGRESS | before | UNLOCK_FAILED |

  @LCK-62D
  Scenario: LCK-62f that a group that is locked itself did not grow is told in an event
    Given a stack that holds a scaling group
    And the member has locked the nested stack at level stacks
    When the member asks the stack to signal
    Then the request is answered 200
    And an event tells that the group was not scaled

  @LCK-62D
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

  Scenario: LCK-62e whatever is answered to an update of the parent, a nested stack that is locked stays as it is
    Given a stack that holds a nested stack
    And the member has locked the nested stack at level stacks
    When the member asks the stack to update
    Then the request is answered 202 or 4xx
    And the nested stack becomes LOCK_COMPLETE
    And the nested stack has 2 members

  @LCK-62D
  Scenario: LCK-62b an update of the parent is refused while a nested stack is locked
    Given a stack that holds a nested stack
    And the member has locked the nested stack at level stacks
    When the member asks the stack to update
    Then the request is answered 409
    And Heat refuses it
    And the stack stays as it was
    And the nested stack becomes LOCK_COMPLETE
    And the nested stack has 2 members

  @LCK-62D @needs:fault-rules
  Scenario Outline: <row> the nested stack failed to <did> by itself: the stack does not <action>
    Given a stack that holds a value and a nested stack
    And <did>ing the nested stack by itself has failed
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat says that the nested stack is <state>
    And the stack stays as it was

    Examples: refusals around a nested stack that failed
      | row      | did    | action  | state         |
      | LCK-62ac | lock   | suspend | LOCK_FAILED   |
      | LCK-62ad | lock   | update  | LOCK_FAILED   |
      | LCK-62ae | unlock | check   | UNLOCK_FAILED |
      | LCK-62af | unlock | patch   | UNLOCK_FAILED |
