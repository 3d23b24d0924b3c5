import type { ProjectView } from "./project-view.ts";
import type { Recognised } from "./recognised.ts";

/** Distributions whose module is not called like them. */
const MODULES: Readonly<Record<string, string>> = {
  pillow: "PIL",
  pyyaml: "yaml",
  beautifulsoup4: "bs4",
  "scikit-learn": "sklearn",
  "opencv-python": "cv2",
  "python-dateutil": "dateutil",
  "python-dotenv": "dotenv",
  djangorestframework: "rest_framework",
  "django-cors-headers": "corsheaders",
  "django-crispy-forms": "crispy_forms",
};

/** What projects write down for their authors or for a production server, and do not import. */
const NOT_IMPORTED = new Set([
  "gunicorn",
  "uwsgi",
  "pytest",
  "black",
  "flake8",
  "mypy",
  "pylint",
  "pip",
  "setuptools",
  "wheel",
]);

const ALL_THERE =
  "import sys, importlib.util as u; sys.exit(not all(map(u.find_spec, sys.argv[1:])))";

/**
 * The install step of a Python project that has a requirements.txt, in the folder of the view or in the project's root.
 * It is left out where all of it can be imported already, because then the system provides it; versions are not compared.
 */
export function pythonPackages(view: ProjectView, root: ProjectView): Packages {
  const holder = [view, root].find((each) => each.has("requirements.txt"));
  const modules = holder && modulesOf(holder.text("requirements.txt"));
  if (!holder || modules?.length === 0) return { install: {}, packages: {} };
  const unless = modules && {
    unless: ["python3", "-c", ALL_THERE, ...modules],
  };
  return {
    install: { install: ["pip", "install", "-r", "requirements.txt"] },
    packages: { packages: { folder: holder.folder, ...unless } },
  };
}

/** Parts to spread: into a plan, and into what is recognised. */
export interface Packages {
  readonly install: { readonly install?: string[] };
  readonly packages: Pick<Recognised, "packages">;
}

/** Names to import; undefined where a line is more than a name and a version (a URL, a path, another file). */
function modulesOf(requirements: string): string[] | undefined {
  const lines = requirements
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim());
  const needed = lines.filter((line) => line !== "");
  const names = needed.map((line) =>
    /^([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:$|[=<>~!;])/
      .exec(line)?.[1]
      ?.toLowerCase(),
  );
  if (!names.every((name) => name !== undefined)) return undefined;
  return names
    .filter((name) => !NOT_IMPORTED.has(name))
    .map((name) => MODULES[name] ?? name.replaceAll(/[.-]/g, "_"));
}
