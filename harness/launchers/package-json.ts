import { z } from "zod";
import type { ProjectView } from "./project-view.ts";

const names = z.record(z.string(), z.string()).catch({});
/** What counts of a package.json. A field that is not as it should be counts as absent, as it does for npm's users. */
const manifestSchema = z.object({
  main: z.string().optional().catch(undefined),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
  scripts: names,
  dependencies: names,
  devDependencies: names,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Empty where there is none, or none that can be read. */
export function manifestOf(view: ProjectView): Manifest {
  return manifestSchema
    .catch(manifestSchema.parse({}))
    .parse(parsed(view.text("package.json")));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
