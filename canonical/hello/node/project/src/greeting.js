const EVERYBODY = 'World'

/**
 * Greets somebody, or the world where nobody is named.
 * @param {string} typed As it was typed: spaces around it do not count.
 * @returns {string} Such as "Hello, Ada!".
 */
export function greeting(typed) {
  const name = typed.trim()
  return `Hello, ${name === '' ? EVERYBODY : name}!`
}
