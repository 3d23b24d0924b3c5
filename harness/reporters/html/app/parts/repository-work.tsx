import type { RepositoryWork } from '../../../../contracts/schema.ts'
import { PlanningGraph } from './planning-graph.tsx'

/** The planning graph that an agent worked from, and problems of the plan that it left. */
export function RepositoryWorkView({ work }: { readonly work: RepositoryWork }) {
  return (
    <>
      <h3>Planning graph</h3>
      {work.problems.length > 0 && (
        <ul>
          {work.problems.map((problem, index) => (
            <li key={index}>{problem}</li>
          ))}
        </ul>
      )}
      <PlanningGraph work={work} />
    </>
  )
}
