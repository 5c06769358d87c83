@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:reimage @needs:two-images
Feature: A rebuild writes another image to the volume that a server boots from
  What the specification was written for: the same rebuild for volume-backed servers as for all others.

  @since:2.93 @before:400
  Scenario: BFV-01a a volume-backed server gets another image and keeps its volume
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the answer says at /server/status "REBUILD"
    And the answer says at /server/image ""
    And the server becomes ACTIVE
    And the root volume holds image B
    And the server still boots from the root volume

  @boundary
  Scenario Outline: <row> at <at> a volume-backed server gets another image as at 2.93
    Given a volume-backed server
    When the member rebuilds the server at <at> with image B on its volume
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the root volume holds image B

    @since:2.95
    Examples: at later microversions
      | row     | at   | status |
      | BFV-01k | 2.94 | 202    |
      | BFV-01l | 2.95 | 202    |

    @since:2.100
    Examples: at microversions later still
      | row     | at    | status |
      | BFV-01m | 2.98  | 202    |
      | BFV-01n | 2.100 | 202    |

  @since:2.93 @before:400
  Scenario: BFV-01b the volume that the compute service made is written, too
    Given a server for which the compute service made a root volume that it deletes
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the server still boots from the root volume

  @since:2.93 @before:400
  Scenario: BFV-01c a volume-backed server in error gets another image and comes up
    Given a volume-backed server
    And the admin has put the server into ERROR
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @since:2.93 @before:400
  Scenario: BFV-01j a volume-backed server that was stopped before it came into error gets another image and comes up
    Given a volume-backed server
    And the server is SHUTOFF
    And the admin has put the server into ERROR
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @since:2.93 @before:400 @needs:image
  Scenario: BFV-01d the volume tells the properties of the new image and none of the old one
    Given an image P that has a property of its own
    And a volume-backed server on a volume with image P
    And an image Q that has a property of its own
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image Q
    And the root volume has the property of image Q and not that of image P

  @since:2.93 @before:400 @needs:image
  Scenario: BFV-01o the new image may be one that only its owner's project sees
    Given a volume-backed server
    And the member has an image P that nobody else sees
    When the member rebuilds the server at 2.93 with image P on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image P

  @since:2.93 @before:400
  Scenario Outline: <row> the <who> rebuilds the member's server
    Given a volume-backed server
    When the <who> rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the server still boots from the root volume
    And the newest action of the server is rebuild by the <who>

    Examples: who may rebuild
      | row     | who     |
      | BFV-01e | member2 |
      | BFV-01f | manager |
      | BFV-01g | admin   |

  @since:2.93 @before:same
  Scenario: BFV-02 a server that boots from an image is rebuilt as always
    Given a server
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has image B

  @since:2.93 @before:same
  Scenario: BFV-02b a server that boots from an image has its volumes attached anew, as always
    Given a server
    And the server has a data volume
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has image B
    And the data volume is attached anew

  @since:2.93 @before:none
  Scenario Outline: <row> a volume that was written can be written again, with image <image>
    Given a volume-backed server
    And the member has rebuilt the server at 2.93 with image B on its volume
    When the <who> rebuilds the server at 2.93 with image <image> on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image <image>
    And the root volume is attached anew
    And the server still boots from the root volume

    Examples: a second time
      | row     | who     | image |
      | BFV-01h | member  | A     |
      | BFV-01i | member2 | B     |

  @until:2.92 @boundary
  Scenario Outline: <row> at <at> another image for a volume-backed server is refused
    Given a volume-backed server
    When the member rebuilds the server at <at> with image B
    Then the request is answered 400
    And the fault is badRequest saying "Unable to rebuild with a different image for a volume-backed server."
    And the server is unchanged
    And the root volume is unchanged

    Examples: another image before 2.93
      | row     | at   |
      | BFV-06a | 2.1  |
      | BFV-06b | 2.54 |
      | BFV-06c | 2.92 |

  @until:2.92 @boundary
  Scenario Outline: <row> at 2.92 another image for a volume-backed server that is <state> is refused
    Given a volume-backed server
    And the server is <state>
    When the member rebuilds the server at 2.92 with image B
    Then the request is answered 400
    And the fault is badRequest saying "Unable to rebuild with a different image for a volume-backed server."
    And the server is unchanged
    And the root volume is unchanged

    Examples: another image before 2.93, in other states
      | row     | state   |
      | BFV-06d | SHUTOFF |

  @until:2.92 @boundary
  Scenario Outline: <row> at <at> a rebuild with the same image keeps the volume and attaches it anew
    Given a volume-backed server
    When the member rebuilds the server at <at> with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image A
    And the server still boots from the root volume
    And the root volume is attached anew

    Examples: the same image before 2.93
      | row     | at   |
      | BFV-07a | 2.1  |
      | BFV-07b | 2.92 |

  @since:2.93 @boundary
  Scenario Outline: <row> after the volume was written, at 2.92 image <image> is the <which> image
    Given a server for which the compute service made a root volume that it deletes
    And the member has rebuilt the server at 2.93 with image B on its volume
    When the member rebuilds the server at 2.92 with image <image>
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the root volume holds image B

    Examples: which image is the same one
      | row     | image | which | status |
      | BFV-07g | B     | same  | 202    |
      | BFV-06e | A     | other | 400    |

  @boundary
  Scenario Outline: <row> at <at> the request for another image is answered <status>
    Given a volume-backed server
    When the member rebuilds the server at <at> with image B on its volume
    Then the request is answered <status>

    @until:2.92
    Examples: the answer before 2.93
      | row     | at   | status |
      | BFV-18a | 2.92 | 400    |

    @since:2.93
    Examples: the answer from 2.93
      | row     | at   | status |
      | BFV-18b | 2.93 | 202    |

  @since:2.93 @before:400
  Scenario: BFV-01q the volume that is written is the one that the server boots from, though its request named another one first
    Given a volume-backed server whose data volume is named before its root volume
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the server still boots from the root volume
    And the data volume is attached anew

  @since:2.93 @before:400
  Scenario Outline: <row> block storage lists the volume of a server that is <state> as it is
    Given a volume-backed server
    And the server is <state>
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes <state>
    And the root volume holds image B
    And block storage lists the root volume as it is

    Examples: the volume in the list of volumes
      | row     | state   |
      | BFV-01r | ACTIVE  |
      | BFV-01s | SHUTOFF |

  @since:2.93 @before:400
  Scenario Outline: <row> a lock lets the <who> write another image to the volume
    Given a volume-backed server
    And the server is locked by its owner
    When the <who> rebuilds the server at 2.93 with image B on its volume
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the root volume holds image B

    Examples: whom a lock does not stop
      | row     | who            | status |
      | BFV-01t | admin          | 202    |
      | BFV-01u | outsider-admin | 202    |

  @until:2.92 @boundary
  Scenario Outline: <row> at <at> another image is refused to the <who>, too
    Given a volume-backed server
    When the <who> rebuilds the server at <at> with image B
    Then the request is answered 400
    And the fault is badRequest saying "Unable to rebuild with a different image for a volume-backed server."
    And the server is unchanged
    And the root volume is unchanged

    Examples: another image before 2.93, of others
      | row     | at   | who     |
      | BFV-06f | 2.92 | admin   |
      | BFV-06g | 2.75 | member2 |
      | BFV-06h | 2.90 | member  |

  @until:2.92 @boundary
  Scenario Outline: <row> at <at>, too, the same image keeps the volume
    Given a volume-backed server
    When the <who> rebuilds the server at <at> with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image A
    And the root volume is attached anew

    Examples: the same image at microversions in between
      | row     | at   | who     |
      | BFV-07h | 2.54 | member  |
      | BFV-07i | 2.75 | admin   |
      | BFV-07j | 2.90 | member2 |

  @since:2.93
  Scenario Outline: <row> trusted certificates are refused to the <who>, too
    Given a volume-backed server
    When the <who> rebuilds the server at 2.93 with image A and trusted certificates
    Then the request is answered 400
    And the fault is badRequest saying "Image certificate validation is not supported for volume-backed servers."
    And the root volume is unchanged

    @before:same
    Examples: trusted certificates, by others
      | row      | who     |
      | BFV-N02f | admin   |
      | BFV-N02g | member2 |

  @since:2.93 @before:400
  Scenario Outline: <row> a data volume that is <fate> with the server stays so
    Given <what>
    And the server has a data volume that is <fate> with it
    When the member rebuilds the server at 2.93 with <request>
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the data volume is attached anew

    Examples: the fate of data volumes
      | row     | what                   | fate    | request               | status |
      | BFV-26c | a volume-backed server | deleted | image B on its volume | 202    |
      | BFV-26d | a volume-backed server | kept    | image B on its volume | 202    |

    @before:same
    Examples: the fate of data volumes of other servers
      | row     | what     | fate    | request | status |
      | BFV-02c | a server | deleted | image B | 202    |

  @until:2.92 @boundary @needs:image
  Scenario Outline: <row> at <at> hosts are not asked about the image that is on the volume already
    Given a volume-backed server on a volume with an image Q that no host can run any more
    When the member rebuilds the server at <at> with image Q
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the root volume is attached anew

    Examples: the image that is there already
      | row     | at   | status |
      | BFV-07k | 2.92 | 202    |
      | BFV-07l | 2.1  | 202    |

  @until:2.92 @boundary @needs:image
  Scenario Outline: <row> at <at> the root volume is compared with the image that is on it already, too
    Given a volume-backed server on a volume with an image Q that needs a larger disk than the volume has by now
    When the member rebuilds the server at <at> with image Q
    Then the request is answered <status>
    And the fault is badRequest saying "Volume is smaller than the minimum size specified in image metadata."
    And the server is unchanged
    And the root volume is unchanged

    Examples: a larger disk for the image that is there already
      | row      | at   | status |
      | BFV-N03zd | 2.92 | 400    |
      | BFV-N03ze | 2.1  | 400    |

  @since:2.93 @before:none @needs:image
  Scenario Outline: <row> the root volume is compared with the image that is on it already, too: <request>
    Given a volume-backed server on a volume with an image Q that needs a larger disk than the volume has by now
    When the member rebuilds the server at 2.93 with <request>
    Then the request is answered <status>
    And the fault is badRequest saying "Volume is smaller than the minimum size specified in image metadata."
    And the server is unchanged
    And the root volume is unchanged

    Examples: a larger disk for the image that is there already, written or not
      | row      | request               | status |
      | BFV-N03zf | image Q               | 400    |
      | BFV-N03zg | image Q on its volume | 400    |

  @until:2.92 @boundary @needs:image
  Scenario Outline: <row> at <at> the memory of the flavor is compared with the image that is on the volume already, too
    Given a volume-backed server on a volume with an image Q that needs more memory than the flavor has by now
    When the member rebuilds the server at <at> with image Q
    Then the request is answered <status>
    And the fault is badRequest saying "Flavor's memory is too small for requested image."
    And the server is unchanged
    And the root volume is unchanged

    Examples: memory for the image that is there already
      | row      | at   | status |
      | BFV-N04c | 2.92 | 400    |
      | BFV-N04d | 2.1  | 400    |

  @since:2.93 @before:none @needs:image
  Scenario Outline: <row> the memory of the flavor is compared with the image that is on the volume already, too: <request>
    Given a volume-backed server on a volume with an image Q that needs more memory than the flavor has by now
    When the member rebuilds the server at 2.93 with <request>
    Then the request is answered <status>
    And the fault is badRequest saying "Flavor's memory is too small for requested image."
    And the server is unchanged
    And the root volume is unchanged

    Examples: memory for the image that is there already, written or not
      | row      | request               | status |
      | BFV-N04e | image Q               | 400    |
      | BFV-N04f | image Q on its volume | 400    |

  @since:2.93 @before:none @needs:image
  Scenario: BFV-01v the layout of the image that is on the volume already is not compared, whatever it asks for by now
    Given a volume-backed server on a volume with an image Q that asks for a NUMA node by now
    When the member rebuilds the server at 2.93 with image Q on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image Q
