/**
 * Results as the published scripts lay them out: `logs/AGENT/MODEL/NNN` with the repository, and `cr_result/AGENT/MODEL/NNN` with the
 * review. `gitconfig` makes git find the repositories under the addresses in the logs.
 */
import type { Verdict } from '../../contracts/schema.ts'
import { isJudged } from '../../contracts/points.ts'
import { fileName } from '../../lib/files/file-name.ts'
import { namesOfAgents } from '../../benchmarks/published-export.ts'
import type { ExportedTrial, ExportPart } from '../../contracts/published.ts'
import { REVIEW_SUITE, ruleKind } from './review.ts'

/** The published scripts look for such an address in a log. Nothing is there. */
const ADDRESS = 'https://github.com/pe-export'
/** The words of the published scripts for a rule that is approved, and for one that is not. */
const [APPROVED, REFUSED] = ['approved', '未通过']
const MOST = 10

export function publishedRepositories(trials: readonly ExportedTrial[]): ExportPart[] {
  const agentName = namesOfAgents(trials, agentFolders)
  return [...trials.flatMap((trial) => partsOf(trial, agentName(trial))), { path: 'gitconfig', content: gitConfig }]
}

function gitConfig(folder: string): string {
  return `[url ${JSON.stringify(`file://${folder}/repositories`)}]\n\tinsteadOf = ${ADDRESS}\n`
}

function partsOf({ run, record, project, commits }: ExportedTrial, agent: string): ExportPart[] {
  const { mission, sample } = record.trial
  const place = `${agent}${sample === 1 ? '' : `-${String(sample)}`}/${mission}`
  const name = `oj-eval-${fileName(record.trial.id)}`
  const address = `${ADDRESS}/${name}`
  const submissions = (record.submissions ?? []).map(({ number, suite, status, score, at }) => ({
    ...{ number, judge_id: suite ?? null, status: status ?? null, score, at },
  }))
  const json = (file: string, content: object): ExportPart => ({
    path: file,
    content: `${JSON.stringify(content, undefined, 2)}\n`,
  })
  return [
    { path: `logs/${place}/oj_eval_${fileName(record.trial.id)}.log`, content: `${address}\n` },
    json(`logs/${place}/submissions.json`, submissions),
    ...(project ? [{ repository: `repositories/${name}`, files: project.files, commits }] : []),
    json(`cr_result/${place}/cr_evaluation.json`, {
      repo_url: address,
      ...rulesOf(run, record),
      commit_count: commits?.count ?? 0,
    }),
    json(`cr_result/${place}/result.json`, { criteria_scores: criteriaOf(run, record) }),
  ]
}

/** `command:codex:gpt-5` is the agent `codex` with the model `gpt-5`. */
function agentFolders(name: string): string {
  const [first = '', second, ...others] = name.split(':')
  const [agent, model] = first === 'command' ? [second, others.join(':')] : [first, [second, ...others].join(':')]
  return `${fileName(agent ?? first)}/${fileName(model === '' ? 'default' : model)}`
}

/** Verdicts of the review with the name of each criterion. */
function reviewed(run: ExportedTrial['run'], { trial, verdicts }: ExportedTrial['record']) {
  const { testcodes = [] } = run.benchmark.missions.find(({ id }) => id === trial.mission) ?? {}
  return verdicts.flatMap((verdict) => {
    const criterion = testcodes.find(({ id, suite }) => id === verdict.testcode && suite === REVIEW_SUITE)
    return criterion && isJudged(verdict.status)
      ? [{ verdict, name: criterion.expects ?? '', kind: criterion.page }]
      : []
  })
}

function rulesOf(run: ExportedTrial['run'], record: ExportedTrial['record']) {
  const rules = reviewed(run, record).filter(({ kind }) => kind !== ruleKind.model)
  const approved = rules.filter(({ verdict }) => verdict.status === 'passed').length
  return {
    checks: rules.map(({ verdict, name }) => ({
      ...{ rule: name, status: verdict.status === 'passed' ? APPROVED : REFUSED, message: verdict.reason ?? '' },
    })),
    ...{ approved, total: rules.length, score: rules.length === 0 ? null : approved / rules.length },
  }
}

function criteriaOf(run: ExportedTrial['run'], record: ExportedTrial['record']): object[] {
  return reviewed(run, record)
    .filter(({ kind }) => kind === ruleKind.model)
    .map(({ verdict, name }) => ({
      name,
      result: tenths(verdict),
      explanation: verdict.reason ?? verdict.evidence.log ?? '',
    }))
}

function tenths({ points: { earned, of } }: Verdict): number {
  return of === 0 ? 0 : (earned / of) * MOST
}
