import { describe, expect, it } from 'vitest'
import { readFiles } from '../../../harness/agents/output/project.ts'
import { emptyReason, withoutThinking } from '../../../harness/agents/output/reasoning.ts'

const ANSWER = JSON.stringify([{ file: 'a.js', path: 'src/a.js', code: 'good()\n' }])
const draft = JSON.stringify([
  { file: 'a.js', path: 'src/a.js', code: `bad('${'x'.repeat(2000)}')\n` },
  { file: 'b.js', path: 'b.js', code: 'a draft' },
])
const DRAFT = `First I try this:\n\n\`\`\`json\n${draft}\n\`\`\`\n\nNo, that is wrong.`

/** Reasoning with a longer draft in it, as the servers of these models leave it in their answers. */
const CLOSED: readonly (readonly [string, string])[] = [
  ['DeepSeek, Qwen, GLM', `<think>\n${DRAFT}\n</think>\n\n${ANSWER}`],
  ['DeepSeek, whose template begins it', `${DRAFT}\n</think>\n\n${ANSWER}`],
  ['the same, which mentions its end before', `I write \`</think>\` nowhere. ${DRAFT}\n</think>\n${ANSWER}`],
  ['Magistral', `[THINK]${DRAFT}[/THINK]${ANSWER}`],
  ['Magistral, whose template begins it', `${DRAFT}[/THINK]${ANSWER}`],
  ['<thinking>', `<thinking>${DRAFT}</thinking>${ANSWER}`],
  ['<reasoning>', `<reasoning>\n${DRAFT}\n</reasoning>\n${ANSWER}`],
  ['<thought>, of Gemini and EXAONE', `<thought>\n${DRAFT}\n</thought>\n${ANSWER}`],
  ['in capitals and with an attribute', `<THINK mode="deep">\n${DRAFT}\n</THINK>\n${ANSWER}`],
  ['Seed', `<seed:think>\n${DRAFT}\n</seed:think>${ANSWER}`],
  ['MiniMax', `<mm:think>\n${DRAFT}\n</mm:think>${ANSWER}`],
  ['Kimi', `◁think▷${DRAFT}◁/think▷${ANSWER}`],
  ['Gemma 4', `<|channel>thought\n${DRAFT}\n<channel|>${ANSWER}`],
  ['Gemma 4 without its beginning', `${DRAFT}\n<channel|>${ANSWER}`],
  ['MedGemma', `<unused94>thought\n${DRAFT}<unused95>${ANSWER}`],
  ['Cohere', `<|START_THINKING|>${DRAFT}<|END_THINKING|><|START_RESPONSE|>${ANSWER}<|END_RESPONSE|>`],
  [
    'OpenThinker',
    `<|begin_of_thought|>\n${DRAFT}\n<|end_of_thought|>\n<|begin_of_solution|>\n${ANSWER}\n<|end_of_solution|>`,
  ],
  ['Granite', `Here is my thought process:\n${DRAFT}\nHere is my response:\n${ANSWER}`],
  ['Apriel', `Here are my reasoning steps:\n${DRAFT}\n[BEGIN FINAL RESPONSE]\n${ANSWER}\n[END FINAL RESPONSE]`],
  ['Open WebUI', `<details type="reasoning" done="true">\n${DRAFT}\n</details>\n${ANSWER}`],
  ['twice', `<think>${DRAFT}</think>\n<think>again: ${DRAFT}</think>\n${ANSWER}`],
  ['nested', `<think>\n${DRAFT}<think>more</think>\n${DRAFT}\n</think>\n${ANSWER}`],
  ['with a fence that is not closed', `<think>\n\`\`\`json\n${draft}\nno\n</think>\n${ANSWER}`],
  [
    'before an answer with blocks around it',
    `<think>${DRAFT}</think>\n<answer>\n\`\`\`json\n${ANSWER}\n\`\`\`\n</answer>`,
  ],
  [
    'gpt-oss',
    `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}<|return|>`,
  ],
  [
    'gpt-oss, which says the format',
    `<|start|>assistant<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>${ANSWER}`,
  ],
  ['gpt-oss, which begins in the template', `${DRAFT}<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`],
  [
    'gpt-oss with a remark before the answer',
    `<|channel|>analysis<|message|>${DRAFT}<|end|><|start|>assistant<|channel|>commentary<|message|>Now I write it.<|end|><|start|>assistant<|channel|>final<|message|>${ANSWER}`,
  ],
  ['gpt-oss without its tokens', `analysisWe need a file. ${DRAFT}assistantfinal${ANSWER}`],
  [
    'a call of a tool before the answer',
    `<tool_call>\n{"name": "write", "arguments": ${draft}}\n</tool_call>\n${ANSWER}`,
  ],
]

describe('reasoning', () => {
  it.each(CLOSED)('is not read: %s', (_, text) => {
    expect(readFiles(text, 'json').files).toEqual([{ path: 'src/a.js', content: 'good()\n' }])
  })

  it.each([
    ['nothing but reasoning', `<think>\n${DRAFT}`],
    ['nothing but reasoning', `[THINK]${DRAFT}`],
    ['nothing but reasoning', `<think>\n${DRAFT}\n</think>\n`],
    ['nothing but reasoning', `Some words.\n<think>\n${DRAFT}`.slice('Some words.\n'.length)],
    ['nothing but reasoning', `<|channel>thought\n${DRAFT}`],
    ['nothing but reasoning', `<|channel|>analysis<|message|>${DRAFT}`],
    ['nothing but a call of a tool', `<tool_call>\n{"name": "write_file", "arguments": ${draft}}\n</tool_call>`],
    ['nothing but a call of a tool', `<think>hm</think>\n<tool_call>\n{"name": "write_file", "arguments": ${draft}}`],
    ['nothing but a call of a tool', `[TOOL_CALLS][{"name": "write_file", "arguments": ${draft}}]`],
    ['nothing but a call of a tool', `<|python_tag|>${draft}`],
    [
      'nothing but a call of a tool',
      `<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>${draft}<|call|>`,
    ],
    [
      'nothing but a call of a tool',
      `<|start|>assistant to=functions.write<|channel|>commentary<|message|>${draft}<|call|>`,
    ],
    ['empty', ' \n'],
  ])('says that an answer is %s', (reason, text) => {
    expect(emptyReason(text)).toContain(reason)
    expect(() => readFiles(text, 'json')).toThrow(reason)
  })

  it.each([
    ['valid JSON', JSON.stringify([{ path: 'a.md', code: '\n<think>\nx\n</think>\n' }])],
    ['in a line of prose', 'Tags such as <think> and </think> are removed.'],
    ['in a block', '```html a.html\n<thinking>\n<p>\n</thinking>\n```\n'],
    ['in a block that shows an end alone', '```md a.md\nIt opens with `<think>`:\n</think>\n```\n'],
    ['an index of an array', '[think]: https://example.com'],
  ])('is not found in %s', (_, text) => {
    const answer = text.startsWith('[think]') ? `see ${text}` : text
    expect(withoutThinking(answer)).toBe(answer)
  })
})
