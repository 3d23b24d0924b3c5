/** A module of processes that does not start. */
throw new TypeError('this module is broken')
