import { isAbsent, type TrialPage } from '../../data.ts'
import { Block, Missing } from '../parts/text.tsx'

/** All that the agent was told. */
export function BriefTab({ page: { brief } }: { readonly page: TrialPage }) {
  if (isAbsent(brief)) return <Missing absent={brief.absent} />
  const { title, kind, level, stack, advice, prompt, checklist, skeleton, materials } = brief
  return (
    <section class="brief">
      <h2>{title}</h2>
      <p class="facts-line">
        {kind} · level {level} · stack {stack}
        {materials.length > 0 && ` · files that come with it: ${materials.join(', ')}`}
      </p>
      {prompt !== undefined && <blockquote>{prompt}</blockquote>}
      {(checklist ?? []).map(({ page, functions }) => (
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
      ))}
      {(skeleton ?? []).map(({ path, content }) => (
        <Block key={path} title={path} text={content} />
      ))}
      <h3>Advice that every brief holds</h3>
      <p>{advice}</p>
    </section>
  )
}
