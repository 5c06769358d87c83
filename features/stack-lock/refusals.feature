@spec:stack-lock @needs:stack-lock
Feature: How a locked stack refuses
  The specification states 409 for a lock that comes at the wrong time. We have decided that everything else that a lock forbids is
  answered in the same way; that it is refused at all is LCK-47, 48, 50 to 55 and 57.

  @LCK-64
  Scenario Outline: <row> <state>: <action> is refused with 409
    Given a stack for <action> in the state <state>
    When the member asks the stack to <action>
    Then the request is answered 409
    And Heat says that the stack is <state>

    @needs:work-takes-time
    Examples: LOCK_IN_PROGRESS refuses
      | row     | state              | action                  |
      | LCK-64aa | LOCK_IN_PROGRESS   | delete                  |
      | LCK-64ab | LOCK_IN_PROGRESS   | update                  |
      | LCK-64ac | LOCK_IN_PROGRESS   | patch                   |
      | LCK-64ad | LOCK_IN_PROGRESS   | suspend                 |
      | LCK-64ae | LOCK_IN_PROGRESS   | resume                  |
      | LCK-64af | LOCK_IN_PROGRESS   | check                   |
      | LCK-64ag | LOCK_IN_PROGRESS   | snapshot                |
      | LCK-64ah | LOCK_IN_PROGRESS   | restore                 |
      | LCK-64ai | LOCK_IN_PROGRESS   | delete_snapshot         |
      | LCK-64aj | LOCK_IN_PROGRESS   | cancel_update           |
      | LCK-64ak | LOCK_IN_PROGRESS   | cancel_without_rollback |
      | LCK-64al | LOCK_IN_PROGRESS   | mark_unhealthy          |

    @needs:work-takes-time @needs:stack-abandon
    Examples: LOCK_IN_PROGRESS refuses, abandoning
      | row     | state              | action                  |
      | LCK-64am | LOCK_IN_PROGRESS   | abandon                 |

    @needs:work-takes-time
    Examples: UNLOCK_IN_PROGRESS refuses
      | row     | state              | action                  |
      | LCK-64an | UNLOCK_IN_PROGRESS | delete                  |
      | LCK-64ao | UNLOCK_IN_PROGRESS | update                  |
      | LCK-64ap | UNLOCK_IN_PROGRESS | patch                   |
      | LCK-64aq | UNLOCK_IN_PROGRESS | suspend                 |
      | LCK-64ar | UNLOCK_IN_PROGRESS | resume                  |
      | LCK-64as | UNLOCK_IN_PROGRESS | check                   |
      | LCK-64at | UNLOCK_IN_PROGRESS | snapshot                |
      | LCK-64au | UNLOCK_IN_PROGRESS | restore                 |
      | LCK-64av | UNLOCK_IN_PROGRESS | delete_snapshot         |
      | LCK-64aw | UNLOCK_IN_PROGRESS | cancel_update           |
      | LCK-64ax | UNLOCK_IN_PROGRESS | cancel_without_rollback |
      | LCK-64ay | UNLOCK_IN_PROGRESS | mark_unhealthy          |

    @needs:work-takes-time @needs:stack-abandon
    Examples: UNLOCK_IN_PROGRESS refuses, abandoning
      | row     | state              | action                  |
      | LCK-64az | UNLOCK_IN_PROGRESS | abandon                 |

    @needs:fault-rules
    Examples: LOCK_FAILED refuses
      | row     | state              | action                  |
      | LCK-64ba | LOCK_FAILED        | update                  |
      | LCK-64bb | LOCK_FAILED        | patch                   |
      | LCK-64bc | LOCK_FAILED        | suspend                 |
      | LCK-64bd | LOCK_FAILED        | resume                  |
      | LCK-64be | LOCK_FAILED        | check                   |
      | LCK-64bf | LOCK_FAILED        | snapshot                |
      | LCK-64bg | LOCK_FAILED        | restore                 |
      | LCK-64bh | LOCK_FAILED        | delete_snapshot         |
      | LCK-64bi | LOCK_FAILED        | cancel_update           |
      | LCK-64bj | LOCK_FAILED        | cancel_without_rollback |
      | LCK-64bk | LOCK_FAILED        | mark_unhealthy          |

    @needs:fault-rules @needs:stack-abandon
    Examples: LOCK_FAILED refuses, abandoning
      | row     | state              | action                  |
      | LCK-64bl | LOCK_FAILED        | abandon                 |

    @needs:fault-rules
    Examples: UNLOCK_FAILED refuses
      | row     | state              | action                  |
      | LCK-64bm | UNLOCK_FAILED      | update                  |
      | LCK-64bn | UNLOCK_FAILED      | patch                   |
      | LCK-64bo | UNLOCK_FAILED      | suspend                 |
      | LCK-64bp | UNLOCK_FAILED      | resume                  |
      | LCK-64bq | UNLOCK_FAILED      | check                   |
      | LCK-64br | UNLOCK_FAILED      | snapshot                |
      | LCK-64bs | UNLOCK_FAILED      | restore                 |
      | LCK-64bt | UNLOCK_FAILED      | delete_snapshot         |
      | LCK-64bu | UNLOCK_FAILED      | cancel_update           |
      | LCK-64bv | UNLOCK_FAILED      | cancel_without_rollback |
      | LCK-64bw | UNLOCK_FAILED      | mark_unhealthy          |

    @needs:fault-rules @needs:stack-abandon
    Examples: UNLOCK_FAILED refuses, abandoning
      | row     | state              | action                  |
      | LCK-64bx | UNLOCK_FAILED      | abandon                 |

    Examples: LOCK_COMPLETE refuses
      | row     | state              | action                  |
      | LCK-64by | LOCK_COMPLETE      | delete                  |
      | LCK-64bz | LOCK_COMPLETE      | update                  |
      | LCK-64ca | LOCK_COMPLETE      | patch                   |
      | LCK-64cb | LOCK_COMPLETE      | suspend                 |
      | LCK-64cc | LOCK_COMPLETE      | resume                  |
      | LCK-64cd | LOCK_COMPLETE      | check                   |
      | LCK-64ce | LOCK_COMPLETE      | snapshot                |
      | LCK-64cf | LOCK_COMPLETE      | restore                 |
      | LCK-64cg | LOCK_COMPLETE      | delete_snapshot         |
      | LCK-64ch | LOCK_COMPLETE      | cancel_update           |
      | LCK-64ci | LOCK_COMPLETE      | cancel_without_rollback |
      | LCK-64cj | LOCK_COMPLETE      | mark_unhealthy          |

    @needs:stack-abandon
    Examples: LOCK_COMPLETE refuses, abandoning
      | row     | state              | action                  |
      | LCK-64ck | LOCK_COMPLETE      | abandon                 |

  @LCK-64
  Scenario Outline: <row> the stack is locked at level <level>: <which> refuses to <action> with 409, whoever asks
    Given a stack that holds a nested stack in a nested stack
    And the member has locked the stack at level <level>
    When the <who> asks <which> to <action>
    Then the request is answered 409
    And Heat refuses it

    Examples: stacks inside a locked one refuse
      | row     | level  | who     | which               | action         |
      | LCK-64cl | all    | member  | the middle stack    | update         |
      | LCK-64cm | stacks | member  | the middle stack    | delete         |
      | LCK-64cn | all    | admin   | the middle stack    | suspend        |
      | LCK-64co | stacks | member2 | the innermost stack | check          |
      | LCK-64cp | all    | member  | the innermost stack | snapshot       |
      | LCK-64cq | stacks | admin   | the innermost stack | mark_unhealthy |
      | LCK-64cr | all    | manager | the stack           | delete         |
