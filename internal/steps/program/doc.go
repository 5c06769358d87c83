// Package program runs client programs for the rows that a stock client asks: the openstack and nova commands, and scripts that call
// a library.
//
// Client programs spend a second on loading modules and a hundredth of it on the request. So, where the target is the embedded mock, the
// clients openstack, nova and heat, and scripts (python -c), are run by copies (forks) of an interpreter that is kept, the same for all:
// kept_interpreter.py starts a process for each call, with the call's own arguments, environment and output, and loads for those to come
// what a client always needs, and what modules a call had to load. A module that looks at arguments or
// environment while it is loaded is left to each call. Nothing else is shared, and nothing of a call stays behind. Other programs, other
// systems, and real clouds, whose verdict must depend on nothing of the kind, have their programs started as usual.
package program
