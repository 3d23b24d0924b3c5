import type { Brief } from '../contracts/schema.ts'
import type { Project } from '../contracts/types.ts'
import { pathProblem } from '../lib/files/confine.ts'
import { clashing } from './framework/clashes.ts'

/**
 * The project of a model with the files of the template that the model has not written: it is shown the template and need not repeat it.
 * Coding tools find the template in their folder.
 */
export function withTemplate(brief: Brief, project: Project): Project {
  const { input } = brief
  if (input.type !== 'documents') return project
  const template = input.documents.filter(({ role, path }) => role === 'template' && pathProblem(path) === undefined)
  const written = project.files.map(({ path }) => path)
  const left = clashing([...written, ...template.map(({ path }) => path)])
  const kept = template.filter(
    ({ path }) => !left.has(path) && written.every((file) => file !== path && !path.startsWith(`${file}/`)),
  )
  return kept.length === 0
    ? project
    : { ...project, files: [...project.files, ...kept.map(({ path, content }) => ({ path, content }))] }
}
