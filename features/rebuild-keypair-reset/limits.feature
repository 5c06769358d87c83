@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: Limits and drivers
  What is looked at late: quotas in their order, whether a host can take the image, whether the driver can do what is asked.

  Background:
    Given the member has a key pair K1
    And the member has a key pair K2

  @since:2.54 @until:2.56 @needs:image
  Scenario Outline: <row> <earlier> is answered before <later>
    Given a server with key K1
    And an image Q that has no data yet
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered 403
    And the fault is forbidden saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: quotas in their order
      | row      | earlier               | later              | request                                                                                 | text                                     |
      | RKP-N12f | the quota of metadata | the quota of files | key K2, one injected file more than the limit and one metadata item more than the limit | Maximum number of metadata items exceeds |
      | RKP-N12g | the quota of files    | the image state    | image Q, key K2 and one injected file more than the limit                               | Personality file limit exceeded          |

  @since:2.54 @until:2.56 @disruptive @needs:image
  Scenario Outline: <row> the project's own quota holds where it has one: <most> <what>
    Given a server with key K1
    And the admin lets the project have <most> <what>
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered 403
    And the fault is forbidden saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: quotas of the project
      | row      | most | what                        | request                                              | text                                     |
      | RKP-N12n | 3    | metadata items              | key K2 and 4 metadata items                          | Maximum number of metadata items exceeds |
      | RKP-N12o | 1    | injected files              | key K2 and 2 injected files                          | Personality file limit exceeded          |
      | RKP-N12p | 20   | injected file path bytes    | key K2 and an injected file with 21 bytes of path    | Personality file path exceeds maximum    |
      | RKP-N12q | 40   | injected file content bytes | key K2 and an injected file with 44 bytes of content | Personality file content exceeds maximum |

  @since:2.54 @until:2.56 @disruptive
  Scenario Outline: <row> the quota is that of who rebuilds, not that of the server's project: <most> <what>
    Given a server with key K1
    And the admin lets the project have <most> <what>
    When the outsider-admin rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K1

    Examples: quotas of another project
      | row      | most | what           | request                    |
      | RKP-N12x | 3    | metadata items | image A and 4 metadata items   |
      | RKP-N12y | 1    | injected files | image A and 2 injected files   |

  @since:2.54 @until:2.56 @disruptive
  Scenario Outline: <row> as much as the project's own quota allows is accepted: <most> <what>
    Given a server with key K1
    And the admin lets the project have <most> <what>
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2

    Examples: as much as the project's own quota allows
      | row      | most | what                        | request                                              |
      | RKP-N12r | 3    | metadata items              | key K2 and 3 metadata items                          |
      | RKP-N12s | 1    | injected files              | key K2 and 1 injected files                          |
      | RKP-N12t | 20   | injected file path bytes    | key K2 and an injected file with 20 bytes of path    |
      | RKP-N12u | 40   | injected file content bytes | key K2 and an injected file with 40 bytes of content |
      | RKP-N12v | 130  | metadata items              | key K2 and 130 metadata items                        |
      | RKP-N12w | 7    | injected files              | key K2 and 7 injected files                          |

  @since:2.54 @needs:ephemeral-lost
  Scenario: RKP-26zz the driver cannot preserve ephemeral disks
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2 and parameter preserve_ephemeral true
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault 400 saying "does not support preserving ephemeral partitions"
    And the action ended in Error at compute_rebuild_instance

  @since:2.54 @needs:image
  Scenario: RKP-N16b a host is looked for before the driver is asked
    Given a server with key K1
    And an image Q that no host can run
    When the member rebuilds the server at 2.54 with image Q, key K2 and parameter preserve_ephemeral true
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault saying "No valid host was found."

  @since:2.54 @needs:image
  Scenario Outline: <row> a new image that <what> is one that no host can run
    Given a server with key K1
    And an image Q that <what>
    When the member rebuilds the server at 2.54 with image Q and key K2
    Then the request is answered <status>
    And the server becomes ERROR
    And the server shows a fault 500 saying "No valid host was found."
    And the server has image A

    Examples: images that hosts are unfit for
      | row      | what                                         | status |
      | RKP-N16c | asks for an architecture that no host has     | 202    |
      | RKP-N16d | asks for a type of hypervisor that no host has | 202    |

  @since:2.54 @needs:image
  Scenario Outline: <row> a new image that <what> is one that hosts can run
    Given a server with key K1
    And an image Q that <what>
    When the member rebuilds the server at 2.54 with image Q and key K2
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the server has key K2
    And the server has image Q

    Examples: images that hosts are fit for
      | row      | what                                              | status |
      | RKP-N16e | names what no host has, and does not ask for it    | 202    |
      | RKP-N16f | asks for the type of hypervisor that host1 has      | 202    |

    @needs:placement
    Examples: images that ask for what all hosts have
      | row      | what                                 | status |
      | RKP-N16i | asks for a trait that all hosts have | 202    |

  @since:2.54 @needs:image
  Scenario: RKP-N16g hosts are asked about a new image only: the server's own one may be one that no host can run any more
    Given a server with key K1 from an image Q that no host can run any more
    When the member rebuilds the server at 2.54 with image Q and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server has image Q

  @since:2.54 @needs:image
  Scenario: RKP-N16h the layout of the server's own image is not compared, whatever it asks for by now
    Given a server with key K1 from an image Q that asks for a NUMA node by now
    When the member rebuilds the server at 2.54 with image Q and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server has image Q

  @since:2.54 @before:none @needs:work-takes-time
  Scenario: RKP-N06d a server that is still being built
    Given a server with key K1 that is still being built
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 409
    And the fault is conflictingRequest saying "Cannot 'rebuild' instance {server} while it is in vm_state building"
    And the server becomes ACTIVE
    And the server has key K1

  @since:2.54
  Scenario: RKP-22b the action of the rebuild is recorded with what came of it
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And every event of that action ended in Success
    And the events of the action are, newest last, rebuild_server, compute_rebuild_instance

  @since:2.57
  Scenario: RKP-26zy an administrator sees the user data of the rebuild
    Given a server with key K1
    When the member rebuilds the server at 2.57 with key K2 and user_data
    Then the request is answered 202
    And the server becomes ACTIVE
    And the admin sees the user data of the request

  @since:2.54 @needs:block-storage
  Scenario Outline: <row> a server of whose three data volumes the <which> is not in use
    Given a server with key K1
    And the server has three data volumes
    And the admin has put the <which> data volume into error
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered <status>
    And the fault is badRequest saying "status must be 'in-use'. Currently in 'error' status"
    And the server has key K1
    And the server is unchanged

    Examples: one of several volumes
      | row      | which  | status |
      | RKP-N14b | second | 400    |
      | RKP-N14c | third  | 400    |

  @since:2.58
  Scenario: RKP-22g the actions of a server are told page by page, its rebuild first
    Given a server with key K1
    And the member has rebuilt the server at 2.54 with key K2
    When the member sends GET /servers/{server}/os-instance-actions?limit=1 at 2.58
    Then the request is answered 200
    And the answer says at /instanceActions/0/action "rebuild"
    And the answer has nothing at /instanceActions/1
    And the answer has something at /links/0/href

  @since:2.54 @needs:image
  Scenario Outline: <row> the server's own image has to be active as well: image Q and <request>
    Given a server with key K1 from an image Q that is deactivated by now
    When the member rebuilds the server at 2.54 with image Q and <request>
    Then the request is answered <status>
    And the fault is badRequest saying "is not active."
    And the server has key K1
    And the server is unchanged

    Examples: an image of its own that was deactivated
      | row      | request              | status |
      | RKP-N11zg | key K2              | 400    |
      | RKP-N11zh | parameter name "x"  | 400    |
