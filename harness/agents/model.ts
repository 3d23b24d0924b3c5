import { AgentFault } from '../errors.ts'
import { costOf, estimateTokens } from '../lib/models/cost.ts'
import type { Model } from '../contracts/types.ts'
import type { Brief, Checklist, Input, Message, Protocol as ProtocolName, Question } from '../contracts/schema.ts'
import { levelAndMode } from '../contracts/variants.ts'
import type { Agent, AgentContext, Estimate, Project, Sizes, TextFile } from '../contracts/types.ts'
import { digestOfFiles } from '../lib/files/digest.ts'
import { FeedbackRounds } from './model-feedback.ts'
import { earlierText } from './rounds.ts'
import { answerReader } from './output/read.ts'
import { withTemplate } from './template.ts'
import type { Format } from './output/project.ts'
import {
  checklistText,
  filesText,
  inputText,
  kindsText,
  materialsText,
  projectText,
  questionsText,
} from './protocol/describe.ts'
import { filesJson, paperRequest, questionsJson } from './protocol/paper.ts'
import { NO_TEXT, REPAIRABLE, prompts, type Prompts } from './protocol/prompts.ts'

export interface ModelAgentSettings {
  readonly name: string
  readonly model: Model
  readonly format: Format
  /** How often an unreadable answer is sent back with the reason. */
  readonly repairs: number
  /** How often the model is shown the result of its project, and may write it again. */
  readonly feedback: number
  /** `paper`: missions as JSON, and answers that are read as strictly as in the paper of ProjectEval. */
  readonly protocol?: ProtocolName
}

/** A model behind an API, asked step by step as in the paper of ProjectEval; with its protocol `paper`, also in its form. */
export function modelAgent(settings: ModelAgentSettings): Agent {
  const { name, model, format, repairs, feedback, protocol } = settings
  const templates = prompts()
  return {
    name,
    configuration: {
      kind: 'model',
      server: model.server,
      model: model.model,
      parameters: { ...model.parameters },
      format,
      repairs,
      ...(feedback === 0 ? {} : { feedback }),
      ...(protocol === 'paper' ? { protocol } : {}),
      prompts: templates.digest,
    },
    price: model.price,
    estimate: (brief, sizes) => estimate(brief, sizes, settings),
    generate: (brief, context) => new Protocol(context, settings, templates).generate(brief),
    answer: (questions, project, context) => new Protocol(context, settings, templates).answer(questions, project),
  }
}

/** The prompts that lead from a brief to a project, and from a project to its parameter values. */
class Protocol {
  readonly #context: AgentContext
  readonly #model: Model
  readonly #format: Format
  readonly #repairs: number
  readonly #rounds: number
  readonly #prompts: Prompts
  readonly #isPaper: boolean

  constructor(context: AgentContext, settings: ModelAgentSettings, templates: Prompts) {
    this.#context = context
    this.#model = settings.model
    this.#format = settings.format
    this.#repairs = settings.repairs
    this.#rounds = settings.feedback
    this.#prompts = templates
    this.#isPaper = settings.protocol === 'paper'
  }

  async generate(brief: Brief): Promise<Project> {
    const isCascade = levelAndMode(brief.variant)?.mode === 'cascade'
    const checklist =
      isCascade && brief.input.type === 'prompt' ? await this.#checklist(brief.input.prompt, brief) : undefined
    const skeleton = isCascade ? await this.#skeleton(brief, checklist) : undefined
    const files = await this.#code(brief, skeleton)
    const launch = await this.#launch(brief, files)
    const artefacts = { ...(checklist && { checklist }), ...(skeleton && { skeleton }) }
    return this.#improved(withTemplate(brief, { files, ...launch, ...(isCascade ? { artefacts } : {}) }), brief)
  }

  /** Shows the model the result of its project, until everything passes or the rounds are over. */
  async #improved(first: Project, brief: Brief): Promise<Project> {
    const feedback = new FeedbackRounds(this.#context)
    let project = first
    for (let round = 1; round <= this.#rounds; round += 1) {
      const results = await feedback.of(project)
      if (results === undefined) break
      const next = await this.#again(project, results, brief)
      if (next === undefined) break
      project = next
    }
    return project
  }

