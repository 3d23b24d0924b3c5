/** Checks what was typed before it becomes a post or a comment. */

export const MAX_LINE = 200
export const MAX_TEXT = 50_000

/** Says what is wrong with a text that must not be blank, or gives undefined; the message contains the given word. */
function problemOf(word, text, longest) {
  if (text.trim() === '') return `The ${word} must not be blank.`
  return text.length > longest ? `The ${word} may have at most ${longest} characters.` : undefined
}

/** Takes a field out of a form, with line breaks as they are on every system. */
function textOf(form, name) {
  return (form.get(name) ?? '').replaceAll('\r\n', '\n')
}

/** Takes tags apart at their commas; none is blank and none is there twice. */
function tagsOf(text) {
  const tags = text.split(',').map((tag) => tag.trim())
  return [...new Set(tags)].filter((tag) => tag !== '')
}

/** Turns a submitted form into the values of a post, what was typed, and the list of what is wrong with it. */
export function readPost(form) {
  const typed = { title: textOf(form, 'title'), text: textOf(form, 'text'), tags: textOf(form, 'tags') }
  const problems = [
    problemOf('title', typed.title, MAX_LINE),
    problemOf('text', typed.text, MAX_TEXT),
    typed.tags.length > MAX_LINE ? `The tags may have at most ${MAX_LINE} characters.` : undefined,
  ]
  return { values: { ...typed, tags: tagsOf(typed.tags) }, typed, problems: problems.filter(Boolean) }
}

/** Turns a submitted form into the values of a comment and the list of what is wrong with it. */
export function readComment(form) {
  const values = { name: textOf(form, 'name'), text: textOf(form, 'text') }
  const problems = [problemOf('name', values.name, MAX_LINE), problemOf('comment', values.text, MAX_TEXT)]
  return { values, problems: problems.filter(Boolean) }
}
