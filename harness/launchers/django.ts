import type { WebsitePlan } from "../schema.ts";
import { PORT, type Stack } from "./recognised.ts";
import { pythonPackages } from "./requirements.ts";

/** The administrator that answers of agents count on. */
const SUPERUSER = {
  DJANGO_SUPERUSER_USERNAME: "Admin",
  DJANGO_SUPERUSER_EMAIL: "admin@example.com",
  DJANGO_SUPERUSER_PASSWORD: "abc#12345",
};

/**
 * Carries out several commands of a manage.py in one process, because loading Django takes longer than most of them. Each
 * is tried, whatever became of the one before: without a database none can work, and none needs to.
 */
const COMMANDS = `
import importlib, runpy, sys, traceback
failed = 0
for name in sys.argv[1:]:
    sys.argv = ['manage.py', name, '--noinput']
    importlib.invalidate_caches()
    try:
        runpy.run_path('manage.py', run_name='__main__')
    except BaseException as error:
        if isinstance(error, SystemExit) and error.code in (None, 0):
            continue
        failed = 1
        print(f'{name} failed: {error}', file=sys.stderr)
        if not isinstance(error, SystemExit):
            traceback.print_exc()
sys.exit(failed)
`;

/**
 * A folder with Django's manage.py. Prepared and started as its documentation says, except that the server does not watch
 * its files, which takes a second process and a second. A browser that is sent to "localhost" tries 127.0.0.1 too.
 */
export const django: Stack<WebsitePlan> = {
  name: "django",
  looksFor: "a manage.py of Django",
  besideOthers: true,
  recognise(view, root) {
    if (!/django/i.test(view.text("manage.py"))) return undefined;
    const { install, packages } = pythonPackages(view, root);
    return {
      plan: {
        ...install,
        prepare: [
          "python3",
          "-c",
          COMMANDS,
          "makemigrations",
          "migrate",
          "createsuperuser",
        ],
        start: [
          "python3",
          "-u",
          "manage.py",
          "runserver",
          "--noreload",
          `127.0.0.1:${PORT}`,
        ],
        port: 8000,
        homepage: "/",
      },
      folder: view.folder,
      env: SUPERUSER,
      ...packages,
    };
  },
};
