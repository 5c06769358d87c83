// Package volumes holds the volumes as a resource: list, show and update. The actions on them are in the packages below.
package volumes
