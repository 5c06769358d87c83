// Package program runs client programs for the rows that a stock client asks: the openstack and nova commands, and scripts that call
// a library.
//
// Scripts that call a library spend a second on loading its modules and a hundredth of it on the request. So, where the target is
// the embedded mock, a script (python -c) is run by a copy (fork) of one interpreter that is kept: kept_interpreter.py starts a
// process for each call, with the call's own arguments, environment and output, and loads for those to come what modules a call had
// to load. If one of them looks at arguments or environment while it is loaded, the interpreter ends, and scripts are started as
// usual from then on. Nothing else is shared, and nothing of a call stays behind. Programs in files, other systems, and real clouds,
// whose verdict must depend on nothing of the kind, have their programs started as usual.
package program
