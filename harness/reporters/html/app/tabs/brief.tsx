import type { Input } from '../../../../contracts/schema.ts'
import { variantText } from '../../../../contracts/variants.ts'
import { isAbsent, type TrialPage } from '../../data.ts'
import { Block, Missing } from '../parts/text.tsx'

/** The brief of the agent. */
export function BriefTab({ page: { brief } }: { readonly page: TrialPage }) {
  if (isAbsent(brief)) return <Missing absent={brief.absent} />
  const { title, kind, variant, stack, advice, input, materials } = brief
  return (
    <section class="brief">
      <h2>{title}</h2>
      <p class="facts-line">
        {kind} · {variantText(variant)} · stack {stack}
        {materials.length > 0 && ` · files that come with it: ${materials.join(', ')}`}
      </p>
      <InputOf input={input} />
      <h3>Advice that every brief holds</h3>
      <p>{advice}</p>
    </section>
  )
}

function InputOf({ input }: { readonly input: Input }) {
  switch (input.type) {
    case 'prompt':
      return <blockquote>{input.prompt}</blockquote>
    case 'checklist':
      return input.checklist.map(({ page, functions }) => (
        <section key={page}>
          <h3>{page}</h3>
          <dl class="expects">
            {functions.map((entry) => (
              <div key={entry.function}>
                <dt>{entry.function}</dt>
                <dd>{entry.description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))
    case 'skeleton':
      return input.files.map(({ path, content }) => <Block key={path} title={path} text={content} />)
    case 'documents':
      return input.documents.map(({ role, path, content }) => (
        <Block key={path} title={`${path} (${role})`} text={content} />
      ))
  }
}
