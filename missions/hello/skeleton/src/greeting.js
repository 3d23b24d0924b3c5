const EVERYBODY = 'World'

/**
 * Greets somebody, or the world where nobody is named.
 * @param {string} typed As it was typed: spaces around it do not count.
 * @returns {string} Such as "Hello, Ada!".
 */
export function greeting(typed) {
  // Greets somebody, or the world where nobody is named. Returns: such as "Hello, Ada!".
}
