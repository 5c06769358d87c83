@spec:stack-lock @needs:stack-lock
Feature: What changes nothing is allowed in every state
  A locked stack can be looked at like any other.

  Scenario Outline: <row> <state>: the <what> can be read
    Given a stack in the state <state>
    When the <who> reads the <what> of the stack
    Then the request is answered 200
    And the stack stays as it was

    @needs:work-takes-time
    Examples: reading in LOCK_IN_PROGRESS
      | row      | state              | what      | who    |
      | LCK-56aa | LOCK_IN_PROGRESS   | show      | reader |
      | LCK-56ab | LOCK_IN_PROGRESS   | list      | reader |
      | LCK-56ac | LOCK_IN_PROGRESS   | resources | reader |
      | LCK-56ad | LOCK_IN_PROGRESS   | events    | reader |
      | LCK-56ae | LOCK_IN_PROGRESS   | outputs   | reader |
      | LCK-56af | LOCK_IN_PROGRESS   | template  | reader |
      | LCK-56ag | LOCK_IN_PROGRESS   | preview   | member |

    @needs:work-takes-time @needs:stack-abandon
    Examples: reading in LOCK_IN_PROGRESS, abandoning
      | row      | state              | what      | who    |
      | LCK-56ah | LOCK_IN_PROGRESS   | export    | member |

    Examples: reading in LOCK_COMPLETE
      | row      | state              | what      | who    |
      | LCK-56ba | LOCK_COMPLETE      | show      | reader |
      | LCK-56bb | LOCK_COMPLETE      | list      | reader |
      | LCK-56bc | LOCK_COMPLETE      | resources | reader |
      | LCK-56bd | LOCK_COMPLETE      | events    | reader |
      | LCK-56be | LOCK_COMPLETE      | outputs   | reader |
      | LCK-56bf | LOCK_COMPLETE      | template  | reader |
      | LCK-56bg | LOCK_COMPLETE      | preview   | member |

    @needs:stack-abandon
    Examples: reading in LOCK_COMPLETE, abandoning
      | row      | state              | what      | who    |
      | LCK-56bh | LOCK_COMPLETE      | export    | member |

    @needs:fault-rules
    Examples: reading in LOCK_FAILED
      | row      | state              | what      | who    |
      | LCK-56ca | LOCK_FAILED        | show      | reader |
      | LCK-56cb | LOCK_FAILED        | list      | reader |
      | LCK-56cc | LOCK_FAILED        | resources | reader |
      | LCK-56cd | LOCK_FAILED        | events    | reader |
      | LCK-56ce | LOCK_FAILED        | outputs   | reader |
      | LCK-56cf | LOCK_FAILED        | template  | reader |
      | LCK-56cg | LOCK_FAILED        | preview   | member |

    @needs:fault-rules @needs:stack-abandon
    Examples: reading in LOCK_FAILED, abandoning
      | row      | state              | what      | who    |
      | LCK-56ch | LOCK_FAILED        | export    | member |

    Examples: reading in UNLOCK_COMPLETE
      | row      | state              | what      | who    |
      | LCK-56da | UNLOCK_COMPLETE    | show      | reader |
      | LCK-56db | UNLOCK_COMPLETE    | list      | reader |
      | LCK-56dc | UNLOCK_COMPLETE    | resources | reader |
      | LCK-56dd | UNLOCK_COMPLETE    | events    | reader |
      | LCK-56de | UNLOCK_COMPLETE    | outputs   | reader |
      | LCK-56df | UNLOCK_COMPLETE    | template  | reader |
      | LCK-56dg | UNLOCK_COMPLETE    | preview   | member |

    @needs:stack-abandon
    Examples: reading in UNLOCK_COMPLETE, abandoning
      | row      | state              | what      | who    |
      | LCK-56dh | UNLOCK_COMPLETE    | export    | member |

    @needs:fault-rules
    Examples: reading in UNLOCK_FAILED
      | row      | state              | what      | who    |
      | LCK-56ea | UNLOCK_FAILED      | show      | reader |
      | LCK-56eb | UNLOCK_FAILED      | list      | reader |
      | LCK-56ec | UNLOCK_FAILED      | resources | reader |
      | LCK-56ed | UNLOCK_FAILED      | events    | reader |
      | LCK-56ee | UNLOCK_FAILED      | outputs   | reader |
      | LCK-56ef | UNLOCK_FAILED      | template  | reader |
      | LCK-56eg | UNLOCK_FAILED      | preview   | member |

    @needs:fault-rules @needs:stack-abandon
    Examples: reading in UNLOCK_FAILED, abandoning
      | row      | state              | what      | who    |
      | LCK-56eh | UNLOCK_FAILED      | export    | member |

    @needs:work-takes-time
    Examples: reading in UNLOCK_IN_PROGRESS
      | row      | state              | what      | who    |
      | LCK-56fa | UNLOCK_IN_PROGRESS | show      | reader |
      | LCK-56fb | UNLOCK_IN_PROGRESS | list      | reader |
      | LCK-56fc | UNLOCK_IN_PROGRESS | resources | reader |
      | LCK-56fd | UNLOCK_IN_PROGRESS | events    | reader |
      | LCK-56fe | UNLOCK_IN_PROGRESS | outputs   | reader |
      | LCK-56ff | UNLOCK_IN_PROGRESS | template  | reader |
      | LCK-56fg | UNLOCK_IN_PROGRESS | preview   | member |

    @needs:work-takes-time @needs:stack-abandon
    Examples: reading in UNLOCK_IN_PROGRESS, abandoning
      | row      | state              | what      | who    |
      | LCK-56fh | UNLOCK_IN_PROGRESS | export    | member |
