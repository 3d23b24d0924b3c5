/** Removes what a model writes beside its answer: reasoning and calls of tools, which some servers leave in the text. */

/** Names of tags. Some have a prefix, such as `<seed:think>`. */
const NAMES =
  '(?:\\w{1,10}:)?(?:think|thinking|thoughts?|reasoning|reflection|(?:reasoning_)?scratchpad|antthinking|analysis)'
const TOOLS = '(?:\\w{1,10}:)?(?:tool_calls?|function_calls?|tool_use)'

interface Marks {
  readonly kind: 'reasoning' | 'tool'
  /** Its first group is the name of the tag, which also ends it. */
  readonly open: string
  readonly close: (name: string) => string
}

const tag = (kind: Marks['kind'], names: string): readonly Marks[] => [
  { kind, open: `<(${names})(?:\\s[^>\\n]{0,200})?>`, close: (name) => `</${name}>` },
  { kind, open: `\\[(${names})\\]`, close: (name) => `[/${name}]` },
  { kind, open: `◁(${names})▷`, close: (name) => `◁/${name}▷` },
  { kind, open: `<\\|(${names})\\|>`, close: (name) => `<|/${name}|>` },
]
const pair = (kind: Marks['kind'], open: string, close: string): Marks => ({ kind, open, close: () => close })

const MARKS: readonly Marks[] = [
  // Gemma 4, MedGemma, OpenThinker, Cohere, Open WebUI, Granite, Apriel.
  pair('reasoning', '<\\|channel>thought\\b', '<channel|>'),
  pair('reasoning', '<unused94>thought\\b', '<unused95>'),
  pair('reasoning', '<\\|begin_of_thought\\|>', '<|end_of_thought|>'),
  pair('reasoning', '<\\|start_thinking\\|>', '<|end_thinking|>'),
  pair('reasoning', '<details type="reasoning"[^>\\n]{0,200}>', '</details>'),
  pair('reasoning', 'here is my thought process:', 'here is my response:'),
  pair('reasoning', 'here are my reasoning steps:', '[begin final response]'),
  // DeepSeek, Kimi, Gemma 4, Llama, Mistral; the last two run to the end.
  pair('tool', '<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'),
  pair('tool', '<\\|tool_calls_section_begin\\|>', '<|tool_calls_section_end|>'),
  pair('tool', '<\\|tool_call>', '<tool_call|>'),
  pair('tool', '<\\|python_tag\\|>', '<|eom_id|>'),
  pair('tool', '\\[TOOL_CALLS\\]', '[/TOOL_CALLS]'),
  ...tag('reasoning', NAMES),
  ...tag('tool', TOOLS),
]
const OPENS = MARKS.map((marks) => ({ ...marks, pattern: new RegExp(`[ \\t]*${marks.open}`, 'iy') }))
/** Ends of reasoning that some servers leave in the text although the template of the prompt contains the beginning. */
const CLOSE = new RegExp(
  `(?<![\`'"])(?:</(${NAMES})>|\\[/(${NAMES})\\]|◁/(${NAMES})▷|<\\|/(${NAMES})\\|>|<channel\\|>|<unused95>|<\\|end_of_thought\\|>|<\\|end_thinking\\|>)[ \\t]*(?=[[{\`<\\r\\n]|$)`,
  'gi',
)

type Kind = Marks['kind']

/** Removes reasoning and calls of tools. An unclosed one extends to the end: the answer was cut off within it. */
export function withoutThinking(text: string): string {
  return read(text).answer
}

/** Why nothing is left of an answer. */
export function emptyReason(text: string): string {
  const { kinds } = read(text)
  if (kinds.has('tool')) return 'the answer is nothing but a call of a tool, in its text'
  return kinds.has('reasoning') ? 'the answer is nothing but reasoning' : 'the answer is empty'
}

function read(whole: string): { readonly answer: string; readonly kinds: ReadonlySet<Kind> } {
  const kinds = new Set<Kind>()
  if (isJson(whole)) return { answer: whole, kinds }
  const text = withoutChannels(whole.replace(/^\uFEFF/, ''), kinds)
  return { answer: afterUnopened(withoutBlocks(text, kinds), kinds), kinds }
}

