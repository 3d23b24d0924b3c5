import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { isInside } from '../../lib/files/confine.ts'
import { MiB } from '../../lib/wording/bytes.ts'

/** bwrap arguments that show only the system's own programs and libraries, read-only. */
export function systemMounts(): string[] {
  return ['--ro-bind', '/usr', '/usr', ...['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap(topLevel), ...systemFiles()]
}

/** On most systems these are links into /usr; on some they are real folders. */
function topLevel(name: string): string[] {
  const place = `/${name}`
  if (!existsSync(place)) return []
  return lstatSync(place).isSymbolicLink() ? ['--symlink', readlinkSync(place), place] : ['--ro-bind', place, place]
}

/** Files for the dynamic linker, Debian's alternatives and Debian's matplotlib. */
function systemFiles(): string[] {
  const files = ['/etc/ld.so.cache', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/alternatives', '/etc/matplotlibrc']
  return [...openFolder('/etc'), ...files.flatMap((file) => ['--ro-bind-try', file, file])]
}

/** Sizes of file systems in memory that every sandbox has. */
export const SHM_BYTES = 64 * MiB
export const RUN_BYTES = 4 * MiB

/** A file system in memory. By default every user may write to it. */
export function inMemory(place: string, bytes: number, mode = '1777'): string[] {
  return ['--size', String(bytes), '--perms', mode, '--tmpfs', place]
}

export function processesAndDevices(): string[] {
  return ['--proc', '/proc', ...hideKeys(), '--dev', '/dev']
}

/** Hides the lists of keys, which belong to the user, not to the namespace. */
function hideKeys(): string[] {
  const lists = ['/proc/keys', '/proc/key-users'].filter((file) => existsSync(file))
  return lists.flatMap((file) => ['--ro-bind', '/dev/null', file])
}

/** Shows a file or folder of the host, read-only, at another path. */
export function readOnlyAt(from: string, at: string): string[] {
  return [...parentsOf(at), '--ro-bind', from, at]
}

/** Shows a folder of the host, read-only, at its own path. */
export function readOnlyAtOwnPath(folder: string): string[] {
  return readOnlyAt(folder, folder)
}

/** Covers folders below the shown ones with empty folders. */
export function hideFolders(folders: readonly string[], shown: readonly string[]): string[] {
  const seen = folders.filter((folder) => existsSync(folder) && shown.some((place) => isInside(place, folder)))
  return seen.flatMap((folder) => inMemory(folder, 4096, '0700'))
}

export function writableAtOwnPath(folder: string): string[] {
  return [...parentsOf(folder), '--bind', folder, folder]
}

function parentsOf(file: string): string[] {
  const parents: string[] = []
  for (let parent = path.dirname(file); parent !== '/'; parent = path.dirname(parent)) parents.unshift(parent)
  return parents.flatMap(openFolder)
}

/** bwrap makes missing parent folders of a mount readable by root alone, so they are created first. */
function openFolder(folder: string): string[] {
  return ['--perms', '0755', '--dir', folder]
}

/** Siblings of a `bin` folder that belong to its programs. Other siblings, such as `share`, may hold unrelated files. */
const BESIDE_PROGRAMS = ['lib', 'libexec']

/**
 * The folders that a program outside /usr needs, such as a Node from a version manager. Their parent is never shown: it may
 * be someone's home.
 */
export function toolchainOf(program: string): string[] {
  const real = realpathSync(program)
  if (real.startsWith('/usr/')) return []
  const folder = path.dirname(real)
  if (path.basename(folder) !== 'bin') return [folder]
  return [folder, ...BESIDE_PROGRAMS.map((name) => path.join(folder, '..', name)).filter((place) => existsSync(place))]
}
