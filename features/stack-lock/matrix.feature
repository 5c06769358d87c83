@spec:stack-lock @needs:stack-lock
Feature: Which state allows which action
  The table of the specification, cell by cell: six states, sixteen actions. What is not allowed is refused and changes nothing;
  that it is refused with 409 is what we decided, but for lock and unlock: LCK-64.

  Scenario Outline: <row> <state>: <action> is answered <status>
    Given a stack for <action> in the state <state>
    When the member asks the stack to <action>
    Then the request is answered <status>
    And Heat says why if it refuses it
    And the stack <afterwards>

    @needs:work-takes-time
    Examples: LOCK_IN_PROGRESS
      | row                            | state              | action                  | status | afterwards                |
      | LCK-50.lock                    | LOCK_IN_PROGRESS   | lock                    | 409    | stays as it was           |
      | LCK-50.unlock                  | LOCK_IN_PROGRESS   | unlock                  | 409    | stays as it was           |
      | LCK-50.delete                  | LOCK_IN_PROGRESS   | delete                  | 4xx    | stays as it was           |
      | LCK-50.update                  | LOCK_IN_PROGRESS   | update                  | 4xx    | stays as it was           |
      | LCK-50.patch                   | LOCK_IN_PROGRESS   | patch                   | 4xx    | stays as it was           |
      | LCK-50.suspend                 | LOCK_IN_PROGRESS   | suspend                 | 4xx    | stays as it was           |
      | LCK-50.resume                  | LOCK_IN_PROGRESS   | resume                  | 4xx    | stays as it was           |
      | LCK-50.check                   | LOCK_IN_PROGRESS   | check                   | 4xx    | stays as it was           |
      | LCK-50.snapshot                | LOCK_IN_PROGRESS   | snapshot                | 4xx    | stays as it was           |
      | LCK-50.restore                 | LOCK_IN_PROGRESS   | restore                 | 4xx    | stays as it was           |
      | LCK-50.delete_snapshot         | LOCK_IN_PROGRESS   | delete_snapshot         | 4xx    | stays as it was           |
      | LCK-50.cancel_update           | LOCK_IN_PROGRESS   | cancel_update           | 4xx    | stays as it was           |
      | LCK-50.cancel_without_rollback | LOCK_IN_PROGRESS   | cancel_without_rollback | 4xx    | stays as it was           |
      | LCK-50.signal                  | LOCK_IN_PROGRESS   | signal                  | 200 or 4xx | keeps its group of 1      |
      | LCK-50.mark_unhealthy          | LOCK_IN_PROGRESS   | mark_unhealthy          | 4xx    | stays as it was           |

    @needs:work-takes-time @needs:stack-abandon
    Examples: LOCK_IN_PROGRESS, abandoning
      | row                            | state              | action                  | status | afterwards                |
      | LCK-50.abandon                 | LOCK_IN_PROGRESS   | abandon                 | 4xx    | stays as it was           |

    Examples: LOCK_COMPLETE
      | row                            | state              | action                  | status | afterwards                |
      | LCK-51.lock                    | LOCK_COMPLETE      | lock                    | 200    | becomes LOCK_COMPLETE     |
      | LCK-51.unlock                  | LOCK_COMPLETE      | unlock                  | 200    | becomes UNLOCK_COMPLETE   |
      | LCK-51.delete                  | LOCK_COMPLETE      | delete                  | 4xx    | stays as it was           |
      | LCK-51.update                  | LOCK_COMPLETE      | update                  | 4xx    | stays as it was           |
      | LCK-51.patch                   | LOCK_COMPLETE      | patch                   | 4xx    | stays as it was           |
      | LCK-51.suspend                 | LOCK_COMPLETE      | suspend                 | 4xx    | stays as it was           |
      | LCK-51.resume                  | LOCK_COMPLETE      | resume                  | 4xx    | stays as it was           |
      | LCK-51.check                   | LOCK_COMPLETE      | check                   | 4xx    | stays as it was           |
      | LCK-51.snapshot                | LOCK_COMPLETE      | snapshot                | 4xx    | stays as it was           |
      | LCK-51.restore                 | LOCK_COMPLETE      | restore                 | 4xx    | stays as it was           |
      | LCK-51.delete_snapshot         | LOCK_COMPLETE      | delete_snapshot         | 4xx    | stays as it was           |
      | LCK-51.cancel_update           | LOCK_COMPLETE      | cancel_update           | 4xx    | stays as it was           |
      | LCK-51.cancel_without_rollback | LOCK_COMPLETE      | cancel_without_rollback | 4xx    | stays as it was           |
      | LCK-51.signal                  | LOCK_COMPLETE      | signal                  | 200 or 4xx | keeps its group of 1      |
      | LCK-51.mark_unhealthy          | LOCK_COMPLETE      | mark_unhealthy          | 4xx    | stays as it was           |

    @needs:stack-abandon
    Examples: LOCK_COMPLETE, abandoning
      | row                            | state              | action                  | status | afterwards                |
      | LCK-51.abandon                 | LOCK_COMPLETE      | abandon                 | 4xx    | stays as it was           |

    @needs:fault-rules
    Examples: LOCK_FAILED
      | row                            | state              | action                  | status | afterwards                |
      | LCK-52.lock                    | LOCK_FAILED        | lock                    | 200    | becomes LOCK_COMPLETE     |
      | LCK-52.unlock                  | LOCK_FAILED        | unlock                  | 200    | becomes UNLOCK_COMPLETE   |
      | LCK-52.delete                  | LOCK_FAILED        | delete                  | 204    | is gone                   |
      | LCK-52.update                  | LOCK_FAILED        | update                  | 4xx    | stays as it was           |
      | LCK-52.patch                   | LOCK_FAILED        | patch                   | 4xx    | stays as it was           |
      | LCK-52.suspend                 | LOCK_FAILED        | suspend                 | 4xx    | stays as it was           |
      | LCK-52.resume                  | LOCK_FAILED        | resume                  | 4xx    | stays as it was           |
      | LCK-52.check                   | LOCK_FAILED        | check                   | 4xx    | stays as it was           |
      | LCK-52.snapshot                | LOCK_FAILED        | snapshot                | 4xx    | stays as it was           |
      | LCK-52.restore                 | LOCK_FAILED        | restore                 | 4xx    | stays as it was           |
      | LCK-52.delete_snapshot         | LOCK_FAILED        | delete_snapshot         | 4xx    | stays as it was           |
      | LCK-52.cancel_update           | LOCK_FAILED        | cancel_update           | 4xx    | stays as it was           |
      | LCK-52.cancel_without_rollback | LOCK_FAILED        | cancel_without_rollback | 4xx    | stays as it was           |
      | LCK-52.signal                  | LOCK_FAILED        | signal                  | 200 or 4xx | keeps its group of 1      |
      | LCK-52.mark_unhealthy          | LOCK_FAILED        | mark_unhealthy          | 4xx    | stays as it was           |

    @needs:fault-rules @needs:stack-abandon
    Examples: LOCK_FAILED, abandoning
      | row                            | state              | action                  | status | afterwards                |
      | LCK-52.abandon                 | LOCK_FAILED        | abandon                 | 4xx    | stays as it was           |

    Examples: UNLOCK_COMPLETE
      | row                            | state              | action                  | status | afterwards                |
      | LCK-53.lock                    | UNLOCK_COMPLETE    | lock                    | 200    | becomes LOCK_COMPLETE     |
      | LCK-53.unlock                  | UNLOCK_COMPLETE    | unlock                  | 409    | stays as it was           |
      | LCK-53.delete                  | UNLOCK_COMPLETE    | delete                  | 204    | is gone                   |
      | LCK-53.update                  | UNLOCK_COMPLETE    | update                  | 202    | becomes UPDATE_COMPLETE   |
      | LCK-53.patch                   | UNLOCK_COMPLETE    | patch                   | 202    | becomes UPDATE_COMPLETE   |
      | LCK-53.suspend                 | UNLOCK_COMPLETE    | suspend                 | 200    | becomes SUSPEND_COMPLETE  |
      | LCK-53.resume                  | UNLOCK_COMPLETE    | resume                  | 200    | becomes RESUME_COMPLETE   |
      | LCK-53.check                   | UNLOCK_COMPLETE    | check                   | 200    | becomes CHECK_COMPLETE    |
      | LCK-53.snapshot                | UNLOCK_COMPLETE    | snapshot                | 200    | becomes SNAPSHOT_COMPLETE |
      | LCK-53.restore                 | UNLOCK_COMPLETE    | restore                 | 202    | becomes RESTORE_COMPLETE  |
      | LCK-53.delete_snapshot         | UNLOCK_COMPLETE    | delete_snapshot         | 204    | loses its snapshot        |
      | LCK-53.cancel_update           | UNLOCK_COMPLETE    | cancel_update           | 400    | stays as it was           |
      | LCK-53.cancel_without_rollback | UNLOCK_COMPLETE    | cancel_without_rollback | 400    | stays as it was           |
      | LCK-53.signal                  | UNLOCK_COMPLETE    | signal                  | 200    | has a group of 2          |
      | LCK-53.mark_unhealthy          | UNLOCK_COMPLETE    | mark_unhealthy          | 200    | has an unhealthy resource |

    @needs:stack-abandon
    Examples: UNLOCK_COMPLETE, abandoning
      | row                            | state              | action                  | status | afterwards                |
      | LCK-53.abandon                 | UNLOCK_COMPLETE    | abandon                 | 200    | is gone                   |

    @needs:fault-rules
    Examples: UNLOCK_FAILED
      | row                            | state              | action                  | status | afterwards                |
      | LCK-54.lock                    | UNLOCK_FAILED      | lock                    | 409    | stays as it was           |
      | LCK-54.unlock                  | UNLOCK_FAILED      | unlock                  | 200    | becomes UNLOCK_COMPLETE   |
      | LCK-54.delete                  | UNLOCK_FAILED      | delete                  | 204    | is gone                   |
      | LCK-54.update                  | UNLOCK_FAILED      | update                  | 4xx    | stays as it was           |
      | LCK-54.patch                   | UNLOCK_FAILED      | patch                   | 4xx    | stays as it was           |
      | LCK-54.suspend                 | UNLOCK_FAILED      | suspend                 | 4xx    | stays as it was           |
      | LCK-54.resume                  | UNLOCK_FAILED      | resume                  | 4xx    | stays as it was           |
      | LCK-54.check                   | UNLOCK_FAILED      | check                   | 4xx    | stays as it was           |
      | LCK-54.snapshot                | UNLOCK_FAILED      | snapshot                | 4xx    | stays as it was           |
      | LCK-54.restore                 | UNLOCK_FAILED      | restore                 | 4xx    | stays as it was           |
      | LCK-54.delete_snapshot         | UNLOCK_FAILED      | delete_snapshot         | 4xx    | stays as it was           |
      | LCK-54.cancel_update           | UNLOCK_FAILED      | cancel_update           | 4xx    | stays as it was           |
      | LCK-54.cancel_without_rollback | UNLOCK_FAILED      | cancel_without_rollback | 4xx    | stays as it was           |
      | LCK-54.signal                  | UNLOCK_FAILED      | signal                  | 200 or 4xx | keeps its group of 1      |
      | LCK-54.mark_unhealthy          | UNLOCK_FAILED      | mark_unhealthy          | 4xx    | stays as it was           |

    @needs:fault-rules @needs:stack-abandon
    Examples: UNLOCK_FAILED, abandoning
      | row                            | state              | action                  | status | afterwards                |
      | LCK-54.abandon                 | UNLOCK_FAILED      | abandon                 | 4xx    | stays as it was           |

    @needs:work-takes-time
    Examples: UNLOCK_IN_PROGRESS
      | row                            | state              | action                  | status | afterwards                |
      | LCK-55.lock                    | UNLOCK_IN_PROGRESS | lock                    | 409    | stays as it was           |
      | LCK-55.unlock                  | UNLOCK_IN_PROGRESS | unlock                  | 409    | stays as it was           |
      | LCK-55.delete                  | UNLOCK_IN_PROGRESS | delete                  | 4xx    | stays as it was           |
      | LCK-55.update                  | UNLOCK_IN_PROGRESS | update                  | 4xx    | stays as it was           |
      | LCK-55.patch                   | UNLOCK_IN_PROGRESS | patch                   | 4xx    | stays as it was           |
      | LCK-55.suspend                 | UNLOCK_IN_PROGRESS | suspend                 | 4xx    | stays as it was           |
      | LCK-55.resume                  | UNLOCK_IN_PROGRESS | resume                  | 4xx    | stays as it was           |
      | LCK-55.check                   | UNLOCK_IN_PROGRESS | check                   | 4xx    | stays as it was           |
      | LCK-55.snapshot                | UNLOCK_IN_PROGRESS | snapshot                | 4xx    | stays as it was           |
      | LCK-55.restore                 | UNLOCK_IN_PROGRESS | restore                 | 4xx    | stays as it was           |
      | LCK-55.delete_snapshot         | UNLOCK_IN_PROGRESS | delete_snapshot         | 4xx    | stays as it was           |
      | LCK-55.cancel_update           | UNLOCK_IN_PROGRESS | cancel_update           | 4xx    | stays as it was           |
      | LCK-55.cancel_without_rollback | UNLOCK_IN_PROGRESS | cancel_without_rollback | 4xx    | stays as it was           |
      | LCK-55.signal                  | UNLOCK_IN_PROGRESS | signal                  | 200 or 4xx | keeps its group of 1      |
      | LCK-55.mark_unhealthy          | UNLOCK_IN_PROGRESS | mark_unhealthy          | 4xx    | stays as it was           |

    @needs:work-takes-time @needs:stack-abandon
    Examples: UNLOCK_IN_PROGRESS, abandoning
      | row                            | state              | action                  | status | afterwards                |
      | LCK-55.abandon                 | UNLOCK_IN_PROGRESS | abandon                 | 4xx    | stays as it was           |
