@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:reimage @needs:two-images
Feature: Who says that the volume may be written
  In the specification a parameter does; in what shipped the microversion alone.

  @shipped @boundary
  Scenario Outline: <row> at <at> the parameter with the value <value> is unknown for <server>
    Given <server>
    When the member rebuilds the server at <at> with image B and parameter reimage_boot_volume <value>
    Then the request is answered 400
    And the fault is badRequest saying "Additional properties are not allowed ('reimage_boot_volume' was unexpected)"
    And the server is unchanged

    Examples: the parameter, shipped
      | row     | at    | server                 | value  |
      | BFV-03a | 2.1   | a volume-backed server | true   |
      | BFV-03b | 2.92  | a volume-backed server | true   |
      | BFV-03c | 2.93  | a volume-backed server | true   |
      | BFV-03d | 2.93  | a volume-backed server | false  |
      | BFV-03e | 2.93  | a volume-backed server | "True" |
      | BFV-03f | 2.100 | a volume-backed server | true   |
      | BFV-05a | 2.93  | a server               | true   |
      | BFV-05b | 2.93  | a server               | false  |

  @shipped @since:2.93 @before:400
  Scenario: BFV-04a without a parameter the volume is written
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

  @specified @since:2.93 @before:400
  Scenario Outline: <row> the parameter says yes as <value>
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image B and parameter reimage_boot_volume <value>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B

    Examples: ways to say yes
      | row     | value  |
      | BFV-03g | true   |
      | BFV-03h | "True" |
      | BFV-03i | "true" |
      | BFV-03j | "1"    |
      | BFV-03k | "on"   |
      | BFV-03l | "YES"  |
      | BFV-03aa | "TRUE" |
      | BFV-03ab | "ON"   |
      | BFV-03ac | "On"   |
      | BFV-03ad | "Yes"  |
      | BFV-03ae | "yes"  |

  @specified @since:2.93 @before:400
  Scenario Outline: <row> the parameter says no as <value>
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image A and parameter reimage_boot_volume <value>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image A

    Examples: ways to say no
      | row     | value   |
      | BFV-03m | false   |
      | BFV-03n | "False" |
      | BFV-03o | "0"     |
      | BFV-03p | "off"   |

  @specified @since:2.93 @before:400 @needs:volume-content
  Scenario Outline: <row> the image that is there already is written again where the parameter says <value>
    Given a volume-backed server that is said to hold image A and holds the data of image B
    When the member rebuilds the server at 2.93 with image A and parameter reimage_boot_volume <value>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds the data of image A

    Examples: ways to say yes to the image that is there
      | row      | value  |
      | BFV-03ba | true   |
      | BFV-03bb | "True" |
      | BFV-03bc | "true" |
      | BFV-03bd | "TRUE" |
      | BFV-03be | "1"    |
      | BFV-03bf | "on"   |
      | BFV-03bg | "ON"   |
      | BFV-03bh | "yes"  |
      | BFV-03bi | "Yes"  |

  @specified @since:2.93 @boundary @needs:volume-content
  Scenario Outline: <row> with <request> the data stay
    Given a volume-backed server that is said to hold image A and holds the data of image B
    When the member rebuilds the server at 2.93 with <request>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds the data of image B

    Examples: the data stay
      | row     | request                                         |
      | BFV-03y | image A and parameter reimage_boot_volume false |
      | BFV-03z | image A and parameter reimage_boot_volume "no"  |
      | BFV-04e | image A                                         |

  @specified @since:2.93
  Scenario Outline: <row> the parameter cannot be <value>
    When the member rebuilds an unknown server at 2.93 with parameter reimage_boot_volume <value>
    Then the request is answered 400
    And the fault is badRequest saying "Invalid input for field/attribute reimage_boot_volume."

    @before:400
    Examples: values that are none
      | row     | value   |
      | BFV-03q | "maybe" |
      | BFV-03r | 5       |
      | BFV-03s | null    |
      | BFV-03t | []      |
      | BFV-03u | ""      |

  @specified @until:2.92 @boundary
  Scenario Outline: <row> at <at> the parameter is unknown
    Given a volume-backed server
    When the member rebuilds the server at <at> with image B and parameter reimage_boot_volume true
    Then the request is answered 400
    And the fault is badRequest saying "Additional properties are not allowed ('reimage_boot_volume' was unexpected)"
    And the root volume is unchanged

    Examples: the parameter before its time
      | row     | at   |
      | BFV-03v | 2.1  |
      | BFV-03w | 2.92 |

  @specified @since:2.93 @before:400
  Scenario: BFV-03x the image stays required
    Given a volume-backed server
    When the member rebuilds the server at 2.93 by the body
      """json
      {"rebuild": {"reimage_boot_volume": "True"}}
      """
    Then the request is answered 400
    And the fault is badRequest saying "'imageRef' is a required property"
    And the root volume is unchanged

  @specified @boundary @since:2.93
  Scenario Outline: <row> <what> does not let the volume be written
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with <request>
    Then the request is answered 400
    And the fault is badRequest saying "Unable to rebuild with a different image for a volume-backed server."
    And the server is unchanged
    And the root volume is unchanged

    Examples: nobody said that the volume may be written
      | row     | what         | request                                         |
      | BFV-04b | no parameter | image B                                         |
      | BFV-04c | the value no | image B and parameter reimage_boot_volume false |
      | BFV-04f | the word no  | image B and parameter reimage_boot_volume "False" |
      | BFV-04g | the word no  | image B and parameter reimage_boot_volume "FALSE" |
      | BFV-04h | the word no  | image B and parameter reimage_boot_volume "false" |
      | BFV-04i | the word no  | image B and parameter reimage_boot_volume "0"     |
      | BFV-04j | the word no  | image B and parameter reimage_boot_volume "OFF"   |
      | BFV-04k | the word no  | image B and parameter reimage_boot_volume "Off"   |
      | BFV-04l | the word no  | image B and parameter reimage_boot_volume "off"   |
      | BFV-04m | the word no  | image B and parameter reimage_boot_volume "NO"    |
      | BFV-04n | the word no  | image B and parameter reimage_boot_volume "No"    |
      | BFV-04o | the word no  | image B and parameter reimage_boot_volume "no"    |

  @specified @since:2.93 @before:202
  Scenario: BFV-04d without the parameter the same image is not written again
    Given a volume-backed server
    When the member rebuilds the server at 2.93 with image A
    Then the request is answered 202
    And until the server is ACTIVE the root volume goes through
      | in-use    |
      | reserved  |
      | attaching |
      | in-use    |
    And the root volume holds image A

  @specified @since:2.93 @before:400
  Scenario Outline: <row> a server that boots from an image has no volume to write with image <image>
    Given a server
    When the member rebuilds the server at 2.93 with image <image> and parameter reimage_boot_volume true
    Then the request is answered 400
    And the fault is badRequest saying "reimage_boot_volume is for servers that boot from a volume"
    And the server is unchanged

    Examples: no volume to write
      | row     | image |
      | BFV-05c | B     |
      | BFV-05d | A     |

  @specified @since:2.93 @before:400
  Scenario Outline: <row> a data volume does not make a server one that boots from a volume: image <image>
    Given a server
    And the server has a data volume
    When the member rebuilds the server at 2.93 with image <image> and parameter reimage_boot_volume true
    Then the request is answered 400
    And the fault is badRequest saying "reimage_boot_volume is for servers that boot from a volume"
    And the server is unchanged
    And the data volume is unchanged

    Examples: a data volume, and none to write
      | row     | image |
      | BFV-05g | B     |
      | BFV-05h | A     |

  @specified @since:2.93 @before:400 @needs:image
  Scenario: BFV-05f what is wrong with the image is told before that there is no volume to write
    Given a server
    And an image Q that asks for an unknown architecture
    When the member rebuilds the server at 2.93 with image Q and parameter reimage_boot_volume true
    Then the request is answered 400
    And the fault is badRequest saying "Architecture name 'pdp11' is not recognised"
    And the server is unchanged

  @specified @since:2.93 @before:400
  Scenario: BFV-05e a server that boots from an image may say no
    Given a server
    When the member rebuilds the server at 2.93 with image B and parameter reimage_boot_volume false
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has image B
