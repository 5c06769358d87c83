module example.com/servers

go 1.26.0

require github.com/gophercloud/gophercloud/v2 v2.15.0

require gopkg.in/yaml.v2 v2.4.0 // indirect
