/** Keywords, which have five times the weight of other tokens in the weighted n-gram match. */

const C =
  'auto break case char const continue default do double else enum extern float for goto if int long register return ' +
  'short signed sizeof static struct switch typedef union unsigned void volatile while'
const CPP =
  'asm bool catch class const_cast delete dynamic_cast explicit false friend inline mutable namespace new operator ' +
  'private protected public reinterpret_cast static_cast template this throw true try typeid typename using virtual ' +
  'wchar_t and and_eq bitand bitor compl not not_eq or or_eq xor xor_eq'
const CPP_LIBRARY = 'cin cout endl include INT_MIN INT_MAX iomanip iostream main MAX_RAND npos NULL std string'
const JAVASCRIPT =
  'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
  'function if implements import in instanceof interface let new null package private protected public return static ' +
  'super switch this throw try typeof var void while with yield'
const JAVA =
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends final ' +
  'finally float for goto if implements import instanceof int interface long native new package private protected ' +
  'public return short static strictfp super switch synchronized this throw throws transient try void volatile while'
const PYTHON =
  'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
  'import in is lambda nonlocal not or pass raise return try while with yield match case type'
const GO =
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package ' +
  'range return select struct switch type var true false'
const TYPESCRIPT =
  'abstract any as asserts bigint boolean declare infer is keyof namespace never number object readonly satisfies ' +
  'string symbol type undefined unique unknown'

const words = (...lists: readonly string[]) => new Set(lists.flatMap((list) => list.split(' ')))

/** As in the published implementation, with its errors: `True` in JavaScript, no `export` in C++. */
export const PUBLISHED_KEYWORDS = {
  python: words(PYTHON),
  java: words(JAVA),
  javascript: words(JAVASCRIPT, 'True'),
  c: words(C, '_Packed'),
  cpp: words(C, CPP, CPP_LIBRARY),
  go: words(GO),
}

/** The reserved words of the languages. */
export const KEYWORDS = {
  python: words(PYTHON),
  java: words(JAVA, 'true false null'),
  javascript: words(JAVASCRIPT, 'true'),
  typescript: words(JAVASCRIPT, 'true', TYPESCRIPT),
  c: words(C, 'inline restrict'),
  cpp: words(C, CPP, 'export inline nullptr constexpr noexcept override final'),
  go: words(GO),
}
