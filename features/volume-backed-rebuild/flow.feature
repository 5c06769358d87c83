@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:reimage @needs:two-images
Feature: How the volume gets its image
  Step by step between the two services: reserved by a new attachment, written, told, connected, in use. Where time runs
  by itself a state may be missed; none may be seen that does not belong there.

  @since:2.93 @before:400 @needs:work-takes-time
  Scenario: BFV-11a the volume is never given free
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And until the server is ACTIVE the root volume goes through
      | in-use      |
      | reserved    |
      | downloading |
      | reserved    |
      | attaching   |
      | in-use      |
    And all the while the root volume had an attachment
    And the root volume is attached anew

  @since:2.93 @before:400 @needs:stepped-clock
  Scenario: BFV-11b the new attachment is there before the old one goes
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And until the server is ACTIVE the root volume goes through
      | in-use      |
      | reserved    |
      | downloading |
      | reserved    |
      | attaching   |
      | in-use      |
    And for a while the root volume had two attachments
    And the root volume is attached anew

  @since:2.93 @before:400 @needs:work-takes-time
  Scenario: BFV-12a the image is written while the volume is downloading
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And until the server is ACTIVE the root volume goes through
      | in-use      |
      | reserved    |
      | downloading |
      | reserved    |
      | attaching   |
      | in-use      |
    And the root volume holds image B

  @since:2.93 @boundary @needs:work-takes-time
  Scenario: BFV-12b the image that is there already is written again
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image A on its volume
    Then the request is answered 202
    And until the server is ACTIVE the root volume goes through
      | in-use      |
      | reserved    |
      | downloading |
      | reserved    |
      | attaching   |
      | in-use      |
    And the root volume holds image A

  @until:2.92 @boundary @needs:work-takes-time
  Scenario: BFV-07c before 2.93 nothing is written
    Given a volume-backed server
    When the member rebuilds the server at 2.92 with image A
    Then the request is answered 202
    And until the server is ACTIVE the root volume goes through
      | in-use    |
      | reserved  |
      | attaching |
      | in-use    |
    And all the while the root volume had an attachment
    And the root volume holds image A

  @since:2.93 @before:400 @needs:journal
  Scenario: BFV-13a block storage tells the compute service
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And block storage has told the compute service at 2.93 that the root volume was reimaged

  @since:2.93 @boundary @needs:journal @op:volumes.reimage
  Scenario Outline: <row> of a volume that was <status> while it was written the compute service is told nothing
    Given a volume-backed server
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.68 to write image B to the root volume
    Then the request is answered 202
    And the root volume becomes <status>
    And the root volume holds image B
    And block storage has told the compute service nothing about the root volume

    Examples: nobody waits
      | row     | status    |
      | BFV-13g | available |
      | BFV-13h | error     |

  @since:2.93 @before:400 @needs:stepped-clock
  Scenario: BFV-13i once told, the compute service waits no longer and gives nothing up
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And a minute later the server is still ACTIVE
    And every event of that action ended in Success

  @since:2.93 @before:400
  Scenario: BFV-14 the volume ends connected and in use
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume is attached anew
    And the attachment of the root volume has a connection

  @since:2.93 @boundary @needs:volume-content
  Scenario: BFV-19 what was on the volume is gone
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds the data of image B

  @until:2.92 @boundary @needs:volume-content
  Scenario: BFV-07d before 2.93 the data stay
    Given a volume-backed server that is said to hold image A and holds the data of image B
    When the member rebuilds the server at 2.92 with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds the data of image B

  @since:2.93 @boundary @needs:volume-content
  Scenario: BFV-12c the image that is said to be there already is written again
    Given a volume-backed server that is said to hold image A and holds the data of image B
    When the member rebuilds the server at 2.93 with image A on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds the data of image A

  @since:2.93 @boundary @op:volumes.reimage
  Scenario: BFV-12d a reserved volume is written to only for who says that it is reserved
    Given a volume-backed server
    And the admin has put the root volume into reserved
    When the member asks block storage at 3.68 to write image B to the root volume
    Then the request is answered 400
    And the root volume is unchanged

  @since:2.93 @boundary @op:volumes.reimage
  Scenario Outline: <row> a volume that is <status> is written to<how>
    Given a volume-backed server
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.68 to write image B to the root volume<how>
    Then the request is answered 202
    And the root volume becomes <status>
    And the root volume holds image B

    Examples: volumes that are written
      | row     | status    | how                     |
      | BFV-12e | available |                         |
      | BFV-12f | error     |                         |
      | BFV-12g | reserved  | , though it is reserved |

  @since:2.93 @boundary @op:volumes.reimage
  Scenario Outline: <row> a volume that is <status> is not written to<how>
    Given a volume-backed server
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.68 to write image B to the root volume<how>
    Then the request is answered 400
    And the root volume is unchanged

    Examples: volumes that are not written
      | row     | status    | how                     |
      | BFV-12h | in-use    |                         |
      | BFV-12i | in-use    | , though it is reserved |
      | BFV-12j | detaching | , though it is reserved |

  @since:2.93 @boundary @op:volumes.reimage
  Scenario: BFV-12w a volume of another project is none that is written to
    Given a volume-backed server
    And the admin has put the root volume into available
    When the outsider asks block storage at 3.68 to write image B to the root volume
    Then the request is answered 404
    And the root volume is unchanged

  @since:2.93 @boundary
  Scenario Outline: <row> at <at> block storage knows no request to write an image to a volume
    Given a volume-backed server
    And the admin has put the root volume into available
    When the member asks block storage at <at> to write image B to the root volume
    Then the request is answered <status>
    And the root volume is unchanged

    Examples: before block storage writes images
      | row     | at   | status |
      | BFV-12u | 3.0  | 404    |
      | BFV-12v | 3.67 | 404    |

  @since:2.93 @boundary @op:server-external-events.create
  Scenario Outline: <row> an event for <about>, with status <status>, does not end the waiting
    Given a volume-backed server
    And a rebuild of the server waits for its root volume, which could not be written
    When the admin sends the event volume-reimaged with status <status> for <about> at 2.93
    Then the request is answered 200
    And some seconds later the rebuild is not given up

    Examples: events about another volume
      | row     | about                        | status    |
      | BFV-13c | another volume of the server | failed    |
      | BFV-13d | another volume of the server | completed |
      | BFV-13j | the server without a tag     | failed    |
      | BFV-13k | the server without a tag     | completed |

  @since:2.93 @boundary @op:server-external-events.create
  Scenario Outline: <row> an event for the data volume of the server, with status <status>, does not end the waiting
    Given a volume-backed server
    And the server has a data volume
    And a rebuild of the server waits for its root volume, which could not be written
    When the admin sends the event volume-reimaged with status <status> for the data volume of the server at 2.93
    Then the request is answered 200
    And some seconds later the rebuild is not given up

    Examples: events about the data volume
      | row     | status    |
      | BFV-13n | failed    |
      | BFV-13o | completed |

  @since:2.93 @boundary @op:server-external-events.create
  Scenario Outline: <row> an event for another server, with status <status>, does not end the waiting, whichever volume it names
    Given the member has a key pair K1
    And a volume-backed server with key K1 on a volume of its own
    And another server with key K1
    And a rebuild of the server waits for its root volume, which could not be written
    When the admin sends the event volume-reimaged with status <status> for the other server at 2.93
    Then the request is answered 200
    And some seconds later the rebuild is not given up
    And the other server stays as it was

    Examples: events for another server
      | row     | status    |
      | BFV-13l | failed    |
      | BFV-13m | completed |

  @since:2.93 @boundary @needs:fault-rules @op:server-external-events.create
  Scenario Outline: <row> the event <event> about the root volume does not end the waiting
    Given a volume-backed server
    And a rebuild of the server waits for its root volume, which could not be written
    When the admin sends the event <event> with status completed for the server at 2.93
    Then the request is answered 200
    And some seconds later the rebuild is not given up

    Examples: other events about the volume
      | row     | event               |
      | BFV-13e | volume-extended     |
      | BFV-13f | network-vif-plugged |

  @since:2.93 @boundary @needs:new-policy @op:volumes.reimage
  Scenario Outline: <row> a reader does not write to a volume that is <status><how>
    Given a volume-backed server
    And the admin has put the root volume into <status>
    When the reader asks block storage at 3.68 to write image B to the root volume<how>
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow <rule> to be performed."
    And the root volume is unchanged

    Examples: who may not write
      | row     | status    | how                     | rule                    |
      | BFV-12k | available |                         | volume:reimage          |
      | BFV-12l | reserved  | , though it is reserved | volume:reimage_reserved |
      | BFV-12p | error     |                         | volume:reimage          |

  @since:2.93 @boundary @needs:image @needs:stepped-clock @op:volumes.reimage
  Scenario Outline: <row> block storage is asked to write an image that <image>
    Given a volume-backed server
    And an image Q that <image>
    And the admin has put the root volume into available
    When the member asks block storage at 3.68 to write image Q to the root volume
    Then the request is answered <status>

    Examples: images that are not written (a real volume may be left downloading)
      | row     | image                                   | status |
      | BFV-12m | has no data yet                         | 400    |
      | BFV-12n | needs a larger disk than the volume has | 400    |

  @since:2.93 @boundary @needs:image @needs:stepped-clock @op:volumes.reimage
  Scenario Outline: <row> block storage is asked to write an image that <image> to a volume that is <volume>
    Given a volume-backed server
    And an image Q that <image>
    And the admin has put the root volume into <volume>
    When the member asks block storage at 3.68 to write image Q to the root volume, though it is reserved
    Then the request is answered <status>

    Examples: images that are not written to other volumes
      | row     | image                                   | volume   | status |
      | BFV-12q | has no data yet                         | reserved | 400    |
      | BFV-12r | needs a larger disk than the volume has | reserved | 400    |
      | BFV-12s | has no data yet                         | error    | 400    |
      | BFV-12t | needs a larger disk than the volume has | error    | 400    |

  @since:2.93 @boundary @needs:image @needs:stepped-clock @op:volumes.reimage
  Scenario: BFV-12o an image of another project is none
    Given a volume-backed server
    And the outsider has an image P that nobody else sees
    And the admin has put the root volume into available
    When the member asks block storage at 3.68 to write image P to the root volume
    Then the request is answered 404

  @since:2.93 @boundary
  Scenario Outline: <row> a root volume that is <status> is not reserved for another server
    Given a volume-backed server
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.44 to reserve the root volume for another server
    Then the request is answered 400
    And the root volume is unchanged

    Examples: whose volume it is
      | row     | status   |
      | BFV-11c | in-use   |
      | BFV-11d | reserved |

  @since:2.93 @boundary
  Scenario Outline: <row> a root volume that is <status> is reserved once more for its server
    Given a volume-backed server
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.44 to reserve the root volume for its server
    Then the request is answered 200
    And the answer is an attachment of the root volume that is reserved for the server
    And the root volume becomes <then>

    Examples: the server that has it
      | row     | status      | then     |
      | BFV-11e | in-use      | in-use   |
      | BFV-11f | reserved    | reserved |
      | BFV-11g | available   | reserved |
      | BFV-11h | downloading | reserved |

  @since:2.93 @boundary
  Scenario Outline: <row> a root volume that is <status> is not reserved for its server either
    Given a volume-backed server
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.44 to reserve the root volume for its server
    Then the request is answered 400
    And the root volume is unchanged

    Examples: volumes that nobody reserves
      | row     | status    |
      | BFV-11i | error     |
      | BFV-11j | attaching |

  @since:2.93 @boundary
  Scenario Outline: <row> the <who>, who belongs to another project, asks to <what> the attachment of the root volume
    Given a volume-backed server
    When the <who> asks block storage at 3.44 to <what> the attachment of the root volume
    Then the request is answered <status>
    And the root volume is unchanged

    Examples: attachments of another project
      | row     | who      | what     | status |
      | BFV-11p | outsider | connect  | 403    |
      | BFV-11q | outsider | complete | 404    |
      | BFV-11r | outsider | delete   | 403    |

  @since:2.93 @boundary @needs:multiattach
  Scenario Outline: <row> a root volume that several servers may have and that is <status> is reserved
    Given a volume-backed server on a volume that several servers may have
    And the admin has put the root volume into <status>
    When the member asks block storage at 3.44 to reserve the root volume for its server
    Then the request is answered 200
    And the answer is an attachment of the root volume that is reserved for the server
    And the root volume becomes reserved

    Examples: a volume that several servers may have
      | row     | status      |
      | BFV-11m | available   |
      | BFV-11n | downloading |

  @since:2.93 @boundary @needs:multiattach
  Scenario: BFV-11l a root volume that two servers have is reserved once more for either of them
    Given a volume-backed server on a volume that several servers may have
    And another server has the root volume, too
    And the admin has put the root volume into reserved
    When the member asks block storage at 3.44 to reserve the root volume for the other server
    Then the request is answered 200
    And the root volume becomes reserved
    And block storage shows the root volume attached to both servers

  @since:2.93 @boundary
  Scenario: BFV-11k a reservation that goes leaves the other attachments, and the volume is in use again
    Given a volume-backed server
    And the member has reserved the root volume twice more for its server
    And the admin has put the root volume into reserved
    When the member asks block storage at 3.44 to take a reservation from the root volume
    Then the request is answered 200
    And the answer lists the other attachments of the root volume
    And the root volume becomes in-use
