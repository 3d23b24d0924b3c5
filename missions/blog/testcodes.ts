import type { WebsiteFixtures, WebsiteTestcodes } from 'pe'

type Locator = Awaited<ReturnType<WebsiteFixtures['element']>>
type Page = WebsiteFixtures['page']

interface Post {
  readonly title: string
  readonly text: string
  readonly tags?: string
}
interface Comment {
  readonly name: string
  readonly text: string
}

/** The first post that is published, by the testcode "publish-post". */
const FIRST: Post = { title: 'The first frost', text: 'It came overnight.' }
/** More than the posts that are written before "leaf-through" can fill. */
const MOST_PAGES = 10
const PASSWORD = 'open-the-gate'
/** Text is compared as it is seen: without what is hidden, with the line breaks of the page. */
const AS_SEEN = { useInnerText: true }
/** Milliseconds that a page may take to ask its server, where it may as well do nothing. */
const ANSWER_PATIENCE = 3000

/** That some people write a button as a link makes no difference to a user. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const signOutControl = (page: Page) => control(page, /\bsign\s*out\b/i)
const editControl = (within: Page | Locator) => control(within, /\bedit\b/i)
const deleteControl = (within: Page | Locator) => control(within, /\bdelete\b/i)
const publishControl = (within: Locator) => control(within, /\bpublish\b/i)
const unpublishControl = (within: Locator) => control(within, /\bunpublish\b/i)
const approveControl = (within: Page | Locator) => control(within, /\bapprove\b/i)

/** The innermost element that holds the texts and one such control: a row, whatever it is made of. */
function row(page: Page, controlIn: (within: Page) => Locator, ...texts: readonly string[]): Locator {
  const holding = texts.reduce((found, hasText) => found.filter({ hasText }), page.locator('body *'))
  return holding.filter({ has: controlIn(page), hasNot: controlIn(page).nth(1), visible: true }).last()
}
/** A post has each of its three buttons once. */
function postRow(page: Page, title: string): Locator {
  const eitherControl = control(page, /\b(?:un)?publish\b/i)
  const holding = page
    .locator('body *')
    .filter({ hasText: title })
    .filter({ has: deleteControl(page) })
  const rows = holding.filter({ has: eitherControl, hasNot: eitherControl.nth(1), visible: true })
  return rows.filter({ has: editControl(page), hasNot: editControl(page).nth(1) }).last()
}
const commentRow = (page: Page, { name, text }: Comment) => row(page, deleteControl, name, text)
const pendingRow = (page: Page, { name, text }: Comment) => row(page, approveControl, name, text)
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true })
const titleLink = (page: Page, title: string) => page.getByRole('link', { name: title }).filter({ visible: true })
const tagLink = (page: Page, tag: string) =>
  page.getByRole('link', { name: new RegExp(String.raw`\b${tag}\b`, 'i') }).filter({ visible: true })

// ---- who looks at the pages ---------------------------------------------------------------------------------------

async function givePassword({ open, element }: WebsiteFixtures, password: string): Promise<void> {
  await open('sign_in_url')
  await (await element('password_field')).fill(password)
  await (await element('sign_in_button')).click()
}

async function becomeAdministrator(fixtures: WebsiteFixtures): Promise<void> {
  await fixtures.forget()
  await givePassword(fixtures, PASSWORD)
  await fixtures.expect(signOutControl(fixtures.page).first(), '"Sign out" after the password').toBeVisible()
}

// ---- the administration -------------------------------------------------------------------------------------------

async function fillPost({ element }: WebsiteFixtures, { title, text, tags = '' }: Post): Promise<void> {
  await (await element('title_field')).fill(title)
  await (await element('text_field')).fill(text)
  await (await element('tags_field')).fill(tags)
}

async function submitPost(fixtures: WebsiteFixtures, post: Post): Promise<void> {
  await fillPost(fixtures, post)
  await (await fixtures.element('save_button')).click()
}

