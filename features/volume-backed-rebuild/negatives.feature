@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:reimage @needs:two-images
Feature: What a rebuild of a volume-backed server is refused for
  First what every rebuild is refused for, then what only a root volume makes a difference to.

  @since:2.93 @before:same
  Scenario Outline: <row> <condition>
    Given a volume-backed server
    And the server is <state>
    When the <who> rebuilds <server> at 2.93 with <request>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is unchanged
    And the root volume is unchanged

    Examples: as for every server
      | row      | condition                               | state               | who      | server            | request                                      | status | fault              | text                                                              |
      | BFV-N01a | an image that is no id                  | ACTIVE              | member   | the server        | parameter imageRef "nope"                    | 400    | badRequest         | Invalid input for field/attribute imageRef.                       |
      | BFV-N01b | a server that does not exist            | ACTIVE              | member   | an unknown server | image A                                      | 404    | itemNotFound       | could not be found.                                               |
      | BFV-N01c | a server of another project             | ACTIVE              | outsider | the server        | image A                                      | 404    | itemNotFound       | Instance {server} could not be found.                             |
      | BFV-N01d | a server that is locked                 | locked by its owner | member   | the server        | image A                                      | 409    | conflictingRequest | Instance {server} is locked                                       |
      | BFV-N01e | a server that is paused                 | PAUSED              | member   | the server        | image A                                      | 409    | conflictingRequest | Cannot 'rebuild' instance {server} while it is in vm_state paused |
      | BFV-N01f | a key pair that the user does not have  | ACTIVE              | member   | the server        | key unknown                                  | 400    | badRequest         | Invalid key_name provided.                                        |
      | BFV-N01g | an image that does not exist            | ACTIVE              | member   | the server        | image unknown                                | 400    | badRequest         | Cannot find image for rebuild                                     |
      | BFV-N01h | more metadata than the quota allows     | ACTIVE              | member   | the server        | one metadata item more than the limit        | 403    | forbidden          | Maximum number of metadata items exceeds                          |

    @needs:new-policy
    Examples: as for every server, to a reader
      | row      | condition                               | state               | who      | server            | request                                      | status | fault              | text                                                              |
      | BFV-N01i | a user who may only read                | ACTIVE              | reader   | the server        | image A                                      | 403    | forbidden          | Policy doesn't allow os_compute_api:servers:rebuild               |

  @since:2.93 @before:none @needs:work-takes-time
  Scenario: BFV-N01j a server that is being rebuilt already
    Given a volume-backed server
    And the server is being rebuilt
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 409
    And the fault is conflictingRequest saying "Cannot 'rebuild' instance {server} while it is in task_state"
    And the server becomes ACTIVE
    And the root volume holds image A

  @since:2.93 @before:none @needs:stepped-clock
  Scenario Outline: <row> a server whose rebuild has come to the task <task>
    Given a volume-backed server
    And a rebuild of the server has come to the task <task>
    When the member rebuilds the server at 2.93 with image A on its volume
    Then the request is answered 409
    And the fault is conflictingRequest saying "Cannot 'rebuild' instance {server} while it is in task_state <task>"
    And the server becomes ACTIVE
    And the root volume holds image B

    Examples: tasks of a rebuild
      | row      | task                         |
      | BFV-N01n | rebuilding                   |
      | BFV-N01o | rebuild_block_device_mapping |
      | BFV-N01p | rebuild_spawning             |

  @since:2.93 @before:400 @needs:image
  Scenario Outline: <row> an image that <image>
    Given a volume-backed server
    And an image Q that <image>
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"
    And the server is unchanged
    And the root volume is unchanged

    Examples: images that will not do
      | row      | image                                   | status | text                                                                      |
      | BFV-N01k | has no data yet                         | 400    | is not active.                                                            |
      | BFV-N01l | is deactivated                          | 400    | is not active.                                                            |
      | BFV-N01m | asks for an unknown architecture        | 400    | Architecture name 'pdp11' is not recognised                               |
      | BFV-N01r | says nonsense of its processors         | 400    | Invalid image metadata. Error:                                            |
      | BFV-N03  | needs a larger disk than the volume has | 400    | Volume is smaller than the minimum size specified in image metadata.      |
      | BFV-N04  | needs more memory than the flavor has   | 400    | Flavor's memory is too small for requested image.                         |
      | BFV-N06  | asks for a NUMA node                    | 400    | NUMA topology cannot be changed as part of a rebuild.                     |
      | BFV-N06d | asks for large pages of memory          | 400    | Page size large forbidden against '<empty>'                               |
      | BFV-N06e | asks for processors of its own          | 400    | NUMA topology cannot be changed as part of a rebuild.                     |

  @since:2.93 @before:none @needs:image
  Scenario: BFV-N01ze the image that is on the volume already has to be active as well
    Given a volume-backed server on a volume with an image Q that is deactivated by now
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 400
    And the fault is badRequest saying "is not active."
    And the server is unchanged
    And the root volume is unchanged

  @since:2.93 @before:400 @needs:image
  Scenario: BFV-N06f an image that says that it shares processors, as all do, changes no NUMA topology
    Given a volume-backed server
    And an image Q that says that it shares processors
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image Q

  @since:2.93 @before:400 @needs:image
  Scenario Outline: <row> an image that needs <disk>, and not the flavor, is refused
    Given a volume-backed server on a volume larger than the flavor's disk
    And an image Q that needs <disk>
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 400
    And the fault is badRequest saying "Volume is smaller than the minimum size specified in image metadata."
    And the server is unchanged
    And the root volume is unchanged

    Examples: larger than the volume
      | row      | disk                                    |
      | BFV-N03b | a GiB more disk than the root volume has |

  @since:2.93 @before:400 @needs:image
  Scenario Outline: <row> an image that needs <disk> is written
    Given a volume-backed server on a volume larger than the flavor's disk
    And an image Q that needs <disk>
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image Q

    Examples: just as large as the volume, or as the flavor's memory
      | row      | disk                                  |
      | BFV-N03c | as large a disk as the root volume has |
      | BFV-N04b | as much memory as the flavor has       |

  @since:2.93 @before:400 @needs:image @needs:stepped-clock
  Scenario Outline: <row> of a root volume that was extended an image may need <disk>: <status>
    Given a volume-backed server on a volume larger than the flavor's disk
    And the member has extended the root volume by a GiB
    And an image Q that needs <disk>
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered <status>
    And the root volume becomes in-use
    And the server becomes ACTIVE
    And the root volume holds image <holds>

    Examples: a root volume that was extended (which not every storage does while a server has it)
      | row      | disk                                     | status | holds |
      | BFV-N03d | as large a disk as the root volume has   | 202    | Q     |
      | BFV-N03e | a GiB more disk than the root volume has | 400    | A     |

  @since:2.93 @before:400 @needs:image @needs:stepped-clock
  Scenario Outline: <row> a data volume that was extended makes the root volume no larger: an image may need <disk>: <status>
    Given a volume-backed server on a volume larger than the flavor's disk
    And the server has a data volume
    And the member has extended the data volume to a GiB more than the root volume has
    And an image Q that needs <disk>
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered <status>
    And the root volume becomes in-use
    And the server becomes ACTIVE
    And the root volume holds image <holds>

    Examples: a data volume that was extended (which not every storage does while a server has it)
      | row      | disk                                     | status | holds |
      | BFV-N03h | as large a disk as the root volume has   | 202    | Q     |
      | BFV-N03i | a GiB more disk than the root volume has | 400    | A     |

  @since:2.93
  Scenario Outline: <row> trusted certificates with <request>
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with <request>
    Then the request is answered 400
    And the fault is badRequest saying "Image certificate validation is not supported for volume-backed servers."
    And the root volume is unchanged

    @before:same
    Examples: trusted certificates with the same image
      | row      | request                          |
      | BFV-N02a | image A and trusted certificates |

    @before:400
    Examples: trusted certificates with another image
      | row      | request                                        |
      | BFV-N02b | image B and trusted certificates on its volume |

    @before:400
    Examples: one trusted certificate
      | row      | request                                          |
      | BFV-N02d | image B and one trusted certificate on its volume |

  @since:2.93 @before:400
  Scenario: BFV-N02e null is no trusted certificate
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B and parameter trusted_image_certificates null on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @since:2.93 @before:400
  Scenario: BFV-N02c trusted certificates are refused for a server that is stopped, too
    Given a volume-backed server
    And the server is SHUTOFF
    When the member rebuilds the server at 2.93 with image B and trusted certificates on its volume
    Then the request is answered 400
    And the fault is badRequest saying "Image certificate validation is not supported for volume-backed servers."
    And the root volume is unchanged

  @since:2.93 @before:400
  Scenario Outline: <row> a server whose <which> volume is in the state <status>
    Given a volume-backed server
    And the server has a data volume
    And the admin has put the <which> volume into <status>
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "status must be 'in-use'. Currently in '<status>' status"
    And the server is unchanged
    And the root volume is unchanged
    And the data volume is unchanged

    Examples: volumes that are not in use
      | row      | which | status    |
      | BFV-N05a | root  | error     |
      | BFV-N05b | root  | available |
      | BFV-N05d | data  | error     |
      | BFV-N05e | data  | detaching |
      | BFV-N05h | data  | reserved  |
      | BFV-N05l | root  | attaching |
      | BFV-N05m | data  | attaching |
      | BFV-N05n | data  | available |

    @shipped
    Examples: volumes that are not in use, shipped
      | row      | which | status   |
      | BFV-N05c | root  | reserved |

  @since:2.54 @until:2.92 @boundary
  Scenario Outline: <row> where nothing is written, too: a server whose <which> volume is in the state <status>, at 2.92 with its own image
    Given a volume-backed server
    And the server has a data volume
    And the admin has put the <which> volume into <status>
    When the member rebuilds the server at 2.92 with image A
    Then the request is answered 400
    And the fault is badRequest saying "status must be 'in-use'. Currently in '<status>' status"
    And the server is unchanged
    And the root volume is unchanged
    And the data volume is unchanged

    Examples: volumes that are not in use, where nothing is written
      | row      | which | status    |
      | BFV-N05i | root  | error     |
      | BFV-N05j | data  | error     |
      | BFV-N05k | data  | detaching |

  @since:2.93 @before:400 @needs:image
  Scenario Outline: <row> an image that <image>, and a volume that is not in use
    Given a volume-backed server
    And an image Q that <image>
    And the admin has put the root volume into error
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 400
    And the fault is badRequest saying "<text>"
    And the server is unchanged
    And the root volume is unchanged

    Examples: what is looked at first
      | row      | image                                 | text                                                      |
      | BFV-N05f | needs more memory than the flavor has | Flavor's memory is too small for requested image.         |
      | BFV-N05g | asks for a NUMA node                  | status must be 'in-use'. Currently in 'error' status      |

  @since:2.93 @before:400 @needs:image @needs:stepped-clock
  Scenario Outline: <row> of a server that has a NUMA node already, <image> is answered <status>
    Given an image P that asks for a NUMA node
    And a volume-backed server on a volume with image P
    And an image Q that asks for a NUMA node
    When the member rebuilds the server at 2.93 with image <image> on its volume
    Then the request is answered <status>

    Examples: servers with a NUMA node (which a real cloud needs such hosts for)
      | row      | image | status |
      | BFV-N06b | Q     | 202    |
      | BFV-N06c | B     | 400    |

  @since:2.93 @before:400 @needs:image
  Scenario: BFV-N07 an image that no host can run
    Given a volume-backed server
    And an image Q that no host can run
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault saying "No valid host was found."
    And the root volume is unchanged

  @since:2.93 @before:400 @needs:image @needs:reimage @needs:placement
  Scenario: BFV-N07e an image that asks for a trait that all hosts have is written
    Given a volume-backed server
    And an image Q that asks for a trait that all hosts have
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image Q

  @BFV-N07D @shipped @since:2.93 @before:400 @needs:image
  Scenario: BFV-N07b once no host was found the server shows the image of its volume
    Given a volume-backed server
    And an image Q that no host can run
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ERROR
    And the server has image A

  @BFV-N07D @shipped @since:2.93 @before:400 @needs:image @needs:reimage
  Scenario: BFV-N07d a server that shows the image of its volume still boots from the volume
    Given a volume-backed server
    And an image Q that no host can run
    And a rebuild of the server with image Q has found no host
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @BFV-N07D @specified @since:2.93 @before:400 @needs:image
  Scenario: BFV-N07c once no host was found the server shows no image, as before
    Given a volume-backed server
    And an image Q that no host can run
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault 500 saying "No valid host was found."
    And the server says at /server/image ""

  @since:2.93 @before:400 @needs:ephemeral-lost
  Scenario: BFV-N08 the driver cannot preserve ephemeral disks
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B and parameter preserve_ephemeral true on its volume
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault 400 saying "does not support preserving ephemeral partitions"
    And the root volume is unchanged

  @since:2.93 @before:400 @needs:ephemeral-lost
  Scenario: BFV-N08b a fault 400 has no details, for nobody
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B and parameter preserve_ephemeral true on its volume
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault 400 saying "does not support preserving ephemeral partitions"
    And neither the admin nor the member sees details of the fault

  @since:2.1 @until:2.92 @needs:ephemeral-lost @needs:block-storage
  Scenario: BFV-N08c the driver cannot preserve ephemeral disks of a server whose volume is not written either
    Given a volume-backed server
    When the member rebuilds the server at 2.1 with image A and parameter preserve_ephemeral true
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault 400 saying "does not support preserving ephemeral partitions"
    And the root volume is unchanged

  @since:2.93 @before:400 @needs:bare-metal @disruptive
  Scenario: BFV-N09 a bare metal machine cannot have its volume written
    Given a volume-backed server
    And the host of the server hands out whole machines
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ERROR
    And the rebuild is recorded as failed
    And the root volume is unchanged

  @shipped @since:2.93 @before:400 @needs:image
  Scenario: BFV-N10a when nobody tells what became of the volume the server goes back to what it was
    Given a volume-backed server
    And an image Q that block storage cannot unpack
    When the member rebuilds the server at 2.93 with image Q
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server shows no fault
    And the root volume becomes error
    And the attachment of the root volume lacks a connection
    And the rebuild is recorded without an end
    And the event compute_rebuild_instance is of the server's host

  @specified @since:2.93 @before:400 @needs:image
  Scenario: BFV-N10b when nobody tells what became of the volume the server is in error
    Given a volume-backed server
    And an image Q that block storage cannot unpack
    When the member rebuilds the server at 2.93 with image Q and parameter reimage_boot_volume true
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault saying "Failed to rebuild volume backed instance"
    And the root volume becomes error
    And the attachment of the root volume lacks a connection
    And the rebuild is recorded as failed

  @shipped @since:2.93 @before:400 @needs:image
  Scenario: BFV-N10c when nobody tells what became of the volume a stopped server is stopped again
    Given a volume-backed server
    And the server is SHUTOFF
    And an image Q that block storage cannot unpack
    When the member rebuilds the server at 2.93 with image Q
    Then the request is answered 202
    And the server becomes SHUTOFF
    And the server shows no fault
    And the root volume becomes error
    And the attachment of the root volume lacks a connection
    And the rebuild is recorded without an end
    And the event compute_rebuild_instance is of the server's host

  @specified @since:2.93 @before:400 @needs:image
  Scenario: BFV-N10d when nobody tells what became of the volume a stopped server is in error, too
    Given a volume-backed server
    And the server is SHUTOFF
    And an image Q that block storage cannot unpack
    When the member rebuilds the server at 2.93 with image Q and parameter reimage_boot_volume true
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault saying "Failed to rebuild volume backed instance"
    And the root volume becomes error
    And the rebuild is recorded as failed

  @since:2.93 @boundary @needs:image @needs:stepped-clock @op:servers.show
  Scenario: BFV-N10e how long the event is waited for depends on the size of the image, not on that of the volume
    Given a volume-backed server on a volume larger than the flavor's disk
    And a rebuild of the server waits for its root volume, which could not be written
    When the member sends GET /servers/{server} at 2.93
    Then the request is answered 200
    And some seconds later the rebuild is not given up
    And half a minute later nobody waits for the event any more
