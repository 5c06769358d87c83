@spec:hostname
Feature: A server is given its hostname
  From 2.90 on a create, an update and a rebuild take a hostname, and everybody who sees the server sees it.

  @since:2.90
  Scenario: HST-01 a server that is created with a hostname shows it
    When the member creates a server at 2.90 with {"hostname": "web-1"}
    Then the request is answered 202
    And the server says at /server/OS-EXT-SRV-ATTR:hostname "web-1"

  @since:2.90
  Scenario: HST-02 a new hostname is in the answer
    Given a server
    When the member sends PUT /servers/{server} at 2.90 with the body
      """json
      {"server": {"hostname": "web-2"}}
      """
    Then the request is answered 200
    And the answer says at /server/OS-EXT-SRV-ATTR:hostname "web-2"
    And the server says at /server/OS-EXT-SRV-ATTR:hostname "web-2"

  @since:2.90 @until:2.93
  Scenario Outline: <row> <what> is no hostname
    When the member creates a server at 2.90 with {"hostname": "<hostname>"}
    Then the request is answered 400
    And the fault is badRequest saying "Invalid input for field/attribute hostname."

    Examples: no hostnames
      | row      | what                  | hostname  |
      | HST-N01a | one character         | a         |
      | HST-N01b | 64 characters         | {text:64} |
      | HST-N01c | an underscore         | web_1     |
      | HST-N01d | a hyphen in front     | -web      |
      | HST-N01e | a name with a domain  | web.a     |

  @since:2.90 @before:400
  Scenario: HST-N02 two servers with one hostname are refused
    When the member creates two servers at 2.90 with {"hostname": "web-1"}
    Then the request is answered 400
