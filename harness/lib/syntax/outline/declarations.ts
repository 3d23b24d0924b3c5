/** The declarations of a file, as a parser finds them. */

export interface SyntaxError {
  /** From 1. */
  readonly line: number
  /** The text at which the parser failed, or the token that it missed. */
  readonly near: string
}

/** Whether the body returns a value; `unclear` if that depends on a call, or if the body always raises an error. */
export type Returning = 'value' | 'nothing' | 'unclear'

export interface OutlinedParameter {
  /** Empty for a pattern such as `{ a, b }`. */
  readonly name: string
  /** As it is written; undefined without an annotation. */
  readonly type?: string
  /** Has a default value, or takes the rest of the arguments. */
  readonly optional: boolean
  readonly rest: boolean
}

export interface OutlinedFunction {
  readonly name: string
  /** From 1. */
  readonly line: number
  /** Without `self` and `cls`. */
  readonly parameters: readonly OutlinedParameter[]
  /** As it is written; undefined without an annotation. */
  readonly returns?: string
  readonly returning: Returning
  /** Why its body is a placeholder; undefined if it is not. */
  readonly placeholder?: string
}

export interface OutlinedClass {
  readonly name: string
  readonly line: number
  /** As they are written, such as `pygame.sprite.Sprite`. */
  readonly bases: readonly string[]
  readonly methods: readonly OutlinedFunction[]
  /** Names of attributes of the class and of its instances. */
  readonly attributes: readonly string[]
}

/** The declarations of a file. */
export interface Outline {
  readonly error?: SyntaxError
  readonly classes: readonly OutlinedClass[]
  readonly functions: readonly OutlinedFunction[]
  /** Other names of the file: variables, imports and exports. */
  readonly names: readonly string[]
}
