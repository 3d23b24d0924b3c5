/** Limits on produced code, which can have any size. A project beyond them has no measure, with the reason. */

/** Source files of one project. */
export const MOST_MODULES = 2000
/** Characters of one source file; the published libraries have a list of words of 793 KB. */
export const LARGEST = 1024 * 1024
/** Characters of all source files of a project: parsing the worst of them takes a minute or two. */
export const MOST_CHARACTERS = 8 * 1024 * 1024
/** Nodes of all syntax trees of a project; they are never in memory at the same time. */
export const MOST_NODES = 6_000_000
/** Names that the files of a project import from each other. */
export const MOST_IMPORTS = 50_000
/** Strings of one file that may name a module. */
export const MOST_MENTIONS = 2000
/** Characters of a name, a specifier or a path in a result. */
export const LONGEST_NAME = 300
/** Files, classes, methods and functions of one contract. */
export const MOST_DECLARED = 20_000
/** Findings of one measure that are listed. */
export const MOST_ITEMS = 200
/** Modules and links of a graph in a report. */
export const MOST_SHOWN = { modules: 200, links: 1500 } as const
