/**
 * Downloads libraries that published answers load from content delivery networks. Pages under judgement cannot reach these, and
 * without its style sheet a page has another layout, so that a click hits another element. The libraries come from the npm
 * registry, pinned by version and digest, and are served to pages from a private folder. If all are there, it only checks.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { cacheRoot } from './cache-folder.mjs'

const PACKAGES = {
  'chart.js@2.9.3': 'sha512-+2jlOobSk52c1VU6fzkh3UwqHMdSlgH1xFv9FKMqHiNCpXsGPQa/+81AFa+i3jZ253Mq9aAycPwDjnn1XbRNNw==',
  'chart.js@2.9.4': 'sha512-B07aAzxcrikjAPyV+01j7BmOpxtQETxTSlQ26BEYJ+3iUkbNKaOJ/nDbT6JjyqYxseM0ON12COHYdU2cTIjC7A==',
  'chart.js@3.5.1': 'sha512-m5kzt72I1WQ9LILwQC4syla/LD/N413RYv2Dx2nnTkRS9iv/ey1xLTt0DnPc/eWV4zI+BgEgDYBIzbQhZHc/PQ==',
  'chart.js@4.4.0': 'sha512-vQEj6d+z0dcsKLlQvbKIMYFHd3t8W/7L2vfJIbYcfyPcRx92CsHqECpueN8qVGNlKyDcr5wBrYAYKnfu/9Q1hQ==',
  'chart.js@4.4.1': 'sha512-C74QN1bxwV1v2PEujhmKjOZ7iUM4w6BWs23Md/6aOZZSlwMzeCIDGuZay++rBgChYru7/+QFeoQW0fQoP534Dg==',
  'bootstrap@4.0.0': 'sha512-gulJE5dGFo6Q61V/whS6VM4WIyrlydXfCgkE+Gxe5hjrJ8rXLLZlALq7zq2RPhOc45PSwQpJkrTnc2KgD6cvmA==',
  'bootstrap@4.3.1': 'sha512-rXqOmH1VilAt2DyPzluTi2blhk17bO7ef+zLLPlWvG494pDxcM234pJ8wTc/6R40UWizAIIMgxjvxZg5kmsbag==',
  'bootstrap@4.5.2': 'sha512-vlGn0bcySYl/iV+BGA544JkkZP5LB3jsmkeKLFQakCOwCM3AOk7VkldBz4jrzSe+Z0Ezn99NVXa1o45cQY4R6A==',
  'bootstrap@5.1.3': 'sha512-fcQztozJ8jToQWXxVuEyXWW+dSo8AiXWKwiSSrKWsRB/Qt+Ewwza+JWoLKiTuQLaEPhdNAJ7+Dosc9DOIqNy7Q==',
  'bootstrap@5.3.0': 'sha512-UnBV3E3v4STVNQdms6jSGO2CvOkjUMdDAVR2V5N4uCMdaIkaQjbcEAMqRimDHIs4uqBYzDAKCQwCB+97tJgHQw==',
  'bootstrap@5.3.2': 'sha512-D32nmNWiQHo94BKHLmOrdjlL05q1c8oxbtBphQFb9Z5to6eGRDCm0QgeaZ4zFBHzfg2++rqa2JkqCcxDy0sH0g==',
  'jquery@3.2.1': 'sha512-iQUctXqe/nSa7hshPkQnJaJEUfxM139//hg2nJj+wsqVvd/YgXALR3jTNGh7BylgsyfcC8r4i2cJrClGBkDu5Q==',
  'jquery@3.5.1': 'sha512-XwIBPqcMn57FxfT+Go5pzySnm4KWkT1Tv7gjrpT1srtf8Weynl6R273VJ5GjkRb51IzMp5nbaPjJXMWeju2MKg==',
  'jquery@3.6.0': 'sha512-JVzAR/AjBvVt2BmYhxRCSYysDsPcssdmTFnzyLEts9qNwmjmu4JTAMYubEfwVOSwpQ1I1sKKFcxhZCI2buerfw==',
  'popper.js@1.11.0': 'sha512-mPwHWRijjT5hcI5pJCM8W4dv6y48v94ANpP5mVX9ZRZPuxWveGmm/VpE/1t5NB7wBA7CtSVsWHlbW1VucbILyQ==',
  'popper.js@1.12.9': 'sha512-s0EEi9xiSCdqz9lV4IiVH5yIZnDX/U1t0tCjB+0jXx9jW8lrR7kOpVupiUg175ogqVoudpDXHF1p6dKATCHMeg==',
  'bulma@0.9.3': 'sha512-0d7GNW1PY4ud8TWxdNcP6Cc8Bu7MxcntD/RRLGWuiw/s0a9P+XlH/6QoOIrmbj6o8WWJzJYhytiu9nFjTszk1g==',
  'tailwindcss@2.2.19':
    'sha512-6Ui7JSVtXadtTUo2NtkBBacobzWiQYVjYW0ZnKaP9S1ZCKQ0w7KVNz+YSDI/j7O7KCMHbOkz94ZMQhbT9pOqjw==',
  '@picocss/pico@2.0.6':
    'sha512-/d8qsykowelD6g8k8JYgmCagOIulCPHMEc2NC4u7OjmpQLmtSetLhEbt0j1n3fPNJVcrT84dRp0RfJBn3wJROA==',
  'water.css@2.1.1': 'sha512-gkO5byC+pZ7ndEV18hs/RmxKoDtEZXx06tZU4ocI3IBdv4xV64tlhjIFbDjurysRnNkiy2oQTr8PakRyzZWPJw==',
  'normalize.css@8.0.1':
    'sha512-qizSNPO93t1YUuUhP22btGOo3chcvDFqFaj2TRybP0DMxkHOCTYwp3n34fel4a31ORXy4m1Xq0Gyqpb5m33qIg==',
}

/** The files that pages load from a package. */
const KEPT = /^package\/(package\.json|[^/]+\.css|(dist|css|out)\/.*\.(js|css|woff2?|ttf))$/
const MINUTE = 60_000