/** Writes drafts, as the administrator. */
async function write(fixtures: WebsiteFixtures, posts: readonly Post[]): Promise<void> {
  const { page, expect, open } = fixtures
  for (const post of posts) {
    await open('new_post_url')
    await submitPost(fixtures, post)
    await expect(publishControl(postRow(page, post.title)), `"Publish" at "${post.title}"`).toBeVisible()
  }
}

/** Publishes drafts, on the list of all posts. */
async function publish({ page, expect }: WebsiteFixtures, posts: readonly Post[]): Promise<void> {
  for (const { title } of posts) {
    await publishControl(postRow(page, title)).click()
    await expect(unpublishControl(postRow(page, title)), `"Unpublish" at "${title}"`).toBeVisible()
  }
}

/** Signs in, writes posts and publishes them. */
async function writeAndPublish(fixtures: WebsiteFixtures, posts: readonly Post[]): Promise<void> {
  await becomeAdministrator(fixtures)
  await write(fixtures, posts)
  await publish(fixtures, posts)
}

/** Approves comments, as the administrator. */
async function approve(fixtures: WebsiteFixtures, comments: readonly Comment[]): Promise<void> {
  const { page, expect, open } = fixtures
  await becomeAdministrator(fixtures)
  await open('comments_url')
  for (const comment of comments) {
    await approveControl(pendingRow(page, comment)).click()
    await expect(approveControl(commentRow(page, comment))).toHaveCount(0)
    await expect(commentRow(page, comment)).toBeVisible()
  }
}

/** Opens the list of all posts in another window, signed in as this one is. */
async function anotherWindow({ page, url }: WebsiteFixtures): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(url('posts_url'))
  const ownOfTheWindow = await page.sessionStorage.items()
  if (ownOfTheWindow.length === 0) return other
  for (const { name, value } of ownOfTheWindow) await other.sessionStorage.setItem(name, value)
  // Some pages look there only when they are loaded, and this one may have led to the form for the password.
  await other.goto('about:blank')
  await other.goto(url('posts_url'))
  return other
}

/** Does something on a page of the administration after "Sign out" was pressed in another window. */
async function afterSigningOut(fixtures: WebsiteFixtures, act: () => Promise<void>): Promise<void> {
  const { page, expect } = fixtures
  const other = await anotherWindow(fixtures)
  await signOutControl(other).first().click()
  await expect(signOutControl(other), '"Sign out" after it was pressed').toHaveCount(0)
  await other.close()
  // What a window keeps for itself, no other can take from it: without this it would still be signed in.
  await page.sessionStorage.clear()
  // A page may also find out by itself that nobody is signed in, without asking the server.
  const answer = page.waitForResponse(() => true, { timeout: ANSWER_PATIENCE }).catch(() => undefined)
  await act()
  await answer
}

/** Presses what a page may have taken away meanwhile. */
async function pressIfThere(control: Locator): Promise<void> {
  await control.click({ timeout: ANSWER_PATIENCE }).catch(async (error: unknown) => {
    if (await control.isVisible()) throw error
  })
}

// ---- the blog -----------------------------------------------------------------------------------------------------

/** Follows the title of a post on the first page to its own page. Returns its address. */
async function read({ page, open, element }: WebsiteFixtures, { title }: Post): Promise<string> {
  await open('home_url')
  await titleLink(page, title).first().click()
  await element('comment_name_field')
  return page.url()
}

async function submitComment({ element }: WebsiteFixtures, { name, text }: Comment): Promise<void> {
  await (await element('comment_name_field')).fill(name)
  await (await element('comment_text_field')).fill(text)
  await (await element('comment_button')).click()
}

/** Sends a comment, on the page of a post, and is told that it awaits approval. */
async function comment(fixtures: WebsiteFixtures, sent: Comment): Promise<void> {
  const { page, expect, element } = fixtures
  const before = await page.locator('body').innerText()
  await submitComment(fixtures, sent)
  const message = await element('comment_message')
  await expect(message).toHaveText(/\bapproval\b/i, AS_SEEN)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
}

/** Comments on a post, one after the other, as a visitor. Returns the address of the post. */
async function commentOn(fixtures: WebsiteFixtures, post: Post, comments: readonly Comment[]): Promise<string> {
  await fixtures.forget()
  const address = await read(fixtures, post)
  for (const sent of comments) {
    await fixtures.load(address)
    await comment(fixtures, sent)
  }
  return address
}

