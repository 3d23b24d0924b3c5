import type { Project } from '../../contracts/types.ts'
import { AgentFault } from '../../errors.ts'
import { answerReader } from '../output/read.ts'
import { projectText } from '../protocol/describe.ts'
import type { Setting } from './setting.ts'

/** Libraries and source trees are not launched by a plan of their author. */
export async function launchOf(setting: Setting, files: Project['files']): Promise<Pick<Project, 'launch'>> {
  const { brief, context } = setting
  if (brief.kind === 'library' || brief.kind === 'source') return {}
  const template = brief.kind === 'website' ? 'launch-website' : 'launch-program'
  try {
    const { launch, notes } = await setting.askShared('launch', template, { project: projectText({ files }) }, (text) =>
      answerReader.read('launch', text, brief.kind),
    )
    for (const note of notes) context.note(note)
    return launch === undefined ? {} : { launch }
  } catch (error) {
    if (!(error instanceof AgentFault)) throw error
    context.note(`launch: ${error.message}`)
    return {}
  }
}
