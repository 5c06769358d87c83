@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:two-images
Feature: What hosts, block storage and volumes must be
  Conditions that the specification has checked before the request is accepted; what shipped finds out later, or not at all.

  @shipped @since:2.93 @before:400 @needs:reimage @needs:placement
  Scenario: BFV-08a nobody asks whether the host has a trait
    Given a volume-backed server
    And the admin sees that the host of the server lacks COMPUTE_REBUILD_BFV
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @specified @since:2.93 @before:400 @needs:reimage @needs:reimage-trait @disruptive
  Scenario: BFV-08b a host without the trait is refused
    Given a volume-backed server
    And the admin has taken COMPUTE_REBUILD_BFV from the host of the server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "RebuildVolumeBackedServerNotSupport"
    And the server is unchanged
    And the root volume is unchanged

  @specified @since:2.93 @before:400 @needs:reimage @needs:reimage-trait @disruptive
  Scenario: BFV-08c a host without the trait is refused for the image that is there already, too
    Given a volume-backed server
    And the admin has taken COMPUTE_REBUILD_BFV from the host of the server
    When the member rebuilds the server at 2.93 with image A on its volume
    Then the request is answered 400
    And the fault is badRequest saying "RebuildVolumeBackedServerNotSupport"
    And the server is unchanged
    And the root volume is unchanged

  @specified @since:2.93 @before:400 @needs:reimage @needs:reimage-trait @disruptive
  Scenario: BFV-08d a host without the trait is refused for a server that is stopped, too
    Given a volume-backed server
    And the server is SHUTOFF
    And the admin has taken COMPUTE_REBUILD_BFV from the host of the server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "RebuildVolumeBackedServerNotSupport"
    And the server is unchanged
    And the root volume is unchanged

  @specified @since:2.93 @before:400 @needs:reimage @needs:reimage-trait @disruptive
  Scenario: BFV-21a once the host has the trait it can be done
    Given a volume-backed server
    And the admin has given COMPUTE_REBUILD_BFV back to the host of the server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @shipped @since:2.93 @before:400 @needs:reimage @needs:older-compute @disruptive
  Scenario: BFV-21b a host that was not upgraded cannot do it
    Given a volume-backed server
    And the host of the server was not upgraded
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ERROR
    And the root volume is unchanged

  @shipped @until:2.92 @boundary @needs:older-compute @disruptive
  Scenario: BFV-21c a host that was not upgraded rebuilds with the image that is there as ever
    Given a volume-backed server
    And the host of the server was not upgraded
    When the member rebuilds the server at 2.92 with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume is attached anew

  @shipped @since:2.93 @before:400 @needs:old-block-storage @disruptive
  Scenario: BFV-09a with older block storage the rebuild is accepted and fails
    Given a volume-backed server
    And block storage is older than 3.68
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault saying "Failed to rebuild volume backed instance."
    And the root volume holds image A

  @specified @since:2.93 @before:400 @needs:old-block-storage @disruptive
  Scenario: BFV-09b with older block storage the rebuild is refused
    Given a volume-backed server
    And block storage is older than 3.68
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "CinderAPIVersionNotAvailable"
    And the server is unchanged
    And the root volume is unchanged

  @specified @since:2.93 @before:400 @needs:old-block-storage @disruptive
  Scenario Outline: <row> with older block storage image <image> is refused for a server that is <state>
    Given a volume-backed server
    And the server is <state>
    And block storage is older than 3.68
    When the member rebuilds the server at 2.93 with image <image> on its volume
    Then the request is answered 400
    And the fault is badRequest saying "CinderAPIVersionNotAvailable"
    And the server is unchanged
    And the root volume is unchanged

    Examples: older block storage, other images and states
      | row     | image | state   |
      | BFV-09c | A     | ACTIVE  |
      | BFV-09d | B     | SHUTOFF |

  @shipped @since:2.93 @before:400 @needs:reimage @needs:multiattach
  Scenario: BFV-10a a volume that several servers may have is written while one has it
    Given a volume-backed server on a volume that several servers may have
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @shipped @since:2.93 @before:400 @needs:reimage @needs:multiattach
  Scenario: BFV-10b a volume that two servers have is not written
    Given a volume-backed server on a volume that several servers may have
    And another server has the root volume, too
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault saying "Failed to rebuild volume backed instance."
    And the root volume holds image A
    And the rebuild is recorded as failed

  @specified @since:2.93 @before:400 @needs:reimage @needs:multiattach
  Scenario: BFV-10c a volume that several servers may have is refused
    Given a volume-backed server on a volume that several servers may have
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "multiattach"
    And the server is unchanged
    And the root volume is unchanged

  @specified @since:2.93 @before:400 @needs:reimage @needs:multiattach
  Scenario Outline: <row> image <image> is refused for a volume that several servers may have, of a server that is <state>
    Given a volume-backed server on a volume that several servers may have
    And the server is <state>
    When the member rebuilds the server at 2.93 with image <image> on its volume
    Then the request is answered 400
    And the fault is badRequest saying "multiattach"
    And the server is unchanged
    And the root volume is unchanged

    Examples: a volume that several servers may have, other images and states
      | row     | image | state   |
      | BFV-10g | A     | ACTIVE  |
      | BFV-10h | B     | SHUTOFF |

  @since:2.93 @before:400 @needs:reimage @needs:multiattach
  Scenario: BFV-10i a data volume that several servers may have does not matter
    Given a volume-backed server
    And the server has a data volume that several servers may have
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the data volume is attached anew

  @specified @since:2.93 @before:400 @needs:reimage @disruptive
  Scenario Outline: <row> of two things in the way the earlier one of the flow is answered: <server>, and <condition>
    Given <server>
    And <condition>
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "<text>"
    And the server is unchanged
    And the root volume is unchanged

    @needs:reimage-trait @needs:multiattach
    Examples: a host without the trait, and a volume that several servers may have
      | row     | server                                                           | condition                                                           | text                                |
      | BFV-08h | a volume-backed server on a volume that several servers may have | the admin has taken COMPUTE_REBUILD_BFV from the host of the server | RebuildVolumeBackedServerNotSupport |

    @needs:old-block-storage @needs:multiattach
    Examples: older block storage, and a volume that several servers may have
      | row     | server                                                           | condition                        | text                         |
      | BFV-09i | a volume-backed server on a volume that several servers may have | block storage is older than 3.68 | CinderAPIVersionNotAvailable |

  @specified @since:2.93 @before:400 @needs:reimage @needs:reimage-trait @needs:old-block-storage @disruptive
  Scenario: BFV-08i the host is looked at before block storage
    Given a volume-backed server
    And the admin has taken COMPUTE_REBUILD_BFV from the host of the server
    And block storage is older than 3.68
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "RebuildVolumeBackedServerNotSupport"
    And the server is unchanged
    And the root volume is unchanged

  @specified @since:2.93 @before:400 @needs:reimage @needs:multiattach
  Scenario: BFV-10e a volume that several servers may have is refused before the quota is looked at
    Given a volume-backed server on a volume that several servers may have
    When the member rebuilds the server at 2.93 with image B and one metadata item more than the limit on its volume
    Then the request is answered 400
    And the fault is badRequest saying "multiattach"
    And the root volume is unchanged

  @since:2.93 @boundary @needs:multiattach @op:volumes.reimage
  Scenario: BFV-10f block storage writes to no volume that two servers have, whatever its status
    Given a volume-backed server on a volume that several servers may have
    And another server has the root volume, too
    When the member asks block storage at 3.68 to write image B to the root volume
    Then the request is answered 409

  @specified @since:2.93 @before:400 @needs:reimage @needs:multiattach
  Scenario: BFV-10d a volume that two servers have is refused
    Given a volume-backed server on a volume that several servers may have
    And another server has the root volume, too
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 400
    And the fault is badRequest saying "multiattach"
    And the server is unchanged
    And the root volume is unchanged

  @boundary
  Scenario Outline: <row> at <at> <request>, by which nothing is written, is asked nothing of that: <server>, and <condition>
    Given <server>
    And <condition>
    When the member rebuilds the server at <at> with <request>
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the root volume is attached anew

    @specified @since:2.93 @needs:reimage @needs:reimage-trait @disruptive
    Examples: hosts without the trait, where nothing is written
      | row     | server                 | condition                                                       | at   | request                                         | status |
      | BFV-08e | a volume-backed server | the admin has taken COMPUTE_REBUILD_BFV from the host of the server | 2.93 | image A                                         | 202    |
      | BFV-08f | a volume-backed server | the admin has taken COMPUTE_REBUILD_BFV from the host of the server | 2.93 | image A and parameter reimage_boot_volume false | 202    |

    @specified @since:2.93 @needs:old-block-storage @disruptive
    Examples: older block storage, where nothing is written
      | row     | server                 | condition                       | at   | request                                         | status |
      | BFV-09e | a volume-backed server | block storage is older than 3.68 | 2.93 | image A                                         | 202    |
      | BFV-09f | a volume-backed server | block storage is older than 3.68 | 2.93 | image A and parameter reimage_boot_volume false | 202    |

    @until:2.92 @needs:old-block-storage @disruptive
    Examples: older block storage, before anything was written
      | row     | server                 | condition                       | at   | request | status |
      | BFV-09g | a volume-backed server | block storage is older than 3.68 | 2.92 | image A | 202    |

    @specified @since:2.93 @needs:reimage @needs:multiattach
    Examples: a volume that several servers may have, where nothing is written
      | row     | server                                                           | condition            | at   | request                                         | status |
      | BFV-10j | a volume-backed server on a volume that several servers may have | the server is ACTIVE | 2.93 | image A                                         | 202    |
      | BFV-10k | a volume-backed server on a volume that several servers may have | the server is ACTIVE | 2.93 | image A and parameter reimage_boot_volume false | 202    |

    @until:2.92 @needs:multiattach
    Examples: a volume that several servers may have, before anything was written
      | row     | server                                                           | condition            | at   | request | status |
      | BFV-10l | a volume-backed server on a volume that several servers may have | the server is ACTIVE | 2.92 | image A | 202    |

  @since:2.93 @boundary @disruptive
  Scenario Outline: <row> a server that boots from no volume is rebuilt, though <condition>
    Given a server
    And <condition>
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the server has image B

    @needs:reimage-trait
    Examples: hosts without the trait, and no volume
      | row     | condition                                                       | status |
      | BFV-08g | the admin has taken COMPUTE_REBUILD_BFV from the host of the server | 202    |

    @needs:old-block-storage
    Examples: older block storage, and no volume
      | row     | condition                        | status |
      | BFV-09h | block storage is older than 3.68 | 202    |
