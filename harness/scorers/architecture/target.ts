/** Where an import leads. */
export type Target =
  /** To a package, the standard library or an address: nothing of the project. */
  | { readonly kind: 'external' }
  /** It is meant to lead to a file of the project, which does not exist. */
  | { readonly kind: 'missing' }
  /** It depends on something that cannot be read from the files, such as the output of a build. */
  | { readonly kind: 'unknown' }
  /** @property also Files that are loaded before it: the packages of Python around it */
  | { readonly kind: 'file'; readonly path: string; readonly also?: readonly string[] }
  /** A package of Python without a file of its own. */
  | { readonly kind: 'folder'; readonly folder: string; readonly also?: readonly string[] }

export const EXTERNAL = { kind: 'external' } as const
export const MISSING = { kind: 'missing' } as const
export const UNKNOWN = { kind: 'unknown' } as const
