// Package program runs client programs for the rows that a stock client asks: the openstack and nova commands, and scripts that call
// a library.
//
// Most of them are written in Python and spend a second on loading their modules and a hundredth of it on the request. So, where the
// target is the embedded mock, a program whose first line names a Python interpreter is run by a copy (fork) of one interpreter that is
// kept: warm.py starts a process for each call, with the call's own arguments, environment and output, and loads for those to come what
// modules a call had to load, but for those that look at arguments or environment while they are loaded. Nothing else is shared, and
// nothing of a call stays behind. Where that cannot be had (another kind of program, another system, an interpreter that does not
// start), and at real clouds, whose verdict must depend on nothing of the kind, the program is started as usual.
package program
