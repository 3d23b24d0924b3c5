export type Theme = 'auto' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark']

const KEY = 'pe-theme'

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}

/** The last choice of the reader; `auto` if the browser has not stored one. */
export function storedTheme(): Theme {
  const kept = withStorage((storage) => storage.getItem(KEY))
  return THEMES.find((theme) => theme === kept) ?? 'auto'
}

export function storeTheme(theme: Theme): void {
  withStorage((storage) => storage.setItem(KEY, theme))
}

/** Undefined if the browser refuses storage to a page from `file://`; the choice then lasts only as long as the page. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage)
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