  /** The project that the model writes again; undefined if it cannot be read, or is the same. */
  async #again(project: Project, results: string, brief: Brief): Promise<Project | undefined> {
    const prompt = this.#prompts.fill('feedback', {
      input: inputText(brief),
      project: projectText(project),
      results,
      format: this.#prompts.fill(`format-${this.#format}`),
      rules: this.#prompts.fill(`rules-${brief.kind}`),
      advice: brief.advice,
      ...common(brief),
    })
    try {
      const files = await this.#files('feedback', prompt)
      const { artefacts } = project
      const next = withTemplate(brief, { files, ...(artefacts ? { artefacts } : {}) })
      if (digestOfFiles(next.files) !== digestOfFiles(project.files))
        return { ...next, ...(await this.#launch(brief, files, 'feedback: launch')) }
      this.#context.note('feedback: the model changed nothing')
    } catch (error) {
      if (!(error instanceof AgentFault)) throw error
      this.#context.note(`feedback: the project before is kept: ${error.message}`)
    }
    return undefined
  }

  async answer(questions: readonly Question[], project: Project) {
    if (questions.length === 0) return {}
    if (this.#isPaper) return this.#paperAnswers(questions, project)
    const values = {
      project: projectText(project),
      questions: questionsText(questions),
      kinds: kindsText(questions, project),
    }
    const text = await this.#askOrNote('answers', this.#prompts.fill('answers', values))
    const { answers, notes } = await answerReader.read('answers', text, questions)
    for (const note of notes) this.#context.note(note)
    return answers
  }

  #checklist(prompt: string, brief: Brief): Promise<Checklist> {
    if (this.#isPaper) {
      const asked = paperRequest('checklist', { type: 'prompt', prompt }, brief, this.#prompts)
      return this.#ask('checklist', asked, (text) => answerReader.read('paperChecklist', text))
    }
    const filled = this.#prompts.fill('checklist', { prompt, ...common(brief) })
    return this.#ask('checklist', filled, (text) => answerReader.read('checklist', text))
  }

  async #skeleton(brief: Brief, checklist: Checklist | undefined): Promise<readonly TextFile[]> {
    if (this.#isPaper)
      return this.#paperFiles('skeleton', brief, checklist ? { type: 'checklist', checklist } : brief.input)
    const prompt = this.#prompts.fill('skeleton', {
      input: checklist ? checklistText(checklist) : inputText(brief),
      format: this.#prompts.fill(`format-${this.#format}`),
      advice: brief.advice,
      ...common(brief),
    })
    return this.#files('skeleton', prompt)
  }

  async #code(brief: Brief, skeleton: readonly TextFile[] | undefined): Promise<readonly TextFile[]> {
    if (this.#isPaper && brief.input.type !== 'documents')
      return this.#paperFiles('code', brief, skeleton ? { type: 'skeleton', files: [...skeleton] } : brief.input)
    const prompt = this.#prompts.fill('code', {
      input:
        (skeleton ? `Complete this skeleton:\n\n${filesText(skeleton)}` : inputText(brief)) +
        earlierText(this.#context),
      format: this.#prompts.fill(`format-${this.#format}`),
      rules: this.#prompts.fill(`rules-${brief.kind}`),
      advice: brief.advice,
      ...common(brief),
    })
    return this.#files('code', prompt)
  }

  async #paperFiles(step: 'skeleton' | 'code', brief: Brief, input: Input): Promise<readonly TextFile[]> {
    const filled = paperRequest(step, input, brief, this.#prompts)
    return (await this.#ask(step, filled, (text) => answerReader.read('paperFiles', text))).files
  }

  async #paperAnswers(questions: readonly Question[], project: Project) {
    const values = {
      project: filesJson(project.files),
      questions: questionsJson(questions),
      kinds: kindsText(questions, project),
    }
    const text = await this.#askOrNote('answers', this.#prompts.fill('paper-answers', values))
    const { answers, notes } = await answerReader.read('paperAnswers', text, questions)
    for (const note of notes) this.#context.note(note)
    return answers
  }

  async #launch(brief: Brief, files: readonly TextFile[], purpose = 'launch'): Promise<Pick<Project, 'launch'>> {
    // A repository is taken as it is, and is never launched.
    if (brief.kind === 'source') return {}
    const template = brief.kind === 'website' ? 'launch-website' : 'launch-program'
    const text = await this.#askOrNote(purpose, this.#prompts.fill(template, { project: projectText({ files }) }))
    const { launch, notes } = await answerReader.read('launch', text, brief.kind)
    for (const note of notes) this.#context.note(note)
    return launch === undefined ? {} : { launch }
  }

  async #files(purpose: string, prompt: string): Promise<readonly TextFile[]> {
    const { files, notes } = await this.#ask(purpose, prompt, (text) => answerReader.read('files', text, this.#format))
    for (const note of notes) this.#context.note(`${purpose}: ${note}`)
    return files
  }

  /** Sends an unreadable answer back with the reason, up to `repairs` times. */
  async #ask<T>(purpose: string, prompt: string, read: (text: string) => Promise<T>): Promise<T> {
    const messages: Message[] = this.#messages(prompt)
    for (let repairsLeft = this.#repairs; ; repairsLeft -= 1) {
      let text = NO_TEXT
      try {
        text = await this.#context.ask({ model: this.#model, messages, purpose })
        return await read(text)
      } catch (error) {
        if (repairsLeft <= 0 || !(error instanceof AgentFault) || !REPAIRABLE.has(error.kind)) throw error
        this.#context.note(`${purpose}: sent back: ${error.message}`)
        const repair = this.#prompts.fill('repair', { reason: error.message })
        messages.push({ role: 'assistant', content: text || NO_TEXT }, { role: 'user', content: repair })
      }
    }
  }

  /** The project already exists, so a missing answer is noted and does not fail the trial. */
  async #askOrNote(purpose: string, prompt: string): Promise<string> {
    try {
      return await this.#context.ask({ model: this.#model, messages: this.#messages(prompt), purpose })
    } catch (error) {
      if (!(error instanceof AgentFault)) throw error
      this.#context.note(`${purpose}: ${error.message}`)
      return ''
    }
  }

  #messages(prompt: string): Message[] {
    const user: Message = { role: 'user', content: prompt }
    return this.#isPaper ? [user] : [{ role: 'system', content: this.#prompts.fill('system') }, user]
  }
}