/** Does something that must be refused with a message that says the word and was not on the page before. */
async function refusal(
  { page, element, expect }: WebsiteFixtures,
  parameter: 'comment_error' | 'post_error' | 'sign_in_error',
  word: string,
  submitBad: () => Promise<void>,
): Promise<void> {
  const before = await page.locator('body').innerText()
  await submitBad()
  const message = await element(parameter)
  await expect(message).toBeVisible()
  await expect(message).toHaveText(new RegExp(String.raw`\b${word}\b`, 'i'), AS_SEEN)
  expect(before, 'the page before it').not.toContain((await message.innerText()).trim())
}

/** Leaves a page the time to fetch what it shows, where nothing says that it has: only then is nothing there to be seen. */
async function settle({ page }: WebsiteFixtures): Promise<void> {
  // A page that asks its server again and again never comes to rest.
  await page.waitForLoadState('networkidle', { timeout: ANSWER_PATIENCE }).catch(() => undefined)
}

/** Goes where there may be nothing to see: a refusal without any text leads to an error page of the browser. */
async function peek(fixtures: WebsiteFixtures, address: string): Promise<void> {
  await fixtures.load(address).catch(() => undefined)
  await settle(fixtures)
}

/** The texts in the order in which a reader meets them. */
async function readingOrder(page: Page, texts: readonly string[]): Promise<string[]> {
  const places = await Promise.all(
    texts.map(async (text) => ({ text, box: await shown(page, text).first().boundingBox() })),
  )
  return places
    .sort((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? Infinity) - (b.box?.x ?? Infinity))
    .map((place) => place.text)
}

