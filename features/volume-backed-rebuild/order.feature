@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:reimage @needs:two-images
Feature: Of two things to refuse about a volume-backed server the earlier one is answered
  What is looked at for every server is looked at in the same order where it boots from a volume, and nothing of a refused rebuild
  remains: neither a key, nor what is on the volume.

  Background:
    Given the member has a key pair K1
    And the member has a key pair K2
    And a volume-backed server with key K1 on a volume of its own

  @since:2.93 @before:none @needs:image
  Scenario Outline: <row> <earlier> is answered before <later>
    Given an image Q that <image>
    When the member rebuilds the server at 2.93 with <request> on its volume
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server has key K1
    And the server is unchanged
    And the root volume is unchanged

    Examples: which refusal is answered of a volume-backed server
      | row       | earlier         | later           | image                                 | request                                                         | status | fault      | text                                              |
      | BFV-N01s | the key         | the image       | has no data yet                       | image unknown and key unknown                                   | 400    | badRequest | Invalid key_name provided.                        |
      | BFV-N01t | the key         | the quota       | has no data yet                       | key unknown and one metadata item more than the limit           | 400    | badRequest | Invalid key_name provided.                        |
      | BFV-N01u | the key         | the image state | has no data yet                       | image Q and key unknown                                         | 400    | badRequest | Invalid key_name provided.                        |
      | BFV-N01v | no such image   | the quota       | has no data yet                       | image unknown, key K2 and one metadata item more than the limit | 400    | badRequest | Cannot find image for rebuild                     |
      | BFV-N01w | the quota       | the image state | has no data yet                       | image Q, key K2 and one metadata item more than the limit       | 403    | forbidden  | Maximum number of metadata items exceeds          |
      | BFV-N01x | the quota       | the flavor      | needs more memory than the flavor has | image Q, key K2 and one metadata item more than the limit       | 403    | forbidden  | Maximum number of metadata items exceeds          |
      | BFV-N01y | the flavor      | the NUMA nodes  | needs more memory than the flavor has | image Q and key K2                                              | 400    | badRequest | Flavor's memory is too small for requested image. |

  @until:2.92 @since:2.54 @boundary @needs:image
  Scenario Outline: <row> before 2.93, too, <earlier> is answered before <later>
    When the member rebuilds the server at 2.92 with <request>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server has key K1
    And the server is unchanged
    And the root volume is unchanged

    Examples: which refusal is answered of a volume-backed server before 2.93
      | row       | earlier       | later           | request                                                   | status | fault      | text                                             |
      | BFV-N01z | the key       | the image       | image unknown and key unknown                             | 400    | badRequest | Invalid key_name provided.                       |
      | BFV-N01za | the key       | the other image | image B and key unknown                                   | 400    | badRequest | Invalid key_name provided.                       |
      | BFV-N01zb | the image     | the quota       | image unknown and one metadata item more than the limit   | 400    | badRequest | Cannot find image for rebuild                    |
      | BFV-N01zc | another image | the quota       | image B, key K2 and one metadata item more than the limit | 400    | badRequest | Unable to rebuild with a different image         |
      | BFV-N01zd | the quota     | nothing         | image A, key K2 and one metadata item more than the limit | 403    | forbidden  | Maximum number of metadata items exceeds         |
