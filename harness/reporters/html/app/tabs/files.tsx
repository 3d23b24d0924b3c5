import { useState } from 'preact/hooks'
import { isAbsent, type FileView, type TrialFiles } from '../../data.ts'
import { decimals } from '../../../percent.ts'
import { bytes, count, number } from '../format.ts'
import { MatchLines, type Match } from '../parts/match-lines.tsx'
import { Missing } from '../parts/text.tsx'

type Facts = NonNullable<TrialFiles['facts']>
type FileMatch = TrialFiles['matches'][number]['files'][number]

function FactsLines({ facts }: { readonly facts: Facts }) {
  const { languages, bodies } = facts
  return (
    <p class="facts-line">
      {count(facts.files, 'file')}, {bytes(facts.bytes)}
      {languages.map(({ language, lines, tokens }) => (
        <span key={language}>
          {' '}
          · {language} {count(lines, 'line')}, {count(tokens, 'token')}
        </span>
      ))}{' '}
      · of {count(bodies.total, 'function')} {number(bodies.empty)} empty, {number(bodies.placeholder)} with a
      placeholder
    </p>
  )
}

/** Produced files beside those of our own solution. */
export function FilesTab({ files }: { readonly files: TrialFiles }) {
  const { produced, canonical } = files
  const [setting, setSetting] = useState(files.matches.at(-1)?.setting)
  const [chosen, setChosen] = useState<Match>()
  if (isAbsent(produced)) return <Missing absent={produced.absent} />
  const others = isAbsent(canonical) ? [] : canonical
  const scored = files.matches.find((each) => each.setting === setting)?.files
  const matches = scored ? scored.map(matchOf) : matchesByPath(produced, others)
  const match = chosen ?? matches.find((each) => each.produced !== undefined) ?? { produced: produced[0]?.path }
  return (
    <section>
      <h2>
        Files{' '}
        <small>
          {count(produced.length, 'file')}
          {scored ? ', lines join what was held against each other' : ', matched by their paths: not scored'}
        </small>
      </h2>
      {files.facts && <FactsLines facts={files.facts} />}
      {files.matches.length > 0 && (
        <p class="settings">
          Setting of the scorer:{' '}
          {files.matches.map((each) => (
            <button
              key={each.setting}
              type="button"
              aria-pressed={each.setting === setting}
              onClick={() => setSetting(each.setting)}
            >
              {each.setting}
            </button>
          ))}
        </p>
      )}
      {isAbsent(canonical) && <Missing absent={canonical.absent} />}
      <MatchLines produced={produced} canonical={others} matches={matches} chosen={match} onChoose={setChosen} />
      {match.parts && <Components match={match} />}
      <div class={others.length > 0 ? 'side-by-side' : ''}>
        <FileText title="Produced" file={produced.find(({ path }) => path === match.produced)} />
        {others.length > 0 && <FileText title="Canonical" file={others.find(({ path }) => path === match.canonical)} />}
      </div>
    </section>
  )
}

function matchOf({ produced, canonical, similarity, language, components }: FileMatch): Match {
  return {
    ...(produced === null ? {} : { produced }),
    ...(canonical === null ? {} : { canonical }),
    score: similarity,
    ...(language === undefined ? {} : { language }),
    ...(components === undefined ? {} : { parts: components }),
  }
}

/** The similarity of two files, and its components. */
function Components({ match: { score, language, parts = {} } }: { readonly match: Match }) {
  return (
    <dl class="components">
      <div>
        <dt>similarity{language === undefined ? '' : `, as ${language}`}</dt>
        <dd>{score === undefined ? 'not scored' : decimals(score, 3)}</dd>
      </div>
      {COMPONENTS.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{parts[name] === undefined ? 'does not apply' : decimals(parts[name], 3)}</dd>
        </div>
      ))}
    </dl>
  )
}

const COMPONENTS = ['ngram', 'weighted', 'syntax', 'dataflow'] as const

/** Matches files with the same path, or else with the same name in another folder. */
function matchesByPath(produced: readonly FileView[], canonical: readonly FileView[]): Match[] {
  const free = new Set(canonical.map(({ path }) => path))
  const take = (path: string, test: (other: string) => boolean): Match[] => {
    const found = [...free].find(test)
    if (found === undefined) return []
    free.delete(found)
    return [{ produced: path, canonical: found }]
  }
  const same = produced.flatMap(({ path }) => take(path, (other) => other === path))
  const left = produced.filter(({ path }) => !same.some((match) => match.produced === path))
  const named = left.flatMap(({ path }) => take(path, (other) => nameOf(other) === nameOf(path)))
  return [...same, ...named]
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function FileText({ title, file }: { readonly title: string; readonly file: FileView | undefined }) {
  if (!file)
    return (
      <section class="file">
        <h3>{title}</h3>
        <p class="absent">No file of this side matches.</p>
      </section>
    )
  return (
    <section class="file">
      <h3>
        {title} <code>{file.path}</code> <small>{bytes(file.bytes)}</small>
      </h3>
      {file.text === undefined ? (
        <p class="absent">{file.note}</p>
      ) : (
        <Lines text={file.text} label={`${title}: ${file.path}`} />
      )}
    </section>
  )
}

function Lines({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = text.replace(/\n$/, '').split('\n')
  return (
    <div class="lines" tabIndex={0} role="region" aria-label={label}>
      <pre aria-hidden="true" class="numbers">
        {lines.map((_line, index) => index + 1).join('\n')}
      </pre>
      <pre>{lines.join('\n')}</pre>
    </div>
  )
}
