@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: What a rebuild may say about the key
  The schema of the parameter, and what the two profiles make of null and of blanks.

  Background:
    Given the member has a key pair K1
    And the member has a key pair K2
    And a server with key K1

  @until:2.53 @boundary
  Scenario Outline: <row> at <at> a rebuild with key <key> is refused
    When the member rebuilds the server at <at> with key <key>
    Then the request is answered 400
    And the fault is badRequest saying "Additional properties are not allowed ('key_name' was unexpected)"
    And the server has key K1
    And the server is unchanged

    Examples: before the parameter exists
      | row     | at   | key  |
      | RKP-06a | 2.53 | K2   |
      | RKP-06b | 2.53 | null |
      | RKP-06c | 2.1  | K2   |

  @since:2.54
  Scenario: RKP-13 the image is required
    When the member rebuilds the server at 2.54 by the body
      """json
      {"rebuild": {"key_name": "{key:K2}"}}
      """
    Then the request is answered 400
    And the fault is badRequest saying "'imageRef' is a required property"
    And the server has key K1
    And the server is unchanged

  @since:2.54
  Scenario Outline: <row> nothing else is let in: <where>
    When the member rebuilds the server at 2.54 by the body
      """json
      <body>
      """
    Then the request is answered 400
    And the fault is badRequest saying "<text>"
    And the server has key K1
    And the server is unchanged

    Examples: keys that do not belong
      | row     | where          | body                                                                          | text                                                              |
      | RKP-14a | inside rebuild | {"rebuild": {"imageRef": "{image}", "key_name": "{key:K2}", "key_type": "x"}} | Additional properties are not allowed ('key_type' was unexpected) |

    @before:same
    Examples: keys beside the action
      | row     | where          | body                                                                          | text                   |
      | RKP-14b | beside rebuild | {"rebuild": {"imageRef": "{image}", "key_name": "{key:K2}"}, "key_name": "x"} | Malformed request body |

  @since:2.54
  Scenario Outline: <row> a key name that is <type> is refused
    When the member rebuilds the server at 2.54 with key <key>
    Then the request is answered 400
    And the fault is badRequest saying "Invalid input for field/attribute key_name."
    And the server has key K1
    And the server is unchanged

    Examples: types of the key name
      | row     | type                       | key            |
      | RKP-15a | an integer                 | 5              |
      | RKP-15b | a boolean                  | true           |
      | RKP-15c | a list                     | ["K2"]         |
      | RKP-15d | an object                  | {"name": "K2"} |
      | RKP-15e | an empty string            | ""             |
      | RKP-15f | a string of 256 characters | 256 characters |
      | RKP-15p | 256 letters of two bytes   | 256 accented letters |

  @since:2.54
  Scenario: RKP-15g a key name of 255 characters passes
    Given the member has a key pair L with a name of 255 characters
    When the member rebuilds the server at 2.54 with key L
    Then the request is answered 202
    And the answer shows the server with key L
    And the server becomes ACTIVE
    And the server has key L

  @since:2.54
  Scenario Outline: <row> a key name with <blank> on <server>
    When the member rebuilds <server> at 2.54 with key K2 with <blank>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server has key K1
    And the server is unchanged

    @shipped
    Examples: blanks around the key name, shipped
      | row     | server            | blank            | status | fault        | text                       |
      | RKP-15h | the server        | a leading blank  | 400    | badRequest   | Invalid key_name provided. |
      | RKP-15i | an unknown server | a trailing blank | 404    | itemNotFound | could not be found.        |
      | RKP-15j | an unknown server | a leading blank  | 404    | itemNotFound | could not be found.        |

    @specified
    Examples: blanks around the key name, specified
      | row     | server            | blank            | status | fault      | text                                  |
      | RKP-15k | the server        | a leading blank  | 400    | badRequest | An invalid 'name' value was provided. |
      | RKP-15l | the server        | a trailing blank | 400    | badRequest | An invalid 'name' value was provided. |
      | RKP-15m | an unknown server | a leading blank  | 400    | badRequest | An invalid 'name' value was provided. |

  @since:2.54 @shipped
  Scenario: RKP-16a null takes the key away
    When the member rebuilds the server at 2.54 with key null
    Then the request is answered 202
    And the answer shows the server with key null
    And the server has key null
    And the server becomes ACTIVE
    And the server has key null

  @since:2.54 @specified
  Scenario: RKP-16b null is refused and the key stays
    When the member rebuilds the server at 2.54 with key null
    Then the request is answered 400
    And the fault is badRequest saying "Invalid input for field/attribute key_name."
    And the server has key K1
    And the server is unchanged

  Scenario Outline: <row> at <at> every other parameter beside the key, with <with>
    When the member rebuilds the server at <at> with key K2, <with> and every other parameter
    Then the request is answered 202
    And the answer shows the server with key K2
    And the answer shows every other parameter
    And the server becomes ACTIVE
    And the server has key K2
    And the server shows every other parameter

    @since:2.54 @until:2.56 @boundary
    Examples: all parameters up to 2.56
      | row     | at   | with        |
      | RKP-26a | 2.54 | personality |
      | RKP-26b | 2.55 | personality |
      | RKP-26c | 2.56 | personality |

    @since:2.57
    Examples: all parameters from 2.57
      | row     | at   | with      |
      | RKP-26d | 2.57 | user_data |

    @since:2.63
    Examples: all parameters from 2.63
      | row     | at   | with                 |
      | RKP-26f | 2.63 | trusted certificates |

    @since:2.90
    Examples: all parameters from 2.90
      | row     | at   | with       |
      | RKP-26g | 2.90 | a hostname |

  @since:2.54 @boundary
  Scenario Outline: <row> a rebuild with <description> leaves <left>
    Given the server is described as "before"
    When the member rebuilds the server at 2.54 with <description>
    Then the request is answered 202
    And the answer says at /server/description <left>
    And the server becomes ACTIVE
    And the server says at /server/description <left>

    Examples: what becomes of the description
      | row      | description                              | left     |
      | RKP-26zv | key K2                                   | "before" |
      | RKP-26zw | key K2 and parameter description "after" | "after"  |
      | RKP-26zx | key K2 and parameter description null    | null     |

  @since:2.63
  Scenario: RKP-26bg a rebuild without trusted certificates shows that the server has none
    When the member rebuilds the server at 2.63 with key K2
    Then the request is answered 202
    And the answer says at /server/trusted_image_certificates null
    And the server becomes ACTIVE
    And the server says at /server/trusted_image_certificates null

  @since:2.54 @boundary
  Scenario Outline: <row> a rebuild with <request> leaves the disk <left>
    Given the member has rebuilt the server with parameter OS-DCF:diskConfig "AUTO"
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the answer says at /server/OS-DCF:diskConfig <left>
    And the server becomes ACTIVE
    And the server says at /server/OS-DCF:diskConfig <left>

    Examples: what becomes of the way in which the disk is divided
      | row      | request                                         | left     |
      | RKP-26be | key K2                                          | "MANUAL" |
      | RKP-26bf | key K2 and parameter OS-DCF:diskConfig "MANUAL" | "MANUAL" |

  @since:2.54 @boundary
  Scenario Outline: <row> a rebuild with <request> that names no password is answered none that is empty
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the answer does not say at /server/adminPass ""
    And the server becomes ACTIVE

    Examples: a password beside the key
      | row      | request                                |
      | RKP-26bh | key K2                                 |
      | RKP-26bi | key K1                                 |
      | RKP-26bj | key K2 and parameter name "renamed"    |
      | RKP-26bk | image A                                |

  @since:2.57 @boundary
  Scenario: RKP-26e from 2.57 personality is refused
    When the member rebuilds the server at 2.57 with key K2, personality and every other parameter
    Then the request is answered 400
    And the fault is badRequest saying "Additional properties are not allowed ('personality' was unexpected)"
    And the server has key K1
    And the server is unchanged

  @since:2.57 @boundary
  Scenario Outline: <row> a rebuild of a server that has user data with <request> leaves <left>
    Given the member has rebuilt the server at 2.57 with user_data
    When the member rebuilds the server at 2.57 with <request>
    Then the request is answered 202
    And the answer says at /server/user_data <left>
    And the server becomes ACTIVE
    And the admin sees of the server at /server/OS-EXT-SRV-ATTR:user_data <left>

    Examples: what becomes of the user data
      | row      | request                             | left                   |
      | RKP-26ba | key K2                              | "IyEvYmluL3RydWUK"     |
      | RKP-26bb | key K2 and parameter user_data null | null                   |

  @since:2.63 @boundary
  Scenario: RKP-26bc a rebuild that does not mention the trusted certificates keeps them
    Given the member has rebuilt the server at 2.63 with trusted certificates
    When the member rebuilds the server at 2.63 with key K2
    Then the request is answered 202
    And the answer says at /server/trusted_image_certificates/0 "first"
    And the server becomes ACTIVE
    And the server says at /server/trusted_image_certificates/0 "first"

  @since:2.63 @boundary
  Scenario: RKP-26bd null takes the trusted certificates away
    Given the member has rebuilt the server at 2.63 with trusted certificates
    When the member rebuilds the server at 2.63 with key K2 and parameter trusted_image_certificates null
    Then the request is answered 202
    And the answer does not say at /server/trusted_image_certificates/0 "first"
    And the server becomes ACTIVE
    And the server does not say at /server/trusted_image_certificates/0 "first"

  Scenario Outline: <row> at <at> the <who> may say beside a key of their own all that the owner may: <with>
    Given the <who> has a key pair K9
    When the <who> rebuilds the server at <at> with key K9, <with> and every other parameter
    Then the request is answered <status>
    And the answer shows the server with key K9
    And the answer shows every other parameter
    And the server becomes ACTIVE
    And the server has key K9
    And the server shows every other parameter

    @since:2.57
    Examples: user data, by others
      | row      | at   | who     | with      | status |
      | RKP-26bl | 2.57 | member2 | user_data | 202    |
      | RKP-26ee | 2.57 | outsider-admin | user_data | 202    |

    @since:2.90
    Examples: a hostname, by others
      | row      | at   | who     | with       | status |
      | RKP-26bm | 2.90 | admin   | a hostname | 202    |
      | RKP-26bn | 2.90 | manager | user_data  | 202    |
      | RKP-26ef | 2.90 | member2 | a hostname | 202    |
      | RKP-26eg | 2.90 | manager | a hostname | 202    |
      | RKP-26eh | 2.90 | outsider-admin | a hostname | 202    |

  @since:2.54 @boundary
  Scenario Outline: <row> an empty value is a value: a rebuild with <request> leaves <left> at <where>
    Given the server is described as "before"
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered <status>
    And the answer says at <where> <left>
    And the server becomes ACTIVE
    And the server says at <where> <left>

    Examples: empty values
      | row      | request                             | where               | left | status |
      | RKP-26bo | key K2 and parameter description "" | /server/description | ""   | 202    |

  @since:2.54 @boundary
  Scenario: RKP-26bp an empty object of metadata takes what the server has
    Given the server has access addresses and metadata of its own
    When the member rebuilds the server at 2.54 with key K2 and parameter metadata {}
    Then the request is answered 202
    And the answer says at /server/metadata {}
    And the server becomes ACTIVE
    And the server says at /server/metadata {}
