/** Shared by the tests of gate. */
import { Destinations } from '../../harness/sandbox/gate/destinations.ts'

export const known = ['registry.example', 'local.example:4873', '[::1]:4873', 'plain.example:80']

export const destinations = new Destinations(known)
