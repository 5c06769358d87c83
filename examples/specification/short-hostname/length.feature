@spec:short-hostname
Feature: Hostnames of at most 15 characters

  @since:2.106 @specified
  Scenario Outline: <row> a hostname of <length> characters is answered <status>
    When the member creates a server at 2.106 with {"hostname": "{text:<length>}"}
    Then the request is answered <status>

    Examples: lengths
      | row     | length | status |
      | SHN-01a | 15     | 202    |
      | SHN-01b | 16     | 400    |
