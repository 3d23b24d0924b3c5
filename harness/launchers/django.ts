import type { WebsitePlan } from '../contracts/schema.ts'
import { PORT, type Recognised, type Stack } from './recognised.ts'
import { pythonPackages } from './requirements.ts'

/** The administrator account that agents' answers rely on. */
const SUPERUSER = {
  DJANGO_SUPERUSER_USERNAME: 'Admin',
  DJANGO_SUPERUSER_EMAIL: 'admin@example.com',
  DJANGO_SUPERUSER_PASSWORD: 'abc#12345',
}

/**
 * Runs several commands of a manage.py (the first argument) in one process, because loading Django takes longer than most of
 * them. A failed command does not stop the next one: a site without a database needs none of them.
 */
const COMMANDS = `
import importlib, os, runpy, sys, traceback
failed = 0
manage, *names = sys.argv[1:]
sys.path[0] = os.path.dirname(os.path.abspath(manage))
for name in names:
    sys.argv = [manage, name, '--noinput']
    importlib.invalidate_caches()
    try:
        runpy.run_path(manage, run_name='__main__')
    except BaseException as error:
        if isinstance(error, SystemExit) and error.code in (None, 0):
            continue
        failed = 1
        print(f'{name} failed: {error}', file=sys.stderr)
        if not isinstance(error, SystemExit):
            traceback.print_exc()
sys.exit(failed)
`

/**
 * A folder with Django's manage.py. It is prepared and started as in Django's documentation, but without the file watcher,
 * which costs a second process and a second of time. Binding to 127.0.0.1 is enough: browsers try it for "localhost".
 */
export const django: Stack<WebsitePlan> = {
  name: 'django',
  looksFor: 'a manage.py of Django',
  besideOthers: true,
  recognise(view, root) {
    if (!/django/i.test(view.text('manage.py'))) return undefined
    const { install, packages } = pythonPackages(view, root)
    const { plan, ...place } = djangoPlan(view.folder, 'manage.py')
    return { plan: { ...install, ...plan }, ...place, ...packages }
  },
}

/**
 * @param folder The folder in which the commands run, relative to the project
 * @param manage Path of manage.py, relative to that folder
 */
export function djangoPlan(folder: string, manage: string): Recognised<WebsitePlan> {
  return {
    plan: {
      prepare: ['python3', '-c', COMMANDS, manage, 'makemigrations', 'migrate', 'createsuperuser'],
      start: ['python3', '-u', manage, 'runserver', '--noreload', `127.0.0.1:${PORT}`],
      port: 8000,
      homepage: '/',
    },
    folder,
    env: SUPERUSER,
  }
}
