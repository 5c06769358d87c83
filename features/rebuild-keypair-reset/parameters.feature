@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: What a rebuild may say beside the key
  The schema is looked at before the server: what it refuses is answered 400, and what it lets in is answered that
  there is no such server.

  Scenario Outline: <row> at <at> the schema refuses for <parameter>: <what>
    When the member rebuilds an unknown server at <at> with parameter <parameter> <value>
    Then the request is answered 400
    And the fault is badRequest saying "<text>"

    Examples: what the schema refuses
      | row       | at   | parameter                  | what                                           | value                                        | text |
      | RKP-N01aa | 2.54 | name                       | empty                                          | ""                                           | Invalid input for field/attribute name. |
      | RKP-N01ab | 2.54 | name                       | too long                                       | 256 characters                               | Invalid input for field/attribute name. |
      | RKP-N01ac | 2.54 | name                       | a name with a blank ahead                      | " x"                                         | An invalid 'name' value was provided. |
      | RKP-N01ad | 2.54 | adminPass                  | a number                                       | 5                                            | Invalid input for field/attribute adminPass. |
      | RKP-N01ae | 2.54 | imageRef                   | a number                                       | 5                                            | Invalid input for field/attribute imageRef. |
      | RKP-N01af | 2.54 | metadata                   | a number for a value                           | {"purpose":5}                                | Invalid input for field/attribute purpose. |
      | RKP-N01ag | 2.54 | metadata                   | a value that is too long                       | 256 characters as a value                    | Invalid input for field/attribute purpose. |
      | RKP-N01ah | 2.54 | metadata                   | a key that is too long                         | 256 characters as a key                      | Invalid input for field/attribute metadata. |
      | RKP-N01ai | 2.54 | metadata                   | a key with a slash                             | {"a/b":"x"}                                  | Invalid input for field/attribute metadata. |
      | RKP-N01aj | 2.54 | preserve_ephemeral         | a word that is none of those for yes or no     | "maybe"                                      | Invalid input for field/attribute preserve_ephemeral. |
      | RKP-N01ak | 2.54 | preserve_ephemeral         | a number                                       | 5                                            | Invalid input for field/attribute preserve_ephemeral. |
      | RKP-N01al | 2.54 | OS-DCF:diskConfig          | a number                                       | 5                                            | Invalid input for field/attribute OS-DCF:diskConfig. |
      | RKP-N01am | 2.54 | accessIPv4                 | a number                                       | 5                                            | Invalid input for field/attribute accessIPv4. |
      | RKP-N01an | 2.54 | accessIPv6                 | a number                                       | 5                                            | Invalid input for field/attribute accessIPv6. |
      | RKP-N01ao | 2.54 | accessIPv6                 | an address of the other kind                   | "192.0.2.1"                                  | Invalid input for field/attribute accessIPv6. |
      | RKP-N01ap | 2.54 | personality                | no list                                        | {}                                           | Invalid input for field/attribute personality. |
      | RKP-N01aq | 2.54 | personality                | a list of numbers                              | [5]                                          | Invalid input for field/attribute 0. |
      | RKP-N01ar | 2.54 | personality                | a path that is a number                        | [{"path":5,"contents":"QUFB"}]               | Invalid input for field/attribute path. |
      | RKP-N01as | 2.54 | personality                | contents that are a number                     | [{"path":"/a","contents":5}]                 | Invalid input for field/attribute contents. |
      | RKP-N01at | 2.54 | personality                | contents that are no base64                    | [{"path":"/a","contents":"QQ"}]              | Invalid input for field/attribute contents. |
      | RKP-N01av | 2.54 | personality                | a file with a mode                             | [{"path":"/a","contents":"QUFB","mode":"x"}] | Invalid input for field/attribute 0. |
      | RKP-N01aw | 2.54 | description                | a number                                       | 5                                            | Invalid input for field/attribute description. |
      | RKP-N01ax | 2.54 | description                | too long                                       | 256 characters                               | Invalid input for field/attribute description. |
      | RKP-N01ay | 2.54 | description                | a text with a control character                | "a\\u0007b"                                  | Invalid input for field/attribute description. |
      | RKP-N01az | 2.54 | description                | a text with a character beyond the basic plane | "\\ud83d\\ude00"                             | Invalid input for field/attribute description. |
      | RKP-N01ba | 2.18 | description                | there before its time                          | "x"                                          | Invalid input for field/attribute rebuild. |
      | RKP-N01bb | 2.57 | user_data                  | a number                                       | 5                                            | Invalid input for field/attribute user_data. |
      | RKP-N01bc | 2.57 | user_data                  | no base64                                      | "QQ"                                         | Invalid input for field/attribute user_data. |
      | RKP-N01be | 2.57 | user_data                  | too long                                       | 65536 characters of base64                   | Invalid input for field/attribute user_data. |
      | RKP-N01bf | 2.63 | trusted_image_certificates | no list                                        | "x"                                          | Invalid input for field/attribute trusted_image_certificates. |
      | RKP-N01bg | 2.63 | trusted_image_certificates | an empty list                                  | []                                           | Invalid input for field/attribute trusted_image_certificates. |
      | RKP-N01bh | 2.63 | trusted_image_certificates | a list that is too long                        | 51 items                                     | Invalid input for field/attribute trusted_image_certificates. |
      | RKP-N01bi | 2.63 | trusted_image_certificates | a list with the same item twice                | ["x","x"]                                    | Invalid input for field/attribute trusted_image_certificates. |
      | RKP-N01bj | 2.63 | trusted_image_certificates | a list of empty texts                          | [""]                                         | Invalid input for field/attribute 0. |
      | RKP-N01bk | 2.63 | trusted_image_certificates | a list of numbers                              | [5]                                          | Invalid input for field/attribute 0. |
      | RKP-N01bl | 2.90 | hostname                   | a number                                       | 5                                            | Invalid input for field/attribute hostname. |
      | RKP-N01bm | 2.90 | hostname                   | too short                                      | "a"                                          | Invalid input for field/attribute hostname. |
      | RKP-N01bn | 2.90 | hostname                   | too long                                       | 64 characters                                | Invalid input for field/attribute hostname. |
      | RKP-N01bo | 2.90 | hostname                   | a text with an underscore                      | "a_b"                                        | Invalid input for field/attribute hostname. |
      | RKP-N01bp | 2.93 | hostname                   | a text with a dot before its time              | "a.b"                                        | Invalid input for field/attribute hostname. |
      | RKP-N01bq | 2.94 | hostname                   | a number                                       | 5                                            | Invalid input for field/attribute hostname. |
      | RKP-N01br | 2.94 | hostname                   | empty                                          | ""                                           | Invalid input for field/attribute hostname. |
      | RKP-N01bs | 2.94 | hostname                   | too long                                       | 256 characters                               | Invalid input for field/attribute hostname. |
      | RKP-N01bu | 2.54 | name                       | too long, with letters of two bytes            | 256 accented letters                         | Invalid input for field/attribute name. |
      | RKP-N01bv | 2.54 | description                | too long, with letters of two bytes            | 256 accented letters                         | Invalid input for field/attribute description. |
      | RKP-N01bw | 2.54 | metadata                   | a value that is too long, of two bytes each    | 256 accented letters as a value              | Invalid input for field/attribute purpose. |
      | RKP-N01bt | 2.94 | hostname                   | a text with a blank inside                     | "a b"                                        | Invalid input for field/attribute hostname. |

  Scenario Outline: <row> at <at> a letter beyond ASCII is not let in for <parameter>
    When the member rebuilds an unknown server at <at> with parameter <parameter> <value>
    Then the request is answered 400 or 500

    Examples: letters beyond ASCII
      | row       | at   | parameter   | value                                    |
      | RKP-N01au | 2.54 | personality | [{"path":"/a","contents":"QUFB\\u00e9"}] |
      | RKP-N01bd | 2.57 | user_data   | "QUFB\\u00e9"                            |

  Scenario: RKP-N01zz the schema refuses a rebuild that is a list
    When the member sends POST /servers/{unknown}/action at 2.54 with the body
      """json
      {"rebuild": []}
      """
    Then the request is answered 400
    And the fault is badRequest saying "Invalid input for field/attribute rebuild."

  Scenario Outline: <row> at <at> the schema lets in for <parameter>: <what>
    When the member rebuilds an unknown server at <at> with parameter <parameter> <value>
    Then the request is answered 404
    And the fault is itemNotFound saying "could not be found."

    Examples: what the schema lets in
      | row      | at   | parameter                  | what                      | value                      |
      | RKP-26aa | 2.54 | name                       | as short as may be        | "x"                        |
      | RKP-26ab | 2.54 | name                       | as long as may be         | 255 characters             |
      | RKP-26ac | 2.54 | metadata                   | a value as long as may be | 255 characters as a value  |
      | RKP-26ad | 2.54 | metadata                   | a key as long as may be   | 255 characters as a key    |
      | RKP-26ae | 2.54 | preserve_ephemeral         | a word for yes            | "yes"                      |
      | RKP-26af | 2.54 | preserve_ephemeral         | yes                       | true                       |
      | RKP-26ag | 2.19 | description                | from 2.19 on              | "x"                        |
      | RKP-26ah | 2.54 | description                | as long as may be         | 255 characters             |
      | RKP-26ai | 2.54 | description                | null                      | null                       |
      | RKP-26aj | 2.57 | user_data                  | as long as may be         | 65535 characters of base64 |
      | RKP-26ak | 2.57 | user_data                  | null                      | null                       |
      | RKP-26al | 2.63 | trusted_image_certificates | a list as short as may be | ["x"]                      |
      | RKP-26am | 2.63 | trusted_image_certificates | a list as long as may be  | 50 items                   |
      | RKP-26an | 2.63 | trusted_image_certificates | null                      | null                       |
      | RKP-26ao | 2.90 | hostname                   | as short as may be        | "ab"                       |
      | RKP-26ap | 2.90 | hostname                   | as long as may be         | 63 characters              |
      | RKP-26aq | 2.94 | hostname                   | as short as may be        | "a"                        |
      | RKP-26ar | 2.94 | hostname                   | as long as may be         | 255 characters             |
      | RKP-26at | 2.54 | name                       | 255 letters of two bytes  | 255 accented letters       |
      | RKP-26au | 2.54 | description                | 255 letters of two bytes  | 255 accented letters       |
      | RKP-26av | 2.54 | metadata                   | 255 letters of two bytes  | 255 accented letters as a value |
      | RKP-26as | 2.94 | hostname                   | a text with a dot         | "a.b"                      |

  @since:2.54
  Scenario: RKP-15n a key name of one character passes the schema
    When the member rebuilds an unknown server at 2.54 with key "k"
    Then the request is answered 404
    And the fault is itemNotFound saying "could not be found."

  @since:2.54
  Scenario: RKP-15o a key name is measured in letters, not in bytes
    When the member rebuilds an unknown server at 2.54 with key 255 accented letters
    Then the request is answered 404
    And the fault is itemNotFound saying "could not be found."

  @since:2.54
  Scenario: RKP-26bz an IPv6 address is shown in its shortest form, however it was written
    Given a server
    When the member rebuilds the server at 2.54 with parameter accessIPv6 "2001:0DB8:0:0:0:0:0:1"
    Then the request is answered 202
    And the server says at /server/accessIPv6 "2001:db8::1"

  @since:2.54
  Scenario Outline: <row> what is said beside the key counts, whoever says it: the <who>
    Given a server
    And the <who> has a key pair K9
    When the <who> rebuilds the server at 2.54 with key K9 and every other parameter
    Then the request is answered <status>
    And the answer shows every other parameter
    And the server becomes ACTIVE
    And the server has key K9
    And the server shows every other parameter

    Examples: who says something beside the key
      | row      | who            | status |
      | RKP-26ea | member2        | 202    |
      | RKP-26eb | manager        | 202    |
      | RKP-26ec | admin          | 202    |
      | RKP-26ed | outsider-admin | 202    |
