//go:build old

package main

const version = "1.3.1"

var more map[string]func(*operation) string