function common(brief: Brief): Record<'kind' | 'stack' | 'materials', string> {
  return { kind: brief.kind, stack: brief.stack, materials: materialsText(brief) }
}

/** Characters of the results of a project in a prompt. */
const RESULTS_SIZE = 2000
/** Characters of a prompt template without its values. */
const PROMPT_SIZE = 1500

/** One call per step; each step's input contains the output of the step before it. All rounds of feedback are counted. */
function estimate(brief: Brief, sizes: Sizes, { model, feedback }: ModelAgentSettings): Estimate {
  const input = JSON.stringify(brief).length
  const isCascade = levelAndMode(brief.variant)?.mode === 'cascade'
  const isPrompt = brief.input.type === 'prompt'
  const launch = brief.kind === 'source' ? [] : [{ input: sizes.code, output: 200 }]
  const steps = [
    ...(isCascade && isPrompt ? [{ input, output: sizes.checklist }] : []),
    ...(isCascade ? [{ input: isPrompt ? sizes.checklist : input, output: sizes.skeleton }] : []),
    { input: isCascade ? sizes.skeleton : input, output: sizes.code },
    ...launch,
    ...Array.from({ length: feedback }, () => [
      { input: input + sizes.code + RESULTS_SIZE, output: sizes.code },
      ...launch,
    ]).flat(),
    ...(sizes.questions > 0 ? [{ input: sizes.code + sizes.questions, output: sizes.questions }] : []),
  ]
  const tokens = {
    input: steps.reduce((sum, step) => sum + estimateTokens(step.input + PROMPT_SIZE), 0),
    output: steps.reduce((sum, step) => sum + estimateTokens(step.output), 0),
  }
  return { calls: steps.length, ...tokens, cost: costOf(tokens, model.price) }
}
