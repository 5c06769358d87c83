// Package program runs client programs for the rows that a stock client asks: the openstack and nova commands, and scripts that call
// a library.
//
// Client programs spend a second on loading their modules and a hundredth of it on the request. So, where the target is the embedded
// mock, a script (python -c) is run by a copy (fork) of one interpreter that is kept, and a program in a file that Python runs by a
// copy of one that is kept for it: kept_interpreter.py starts a process for each call, with the call's own arguments, environment and
// output, and loads for those to come what modules a call had to load. A module that looks at arguments or environment while it is
// loaded is loaded by each copy itself, and if it cannot be told apart from those around it, the interpreter ends, and programs are
// started as usual from then on. Nothing else is shared, and nothing of a call stays behind. Other systems, and real clouds, whose
// verdict must depend on nothing of the kind, have their programs started as usual.
package program
