@spec:microversions
Feature: Which microversion a request speaks

  Scenario: MVN-01 a request without a microversion header is answered as 2.1
    When the member lists servers without a microversion header
    Then the request is answered 200
