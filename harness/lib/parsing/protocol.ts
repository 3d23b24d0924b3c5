import type { Picture } from '../../contracts/types.ts'

export type Kind = 'workbook' | 'table' | 'picture' | 'qr-code'

/** Head of a request on a parser's standard input; the body is the file. */
export interface RequestHead {
  readonly kind: Kind
}

/** Head of a reply; the body is the pixels, or the model, rows or QR code serialised by v8. */
export type ReplyHead =
  | { readonly status: 'ready' }
  | { readonly status: 'parsed'; readonly size?: Pick<Picture, 'width' | 'height'> }
  | { readonly status: 'exhausted' | 'malformed' | 'broken'; readonly message: string }

/** The file descriptor of a parser's replies. Not standard output, to which a package may print. */
export const REPLIES = 3
