@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: What a rebuild with a key is refused for
  The negative cases in the order in which the service looks for them.

  Background:
    Given the member has a key pair K1
    And the member has a key pair K2

  @since:2.54
  Scenario Outline: <row> <condition>
    Given a server with key K1
    When the member rebuilds the server at 2.54 by the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: the schema
      | row      | condition           | status | body                                                                                   | text                                          |
      | RKP-N01a | no image            | 400    | {"rebuild": {"key_name": "{key:K2}", "name": "x"}}                                     | 'imageRef' is a required property             |
      | RKP-N01b | image is not a uuid | 400    | {"rebuild": {"key_name": "{key:K2}", "imageRef": "nope"}}                              | Invalid input for field/attribute imageRef.   |
      | RKP-N01c | name is a number    | 400    | {"rebuild": {"key_name": "{key:K2}", "imageRef": "{image}", "name": 5}}                | Invalid input for field/attribute name.       |
      | RKP-N01d | metadata is a list  | 400    | {"rebuild": {"key_name": "{key:K2}", "imageRef": "{image}", "metadata": []}}           | Invalid input for field/attribute metadata.   |
      | RKP-N01e | diskConfig is bogus | 400    | {"rebuild": {"key_name": "{key:K2}", "imageRef": "{image}", "OS-DCF:diskConfig": "x"}} | Invalid input for field/attribute             |
      | RKP-N01f | address is no IPv4  | 400    | {"rebuild": {"key_name": "{key:K2}", "imageRef": "{image}", "accessIPv4": "x"}}        | Invalid input for field/attribute accessIPv4. |

  @since:2.54
  Scenario: RKP-N02a a server that does not exist
    When the member rebuilds an unknown server at 2.54 with key K2
    Then the request is answered 404
    And the fault is itemNotFound saying "could not be found."

  @since:2.54
  Scenario: RKP-N02b a server of another project
    Given a server with key K1
    When the outsider rebuilds the server at 2.54 with image A
    Then the request is answered 404
    And the fault is itemNotFound saying "Instance {server} could not be found."
    And the server has key K1
    And the server is unchanged

  @since:2.54 @needs:new-policy
  Scenario: RKP-N03 a user who may only read
    Given a server with key K1
    And the reader has a key pair KR
    When the reader rebuilds the server at 2.54 with key KR
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:servers:rebuild to be performed."
    And the server has key K1
    And the server is unchanged

  @since:2.54 @needs:new-policy
  Scenario Outline: <row> the <who>, whose token is of no project
    Given a server with key K1
    When the <who> rebuilds the server at 2.54 with key K1
    Then the request is answered <status>
    And the server has key K1
    And the server is unchanged

    Examples: users of the system
      | row      | who           | status |
      | RKP-N03d | system-admin | 403    |

  @since:2.97 @needs:share @boundary @disruptive
  Scenario Outline: <row> a server with a share attached, and key <key>
    Given a server with key K1
    And the server is SHUTOFF
    And a share is attached to the server
    When the member rebuilds the server at 2.97 with key <key>
    Then the request is answered 400
    And the fault is badRequest saying "Feature not supported with instances that have shares."
    And the server has key K1
    And the server is unchanged

    Examples: a share attached
      | row      | key     |
      | RKP-N04  | K2      |
      | RKP-N04b | unknown |

  @since:2.54
  Scenario Outline: <row> a server that is <state>
    Given a server with key K1
    And the server is <state>
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered <status>
    And the fault is conflictingRequest saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: lock and state
      | row      | state               | status | text                                                                 |
      | RKP-N05a | locked by its owner | 409    | Instance {server} is locked                                          |
      | RKP-N06a | PAUSED              | 409    | Cannot 'rebuild' instance {server} while it is in vm_state paused    |
      | RKP-N06b | SUSPENDED           | 409    | Cannot 'rebuild' instance {server} while it is in vm_state suspended |
      | RKP-N06c | shelved             | 409    | Cannot 'rebuild' instance {server} while it is in vm_state shelved   |
      | RKP-N06e | RESCUE              | 409    | Cannot 'rebuild' instance {server} while it is in vm_state rescued   |

    @needs:two-hosts
    Examples: moved, and not confirmed yet
      | row      | state         | status | text                                                               |
      | RKP-N06g | VERIFY_RESIZE | 409    | Cannot 'rebuild' instance {server} while it is in vm_state resized |

    @needs:deployment-settings @disruptive
    Examples: deleted, and kept for a while
      | row      | state        | status | text                                                                   |
      | RKP-N06f | SOFT_DELETED | 409    | Cannot 'rebuild' instance {server} while it is in vm_state soft-delete |

    @before:none @needs:work-takes-time
    Examples: busy
      | row      | state           | status | text                                                         |
      | RKP-N07  | being rebuilt   | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07b | being stopped   | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07c | being rebooted  | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07d | being reset     | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07e | being started   | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07f | being paused    | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07g | being suspended | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07h | being rescued   | 409    | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-N07i | being shelved   | 409    | Cannot 'rebuild' instance {server} while it is in task_state |

    @before:none @needs:work-takes-time @needs:two-hosts
    Examples: busy on two hosts
      | row      | state            | status | text                                                         |
      | RKP-N07j | being migrated   | 409    | Cannot 'rebuild' instance {server} while it is in task_state |

  @since:2.54
  Scenario Outline: <row> a lock holds back the <who>
    Given a server with key K1
    And the <who> has a key pair KX
    And the server is locked by its owner
    When the <who> rebuilds the server at 2.54 with key KX
    Then the request is answered 409
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server has key K1
    And the server is unchanged

    Examples: who is held back by a lock
      | row      | who     |
      | RKP-N05e | member2 |
      | RKP-N05f | manager |

  @since:2.54
  Scenario Outline: <row> a lock lets the <who> pass
    Given a server with key K1
    And the <who> has a key pair KA
    And the server is locked by its owner
    When the <who> rebuilds the server at 2.54 with key KA
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key KA

    Examples: who passes a lock
      | row      | who            |
      | RKP-N05b | admin          |
      | RKP-N05g | outsider-admin |

  @since:2.54 @needs:image
  Scenario: RKP-N08 a server that was never launched
    Given a server with key K1 that no host can run
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 409
    And the fault is conflictingRequest
    And the server has key K1

  @since:2.54
  Scenario: RKP-N09 a key pair that the user does not have
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key unknown
    Then the request is answered 400
    And the fault is badRequest saying "Invalid key_name provided."
    And the server has key K1
    And the server is unchanged

  @since:2.54
  Scenario: RKP-N10 an image that does not exist
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image unknown and key K2
    Then the request is answered 400
    And the fault is badRequest saying "Cannot find image for rebuild"
    And the server has key K1
    And the server is unchanged

  @since:2.54 @needs:image
  Scenario: RKP-N10c an image of another project, which nobody else sees
    Given a server with key K1
    And the outsider has an image P that nobody else sees
    When the member rebuilds the server at 2.54 with image P and key K2
    Then the request is answered 400
    And the fault is badRequest saying "Cannot find image for rebuild"
    And the server has key K1
    And the server is unchanged

  @since:2.54 @needs:image
  Scenario Outline: <row> an image that <image>
    Given a server with key K1
    And an image Q that <image>
    When the member rebuilds the server at 2.54 with image Q and key K2
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: images that will not do
      | row      | image                                       | status | text                                                                     |
      | RKP-N11a | has no data yet                             | 400    | is not active.                                                           |
      | RKP-N11b | is deactivated                              | 400    | is not active.                                                           |
      | RKP-N11c | asks for an unknown architecture            | 400    | Architecture name 'pdp11' is not recognised                              |
      | RKP-N11h | says nonsense of its processors             | 400    | Invalid image metadata. Error:                                           |
      | RKP-N13a | needs a larger disk than the flavor has     | 400    | Flavor's disk is smaller than the minimum size specified in image metadata. |
      | RKP-N13b | needs more memory than the flavor has       | 400    | Flavor's memory is too small for requested image.                        |
      | RKP-N13c | needs a GiB more disk than the flavor has   | 400    | Flavor's disk is smaller than the minimum size specified in image metadata. |
      | RKP-N13d | needs a MiB more memory than the flavor has | 400    | Flavor's memory is too small for requested image.                        |

  @since:2.54 @needs:image
  Scenario Outline: <row> an image that <image>
    Given a server with key K1
    And an image Q that <image>
    When the member rebuilds the server at 2.54 with image Q and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server has image Q

    Examples: images that will just do
      | row      | image                                     |
      | RKP-N13e | needs as large a disk as the flavor has   |
      | RKP-N13f | needs as much memory as the flavor has    |

  @since:2.54
  Scenario Outline: <row> <what>
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2 and <what>
    Then the request is answered <status>
    And the fault is forbidden saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: metadata
      | row      | what                                  | status | text                                     |
      | RKP-N12a | one metadata item more than the limit | 403    | Maximum number of metadata items exceeds |

    @until:2.56
    Examples: injected files
      | row      | what                                     | status | text                                     |
      | RKP-N12b | one injected file more than the limit    | 403    | Personality file limit exceeded          |
      | RKP-N12c | an injected file whose text in base64 is longer than the limit | 403    | Personality file content exceeds maximum |
      | RKP-N12k | two injected files whose second one is too long | 403    | Personality file content exceeds maximum |
      | RKP-N12l | an injected file whose path is longer than the limit | 403    | Personality file path exceeds maximum |

  @since:2.54
  Scenario Outline: <row> <what> are taken
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2 and <what>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2

    Examples: as much as the quota allows
      | row      | what                                 |
      | RKP-N12h | as many metadata items as the limit  |

    @until:2.56
    Examples: as many files as the quota allows
      | row      | what                                 |
      | RKP-N12i | as many injected files as the limit  |
      | RKP-N12j | an injected file whose text in base64 is as long as the limit |
      | RKP-N12m | an injected file whose path is as long as the limit |

  @since:2.54 @needs:block-storage
  Scenario: RKP-N14 a server with a volume that is not in use
    Given a server with key K1
    And the server has a volume that the admin has put into error
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 400
    And the fault is badRequest saying "status must be 'in-use'. Currently in 'error' status"
    And the server has key K1
    And the server is unchanged

  @since:2.54 @until:2.92 @needs:block-storage @needs:two-images
  Scenario: RKP-N15 another image for a volume-backed server
    Given a volume-backed server with key K1
    When the member rebuilds the server at 2.54 with image B and key K2
    Then the request is answered 400
    And the fault is badRequest saying "Unable to rebuild with a different image for a volume-backed server."
    And the server has key K1

  @since:2.54 @needs:image
  Scenario: RKP-N16 a new image that no host can run
    Given a server with key K1
    And an image Q that no host can run
    When the member rebuilds the server at 2.54 with image Q and key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ERROR
    And the server shows a fault 500 saying "No valid host was found."
    And the action ended in Error at rebuild_server
    And the server has key K2
    And the server has image A