export default {
  'write-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const draft: Post = { title: 'Half a thought', text: 'It goes on later.' }
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await expect(shown(page, draft.title)).toHaveCount(0)
    await write(fixtures, [draft])
    await expect(deleteControl(postRow(page, draft.title))).toBeVisible()
    await fixtures.forget()
    await open('home_url')
    await settle(fixtures)
    await expect(page.locator('body')).not.toContainText(draft.title)
  },

  'publish-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    await becomeAdministrator(fixtures)
    await write(fixtures, [FIRST])
    await publish(fixtures, [FIRST])
    await page.reload()
    await expect(unpublishControl(postRow(page, FIRST.title))).toBeVisible()
    await expect(publishControl(postRow(page, FIRST.title))).toHaveCount(0)
    await fixtures.forget()
    await open('home_url')
    await read(fixtures, FIRST)
    await expect(shown(page, FIRST.title).first()).toBeVisible()
    await expect(shown(page, FIRST.text).first()).toBeVisible()
  },

  'unpublish-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const post: Post = { title: 'Said too early', text: 'This was not ripe.' }
    await writeAndPublish(fixtures, [post])
    const address = await read(fixtures, post)
    await expect(shown(page, post.text).first()).toBeVisible()
    await open('posts_url')
    await unpublishControl(postRow(page, post.title)).click()
    await expect(publishControl(postRow(page, post.title))).toBeVisible()
    await fixtures.forget()
    await open('home_url')
    await expect(titleLink(page, FIRST.title).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(post.title)
    await peek(fixtures, address)
    await expect(page.locator('body')).not.toContainText(post.text)
  },

  'newest-first': async (fixtures) => {
    const { page, expect, open } = fixtures
    const posts = ['Walnuts', 'Quinces', 'Medlars'].map((title): Post => ({ title, text: `About ${title}.` }))
    const [walnuts, quinces, medlars] = posts as [Post, Post, Post]
    await becomeAdministrator(fixtures)
    await write(fixtures, posts)
    await publish(fixtures, [medlars, walnuts, quinces])
    await fixtures.forget()
    await open('home_url')
    for (const { title } of posts) await expect(titleLink(page, title).first()).toBeVisible()
    const titles = posts.map(({ title }) => title)
    await expect.poll(() => readingOrder(page, titles)).toEqual(titles.toReversed())
  },

  'leaf-through': async (fixtures) => {
    const { page, expect, open } = fixtures
    const titles = ['Sunday broth', 'Monday soup', 'Tuesday stew', 'Wednesday pie', 'Thursday roast']
    const [, oldest = '', ...others] = titles
    const older = page.getByRole('link', { name: /\bolder\b/i }).filter({ visible: true })
    const newer = page.getByRole('link', { name: /\bnewer\b/i }).filter({ visible: true })
    await writeAndPublish(
      fixtures,
      titles.map((title) => ({ title, text: 'With parsley.' })),
    )
    await fixtures.forget()
    await open('home_url')
    for (const title of others) await expect(titleLink(page, title).first()).toBeVisible()
    await expect(titleLink(page, oldest)).toHaveCount(0)
    await expect(newer).toHaveCount(0)
    await older.first().click()
    await expect(titleLink(page, oldest).first()).toBeVisible()
    for (const title of others) await expect(titleLink(page, title)).toHaveCount(0)
    await newer.first().click()
    for (const title of others) await expect(titleLink(page, title).first()).toBeVisible()
    await expect(titleLink(page, oldest)).toHaveCount(0)
    // With these the posts fill the last page, from where nothing older can be reached.
    for (let pages = 1; pages < MOST_PAGES && (await titleLink(page, FIRST.title).count()) === 0; pages += 1) {
      const before = await page.locator('body').innerText()
      await older.first().click()
      await expect(page.locator('body')).not.toHaveText(before, AS_SEEN)
      // A page that fetches its posts shows neither at first.
      await expect(titleLink(page, FIRST.title).or(older).first()).toBeVisible()
    }
    await expect(titleLink(page, FIRST.title).first()).toBeVisible()
    await expect(older).toHaveCount(0)
  },

  'show-by-tag': async (fixtures) => {
    const { page, expect, open } = fixtures
    const posts: Post[] = [
      { title: 'On ducks', text: 'They swim.', tags: 'waterfowl, ponds' },
      { title: 'On pigeons', text: 'They coo.', tags: 'waterfowling' },
      { title: 'On swans', text: 'They glide.', tags: 'lakes,waterfowl' },
    ]
    await becomeAdministrator(fixtures)
    await write(fixtures, [...posts, { title: 'On coots', text: 'They dive.', tags: 'waterfowl' }])
    await publish(fixtures, posts)
    await fixtures.forget()
    await open('home_url')
    await tagLink(page, 'waterfowl').first().click()
    await expect(titleLink(page, 'On pigeons')).toHaveCount(0)
    await expect(titleLink(page, 'On ducks').first()).toBeVisible()
    await expect(titleLink(page, 'On swans').first()).toBeVisible()
    await expect(titleLink(page, 'On pigeons')).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText('On coots')
  },

  search: async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const posts: Post[] = [
      { title: 'The lighthouse', text: 'We climbed it.' },
      { title: 'At the harbour', text: 'Under an old LIGHTHOUSE we ate.' },
      { title: 'In the dunes', text: 'There was wind and light, but no house.' },
    ]
    await becomeAdministrator(fixtures)
    await write(fixtures, [...posts, { title: 'A lighthouse to come', text: 'Soon.' }])
    await publish(fixtures, posts)
    await fixtures.forget()
    await open('home_url')
    await expect(titleLink(page, 'In the dunes').first()).toBeVisible()
    await (await element('search_field')).fill('Lighthouse')
    await (await element('search_button')).click()
    await expect(titleLink(page, 'In the dunes')).toHaveCount(0)
    await expect(titleLink(page, 'The lighthouse').first()).toBeVisible()
    await expect(titleLink(page, 'At the harbour').first()).toBeVisible()
    await expect(titleLink(page, 'In the dunes')).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText('A lighthouse to come')
  },

  'read-post': async (fixtures) => {
    const { page, expect } = fixtures
    const post: Post = {
      title: 'Two halves',
      text: 'The one half is told.\n\nThe other half follows.',
      tags: 'symmetry',
    }
    await writeAndPublish(fixtures, [post])
    await fixtures.forget()
    await read(fixtures, post)
    const body = page.locator('body')
    await expect(body).toContainText(post.title, AS_SEEN)
    await expect(tagLink(page, 'symmetry').first()).toBeVisible()
    await expect(shown(page, 'The one half is told.').first()).toBeVisible()
    await expect.poll(() => body.innerText()).toMatch(/The one half is told\.\s*\n\s*The other half follows\./)
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, element, dialogs } = fixtures
    const hostile = (name: string) => `${name} &amp; <b>O'Hara</b> <img src="/none" onerror="alert('run')">`
    const post: Post = { title: hostile('Title'), text: hostile('Text'), tags: '<i>tag</i>' }
    await becomeAdministrator(fixtures)
    await write(fixtures, [post])
    await editControl(postRow(page, post.title)).click()
    await expect(await element('edit_title_field')).toHaveValue(post.title)
    await expect(await element('edit_text_field')).toHaveValue(post.text)
    await (await element('edit_save_button')).click()
    await publish(fixtures, [post])
    await fixtures.forget()
    await read(fixtures, post)
    for (const text of [post.title, post.text, '<i>tag</i>']) await expect(shown(page, text).first()).toBeVisible()
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  'send-comment': async (fixtures) => {
    const { page, expect, load } = fixtures
    const post: Post = { title: 'Your opinion', text: 'Tell me.' }
    const sent: Comment = { name: 'Iris Vole', text: 'I am all for it.' }
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [sent])
    await fixtures.forget()
    await load(address)
    await expect(shown(page, post.text).first()).toBeVisible()
    // The comments may be fetched on their own.
    await settle(fixtures)
    await expect(page.locator('body')).not.toContainText(sent.text)
  },

  'refuse-comment': async (fixtures) => {
    const { page, expect, open, load } = fixtures
    const post: Post = { title: 'Empty words', text: 'Say something.' }
    const good: Comment = { name: 'Otto Mink', text: 'Well said indeed.' }
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [good])
    await load(address)
    const nameless: Comment = { name: '  ', text: 'Nobody wrote this.' }
    await refusal(fixtures, 'comment_error', 'name', () => submitComment(fixtures, nameless))
    await load(address)
    const wordless: Comment = { name: 'Mute Swan', text: '   ' }
    await refusal(fixtures, 'comment_error', 'comment', () => submitComment(fixtures, wordless))
    await becomeAdministrator(fixtures)
    await open('comments_url')
    await expect(commentRow(page, good)).toBeVisible()
    await expect(shown(page, nameless.text)).toHaveCount(0)
    await expect(shown(page, wordless.name)).toHaveCount(0)
  },

  'approve-comment': async (fixtures) => {
    const { page, expect, load } = fixtures
    const post: Post = { title: 'Two voices', text: 'Who speaks?' }
    const heard: Comment = { name: 'Ada Finch', text: 'It is me.' }
    const unheard: Comment = { name: 'Ben Crow', text: 'Not me at all.' }
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [heard, unheard])
    await approve(fixtures, [heard])
    await expect(pendingRow(page, unheard)).toBeVisible()
    await fixtures.forget()
    await load(address)
    await expect(shown(page, heard.text).first()).toBeVisible()
    await expect(shown(page, heard.name).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(unheard.text)
  },

  'count-comments': async (fixtures) => {
    const { page, expect, load } = fixtures
    const post: Post = { title: 'A long talk', text: 'Go on.' }
    const first: Comment = { name: 'Cleo Marten', text: 'I begin.' }
    const second: Comment = { name: 'Dan Stoat', text: 'I follow.' }
    const body = page.locator('body')
    await writeAndPublish(fixtures, [post])
    await fixtures.forget()
    const address = await read(fixtures, post)
    await expect(body).toHaveText(/(?<!\d)0 comments\b/i, AS_SEEN)
    await comment(fixtures, first)
    await load(address)
    await comment(fixtures, second)
    await approve(fixtures, [second])
    await fixtures.forget()
    await load(address)
    await expect(body).toHaveText(/(?<!\d)1 comments\b/i, AS_SEEN)
    await approve(fixtures, [first])
    await fixtures.forget()
    await load(address)
    await expect(body).toHaveText(/(?<!\d)2 comments\b/i, AS_SEEN)
    await expect.poll(() => readingOrder(page, [second.text, first.text])).toEqual([first.text, second.text])
  },

  'hostile-comment': async (fixtures) => {
    const { page, expect, dialogs, load } = fixtures
    const hostile = (name: string) => `${name} &lt; <b>O'Hara</b> <script>alert('run')</script>`
    const post: Post = { title: 'Wild comments', text: 'Try it.' }
    const sent: Comment = { name: hostile('Eve'), text: hostile('Look') }
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [sent])
    await approve(fixtures, [sent])
    await fixtures.forget()
    await load(address)
    await expect(shown(page, sent.name).first()).toBeVisible()
    await expect(shown(page, sent.text).first()).toBeVisible()
    expect(dialogs, 'dialogues that the comment opened').toHaveLength(0)
  },

  'delete-comment': async (fixtures) => {
    const { page, expect, open, load } = fixtures
    const post: Post = { title: 'Mind your tongue', text: 'Please.' }
    const kind: Comment = { name: 'Fay Otter', text: 'How lovely.' }
    const rude: Comment = { name: 'Gus Shrew', text: 'How dreadful.' }
    const calm: Comment = { name: 'Hugo Hare', text: 'How quiet.' }
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [kind, rude, calm])
    await approve(fixtures, [kind, rude, calm])
    await deleteControl(commentRow(page, rude)).click()
    await expect(shown(page, rude.text)).toHaveCount(0)
    await open('comments_url')
    for (const kept of [kind, calm]) await expect(commentRow(page, kept)).toBeVisible()
    await load(address)
    for (const kept of [kind, calm]) await expect(shown(page, kept.text).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(rude.text)
  },

  'refuse-password': async (fixtures) => {
    const { page, expect, open } = fixtures
    await fixtures.forget()
    await open('sign_in_url')
    await refusal(fixtures, 'sign_in_error', 'password', () => givePassword(fixtures, 'open-the-door'))
    await expect(signOutControl(page)).toHaveCount(0)
    await givePassword(fixtures, PASSWORD)
    await expect(signOutControl(page).first()).toBeVisible()
    await open('posts_url')
    await expect(signOutControl(page).first()).toBeVisible()
  },

  'keep-visitors-out': async (fixtures) => {
    const { page, expect, open, url } = fixtures
    const secret: Post = { title: 'Behind the curtain', text: 'Nobody knows.' }
    await becomeAdministrator(fixtures)
    await write(fixtures, [secret])
    await open('new_post_url')
    const field = await fixtures.element('title_field')
    await expect(field).toBeVisible()
    await fixtures.forget()
    await peek(fixtures, url('posts_url'))
    await expect(page.locator('body')).not.toContainText(secret.title)
    await peek(fixtures, url('new_post_url'))
    await expect(field).toBeHidden()
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await expect(postRow(page, secret.title)).toBeVisible()
  },

  'sign-out': async (fixtures) => {
    const { page, expect, open, url } = fixtures
    const secret: Post = { title: 'Under the carpet', text: 'Nobody looks.' }
    await becomeAdministrator(fixtures)
    await write(fixtures, [secret])
    await open('posts_url')
    await expect(postRow(page, secret.title)).toBeVisible()
    await signOutControl(page).first().click()
    await expect(signOutControl(page)).toHaveCount(0)
    await peek(fixtures, url('posts_url'))
    await expect(page.locator('body')).not.toContainText(secret.title)
    await open('sign_in_url')
    await expect(await fixtures.element('password_field')).toBeVisible()
  },

  'lost-session': async (fixtures) => {
    const { page, expect, open } = fixtures
    const post: Post = { title: 'Hands off', text: 'It stays.' }
    const draft: Post = { title: 'Not yet', text: 'It is no good.' }
    const intruder: Post = { title: 'I was here', text: 'Without a password.' }
    await becomeAdministrator(fixtures)
    await write(fixtures, [post, draft])
    await open('posts_url')
    await expect(postRow(page, post.title)).toBeVisible()
    await afterSigningOut(fixtures, () => pressIfThere(deleteControl(postRow(page, post.title))))
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await afterSigningOut(fixtures, () => pressIfThere(publishControl(postRow(page, draft.title))))
    await becomeAdministrator(fixtures)
    await open('new_post_url')
    await fillPost(fixtures, intruder)
    const save = await fixtures.element('save_button')
    await afterSigningOut(fixtures, () => pressIfThere(save))
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await expect(postRow(page, post.title)).toBeVisible()
    await expect(publishControl(postRow(page, draft.title)), `"Publish" at "${draft.title}"`).toBeVisible()
    await expect(page.locator('body')).not.toContainText(intruder.title)
  },

  'refuse-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const good: Post = { title: 'Something at least', text: 'A word.' }
    await becomeAdministrator(fixtures)
    await open('new_post_url')
    await refusal(fixtures, 'post_error', 'title', () => submitPost(fixtures, { title: '  ', text: 'Headless.' }))
    await open('new_post_url')
    await refusal(fixtures, 'post_error', 'text', () => submitPost(fixtures, { title: 'Bodiless', text: '  ' }))
    await write(fixtures, [good])
    await open('posts_url')
    await expect(postRow(page, good.title)).toBeVisible()
    await expect(page.locator('body')).not.toContainText('Bodiless')
    await expect(page.locator('body')).not.toContainText('Headless.')
  },

  'edit-post': async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const old: Post = { title: 'A draught of the wrod', text: 'With a mistkae.', tags: 'speling' }
    const later: Post = { title: 'Written afterwards', text: 'Without one.' }
    const corrected: Post = { title: 'A draught of the word', text: 'Without a mistake.', tags: 'spelling' }
    const said: Comment = { name: 'Hal Weasel', text: 'You misspelt it.' }
    await writeAndPublish(fixtures, [old, later])
    await commentOn(fixtures, old, [said])
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await editControl(postRow(page, old.title)).click()
    for (const [parameter, before, after] of [
      ['edit_title_field', old.title, corrected.title],
      ['edit_text_field', old.text, corrected.text],
      ['edit_tags_field', old.tags ?? '', corrected.tags ?? ''],
    ] as const) {
      const field = await element(parameter)
      await expect(field).toHaveValue(before)
      await field.fill(after)
    }
    await (await element('edit_save_button')).click()
    await expect(unpublishControl(postRow(page, corrected.title))).toBeVisible()
    await open('comments_url')
    await expect(commentRow(page, said)).toBeVisible()
    await fixtures.forget()
    await open('home_url')
    await expect(titleLink(page, corrected.title).first()).toBeVisible()
    await expect.poll(() => readingOrder(page, [corrected.title, later.title])).toEqual([later.title, corrected.title])
    await expect(tagLink(page, 'spelling').first()).toBeVisible()
    await read(fixtures, corrected)
    await expect(shown(page, corrected.text).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(old.text)
  },

  'delete-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const kept: Post = { title: 'To be kept', text: 'For long.' }
    const gone: Post = { title: 'To be dropped', text: 'For good.' }
    const below: Comment = { name: 'Ida Ferret', text: 'Keep this one.' }
    const lost: Comment = { name: 'Jon Polecat', text: 'Drop this one.' }
    await writeAndPublish(fixtures, [kept, gone])
    await commentOn(fixtures, kept, [below])
    const address = await commentOn(fixtures, gone, [lost])
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await deleteControl(postRow(page, gone.title)).click()
    await expect(shown(page, gone.title)).toHaveCount(0)
    await expect(postRow(page, kept.title)).toBeVisible()
    await open('comments_url')
    await expect(commentRow(page, below)).toBeVisible()
    await expect(shown(page, lost.text)).toHaveCount(0)
    await fixtures.forget()
    await peek(fixtures, address)
    await expect(page.locator('body')).not.toContainText(gone.text)
  },
} satisfies WebsiteTestcodes
