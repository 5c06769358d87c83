package main

// version is set when a release is built (-X main.version).
var version = "dev"
