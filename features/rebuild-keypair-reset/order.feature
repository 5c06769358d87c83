@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: Of two things to refuse the earlier one is answered
  Adjacent pairs of the order of evaluation, and that nothing of a refused rebuild remains.

  Background:
    Given the member has a key pair K1
    And the member has a key pair K2

  @since:2.54 @needs:image
  Scenario Outline: <row> a key that was found is forgotten when <later> is refused
    Given a server with key K1
    And an image Q that has no data yet
    When the member rebuilds the server at 2.54 with <later>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: nothing of a refused rebuild remains
      | row     | later                                            | status | fault      | text                                     |
      | RKP-27a | image unknown and key K2                         | 400    | badRequest | Cannot find image for rebuild            |
      | RKP-27b | image Q and key K2                               | 400    | badRequest | is not active.                           |
      | RKP-27c | key K2 and one metadata item more than the limit | 403    | forbidden  | Maximum number of metadata items exceeds |

  @since:2.54 @shipped
  Scenario: RKP-27d unsetting the key is forgotten when the image is refused
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image unknown and key null
    Then the request is answered 400
    And the fault is badRequest saying "Cannot find image for rebuild"
    And the server has key K1
    And the server is unchanged

  @since:2.54 @specified
  Scenario: RKP-27e null is refused before the image is, and nothing remains
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image unknown and key null
    Then the request is answered 400
    And the fault is badRequest saying "Invalid input for field/attribute key_name."
    And the server has key K1
    And the server is unchanged

  @since:2.54 @needs:metadata
  Scenario Outline: <row> the guest keeps its key when key <key> is named and the image refused
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image unknown and key <key>
    Then the request is answered 400
    And the server has key K1
    And the guest is given exactly key K1

    Examples: the material after a refusal
      | row     | key  |
      | RKP-27f | K2   |
      | RKP-27g | null |

  @since:2.54
  Scenario Outline: <row> <earlier> is answered before <later>
    Given a server with key K1
    And the server is <state>
    When the <who> rebuilds <server> at 2.54 with <request>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server has key K1

    Examples: which refusal is answered
      | row      | earlier         | later             | state               | who      | server            | request                                               | status | fault              | text                                                               |
      | RKP-N01g | the schema      | an unknown server | ACTIVE              | member   | an unknown server | key 5                                                 | 400    | badRequest         | Invalid input for field/attribute key_name.                        |
      | RKP-N01h | the schema      | the lock          | locked by its owner | member   | the server        | key 5                                                 | 400    | badRequest         | Invalid input for field/attribute key_name.                        |
      | RKP-N02c | another project | the key           | ACTIVE              | outsider | the server        | key unknown                                           | 404    | itemNotFound       | Instance {server} could not be found.                              |
      | RKP-N05c | the lock        | the state         | shelved and locked  | member   | the server        | key K2                                                | 409    | conflictingRequest | Instance {server} is locked                                        |
      | RKP-29a  | the state       | the key           | shelved             | member   | the server        | key unknown                                           | 409    | conflictingRequest | Cannot 'rebuild' instance {server} while it is in vm_state shelved |
      | RKP-29b  | the lock        | the key           | locked by its owner | member   | the server        | key unknown                                           | 409    | conflictingRequest | Instance {server} is locked                                        |
      | RKP-28   | the key         | the image         | ACTIVE              | member   | the server        | image unknown and key unknown                         | 400    | badRequest         | Invalid key_name provided.                                         |
      | RKP-N09b | the key         | the quota         | ACTIVE              | member   | the server        | key unknown and one metadata item more than the limit | 400    | badRequest         | Invalid key_name provided.                                         |

    @before:none @needs:work-takes-time
    Examples: which refusal is answered while the server is at work
      | row      | earlier   | later             | state         | who    | server     | request       | status | fault              | text                                                         |
      | RKP-29c  | the state | the key           | being rebuilt | member | the server | key unknown   | 409    | conflictingRequest | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-29d  | the state | the image         | being rebuilt | member | the server | image unknown | 409    | conflictingRequest | Cannot 'rebuild' instance {server} while it is in task_state |
      | RKP-29e  | the state | the key           | being stopped | member | the server | key unknown   | 409    | conflictingRequest | Cannot 'rebuild' instance {server} while it is in task_state |

    @needs:new-policy
    Examples: which refusal is answered to a reader
      | row      | earlier    | later      | state               | who    | server            | request     | status | fault        | text                                                |
      | RKP-N01i | the schema | the policy | ACTIVE              | reader | the server        | key 5       | 400    | badRequest   | Invalid input for field/attribute key_name.         |
      | RKP-N02d | no server  | the policy | ACTIVE              | reader | an unknown server | key K2      | 404    | itemNotFound | could not be found.                                 |
      | RKP-N03b | the policy | the lock   | locked by its owner | reader | the server        | key unknown | 403    | forbidden    | Policy doesn't allow os_compute_api:servers:rebuild |
      | RKP-N03c | the policy | the key    | ACTIVE              | reader | the server        | key unknown | 403    | forbidden    | Policy doesn't allow os_compute_api:servers:rebuild |

  @since:2.54 @needs:image
  Scenario Outline: <row> a server that was never launched: <earlier> is answered before <later>
    Given a server with key K1 that no host can run
    And the server is <state>
    When the member rebuilds the server at 2.54 with key unknown
    Then the request is answered 409
    And the fault is conflictingRequest saying "Instance {server} is <text>"
    And the server has key K1

    Examples: never launched
      | row      | earlier          | later            | state               | text                |
      | RKP-N05d | the lock         | the launch check | locked by its owner | locked              |
      | RKP-N08b | the launch check | the key          | as it is            | in an invalid state |

  @since:2.54 @needs:image
  Scenario Outline: <row> of an image <earlier> is answered before <later>
    Given a server with key K1
    And an image Q that <image>
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: image, quota and flavor
      | row      | earlier          | later           | image                                                       | request                                                         | status | fault      | text                                        |
      | RKP-N10b | no such image    | the quota       | has no data yet                                             | image unknown, key K2 and one metadata item more than the limit | 400    | badRequest | Cannot find image for rebuild               |
      | RKP-N11d | the architecture | the quota       | asks for an unknown architecture                            | image Q, key K2 and one metadata item more than the limit       | 400    | badRequest | Architecture name 'pdp11' is not recognised |
      | RKP-N12d | the quota        | the image state | has no data yet                                             | image Q, key K2 and one metadata item more than the limit       | 403    | forbidden  | Maximum number of metadata items exceeds    |
      | RKP-N12e | the quota        | the flavor      | needs a larger disk than the flavor has                     | image Q, key K2 and one metadata item more than the limit       | 403    | forbidden  | Maximum number of metadata items exceeds    |
      | RKP-N11e | the image state  | the flavor      | has no data yet and needs a larger disk than the flavor has | image Q and key K2                                              | 400    | badRequest | is not active.                              |
