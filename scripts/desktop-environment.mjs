/**
 * Installs what missions with windows need of Debian: an X server without a screen, Python's libraries for windows, and a program
 * that reads text in pictures. If everything is there, it only checks.
 */
import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** Packages by what they are needed for. */
const PACKAGES = {
  'the display': ['xvfb', 'x11-xkb-utils', 'xkb-data'],
  'programs with windows': ['python3', 'python3-pygame', 'python3-tk', 'python3-numpy'],
  'reading text': ['tesseract-ocr', 'tesseract-ocr-eng'],
}

const wanted = Object.values(PACKAGES).flat()
if (!works('dpkg-query', ['--version'])) {
  fail('this is no Debian: install Xvfb, xkbcomp, tesseract, and pygame, tkinter and numpy for python3')
} else {
  const absent = wanted.filter((name) => !isInstalled(name))
  if (absent.length > 0) install(absent)
  const left = wanted.filter((name) => !isInstalled(name))
  say(`${wanted.length - left.length} of ${wanted.length} packages are installed`)
  if (left.length > 0) fail(`not installed: ${left.join(', ')}; missions with windows cannot be judged`)
}

function install(names) {
  say(`installing ${names.join(', ')} (apt-get)`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: environment }
  const updated = spawnSync('apt-get', ['update'], options)
  if (updated.status !== 0) say('apt-get update failed: trying with the lists of packages that are there')
  const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], options)
  if (status !== 0) fail(`apt-get install failed; as root: apt-get install ${names.join(' ')}`)
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8' })
  return stdout.includes('install ok installed')
}

function works(program, args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

function fail(text) {
  say(text)
  process.exitCode = 1
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
