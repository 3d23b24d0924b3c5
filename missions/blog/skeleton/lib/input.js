/** Checks what was typed before it becomes a post or a comment. */

export const MAX_LINE = 200
export const MAX_TEXT = 50_000

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function problemOf(word, text, longest) {
  // Says what is wrong with a text that must not be blank, or gives undefined; the message contains the
  // given word.
}

/** Takes a field out of a form, with line breaks as they are on every system. */
function textOf(form, name) {
  // Takes a field out of a form, with line breaks as they are on every system.
}

/** Takes tags apart at their commas; none is blank and none is there twice. */
function tagsOf(text) {
  // Takes tags apart at their commas; none is blank and none is there twice.
}

/** Turns a submitted form into the values of a post, what was typed, and the list of what is wrong with it. */
export function readPost(form) {
  // Turns a submitted form into the values of a post, what was typed, and the list of what is wrong with
  // it.
}

/** Turns a submitted form into the values of a comment and the list of what is wrong with it. */
export function readComment(form) {
  // Turns a submitted form into the values of a comment and the list of what is wrong with it.
}
