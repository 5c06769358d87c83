@spec:stack-lock @needs:stack-lock
Feature: Signals to a locked stack, whatever they carry and whoever they are for
  An alarm sends what it has seen with its signal; a signal may be for a resource that takes none.

  Scenario Outline: <row> level <level>: a call of the webhook with an alarm changes nothing
    Given a stack that holds a scaling group
    And the member has locked the stack at level <level>
    When the nobody calls the webhook of the policy with an alarm
    Then the request is answered 200 or 4xx
    And the stack keeps its group of 1

    Examples: alarms by the webhooks of a locked stack
      | row     | level  |
      | LCK-45x | all    |
      | LCK-45y | stacks |

  @LCK-45D
  Scenario Outline: <row> level <level>: a signal to what takes none is accepted like any other
    Given a stack that holds a value
    And the member has locked the stack at level <level>
    When the member asks the stack to signal_value
    Then the request is answered 200
    And the events of the resource r say LOCK_COMPLETE, SIGNAL_COMPLETE

    Examples: signals to what takes none
      | row      | level  |
      | LCK-45z  | all    |
      | LCK-45za | stacks |

  @LCK-45D
  Scenario Outline: <row> level <level>: a wait handle of a locked stack hears nothing
    Given a stack that holds a wait handle
    And the member has locked the stack at level <level>
    When the member asks the stack to signal_value
    Then the request is answered 200
    And the wait handle of the stack has heard nothing
    And the events of the resource r say LOCK_COMPLETE, SIGNAL_COMPLETE

    Examples: wait handles of a locked stack
      | row      | level  |
      | LCK-45zn | all    |
      | LCK-45zo | stacks |

  Scenario Outline: <row> a wait handle of a stack that was locked at level <level> hears again
    Given a stack that holds a wait handle
    And the member has locked the stack at level <level>
    And the member has unlocked the stack
    When the member asks the stack to signal_value
    Then the request is answered 200
    And the wait handle of the stack has heard one signal

    Examples: wait handles of a stack that was locked
      | row      | level  |
      | LCK-46zx | all    |
      | LCK-46zy | stacks |

  @LCK-45D
  Scenario Outline: <row> level <level>: <what> to a policy inside the locked stack is accepted and told in an event there
    Given a stack that holds a server and a scaling group in a nested stack
    And the member has locked the stack at level <level>
    When the member asks the middle stack to <what>
    Then the request is answered 200
    And the events of the resource up of the middle stack say LOCK_COMPLETE, SIGNAL_COMPLETE
    And the middle stack keeps its group of 1

    Examples: signals inside of a locked stack
      | row      | level  | what   |
      | LCK-45zd | all    | signal |
      | LCK-45ze | stacks | signal |
      | LCK-45zf | all    | alarm  |
      | LCK-45zg | stacks | alarm  |

  @LCK-45D
  Scenario Outline: <row> level <level>: a signal that is to clear a hook is accepted like any other
    Given a stack that holds a value
    And the member has locked the stack at level <level>
    When the member asks the stack to clear_hook
    Then the request is answered 200
    And the events of the resource r say LOCK_COMPLETE, SIGNAL_COMPLETE

    Examples: signals that are to clear a hook
      | row      | level  |
      | LCK-45zj | all    |
      | LCK-45zk | stacks |
