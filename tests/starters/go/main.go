//go:build !every

package main

func main() {
	port := newPort()
	port.Serve()
}
