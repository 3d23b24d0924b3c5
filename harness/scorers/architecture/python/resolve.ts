/** Finds the file that an import of Python leads to. */
import { FileIndex, folderOf, under } from '../files.ts'
import { EXTERNAL, MISSING, type Target } from '../target.ts'

export interface PythonPaths {
  /** Folders that Python searches for modules, the most important one first; `''` is the project. */
  readonly roots: readonly string[]
  /** Folders with a file that can be started by its path; Python then searches them, too. */
  readonly scripts: ReadonlySet<string>
  /** The project changes `sys.path`, so that any folder of it can be searched. */
  readonly anywhere: boolean
  /** Names of packages that the project installs. */
  readonly installed: ReadonlySet<string>
  /** Paths of modules that the project should have; an import of one that it does not have is broken. */
  readonly promised: ReadonlySet<string>
}

/** Files that implement a module, in the order in which Python searches; those that are not Python cannot be read. */
const FILES = ['.py', '.pyw', '.pyx', '.so', '.pyd'] as const

export class PythonResolver {
  readonly #files: FileIndex
  readonly #paths: PythonPaths
  /** Folders with a file of Python in them or below. */
  readonly #folders = new Set<string>()
  readonly #roots = new Map<string, readonly string[]>()

  constructor(files: FileIndex, paths: PythonPaths) {
    this.#files = files
    this.#paths = paths
    for (const file of files.all) {
      if (!FILES.some((extension) => file.endsWith(extension))) continue
      for (let folder = folderOf(file); !this.#folders.has(folder); folder = folderOf(folder)) this.#folders.add(folder)
    }
  }

  resolve(importer: string, specifier: string): Target {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0
    const parts = specifier
      .slice(dots)
      .split('.')
      .filter((part) => part !== '')
    return dots > 0 ? this.#relative(importer, dots, parts) : this.#absolute(importer, parts)
  }

  /** A module in a package, such as the `b` of `from a import b`. */
  inside(target: Target, name: string): Target {
    if (target.kind !== 'folder' && target.kind !== 'file') return MISSING
    if (target.kind === 'file' && !/(^|\/)__init__\.pyw?$/.test(target.path)) return MISSING
    return this.#find(target.kind === 'folder' ? target.folder : folderOf(target.path), [name]) ?? MISSING
  }

  #relative(importer: string, dots: number, parts: readonly string[]): Target {
    let folder = folderOf(importer)
    for (let level = 1; level < dots; level += 1) {
      if (folder === '') return MISSING
      folder = folderOf(folder)
    }
    return this.#find(folder, parts) ?? MISSING
  }

  #absolute(importer: string, parts: readonly string[]): Target {
    const [first = ''] = parts
    const roots = this.#rootsFor(importer)
    let isOurs = false
    for (const root of roots) {
      const found = this.#find(root, parts)
      if (found && !this.#isShadowed(first, root)) return found
      isOurs ||= this.#begins(root, first) && !this.#isShadowed(first, root)
    }
    if (isOurs || this.#isPromised(roots, parts)) return MISSING
    return EXTERNAL
  }

  /**
   * A module that is beside the importing one, or beside a folder around it. Python searches there only if a program in that folder is
   * started by its path; else the import is meant for the module and fails. Undefined if it may be meant for an installed package.
   */
  beside(importer: string, specifier: string): { readonly path: string; readonly isSearched: boolean } | undefined {
    const parts = specifier.split('.')
    const [first = ''] = parts
    if (STANDARD_LIBRARY.has(first) || this.#paths.installed.has(nameOfPackage(first))) return undefined
    for (let folder = folderOf(importer); folder !== ''; folder = folderOf(folder)) {
      const found = this.#find(folder, parts)
      if (found?.kind === 'file') return { path: found.path, isSearched: this.#paths.scripts.has(folder) }
    }
    return undefined
  }

  /** Folders around the importing file come first, the nearest one first: a repository can have several programs. */
  #rootsFor(importer: string): readonly string[] {
    const own = folderOf(importer)
    const known = this.#roots.get(own)
    if (known) return known
    const { roots, anywhere } = this.#paths
    const around: string[] = []
    for (let folder = own; folder !== ''; folder = folderOf(folder))
      if (anywhere || roots.includes(folder)) around.push(folder)
    const all = [...new Set([...around, ...roots])]
    this.#roots.set(own, all)
    return all
  }

  /** A folder without `__init__.py` counts only if no installed module has its name. */
  #isShadowed(first: string, root: string): boolean {
    if (!STANDARD_LIBRARY.has(first) && !this.#paths.installed.has(nameOfPackage(first))) return false
    return this.#file(under(root, first)) === undefined && this.#init(under(root, first)) === undefined
  }

  #begins(root: string, first: string): boolean {
    return this.#file(under(root, first)) !== undefined || this.#folders.has(under(root, first))
  }

  #isPromised(roots: readonly string[], parts: readonly string[]): boolean {
    const { promised } = this.#paths
    return roots.some((root) => {
      const base = under(root, ...parts)
      return promised.has(`${base}.py`) || promised.has(`${base}/__init__.py`)
    })
  }

  /** Undefined if there is no such module below the folder. Without parts, the package of the folder itself. */
  #find(base: string, parts: readonly string[]): Target | undefined {
    const also: string[] = []
    let folder = base
    for (const [index, part] of parts.entries()) {
      const next = under(folder, part)
      const isLast = index === parts.length - 1
      const file = this.#init(next) === undefined ? this.#file(next) : undefined
      if (file !== undefined) return isLast ? { kind: 'file', path: file, also } : undefined
      if (!this.#folders.has(next)) return undefined
      const init = this.#init(next)
      if (init !== undefined && !isLast) also.push(init)
      folder = next
    }
    const init = this.#init(folder)
    return init === undefined ? { kind: 'folder', folder, also } : { kind: 'file', path: init, also }
  }

  #file(base: string): string | undefined {
    return FILES.map((extension) => base + extension).find((file) => this.#files.has(file))
  }

  #init(folder: string): string | undefined {
    return ['__init__.py', '__init__.pyw'].map((name) => under(folder, name)).find((file) => this.#files.has(file))
  }
}

/** The name of a distribution is often that of its package, in another spelling. */
export function nameOfPackage(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, '_')
}

// ---- standard library ----------------------------------------------------------------------------------------------

/** Top-level modules of the standard library: `sys.stdlib_module_names` of Python 3.11, without private ones. */
const NAMES = `
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile
calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy
copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno
faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib
heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode
operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats
pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select
selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat
statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this
threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest
urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`
  .trim()
  .split(/\s+/)

const STANDARD_LIBRARY: ReadonlySet<string> = new Set([...NAMES, '__future__', '__main__', '_thread'])