/** An error that the user can act on; printed without a stack. */
class SetupError extends Error {}

/** The cache `cdn` of harness/lib/files/caches.ts. */
const folder = path.join(cacheRoot(), 'cdn')

try {
  for (const [name, integrity] of Object.entries(PACKAGES)) await provide(name, integrity)
  process.stdout.write(`${folder}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`)
  process.exitCode = 1
}

/** Created under a temporary name and then renamed, so that it is never incomplete. */
async function provide(name, integrity) {
  const place = path.join(folder, name)
  if (fs.existsSync(place)) return
  fs.mkdirSync(path.dirname(place), { recursive: true })
  const scratch = fs.mkdtempSync(path.join(folder, '.making-'))
  try {
    process.stderr.write(`downloading ${name} from the npm registry\n`)
    await run('npm', ['pack', name, '--pack-destination', scratch, '--ignore-scripts', '--silent'])
    const tarball = path.join(scratch, fs.readdirSync(scratch)[0])
    verify(name, tarball, integrity)
    const listed = (await run('tar', ['-tzf', tarball])).split('\n').filter((file) => KEPT.test(file))
    const made = path.join(scratch, 'made')
    fs.mkdirSync(made, { mode: 0o755 })
    await run('tar', ['-xzf', tarball, '-C', made, '--strip-components=1', '--no-same-owner', ...listed])
    await run('chmod', ['-R', 'a+rX', made])
    fs.renameSync(made, place)
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true })
  }
}

function verify(name, file, integrity) {
  const actual = `sha512-${createHash('sha512').update(fs.readFileSync(file)).digest('base64')}`
  if (actual !== integrity)
    throw new SetupError(`${name} has the digest ${actual} instead of the pinned ${integrity}, and is not used.`)
}

/** @returns the stdout of the program */
async function run(file, args) {
  const child = spawn(file, args, { cwd: os.tmpdir(), stdio: ['ignore', 'pipe', 'pipe'], timeout: 5 * MINUTE })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text))
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (code === 0) return output
  throw new SetupError(`"${[file, ...args].join(' ').slice(0, 200)}" ended with exit code ${code}:\n${errors.trim()}`)
}
