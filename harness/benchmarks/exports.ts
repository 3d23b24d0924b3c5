/** Results in the form in which the authors of a benchmark published theirs, so that their own scripts can judge them. */
import { publishedRepositories } from './projdevbench/export.ts'
import { publishedAnswerFiles } from './projecteval/export.ts'
import type { PublishedExport } from './published-export.ts'

export const publishedExports: Readonly<Record<string, PublishedExport>> = {
  projdevbench: publishedRepositories,
  projecteval: publishedAnswerFiles,
}
