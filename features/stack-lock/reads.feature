@spec:stack-lock @needs:stack-lock
Feature: What changes nothing is allowed in every state
  A locked stack can be looked at like any other.

  Scenario Outline: <row> <state>: the <what> can be read
    Given a stack in the state <state> that holds a value, a nested stack and a scaling group
    When the <who> reads the <what> of the stack
    Then the request is answered 200
    And the answer tells all of the stack's <what>
    And the stack stays as it was

    @needs:work-takes-time
    Examples: reading in LOCK_IN_PROGRESS
      | row      | state              | what        | who    |
      | LCK-56aa | LOCK_IN_PROGRESS   | show        | reader |
      | LCK-56ab | LOCK_IN_PROGRESS   | list        | reader |
      | LCK-56ac | LOCK_IN_PROGRESS   | resources   | reader |
      | LCK-56ad | LOCK_IN_PROGRESS   | events      | reader |
      | LCK-56ae | LOCK_IN_PROGRESS   | outputs     | reader |
      | LCK-56af | LOCK_IN_PROGRESS   | template    | reader |
      | LCK-56ag | LOCK_IN_PROGRESS   | preview     | member |

    @needs:work-takes-time @needs:stack-abandon
    Examples: reading in LOCK_IN_PROGRESS, abandoning
      | row      | state              | what        | who    |
      | LCK-56ah | LOCK_IN_PROGRESS   | export      | member |

    Examples: reading in LOCK_COMPLETE
      | row      | state              | what        | who    |
      | LCK-56ba | LOCK_COMPLETE      | show        | reader |
      | LCK-56bb | LOCK_COMPLETE      | list        | reader |
      | LCK-56bc | LOCK_COMPLETE      | resources   | reader |
      | LCK-56bd | LOCK_COMPLETE      | events      | reader |
      | LCK-56be | LOCK_COMPLETE      | outputs     | reader |
      | LCK-56bf | LOCK_COMPLETE      | template    | reader |
      | LCK-56bg | LOCK_COMPLETE      | preview     | member |
      | LCK-56bi | LOCK_COMPLETE      | environment | reader |
      | LCK-56bj | LOCK_COMPLETE      | files       | reader |
      | LCK-56bk | LOCK_COMPLETE      | resource    | reader |
      | LCK-56bl | LOCK_COMPLETE      | metadata    | reader |
      | LCK-56bm | LOCK_COMPLETE      | size        | reader |
      | LCK-56bn | LOCK_COMPLETE      | history     | reader |
      | LCK-56bo | LOCK_COMPLETE      | snapshots   | reader |
      | LCK-56bp | LOCK_COMPLETE      | preview_patch | member |

    @needs:stack-abandon
    Examples: reading in LOCK_COMPLETE, abandoning
      | row      | state              | what        | who    |
      | LCK-56bh | LOCK_COMPLETE      | export      | member |

    @needs:fault-rules
    Examples: reading in LOCK_FAILED
      | row      | state              | what        | who    |
      | LCK-56ca | LOCK_FAILED        | show        | reader |
      | LCK-56cb | LOCK_FAILED        | list        | reader |
      | LCK-56cc | LOCK_FAILED        | resources   | reader |
      | LCK-56cd | LOCK_FAILED        | events      | reader |
      | LCK-56ce | LOCK_FAILED        | outputs     | reader |
      | LCK-56cf | LOCK_FAILED        | template    | reader |
      | LCK-56cg | LOCK_FAILED        | preview     | member |

    @needs:fault-rules @needs:stack-abandon
    Examples: reading in LOCK_FAILED, abandoning
      | row      | state              | what        | who    |
      | LCK-56ch | LOCK_FAILED        | export      | member |

    Examples: reading in UNLOCK_COMPLETE
      | row      | state              | what        | who    |
      | LCK-56da | UNLOCK_COMPLETE    | show        | reader |
      | LCK-56db | UNLOCK_COMPLETE    | list        | reader |
      | LCK-56dc | UNLOCK_COMPLETE    | resources   | reader |
      | LCK-56dd | UNLOCK_COMPLETE    | events      | reader |
      | LCK-56de | UNLOCK_COMPLETE    | outputs     | reader |
      | LCK-56df | UNLOCK_COMPLETE    | template    | reader |
      | LCK-56dg | UNLOCK_COMPLETE    | preview     | member |
      | LCK-56di | UNLOCK_COMPLETE    | environment | reader |
      | LCK-56dj | UNLOCK_COMPLETE    | files       | reader |
      | LCK-56dk | UNLOCK_COMPLETE    | resource    | reader |
      | LCK-56dl | UNLOCK_COMPLETE    | metadata    | reader |
      | LCK-56dm | UNLOCK_COMPLETE    | size        | reader |
      | LCK-56dn | UNLOCK_COMPLETE    | history     | reader |
      | LCK-56do | UNLOCK_COMPLETE    | snapshots   | reader |

    @needs:stack-abandon
    Examples: reading in UNLOCK_COMPLETE, abandoning
      | row      | state              | what        | who    |
      | LCK-56dh | UNLOCK_COMPLETE    | export      | member |

    @needs:fault-rules
    Examples: reading in UNLOCK_FAILED
      | row      | state              | what        | who    |
      | LCK-56ea | UNLOCK_FAILED      | show        | reader |
      | LCK-56eb | UNLOCK_FAILED      | list        | reader |
      | LCK-56ec | UNLOCK_FAILED      | resources   | reader |
      | LCK-56ed | UNLOCK_FAILED      | events      | reader |
      | LCK-56ee | UNLOCK_FAILED      | outputs     | reader |
      | LCK-56ef | UNLOCK_FAILED      | template    | reader |
      | LCK-56eg | UNLOCK_FAILED      | preview     | member |

    @needs:fault-rules @needs:stack-abandon
    Examples: reading in UNLOCK_FAILED, abandoning
      | row      | state              | what        | who    |
      | LCK-56eh | UNLOCK_FAILED      | export      | member |

    @needs:work-takes-time
    Examples: reading in UNLOCK_IN_PROGRESS
      | row      | state              | what        | who    |
      | LCK-56fa | UNLOCK_IN_PROGRESS | show        | reader |
      | LCK-56fb | UNLOCK_IN_PROGRESS | list        | reader |
      | LCK-56fc | UNLOCK_IN_PROGRESS | resources   | reader |
      | LCK-56fd | UNLOCK_IN_PROGRESS | events      | reader |
      | LCK-56fe | UNLOCK_IN_PROGRESS | outputs     | reader |
      | LCK-56ff | UNLOCK_IN_PROGRESS | template    | reader |
      | LCK-56fg | UNLOCK_IN_PROGRESS | preview     | member |

    @needs:work-takes-time @needs:stack-abandon
    Examples: reading in UNLOCK_IN_PROGRESS, abandoning
      | row      | state              | what        | who    |
      | LCK-56fh | UNLOCK_IN_PROGRESS | export      | member |

  Scenario: LCK-56ya a snapshot of a locked stack can be read
    Given a stack for restore in the state LOCK_COMPLETE
    When the reader reads the snapshot of the stack
    Then the request is answered 200
    And the answer tells all of the stack's snapshot
    And the stack stays as it was

  Scenario Outline: <row> the <what> of a locked stack by <query>
    Given a stack in the state LOCK_COMPLETE that holds a value and a nested stack
    When the member reads the <what> of the stack with <query>
    Then the request is answered 200
    And the <what> has <tells>

    Examples: filters
      | row      | what      | query                           | tells                                       |
      | LCK-56pa | list      | action=LOCK                     | the stack                                   |
      | LCK-56pb | list      | action=UNLOCK                   | nothing                                     |
      | LCK-56pe | list      | status=COMPLETE                 | the stack                                   |
      | LCK-56pf | list      | status=FAILED                   | nothing                                     |
      | LCK-56pi | list      | name=NAME                       | the stack                                   |
      | LCK-56va | list      | status=LOCK_COMPLETE            | the stack                                   |
      | LCK-56vb | list      | status=LOCK_FAILED              | nothing                                     |
      | LCK-56vc | list      | status=UNLOCK_COMPLETE          | nothing                                     |
      | LCK-56vd | list      | stack_status=LOCK_COMPLETE      | the stack                                   |
      | LCK-56ve | list      | stack_name=UNKNOWN              | nothing                                     |
      | LCK-56vf | list      | stack_action=UNLOCK             | nothing                                     |
      | LCK-56vg | list      | parent=UNKNOWN&show_nested=true | nothing                                     |
      | LCK-56vh | list      | parent=ID&show_nested=true      | the stack in g                              |
      | LCK-56vi | list      | stack_name=NAME                 | the stack                                   |
      | LCK-56vj | list      | tenant=PROJECT                  | the stack                                   |
      | LCK-56vk | list      | stack_action=LOCK               | the stack                                   |
      | LCK-56vl | list      | stack_status=LOCK_FAILED        | nothing                                     |
      | LCK-56vm | list      | tenant=UNKNOWN                  | nothing                                     |
      | LCK-56pj | list      | name=UNKNOWN                    | nothing                                     |
      | LCK-56pm | list      | id=ID                           | the stack                                   |
      | LCK-56pn | list      | id=UNKNOWN                      | nothing                                     |
      | LCK-56po | list      | username=USER                   | the stack                                   |
      | LCK-56pp | list      | username=UNKNOWN                | nothing                                     |
      | LCK-56ps | list      | tags=plumbline                  | the stack                                   |
      | LCK-56pt | list      | tags=plumbline,other            | nothing                                     |
      | LCK-56pu | list      | tags_any=plumbline,other        | the stack                                   |
      | LCK-56pv | list      | tags_any=other                  | nothing                                     |
      | LCK-56ua | list      | not_tags=plumbline              | nothing                                     |
      | LCK-56ub | list      | not_tags=plumbline,other        | the stack                                   |
      | LCK-56uc | list      | not_tags=other                  | the stack                                   |
      | LCK-56ud | list      | not_tags_any=plumbline,other    | nothing                                     |
      | LCK-56ue | list      | not_tags_any=other              | the stack                                   |
      | LCK-56qa | list      | show_nested=true                | the stack, the stack in g                   |
      | LCK-56qb | list      | show_nested=false               | the stack                                   |
      | LCK-56qc | list      | owner_id=ID                     | nothing                                     |
      | LCK-56qe | list      | show_deleted=true&name=NAME     | the stack                                   |
      | LCK-56qf | list      | name=NAME&limit=1               | the stack                                   |
      | LCK-56qg | list      | limit=0                         | nothing                                     |
      | LCK-56qh | list      | sort_keys=name&sort_dir=desc    | the stack                                   |
      | LCK-56qi | list      | marker=ID                       | nothing                                     |
      | LCK-56qj | list      | with_count=true                 | the stack                                   |
      | LCK-56qk | resources | type=OS::Heat::None             | a                                           |
      | LCK-56ql | resources | type=OS::Heat::TestResource     | t                                           |
      | LCK-56qm | resources | type=LOCK                       | nothing                                     |
      | LCK-56qn | resources | status=COMPLETE                 | a, g, r, t                                  |
      | LCK-56qo | resources | status=FAILED                   | nothing                                     |
      | LCK-56qp | resources | action=LOCK                     | a, g, r, t                                  |
      | LCK-56qq | resources | action=CREATE                   | nothing                                     |
      | LCK-56qr | resources | name=r                          | r                                           |
      | LCK-56qs | resources | name=PHYSICAL-r                 | nothing                                     |
      | LCK-56qt | resources | physical_resource_id=PHYSICAL-r | r                                           |
      | LCK-56qu | resources | physical_resource_id=LOCK       | nothing                                     |
      | LCK-56qv | resources | nested_depth=1                  | 0, 1, a, g, r, t                            |
      | LCK-56qw | resources | nested_depth=0                  | a, g, r, t                                  |
      | LCK-56qx | resources | with_detail=true                | a, g, r, t                                  |
      | LCK-56qy | events    | resource_name=r                 | r                                           |
      | LCK-56qz | events    | resource_name=UNKNOWN           | nothing                                     |
      | LCK-56ra | events    | resource_status=COMPLETE        | a, g, r, t, the stack                       |
      | LCK-56rb | events    | resource_status=FAILED          | nothing                                     |
      | LCK-56rc | events    | resource_action=LOCK            | a, g, r, t, the stack                       |
      | LCK-56rd | events    | resource_action=UNLOCK          | nothing                                     |
      | LCK-56re | events    | resource_type=OS::Heat::None    | a                                           |
      | LCK-56rf | events    | resource_type=OS::Heat::Stack   | the stack                                   |
      | LCK-56rg | events    | nested_depth=1                  | 0, 1, a, g, r, t, the stack, the stack in g |
      | LCK-56rh | events    | nested_depth=0                  | a, g, r, t, the stack                       |
      | LCK-56ri | events    | sort_dir=asc                    | a, g, r, t, the stack                       |

  Scenario Outline: <row> the events of a locked stack by <query>
    Given a stack in the state LOCK_COMPLETE that holds a value and a nested stack
    When the member reads the events of the stack with <query>
    Then the request is answered 200
    And the answer has <count> events, first <name> in <status>

    Examples: pages of events
      | row      | query                                      | count | name      | status             |
      | LCK-56xa | limit=1                                    | 1     | the stack | LOCK_COMPLETE      |
      | LCK-56xb | limit=1&sort_dir=asc                       | 1     | the stack | CREATE_IN_PROGRESS |
      | LCK-56xc | limit=2&sort_dir=desc                      | 2     | the stack | LOCK_COMPLETE      |
      | LCK-56xd | resource_name=r&resource_action=LOCK       | 2     | r         | LOCK_COMPLETE      |
      | LCK-56xe | resource_name=r&resource_status=IN_PROGRESS | 2     | r         | LOCK_IN_PROGRESS   |
      | LCK-56xf | resource_name=r&sort_dir=asc               | 4     | r         | CREATE_IN_PROGRESS |
      | LCK-56xg | resource_name=r&marker=NEWEST              | 3     | r         | LOCK_IN_PROGRESS   |
      | LCK-56xh | resource_name=r&sort_dir=asc&marker=NEWEST | 3     | r         | CREATE_COMPLETE    |

  Scenario: LCK-56rj the events of a locked stack have those of each stack inside it
    Given a stack in the state LOCK_COMPLETE that holds a value and two nested stacks
    When the member reads the events of the stack with nested_depth=1
    Then the request is answered 200
    And the events have 0, 1, a, g, h, r, t, the stack, the stack in g, the stack in h

  Scenario: LCK-56yb the snapshots of a locked stack can be read, each of them
    Given a stack with two snapshots in the state LOCK_COMPLETE
    When the reader reads the snapshots of the stack
    Then the request is answered 200
    And the answer tells all of the stack's snapshots
    And the stack stays as it was

  Scenario Outline: <row> the list of stacks inside a locked one by <query>
    Given a stack in the state LOCK_COMPLETE that holds a value and two nested stacks
    When the member reads the list of the stack with <query>
    Then the request is answered 200
    And the list has <tells>

    Examples: pages of stacks
      | row      | query                                                 | tells                          |
      | LCK-56sa | show_nested=true&owner_id=ID                                           | the stack in g, the stack in h |
      | LCK-56sb | show_nested=true&owner_id=ID&limit=1                                   | the stack in g                 |
      | LCK-56sc | show_nested=true&owner_id=ID&limit=2                                   | the stack in g, the stack in h |
      | LCK-56sd | show_nested=true&owner_id=ID&limit=1&sort_dir=asc                      | the stack in h                 |
      | LCK-56se | show_nested=true&owner_id=ID&marker=PHYSICAL-g                         | the stack in h                 |
      | LCK-56sf | show_nested=true&owner_id=ID&marker=PHYSICAL-h                         | nothing                        |
      | LCK-56sg | show_nested=true&owner_id=ID&sort_keys=stack_name&limit=1              | the stack in g                 |
      | LCK-56sm | show_nested=true&owner_id=ID&sort_keys=name&limit=1                    | the stack in g                 |
      | LCK-56sh | show_nested=true&owner_id=ID&sort_keys=stack_name&sort_dir=desc&limit=1 | the stack in h                |
      | LCK-56si | show_nested=true&owner_id=ID&sort_keys=creation_time&limit=1           | the stack in h                 |
      | LCK-56sj | show_nested=true&owner_id=ID&action=LOCK&status=COMPLETE               | the stack in g, the stack in h |
      | LCK-56sk | show_nested=true&owner_id=ID&action=CREATE                             | nothing                        |

  Scenario: LCK-56sl the count of a list is of all that the query means
    Given a stack in the state LOCK_COMPLETE that holds a value and two nested stacks
    When the member reads the list of the stack with show_nested=true&owner_id=ID&with_count=true&limit=1
    Then the request is answered 200
    And the list has the stack in g
    And the list counts 2

  Scenario: LCK-56sn the list begins with the newest stack, whatever has been done to older ones since
    Given a stack that holds a value and two nested stacks
    And the member has locked the other nested stack at level all
    And the member has unlocked the other nested stack
    And the member has locked the stack at level all
    When the member reads the list of the stack with show_nested=true&owner_id=ID&limit=1
    Then the request is answered 200
    And the list has the stack in g

  Scenario Outline: <row> nobody of another project has the stack in a list, by <query>
    Given a stack in the state LOCK_COMPLETE that holds a value and a nested stack
    When the outsider reads the list of the stack with <query>
    Then the request is answered 200
    And the list has <tells>

    Examples: lists of another project
      | row      | query            | tells   |
      | LCK-56so | show_nested=true | nothing |
      | LCK-56sp | with_count=true  | nothing |

  Scenario Outline: <row> a locked stack is shown <how> outputs by <query>
    Given a stack in the state LOCK_COMPLETE that holds a scaling group
    When the member reads the show of the stack with <query>
    Then the request is answered 200
    And the stack is shown <how> outputs

    Examples: outputs of a stack
      | row      | query                 | how     |
      | LCK-56yc | resolve_outputs=true  | with    |
      | LCK-56yd | resolve_outputs=false | without |

  Scenario Outline: <row> the <what> of a locked stack, three levels deep, by <query>
    Given a stack that holds a nest of three stacks
    And the member has locked the stack at level stacks
    When the member reads the <what> of the stack with <query>
    Then the request is answered 200
    And the <what> has <tells>

    Examples: as deep as asked for
      | row      | what      | query                     | tells                               |
      | LCK-56ta | resources | nested_depth=1            | a, deep, image, inner, r, server, t |
      | LCK-56tb | resources | nested_depth=2&name=core  | core                                |
      | LCK-56tc | resources | nested_depth=1&name=core  | nothing                             |
      | LCK-56td | events    | nested_depth=2&resource_name=core | core                        |
      | LCK-56te | events    | nested_depth=1&resource_name=core | nothing                     |

  Scenario Outline: <row> the list with nested stacks shows <which> of a locked stack
    Given a stack that holds a nest of three stacks
    And the member has locked the stack at level <level>
    When the member reads the list of the stack with show_nested=true
    Then the request is answered 200
    And the list shows <which> as LOCK_COMPLETE

    Examples: nested stacks in the list
      | row     | level  | which               |
      | LCK-41e | all    | the middle stack    |
      | LCK-41f | all    | the innermost stack |
      | LCK-41g | stacks | the deepest stack   |
