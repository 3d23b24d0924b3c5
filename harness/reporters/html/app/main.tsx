import { render } from 'preact'
import type { Overview } from '../data.ts'
import { loadChunk } from './load.ts'
import { Model } from './model.ts'
import { Problem, NotHere } from './parts/problem.tsx'
import { useEffect, useRef, useState } from 'preact/hooks'
import { HelpDialog, useKeys } from './keys.tsx'
import { href, useRoute, type Route } from './route.ts'
import { UnfinishedTrials } from './parts/unfinished.tsx'
import { CompareView } from './views/compare.tsx'
import { MachinesView } from './views/machines.tsx'
import { MissionPage } from './views/mission.tsx'
import { OverviewView } from './views/overview.tsx'
import { ProvenanceView } from './views/provenance.tsx'
import { TrialView } from './views/trial.tsx'

type Theme = 'auto' | 'light' | 'dark'
const THEMES: readonly Theme[] = ['auto', 'light', 'dark']

const KEY = 'pe-theme'

function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}

/** The last choice of the reader; `auto` if the browser has not stored one. */
function storedTheme(): Theme {
  const kept = withStorage('localStorage', (storage) => storage.getItem(KEY))
  return THEMES.find((theme) => theme === kept) ?? 'auto'
}

function storeTheme(theme: Theme): void {
  withStorage('localStorage', (storage) => storage.setItem(KEY, theme))
}

// ---- main ----------------------------------------------------------------------------------------------------------

applyTheme(storedTheme())
const root = document.getElementById('app')
if (root) {
  loadChunk<Overview>('overview').then(
    (overview) => {
      root.replaceChildren()
      render(<App model={new Model(overview)} />, root)
      noteLoaded()
      reloadWhileUnfinished(overview)
    },
    (error: unknown) => {
      const note = document.createElement('div')
      root.append(note)
      render(<Problem error={error} />, note)
      reloadAfterFailure()
    },
  )
}

// ---- reload --------------------------------------------------------------------------------------------------------

/** Milliseconds until the page of a run that goes on is loaded again. */
const PAUSE = 5000
/** A report as old as this (ms) belongs to a run that was killed: no trial takes longer. */
const ABANDONED = 6 * 3_600_000
/** Remembers, for the page in this window, that it was loaded again after a failure. */
const TRIED = 'pe-loaded-again'

/** Loads the page again while its run goes on. The browser keeps the view, which is in the address, and the position. */
function reloadWhileUnfinished({ unfinishedAt }: Pick<Overview, 'unfinishedAt'>): void {
  if (unfinishedAt === undefined || Date.now() - Date.parse(unfinishedAt) > ABANDONED) return
  setTimeout(() => {
    if (document.hidden || isUsed()) reloadWhileUnfinished({ unfinishedAt })
    else location.reload()
  }, PAUSE)
}

/** The page may have been loaded while its data was replaced: it is loaded a second time. */
function reloadAfterFailure(): void {
  // Without storage, nothing would end a series of failures.
  const wasTried = withStorage('sessionStorage', (storage) => storage.getItem(TRIED) !== null) ?? true
  if (wasTried) return
  withStorage('sessionStorage', (storage) => {
    storage.setItem(TRIED, 'yes')
  })
  setTimeout(() => {
    location.reload()
  }, PAUSE)
}

/** The next failure is a new one. */
function noteLoaded(): void {
  withStorage('sessionStorage', (storage) => {
    storage.removeItem(TRIED)
  })
}

/** Whether a reader types, has selected text, or has a dialog open: a new page would take that away. */
function isUsed(): boolean {
  const selected = document.getSelection()?.isCollapsed === false
  return (
    selected || document.activeElement instanceof HTMLInputElement || document.querySelector('dialog[open]') !== null
  )
}

// ---- app -----------------------------------------------------------------------------------------------------------

function App({ model }: { readonly model: Model }) {
  const route = useRoute()
  const [help, setHelp] = useState(false)
  useKeys(route, () => setHelp(true))
  useFocusOnArrival(route)
  return (
    <>
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        Skip to the content
      </a>
      <TopBar model={model} route={route} onHelp={() => setHelp(true)} />
      <main id="main" tabIndex={-1}>
        <UnfinishedTrials model={model} />
        <View model={model} route={route} />
      </main>
      <footer>
        Made by <b>pe</b> {model.overview.runs[0]?.host.pe} ·{' '}
        <a href={href(['provenance'])}>where these numbers come from</a>
      </footer>
      {help && <HelpDialog onClose={() => setHelp(false)} />}
    </>
  )
}

function TopBar({
  model,
  route,
  onHelp,
}: {
  readonly model: Model
  readonly route: Route
  readonly onHelp: () => void
}) {
  const [view = ''] = route.path
  const warnings = model.overview.runs.flatMap((run) => run.warnings).length
  const link = (name: string, address: string, ...also: string[]) => (
    <a href={address} aria-current={[name, ...also].includes(view) ? 'page' : undefined}>
      {name === '' ? 'Overview' : name.charAt(0).toUpperCase() + name.slice(1)}
      {name === 'provenance' && warnings > 0 && <span class="count">{warnings}</span>}
    </a>
  )
  return (
    <header class="top">
      <a class="brand" href={href([])} aria-label="pe, to the overview">
        pe
      </a>
      <nav aria-label="Views">
        {link('', href([]), 'mission', 'trial')}
        {model.overview.groups.length > 1 && link('compare', href(['compare']))}
        {model.overview.runs.some(({ machines }) => machines) && link('machines', href(['machines']))}
        {link('provenance', href(['provenance']))}
      </nav>
      <ThemeButton />
      <button type="button" class="quiet" onClick={onHelp} aria-label="Keyboard shortcuts">
        ?
      </button>
    </header>
  )
}

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme)
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'
  return (
    <button
      type="button"
      class="quiet"
      title={`Colours: ${theme}. Press for ${next}.`}
      onClick={() => {
        setTheme(next)
        applyTheme(next)
        storeTheme(next)
      }}
    >
      <span class="visually-hidden">Colours: </span>
      {theme}
    </button>
  )
}

function View({ model, route }: { readonly model: Model; readonly route: Route }) {
  const [view, ...rest] = route.path
  if (view === undefined) return <OverviewView model={model} query={route.query} />
  if (view === 'mission') return <MissionPage model={model} id={rest[0] ?? ''} digest={rest[1]} query={route.query} />
  if (view === 'trial') return <TrialView model={model} path={rest} />
  if (view === 'compare') return <CompareView model={model} query={route.query} />
  if (view === 'machines') return <MachinesView model={model} />
  if (view === 'provenance') return <ProvenanceView model={model} />
  return <NotHere what={`No view is called “${view}”.`} />
}

/** Scrolls a new view to its top and moves the focus to it, for screen readers. A changed filter keeps the position. */
function useFocusOnArrival(route: Route): void {
  const path = route.path.join('/')
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [path])
}

// ---- storage -------------------------------------------------------------------------------------------------------

/** Undefined if the browser refuses storage to a page from `file://`; what is kept then lasts only as long as the page. */
function withStorage<T>(kind: 'localStorage' | 'sessionStorage', use: (storage: Storage) => T): T | undefined {
  try {
    return use(window[kind])
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
