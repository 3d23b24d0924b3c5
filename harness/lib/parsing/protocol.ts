import type { Picture } from '../../contracts/types.ts'

export type Kind = 'workbook' | 'table' | 'picture' | 'qr-code'

/** What the harness writes to a parser's standard input; the body is the file. */
export interface RequestHead {
  readonly kind: Kind
}

/** What a parser answers; the body is the pixels, or, serialised by v8, the model, the rows or the QR code. */
export type ReplyHead =
  | { readonly status: 'ready' }
  | { readonly status: 'parsed'; readonly size?: Pick<Picture, 'width' | 'height'> }
  | { readonly status: 'exhausted' | 'malformed' | 'broken'; readonly message: string }

/** The file descriptor of a parser's answers, so that nothing that a package prints can get among them. */
export const REPLIES = 3
