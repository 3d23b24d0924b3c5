import type { Agent } from '../../contracts/types.ts'
import type { AgentSetup } from '../setup.ts'
import { sameForAll } from './page.ts'
import { plausibleAnswers } from './plausible.ts'

const PAGE = '<!doctype html><html lang="en"><head><title>OK</title></head><body><p>OK</p></body></html>'

/** Answers every request with status 200 and a page that says "OK"; a program prints "OK" and exits with 0. */
export function always200Agent({ mission }: AgentSetup): Agent {
  return {
    name: 'always-200',
    generate: (brief) => Promise.resolve(sameForAll(mission(brief.mission), PAGE, 'OK')),
    answer: (_questions, _project, context) => Promise.resolve(plausibleAnswers(mission(context.mission))),
  }
}
