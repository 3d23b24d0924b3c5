import { useEffect, useRef, useState } from 'preact/hooks'
import type { Model } from './model.ts'
import { HelpDialog, useKeys } from './keys.tsx'
import { href, useRoute, type Route } from './route.ts'
import { THEMES, applyTheme, storeTheme, storedTheme } from './theme.ts'
import { NotHere } from './parts/problem.tsx'
import { Unfinished } from './parts/unfinished.tsx'
import { CompareView } from './views/compare.tsx'
import { MachinesView } from './views/machines.tsx'
import { MissionPage } from './views/mission.tsx'
import { OverviewView } from './views/overview.tsx'
import { ProvenanceView } from './views/provenance.tsx'
import { TrialView } from './views/trial.tsx'

export function App({ model }: { readonly model: Model }) {
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
        <Unfinished model={model} />
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
