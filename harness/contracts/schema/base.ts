/** Parts that several schemas share. */
import * as z from 'zod'

/** Version of the files of a run. Each file holds it; `store/migrate.ts` reads those of earlier versions. */
export const SCHEMA_VERSION = 2
export const schemaVersion = z.literal(SCHEMA_VERSION)

/** Version of the files that the author of a mission writes. */
export const MISSION_VERSION = 1
export const missionVersion = z.literal(MISSION_VERSION)

export const variantId = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/, 'letters and digits, joined by dots, hyphens or underscores')

/** Ids of missions become names of folders. */
export const missionId = z
  .string()
  .max(120)
  .regex(/^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/, 'letters and digits, joined by dots, hyphens or underscores')

/** Ids of runs and trials become names of folders, too. Names that begin with a dot belong to the harness. */
export const folderName = z
  .string()
  .max(250)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a letter or a digit, and then letters, digits, dots, hyphens or underscores')

export const identifier = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens, such as "add-task"')
export const parameterName = z
  .string()
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'lower-case words joined by underscores, such as "home_url"')
export const sentence = z.string().trim().min(1)
/** A relative path with forward slashes that stays in its folder. The pattern has no flags, because JSON schemas have none. */
export const relativePath = z.string().regex(
  // eslint-disable-next-line no-control-regex -- control characters are what is refused
  /^(?!\/)(?!([\s\S]*\/)?\.\.(\/|$))[^\u0000-\u001f\u007f\\]+$/,
  'a relative path with forward slashes, without ".."',
)

export const count = z.int().nonnegative()
/** Null if nothing is known. */
export const share = z.number().min(0).max(1).nullable()
