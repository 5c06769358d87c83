@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:reimage @needs:two-images
Feature: What becomes of server and volume when the volume cannot be written
  The image is one that the image and the compute service take and that block storage cannot unpack.

  @since:2.93 @boundary @op:server-external-events.create
  Scenario: BFV-15a told that the volume could not be written, the rebuild fails
    Given a volume-backed server
    And a rebuild of the server waits for its root volume, which could not be written
    When the admin sends the event volume-reimaged with status failed for the server at 2.93
    Then the request is answered 200
    And the server becomes ERROR
    And the server shows a fault 500 saying "Build of instance {server} aborted: Failed to rebuild volume backed instance."
    And the admin sees details of the fault, the member none
    And the server says at /server/image ""
    And the root volume becomes error
    And the root volume is unchanged
    And the attachment of the root volume lacks a connection
    And the rebuild is recorded as failed

  @since:2.93 @boundary @op:server-external-events.create
  Scenario: BFV-15f an event that does not say completed ends the rebuild likewise
    Given a volume-backed server
    And a rebuild of the server waits for its root volume, which could not be written
    When the admin sends the event volume-reimaged with status in-progress for the server at 2.93
    Then the request is answered 200
    And the server becomes ERROR
    And the server shows a fault 500 saying "Build of instance {server} aborted: Failed to rebuild volume backed instance."
    And the root volume is unchanged
    And the attachment of the root volume lacks a connection
    And the rebuild is recorded as failed

  @since:2.93 @boundary @op:server-external-events.create
  Scenario Outline: <row> of two events, for <about>, the one that has somebody to tell is told
    Given a volume-backed server
    And a rebuild of the server waits for its root volume, which could not be written
    When the admin sends the event volume-reimaged with status failed for <about> at 2.93
    Then the request is answered 207
    And the server becomes ERROR
    And the rebuild is recorded as failed

    Examples: two events, one of which has nobody to tell
      | row     | about                            |
      | BFV-15g | the server and an unknown server |
      | BFV-15h | an unknown server and the server |

  @since:2.93 @boundary @needs:image @op:volumes.reimage
  Scenario Outline: <row> a volume that is <status> and could not be written is in error
    Given a volume-backed server
    And an image Q that block storage cannot unpack
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.68 to write image Q to the root volume<how>
    Then the request is answered 202
    And the root volume becomes error

    Examples: volumes that could not be written
      | row     | status    | how                     |
      | BFV-15d | available |                         |
      | BFV-15e | reserved  | , though it is reserved |

  @shipped @since:2.93 @boundary
  Scenario: BFV-16a while the volume is in error another try is refused
    Given a volume-backed server
    And a rebuild of the server has failed because its root volume could not be written, as the admin has told
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 400
    And the fault is badRequest saying "status must be 'in-use'"
    And the root volume is unchanged

  @shipped @since:2.93 @boundary
  Scenario Outline: <row> when the admin has put the volume into <status> another try is answered <answer>
    Given a volume-backed server
    And a rebuild of the server has failed because its root volume could not be written, as the admin has told
    And the admin has put the root volume into <status>
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered <answer>

    Examples: another try, shipped
      | row     | status   | answer |
      | BFV-16b | reserved | 400    |
      | BFV-16c | in-use   | 202    |

  @specified @since:2.93 @boundary
  Scenario Outline: <row> once the admin has put the volume into <status> another try succeeds
    Given a volume-backed server
    And a rebuild of the server has failed because its root volume could not be written, as the admin has told
    And the admin has put the root volume into <status>
    When the member rebuilds the server at 2.93 with image B and parameter reimage_boot_volume true
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server shows no fault
    And the root volume holds image B
    And the root volume is attached anew

    Examples: another try, specified
      | row     | status   |
      | BFV-16d | reserved |

    @BFV-16D
    Examples: another try from a state that the specification does not name
      | row     | status   |
      | BFV-16e | in-use   |

  @shipped @since:2.93 @before:400 @needs:fault-rules
  Scenario Outline: <row> refused by block storage with <answer>, the rebuild leaves the server in error
    Given a volume-backed server
    And block storage refuses with <answer> to write an image to the root volume
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ERROR
    And the server shows a fault 500 saying "Build of instance {server} aborted: Failed to rebuild volume backed instance."
    And the root volume holds image A
    And the rebuild is recorded as failed

    Examples: refused by block storage, shipped
      | row     | answer |
      | BFV-17a | 500    |
      | BFV-17f | 400    |
      | BFV-17g | 409    |
      | BFV-17h | 413    |

  @shipped @since:2.93 @before:400 @needs:multiattach
  Scenario: BFV-17b refused because two servers have the volume, the rebuild leaves the server in error
    Given a volume-backed server on a volume that several servers may have
    And another server has the root volume, too
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ERROR
    And the root volume holds image A
    And the rebuild is recorded as failed

  @specified @since:2.93 @before:400 @needs:fault-rules
  Scenario Outline: <row> refused by block storage with <answer>, a server that was <state> is so again
    Given a volume-backed server
    And the server is <state>
    And block storage refuses with <answer> to write an image to the root volume
    When the member rebuilds the server at 2.93 with image B and parameter reimage_boot_volume true
    Then the request is answered 202
    And the server becomes <state>
    And the root volume holds image A
    And the root volume becomes in-use
    And the rebuild is recorded as failed

    Examples: refused by block storage, specified
      | row     | state   | answer |
      | BFV-17c | ACTIVE  | 500    |
      | BFV-17d | SHUTOFF | 500    |
      | BFV-17i | ACTIVE  | 400    |
      | BFV-17j | ACTIVE  | 409    |
      | BFV-17k | SHUTOFF | 413    |

  @specified @since:2.93 @before:400 @needs:fault-rules @needs:volume-content
  Scenario: BFV-17e refused by block storage, nothing on the volume has changed
    Given a volume-backed server
    And block storage refuses with 500 to write an image to the root volume
    When the member rebuilds the server at 2.93 with image B and parameter reimage_boot_volume true
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds the data of image A

  @specified @since:2.93 @before:400 @needs:fault-rules
  Scenario: BFV-17l refused to take the old attachment away, a server that was ACTIVE is so again
    Given a volume-backed server
    And the server has a data volume
    And block storage refuses with 500 to take the old attachment from the root volume
    When the member rebuilds the server at 2.93 with image B and parameter reimage_boot_volume true
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume is unchanged
    And the data volume is unchanged
    And the rebuild is recorded as failed

  @specified @since:2.93 @before:400 @needs:fault-rules
  Scenario: BFV-17m refused to reserve the volume anew, a server that was ACTIVE is so again
    Given a volume-backed server
    And block storage refuses with 500 to reserve the root volume anew
    When the member rebuilds the server at 2.93 with image B and parameter reimage_boot_volume true
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume is unchanged
    And the rebuild is recorded as failed

  @since:2.93 @before:400 @needs:fault-rules
  Scenario Outline: <row> refused by block storage to <what> the new attachment, the rebuild ends in error
    Given a volume-backed server
    And block storage refuses with 500 to <what> attachments
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ERROR
    And the root volume holds image B
    And the rebuild is recorded as failed

    Examples: attachments that are not completed
      | row     | what     |
      | BFV-14b | connect  |
      | BFV-14c | complete |

  @since:2.93 @boundary @needs:stepped-clock
  Scenario: BFV-16f a rebuild that succeeds after one that failed is given up by nobody
    Given a volume-backed server
    And a rebuild of the server has failed because its root volume could not be written, as the admin has told
    And the admin has put the root volume into in-use
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And a minute later the server is still ACTIVE
