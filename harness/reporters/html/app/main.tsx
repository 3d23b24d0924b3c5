import { render } from 'preact'
import type { Overview } from '../data.ts'
import { App } from './app.tsx'
import { loadChunk } from './load.ts'
import { Model } from './model.ts'
import { Problem } from './parts/problem.tsx'
import { noteLoaded, reloadAfterFailure, reloadWhileUnfinished } from './reload.ts'
import { applyTheme, storedTheme } from './theme.ts'

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
