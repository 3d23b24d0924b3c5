import { withStorage } from './storage.ts'

export type Theme = 'auto' | 'light' | 'dark'
export const THEMES: readonly Theme[] = ['auto', 'light', 'dark']

const KEY = 'pe-theme'

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
}

/** The last choice of the reader; `auto` if the browser has not stored one. */
export function storedTheme(): Theme {
  const kept = withStorage('localStorage', (storage) => storage.getItem(KEY))
  return THEMES.find((theme) => theme === kept) ?? 'auto'
}

export function storeTheme(theme: Theme): void {
  withStorage('localStorage', (storage) => storage.setItem(KEY, theme))
}
