import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { UsageError, messageOf } from '../../errors.ts'
import { sha256 } from './digest.ts'

/**
 * sha256 of a user's module and of the files that it imports by path. Packages are not included, because they have versions. A
 * module that imports no other file has the digest of its own content.
 * @throws UsageError if an import cannot be followed
 */
export async function moduleDigest(file: string): Promise<string> {
  const others = (await importedFiles(file)).filter((each) => each !== file).toSorted()
  const own = sha256(await readFile(file))
  if (others.length === 0) return own
  const parts = await Promise.all(
    others.map(async (each) => [path.relative(path.dirname(file), each), sha256(await readFile(each))]),
  )
  return sha256(JSON.stringify([own, parts]))
}

/** Absolute paths, the module among them. */
async function importedFiles(file: string): Promise<string[]> {
  const { build } = await import('esbuild')
  try {
    const { metafile } = await build({
      entryPoints: [file],
      absWorkingDir: path.dirname(file),
      bundle: true,
      write: false,
      metafile: true,
      packages: 'external',
      logLevel: 'silent',
      platform: 'node',
      format: 'esm',
      target: 'node20',
    })
    return Object.keys(metafile.inputs).map((name) => path.resolve(path.dirname(file), name))
  } catch (error) {
    throw new UsageError(`the imports of ${file} cannot be followed: ${messageOf(error)}`, { cause: error })
  }
}
