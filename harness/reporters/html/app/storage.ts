/** Undefined if the browser refuses storage to a page from `file://`; what is kept then lasts only as long as the page. */
export function withStorage<T>(kind: 'localStorage' | 'sessionStorage', use: (storage: Storage) => T): T | undefined {
  try {
    return use(window[kind])
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