function isJson(text: string): boolean {
  const trimmed = text.trim()
  if (!/^[[{"]/.test(trimmed)) return false
  try {
    return typeof JSON.parse(trimmed) === 'object' || /^"\s*[[{]/.test(trimmed)
  } catch {
    return false
  }
}

const FENCE = /[ \t]*(`{3,}|~{3,})([^\n]*)/y

/** Blocks count at the beginning of a line and outside of fences: elsewhere they are part of a file. */
function withoutBlocks(text: string, kinds: Set<Kind>): string {
  // As long as the text, unlike toLowerCase().
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const kept: string[] = []
  let [from, at, fence] = [0, 0, '']
  while (at < text.length) {
    const block = fence === '' ? blockAt(text, lower, at) : undefined
    if (block) {
      kinds.add(block.kind)
      kept.push(text.slice(from, at))
      from = block.end
      at = block.end
      continue
    }
    fence = fenceAfter(text, at, fence)
    const end = text.indexOf('\n', at)
    at = end < 0 ? text.length : end + 1
  }
  return kept.join('') + text.slice(from)
}

function blockAt(text: string, lower: string, at: number): { readonly kind: Kind; readonly end: number } | undefined {
  if (!/[<[◁h \t]/i.test(text.charAt(at))) return undefined
  for (const { kind, pattern, close } of OPENS) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) continue
    const mark = close(match[1] ?? '').toLowerCase()
    const end = lower.indexOf(mark, pattern.lastIndex)
    return { kind, end: end < 0 ? text.length : end + mark.length }
  }
  return undefined
}

/** The fence that is open after the line at a place; empty if none is. */
function fenceAfter(text: string, at: number, open: string): string {
  FENCE.lastIndex = at
  const [, fence = '', info = ''] = FENCE.exec(text) ?? []
  if (open === '') return fence
  return fence.startsWith(open) && info.trim() === '' ? '' : open
}

/** Texts that end in reasoning again and again are attacks. */
const MOST_UNOPENED = 5

function afterUnopened(text: string, kinds: Set<Kind>): string {
  let rest = text
  for (let times = 0; times < MOST_UNOPENED; times += 1) {
    const [match] = rest.matchAll(CLOSE)
    if (!match) break
    const name = (match.slice(1) as (string | undefined)[]).find((each) => each !== undefined)
    const before = rest.slice(0, match.index).toLowerCase()
    if (name !== undefined && ['<', '[', '◁', '<|'].some((mark) => before.includes(`${mark}${name.toLowerCase()}`)))
      break
    kinds.add('reasoning')
    rest = rest.slice(match.index + match[0].length)
  }
  return rest
}

// ---- channels of gpt-oss -------------------------------------------------------------------------------------------

const CHANNEL =
  /(?:<\|start\|>\w*(?: to=[\w.]+)?)?<\|channel\|>\s*(\w+)([^<]{0,200})(?:<\|constrain\|>[^<]{0,50})?<\|message\|>([\s\S]*?)(?=<\|(?:end|return|call|start|channel)\|>|$)/g
/** The same without its special tokens, which some servers remove. */
const BARE_CHANNEL = /^\s*(?:analysis|commentary)(?=[A-Z\s])[\s\S]*?assistant\s?final(?=[^a-z])/

/** The `final` channel; `analysis` is reasoning, and `commentary` with an address is a call of a tool. */
function withoutChannels(text: string, kinds: Set<Kind>): string {
  if (BARE_CHANNEL.test(text)) {
    kinds.add('reasoning')
    return text.replace(BARE_CHANNEL, '')
  }
  const begins = /^\s*<\|(?:start|channel|message)\|>/.test(text)
  const hasFinal = /<\|start\|>assistant\s*<\|channel\|>\s*final\b/.test(text)
  if (!begins && !hasFinal) return text
  const parts = [...text.matchAll(CHANNEL)]
  if (parts.length === 0) return text
  for (const [whole, channel = '', address = ''] of parts)
    if (channel !== 'final')
      kinds.add(whole.slice(0, 200).includes(' to=') || address.includes(' to=') ? 'tool' : 'reasoning')
  return parts.flatMap(([, channel, , content = '']) => (channel === 'final' ? [content] : [])).join('\n')
}
