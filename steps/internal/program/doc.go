// Package program runs client programs for the rows that a stock client asks: the openstack and nova commands, and scripts that call
// a library.
//
// Most of them are written in Python and spend a second on loading their modules and a hundredth of it on the request. So a program
// whose first line names a Python interpreter is run by a copy (fork) of one interpreter that is kept: warm.py starts a process for
// each call, with the call's own arguments, environment and output, and loads for those to come whatever modules a call had to load.
// Nothing else is shared, and nothing of a call stays behind. Where that cannot be had (another kind of program, another system, an
// interpreter that does not start), the program is started as usual.
package program
