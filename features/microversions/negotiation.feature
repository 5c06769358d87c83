@spec:microversions @op:servers.list
Feature: Which microversion a request asks for, and how the answer says so
  Two headers ask; the answer echoes the effective microversion in both.

  Scenario Outline: <row> <case>
    When the member sends GET /servers with the headers
      | header   | value   |
      | <header> | <value> |
    Then the request is answered 200
    And the answer echoes microversion <echo>

    Examples: one header
      | row     | case                                       | header                       | value          | echo       |
      | MVN-01  | no header is 2.1                           | Accept                       | */*            | 2.1        |
      | MVN-02a | the standard header                        | OpenStack-API-Version        | compute 2.54   | 2.54       |
      | MVN-02b | the standard header, the first version     | OpenStack-API-Version        | compute 2.1    | 2.1        |
      | MVN-02c | the standard header with two blanks        | OpenStack-API-Version        | compute  2.54  | 2.54       |
      | MVN-03a | the legacy header                          | X-OpenStack-Nova-API-Version | 2.54           | 2.54       |
      | MVN-05a | latest                                     | OpenStack-API-Version        | compute latest | the newest |
      | MVN-05b | latest in the legacy header                | X-OpenStack-Nova-API-Version | latest         | the newest |
      | MVN-09a | an entry of another service                | OpenStack-API-Version        | volume 3.50    | 2.1        |
      | MVN-09b | an entry under a name nobody uses          | OpenStack-API-Version        | nova 2.53      | 2.1        |
      | MVN-09c | a number without a service                 | OpenStack-API-Version        | 2.54           | 2.1        |
      | MVN-09d | a service without a number                 | OpenStack-API-Version        | compute        | 2.1        |
      | MVN-09e | a service whose name begins like this one  | OpenStack-API-Version        | computes 2.54  | 2.1        |
      | MVN-09f | a service whose name ends like this one    | OpenStack-API-Version        | xcompute 2.54  | 2.1        |
      | MVN-09g | no blank before the number                 | OpenStack-API-Version        | compute2.54    | 2.1        |
      | MVN-11a | the service type in capitals               | OpenStack-API-Version        | COMPUTE 2.54   | 2.54       |
      | MVN-11b | the service type in mixed case with latest | OpenStack-API-Version        | Compute latest | the newest |

    Examples: several entries in one header
      | row     | case                                               | header                       | value                                   | echo |
      | MVN-10a | two entries, the newer last                        | OpenStack-API-Version        | compute 2.1, compute 2.54               | 2.54 |
      | MVN-10b | two entries, the older last                        | OpenStack-API-Version        | compute 2.54, compute 2.1               | 2.1  |
      | MVN-10c | two entries, the first malformed                   | OpenStack-API-Version        | compute 2.x, compute 2.54               | 2.54 |
      | MVN-10d | entries of other services around it                | OpenStack-API-Version        | volume 3.1, compute 2.54, placement 1.2 | 2.54 |
      | MVN-10e | two numbers in the legacy header                   | X-OpenStack-Nova-API-Version | 2.1, 2.54                               | 2.54 |
      | MVN-10i | three numbers in the legacy header                 | X-OpenStack-Nova-API-Version | 2.1, 2.10, 2.54                         | 2.54 |
      | MVN-10p | the first of two in the legacy header is malformed | X-OpenStack-Nova-API-Version | 2.x, 2.54                               | 2.54 |
      | MVN-10q | nothing behind the last comma                      | OpenStack-API-Version        | compute 2.54,                           | 2.54 |
      | MVN-10r | nothing before the first comma                     | OpenStack-API-Version        | ,compute 2.54                           | 2.54 |

  Scenario Outline: <row> <case>
    When the member sends GET /servers with the headers
      | header    | value    |
      | <header>  | <value>  |
      | <header2> | <value2> |
    Then the request is answered 200
    And the answer echoes microversion <echo>

    Examples: two headers
      | row     | case                                                | header                       | value         | header2                      | value2       | echo |
      | MVN-04a | the standard header wins over the legacy one        | OpenStack-API-Version        | compute 2.54  | X-OpenStack-Nova-API-Version | 2.10         | 2.54 |
      | MVN-04b | without an entry for compute the legacy one decides | OpenStack-API-Version        | volume 3.50   | X-OpenStack-Nova-API-Version | 2.10         | 2.10 |
      | MVN-04c | a malformed legacy header does not matter           | OpenStack-API-Version        | compute 2.54  | X-OpenStack-Nova-API-Version | 2.x          | 2.54 |
      | MVN-10f | the header twice, the last one counts               | OpenStack-API-Version        | compute 2.1   | OpenStack-API-Version        | compute 2.54 | 2.54 |
      | MVN-10g | the header twice, the other for another service     | OpenStack-API-Version        | compute 2.54  | OpenStack-API-Version        | volume 3.1   | 2.54 |
      | MVN-10m | the header twice, the first for another service     | OpenStack-API-Version        | volume 3.50   | OpenStack-API-Version        | compute 2.54 | 2.54 |
      | MVN-10l | the header twice, the older last                    | OpenStack-API-Version        | compute 2.54  | OpenStack-API-Version        | compute 2.10 | 2.10 |
      | MVN-10o | the header twice, the first too new                 | OpenStack-API-Version        | compute 2.999 | OpenStack-API-Version        | compute 2.54 | 2.54 |
      | MVN-10j | the legacy header twice, the last one counts        | X-OpenStack-Nova-API-Version | 2.1           | X-OpenStack-Nova-API-Version | 2.54         | 2.54 |
      | MVN-10k | the legacy header twice, the older last             | X-OpenStack-Nova-API-Version | 2.54          | X-OpenStack-Nova-API-Version | 2.10         | 2.10 |
      | MVN-10n | the legacy header twice, the first malformed        | X-OpenStack-Nova-API-Version | 2.x           | X-OpenStack-Nova-API-Version | 2.54         | 2.54 |

  Scenario Outline: <row> <case>
    When the member sends GET /servers with the headers
      | header   | value   |
      | <header> | <value> |
    Then the request is answered 400
    And the fault is badRequest saying "API Version String <shown> is of invalid format. Must be of format MajorNum.MinorNum."
    And the answer carries no microversion headers

    Examples: malformed
      | row     | case                                        | header                       | value                     | shown  |
      | MVN-06a | LATEST is malformed                         | OpenStack-API-Version        | compute LATEST            | LATEST |
      | MVN-06b | LATEST in the legacy header                 | X-OpenStack-Nova-API-Version | LATEST                    | LATEST |
      | MVN-06c | latest with a capital                       | OpenStack-API-Version        | compute Latest            | Latest |
      | MVN-06d | the same in the legacy header               | X-OpenStack-Nova-API-Version | Latest                    | Latest |
      | MVN-07a | a letter for a number                       | OpenStack-API-Version        | compute 2.x               | 2.x    |
      | MVN-07b | no minor number                             | OpenStack-API-Version        | compute 2                 | 2      |
      | MVN-07c | an empty minor number                       | OpenStack-API-Version        | compute 2.                | 2.     |
      | MVN-07d | a minor number with a zero ahead            | OpenStack-API-Version        | compute 2.01              | 2.01   |
      | MVN-07e | a major number with a zero ahead            | OpenStack-API-Version        | compute 02.1              | 02.1   |
      | MVN-07f | three numbers                               | OpenStack-API-Version        | compute 2.1.1             | 2.1.1  |
      | MVN-07g | a sign                                      | OpenStack-API-Version        | compute -2.1              | -2.1   |
      | MVN-07h | words behind the number                     | OpenStack-API-Version        | compute 2.54 x            | 2.54 x |
      | MVN-07i | the legacy header                           | X-OpenStack-Nova-API-Version | 2.x                       | 2.x    |
      | MVN-07j | a letter before the number                  | OpenStack-API-Version        | compute v2.53             | v2.53  |
      | MVN-07k | the same in the legacy header               | X-OpenStack-Nova-API-Version | v2.53                     | v2.53  |
      | MVN-07l | a comma for the dot                         | X-OpenStack-Nova-API-Version | 2,53                      | 53     |
      | MVN-07m | a number with a blank inside                | X-OpenStack-Nova-API-Version | 2. 53                     | 2. 53  |
      | MVN-07o | a sign that says nothing                    | OpenStack-API-Version        | compute +2.54             | +2.54  |
      | MVN-07p | the same before the minor number            | OpenStack-API-Version        | compute 2.+54             | 2.+54  |
      | MVN-07n | nothing behind a comma in the legacy header | X-OpenStack-Nova-API-Version | 2.54,                     |        |
      | MVN-10h | the last of two is malformed                | OpenStack-API-Version        | compute 2.54, compute 2.x | 2.x    |

  Scenario Outline: <row> <case>
    When the member sends GET /servers with the headers
      | header   | value   |
      | <header> | <value> |
    Then the request is answered 406
    And the fault is computeFault saying "Version <asked> is not supported by the API. Minimum is 2.1 and maximum is {newest}."
    And the answer echoes microversion <asked>

    Examples: out of range
      | row     | case                     | header                       | value              | asked      |
      | MVN-08a | above the maximum        | OpenStack-API-Version        | compute 2.999      | 2.999      |
      | MVN-08b | below the minimum        | OpenStack-API-Version        | compute 2.0        | 2.0        |
      | MVN-08c | another major number     | OpenStack-API-Version        | compute 3.0        | 3.0        |
      | MVN-08d | an older major number    | OpenStack-API-Version        | compute 1.9        | 1.9        |
      | MVN-08e | the legacy header        | X-OpenStack-Nova-API-Version | 2.999              | 2.999      |
      | MVN-08f | one more than the newest | OpenStack-API-Version        | compute {newest+1} | {newest+1} |
      | MVN-08g | a minor number of five digits| OpenStack-API-Version        | compute 2.10000    | 2.10000    |

  Scenario Outline: <row> <case>
    When the member sends GET /servers with the headers
      | header    | value    |
      | <header>  | <value>  |
      | <header2> | <value2> |
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: two headers, one of which is wrong
      | row     | case                                                                 | header                       | value         | header2                      | value2        | status | fault        | text                                         |
      | MVN-04d | the standard header is malformed, the legacy one is not              | OpenStack-API-Version        | compute 2.x   | X-OpenStack-Nova-API-Version | 2.10          | 400    | badRequest   | API Version String 2.x is of invalid format. |
      | MVN-04e | the standard header is out of range, the legacy one is not           | OpenStack-API-Version        | compute 2.999 | X-OpenStack-Nova-API-Version | 2.10          | 406    | computeFault | Version 2.999 is not supported by the API.   |
      | MVN-04f | the standard header is for another service, the legacy one malformed | OpenStack-API-Version        | volume 3.50   | X-OpenStack-Nova-API-Version | 2.x           | 400    | badRequest   | API Version String 2.x is of invalid format. |
      | MVN-04g | the standard header is for another service, the legacy one too new   | OpenStack-API-Version        | volume 3.50   | X-OpenStack-Nova-API-Version | 2.999         | 406    | computeFault | Version 2.999 is not supported by the API.   |
      | MVN-10s | the header twice, the last malformed                                 | OpenStack-API-Version        | compute 2.54  | OpenStack-API-Version        | compute 2.x   | 400    | badRequest   | API Version String 2.x is of invalid format. |
      | MVN-10t | the header twice, the last too new                                   | OpenStack-API-Version        | compute 2.54  | OpenStack-API-Version        | compute 2.999 | 406    | computeFault | Version 2.999 is not supported by the API.   |
      | MVN-10u | the legacy header twice, the last malformed                          | X-OpenStack-Nova-API-Version | 2.54          | X-OpenStack-Nova-API-Version | 2.x           | 400    | badRequest   | API Version String 2.x is of invalid format. |

  @needs:block-storage
  Scenario Outline: <row> block storage, <case>
    When the member sends GET /v3/{project:member}/volumes?limit=1 at the root of block-storage with the headers
      | header                | value   |
      | OpenStack-API-Version | <value> |
    Then the request is answered <status>
    And the answer says in the header OpenStack-API-Version "<echo>"
    And the answer says in the header Vary "OpenStack-API-Version"

    Examples: which microversion block storage is asked for
      | row     | case                              | value                                  | status | echo        |
      | MVN-26a | one entry                         | volume 3.10                            | 200    | volume 3.10 |
      | MVN-26b | the first of two entries counts   | volume 3.50, volume 3.10               | 200    | volume 3.50 |
      | MVN-26c | the first of its entries counts   | compute 2.54, volume 3.10, volume 3.50 | 200    | volume 3.10 |
      | MVN-26d | a second entry that is malformed  | volume 3.50, volume 3.x                | 200    | volume 3.50 |
      | MVN-26e | the first entry is too new        | volume 3.999, volume 3.10              | 406    | volume 3.999 |

  @needs:block-storage
  Scenario Outline: <row> block storage refuses <case>
    When the member sends GET /v3/{project:member}/volumes?limit=1 at the root of block-storage with the headers
      | header                | value   |
      | OpenStack-API-Version | <value> |
    Then the request is answered <status>
    And the answer says at /badRequest/code 400
    And the answer carries no microversion headers

    Examples: headers that block storage refuses
      | row     | case                                  | value                        | status |
      | MVN-26f | an entry of another service alone     | compute 2.54                 | 400    |
      | MVN-26g | entries of two other services         | compute 2.54, placement 1.10 | 400    |
      | MVN-26h | an entry of its own that is malformed | volume 3.x                   | 400    |
      | MVN-26i | no minor number                       | volume 3                     | 400    |
      | MVN-26j | an empty minor number                 | volume 3.                    | 400    |
      | MVN-26k | a minor number with a zero ahead      | volume 3.01                  | 400    |
      | MVN-26l | a major number with a zero ahead      | volume 03.10                 | 400    |
      | MVN-26m | three numbers                         | volume 3.1.1                 | 400    |
      | MVN-26n | a sign                                | volume -3.10                 | 400    |
      | MVN-26o | a letter before the number            | volume v3.10                 | 400    |
      | MVN-26p | a sign before the minor number        | volume 3.+10                 | 400    |

  @needs:placement
  Scenario Outline: <row> placement, <case>
    When the admin sends GET /resource_providers at the root of placement with the headers
      | header                | value   |
      | OpenStack-API-Version | <value> |
    Then the request is answered 200
    And the answer says in the header OpenStack-API-Version "<echo>"

    Examples: which microversion placement is asked for
      | row     | case                             | value                          | echo           |
      | MVN-27a | one entry                        | placement 1.10                 | placement 1.10 |
      | MVN-27b | the last of its entries counts   | placement 1.10, placement 1.20 | placement 1.20 |
      | MVN-27c | an entry of another service      | compute 2.54                   | placement 1.0  |
      | MVN-27d | entries of other services around | volume 3.10, placement 1.10, compute 2.54 | placement 1.10 |

  @needs:placement
  Scenario: MVN-27e what is too new for placement is answered with the oldest and the newest that there are
    When the admin sends GET /resource_providers at the root of placement with the headers
      | header                | value           |
      | OpenStack-API-Version | placement 1.999 |
    Then the request is answered 406
    And the answer says at /errors/0/status 406
    And the answer says at /errors/0/min_version "1.0"
    And the answer has something at /errors/0/max_version
    And the answer carries no microversion headers

  @needs:placement
  Scenario Outline: <row> what is malformed is refused by placement, too: <case>
    When the admin sends GET /resource_providers at the root of placement with the headers
      | header                | value   |
      | OpenStack-API-Version | <value> |
    Then the request is answered <status>
    And the answer says at /errors/0/status 400
    And the answer carries no microversion headers

    Examples: headers that placement refuses
      | row     | case                       | value           | status |
      | MVN-27f | a letter for a number      | placement 1.x   | 400    |
      | MVN-27g | no minor number            | placement 1     | 400    |
      | MVN-27h | an empty minor number      | placement 1.    | 400    |
      | MVN-27i | three numbers              | placement 1.1.1 | 400    |
      | MVN-27j | a letter before the number | placement v1.10 | 400    |
