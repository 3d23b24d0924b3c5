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

/** More pages than the posts that are written before "leaf-through" can fill. */
const MOST_PAGES = 10
const PASSWORD = 'open-the-gate'
/** Compares only the text that a person sees, with the line breaks of the page. */
const AS_SEEN = { useInnerText: true }
/** Milliseconds in which a page may ask its server, in a case in which it need not do anything. */
const ANSWER_PATIENCE = 3000

/** A button or a link: a user sees no difference. */
function control(within: Page | Locator, name: RegExp): Locator {
  return within.getByRole('button', { name }).or(within.getByRole('link', { name })).filter({ visible: true })
}
const signOutControl = (page: Page) => control(page, /\bsign\s*out\b/i)
const DELETE = /\bdelete\b/i
const APPROVE = /\bapprove\b/i
const APPROVAL = /\bapproval\b/i
const editControl = (within: Page | Locator) => control(within, /\bedit\b/i)
const deleteControl = (within: Page | Locator) => control(within, DELETE)
const publishControl = (within: Locator) => control(within, /\bpublish\b/i)
const unpublishControl = (within: Locator) => control(within, /\bunpublish\b/i)
const approveControl = (within: Page | Locator) => control(within, APPROVE)

/** The row of a post. It has each of its three buttons once. */
const postRow = ({ rows }: WebsiteFixtures, title: string) => rows([title], DELETE)
const commentRow = ({ rows }: WebsiteFixtures, { name, text }: Comment) => rows([name, text], DELETE)
const pendingRow = ({ rows }: WebsiteFixtures, { name, text }: Comment) => rows([name, text], APPROVE)
const shown = (page: Page, text: string) => page.getByText(text).filter({ visible: true })
const titleLink = (page: Page, title: string) => page.getByRole('link', { name: title }).filter({ visible: true })
const tagLink = (page: Page, tag: string) =>
  page.getByRole('link', { name: new RegExp(String.raw`\b${tag}\b`, 'i') }).filter({ visible: true })

// ---- visitors and windows ------------------------------------------------------------------------------------------

async function givePassword({ open, element }: WebsiteFixtures, password: string): Promise<void> {
  await open('sign_in_url')
  await (await element('password_field')).fill(password)
  await (await element('sign_in_button')).click()
}

async function signIn(fixtures: WebsiteFixtures): Promise<void> {
  await givePassword(fixtures, PASSWORD)
  await fixtures.expect(signOutControl(fixtures.page).first(), '"Sign out" after the password').toBeVisible()
}

/**
 * Signs in as the administrator.
 * @param start The page that is opened with the stored session
 * @returns Whether that page is open: after the password, a project may show any page
 */
async function becomeAdministrator(
  fixtures: WebsiteFixtures,
  start: 'new_post_url' | 'comments_url' = 'new_post_url',
): Promise<boolean> {
  const { page, as, settle, peek, url } = fixtures
  let isOpen = true
  await as('the administrator', {
    open: () => peek(url(start)),
    isSignedIn: async () => {
      await settle()
      return signOutControl(page).first().isVisible()
    },
    signIn: async () => {
      isOpen = false
      await signIn(fixtures)
    },
  })
  return isOpen
}

// ---- inputs --------------------------------------------------------------------------------------------------------

const postOf = ({ given }: WebsiteFixtures, key: string): Post => ({
  title: given.title(key),
  text: given.sentence(key),
})
const commentOf = ({ given }: WebsiteFixtures, key: string): Comment => ({
  name: given.person(`who ${key}`),
  text: given.sentence(`who ${key}`),
})
/** The first published post, which the testcode "publish-post" publishes. */
const firstPost = (fixtures: WebsiteFixtures) => postOf(fixtures, 'first')
/** A text that runs a script, or looks different, on a page that does not show it as it was typed. */
function hostile({ given }: WebsiteFixtures, key: string, attack: string): string {
  return `${given.textWithMarkup(key)} &amp; ${given.personWithApostrophe(key)} ${attack}`
}
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

// ---- the administration --------------------------------------------------------------------------------------------

async function fillPost({ element }: WebsiteFixtures, { title, text, tags = '' }: Post): Promise<void> {
  await (await element('title_field')).fill(title)
  await (await element('text_field')).fill(text)
  await (await element('tags_field')).fill(tags)
}

async function submitPost(fixtures: WebsiteFixtures, post: Post): Promise<void> {
  await fillPost(fixtures, post)
  await (await fixtures.element('save_button')).click()
}

/**
 * Writes drafts, as the administrator.
 * @param isOpen Whether the form for a new post is open
 */
async function write(fixtures: WebsiteFixtures, posts: readonly Post[], isOpen = false): Promise<void> {
  const { expect, open } = fixtures
  for (const [index, post] of posts.entries()) {
    if (!isOpen || index > 0) await open('new_post_url')
    await submitPost(fixtures, post)
    await expect(publishControl(postRow(fixtures, post.title)), `"Publish" at "${post.title}"`).toBeVisible()
  }
}

/** Signs in and writes drafts. */
async function signInAndWrite(fixtures: WebsiteFixtures, posts: readonly Post[]): Promise<void> {
  await write(fixtures, posts, await becomeAdministrator(fixtures))
}

/** Publishes drafts, on the list of all posts. */
async function publish(fixtures: WebsiteFixtures, posts: readonly Post[]): Promise<void> {
  const { expect } = fixtures
  for (const { title } of posts) {
    await publishControl(postRow(fixtures, title)).click()
    await expect(unpublishControl(postRow(fixtures, title)), `"Unpublish" at "${title}"`).toBeVisible()
  }
}

/** Signs in, writes posts and publishes them. */
async function writeAndPublish(fixtures: WebsiteFixtures, posts: readonly Post[]): Promise<void> {
  await signInAndWrite(fixtures, posts)
  await publish(fixtures, posts)
}

/** Approves comments, as the administrator. */
async function approve(fixtures: WebsiteFixtures, comments: readonly Comment[]): Promise<void> {
  const { expect, open } = fixtures
  if (!(await becomeAdministrator(fixtures, 'comments_url'))) await open('comments_url')
  for (const comment of comments) {
    await approveControl(pendingRow(fixtures, comment)).click()
    await expect(approveControl(commentRow(fixtures, comment))).toHaveCount(0)
    await expect(commentRow(fixtures, comment)).toBeVisible()
  }
}

/** Opens the list of all posts in another window, which is signed in like this one. */
async function anotherWindow({ page, url }: WebsiteFixtures): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(url('posts_url'))
  const ownOfTheWindow = await page.sessionStorage.items()
  if (ownOfTheWindow.length === 0) return other
  for (const { name, value } of ownOfTheWindow) await other.sessionStorage.setItem(name, value)
  // Some pages read the storage only when they are loaded, and this page may have led to the form for the password.
  await other.goto('about:blank')
  await other.goto(url('posts_url'))
  return other
}

/** Acts on a page of the administration after "Sign out" was pressed in another window. */
async function afterSigningOut(fixtures: WebsiteFixtures, act: () => Promise<void>): Promise<void> {
  const { page } = fixtures
  const other = await anotherWindow(fixtures)
  await signOutControl(other).first().click()
  // No expectation: a page beside another window never counts as one at rest.
  await signOutControl(other).first().waitFor({ state: 'hidden' })
  await other.close()
  // No other window can clear the storage of this one: without this line it would still be signed in.
  await page.sessionStorage.clear()
  // A page may also notice by itself that nobody is signed in, without asking the server.
  const answer = page.waitForResponse(() => true, { timeout: ANSWER_PATIENCE }).catch(() => undefined)
  await act()
  await answer
}

/** Presses a control, unless the page has removed it meanwhile. */
async function pressIfThere(control: Locator): Promise<void> {
  await control.click({ timeout: ANSWER_PATIENCE }).catch(async (error: unknown) => {
    if (await control.isVisible()) throw error
  })
}

// ---- the blog ------------------------------------------------------------------------------------------------------

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

/** Sends comments as a visitor on the page of a post, which is open. */
async function comment(fixtures: WebsiteFixtures, address: string, comments: readonly Comment[]): Promise<void> {
  const { expect, element, load } = fixtures
  for (const [index, sent] of comments.entries()) {
    if (index > 0) await load(address)
    await submitComment(fixtures, sent)
    await expect(await element('comment_message')).toHaveText(APPROVAL, AS_SEEN)
  }
}

/** Comments on a post, one after the other, as a visitor. Returns the address of the post. */
async function commentOn(fixtures: WebsiteFixtures, post: Post, comments: readonly Comment[]): Promise<string> {
  await fixtures.forget()
  const address = await read(fixtures, post)
  await comment(fixtures, address, comments)
  return address
}

/** The texts, sorted in reading order. */
const inReadingOrder = ({ page, readingOrder }: WebsiteFixtures, texts: readonly string[]) =>
  readingOrder(texts, (text) => shown(page, text).first())

/** Expects the page of a post to give this number of comments, and no other number of comments. */
async function expectCount({ page, expect }: WebsiteFixtures, count: number): Promise<void> {
  const said = (number: string) =>
    page.getByText(new RegExp(String.raw`(?<!\d)${number} comments\b`, 'i')).filter({ visible: true })
  await expect(said(String(count)).first()).toBeVisible()
  await expect(said(String.raw`(?!${count} )\d+`)).toHaveCount(0)
}

export default {
  'write-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const draft = postOf(fixtures, 'draft')
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await expect(shown(page, draft.title)).toHaveCount(0)
    await write(fixtures, [draft])
    await expect(deleteControl(postRow(fixtures, draft.title))).toBeVisible()
    await fixtures.forget()
    await open('home_url')
    await expect(page.locator('body')).not.toContainText(draft.title)
  },

  'publish-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const FIRST = firstPost(fixtures)
    await signInAndWrite(fixtures, [FIRST])
    await publish(fixtures, [FIRST])
    await page.reload()
    await expect(unpublishControl(postRow(fixtures, FIRST.title))).toBeVisible()
    await expect(publishControl(postRow(fixtures, FIRST.title))).toHaveCount(0)
    await fixtures.forget()
    await open('home_url')
    await read(fixtures, FIRST)
    await expect(shown(page, FIRST.title).first()).toBeVisible()
    await expect(shown(page, FIRST.text).first()).toBeVisible()
  },

  'unpublish-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const post = postOf(fixtures, 'too early')
    const FIRST = firstPost(fixtures)
    await writeAndPublish(fixtures, [post])
    const address = await read(fixtures, post)
    await expect(shown(page, post.text).first()).toBeVisible()
    await open('posts_url')
    await fixtures.confirming(() => unpublishControl(postRow(fixtures, post.title)).click())
    await expect(publishControl(postRow(fixtures, post.title))).toBeVisible()
    await fixtures.forget()
    await open('home_url')
    await expect(titleLink(page, FIRST.title).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(post.title)
    await fixtures.peek(address)
    await expect(page.locator('body')).not.toContainText(post.text)
  },

  'newest-first': async (fixtures) => {
    const { page, expect, open } = fixtures
    const posts = ['one', 'two', 'three'].map((key) => postOf(fixtures, `newest ${key}`))
    const [one, two, three] = posts as [Post, Post, Post]
    await signInAndWrite(fixtures, posts)
    await publish(fixtures, [three, one, two])
    await fixtures.forget()
    await open('home_url')
    for (const { title } of posts) await expect(titleLink(page, title).first()).toBeVisible()
    const titles = posts.map(({ title }) => title)
    await expect.poll(() => inReadingOrder(fixtures, titles)).toEqual(titles.toReversed())
  },

  'leaf-through': async (fixtures) => {
    const { page, expect, open } = fixtures
    const posts = ['one', 'two', 'three', 'four', 'five'].map((key) => postOf(fixtures, `leaf ${key}`))
    const [, oldest = '', ...others] = posts.map(({ title }) => title)
    const FIRST = firstPost(fixtures)
    const older = page.getByRole('link', { name: /\bolder\b/i }).filter({ visible: true })
    const newer = page.getByRole('link', { name: /\bnewer\b/i }).filter({ visible: true })
    await writeAndPublish(fixtures, posts)
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
    // With these posts the last page is full, and no older page can be reached from it.
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
    const { given } = fixtures
    const [tag, before, after] = ['wanted', 'before', 'after'].map((key) => given.word(`tag ${key}`)) as [
      string,
      string,
      string,
    ]
    const first: Post = { ...postOf(fixtures, 'first with tag'), tags: `${tag}, ${after}` }
    const other: Post = { ...postOf(fixtures, 'with a longer tag'), tags: `${tag}ing` }
    const last: Post = { ...postOf(fixtures, 'last with tag'), tags: `${before},${tag}` }
    const draft: Post = { ...postOf(fixtures, 'draft with tag'), tags: tag }
    const posts = [first, other, last]
    await signInAndWrite(fixtures, [...posts, draft])
    await publish(fixtures, posts)
    await fixtures.forget()
    await open('home_url')
    await tagLink(page, tag).first().click()
    await expect(titleLink(page, other.title)).toHaveCount(0)
    await expect(titleLink(page, first.title).first()).toBeVisible()
    await expect(titleLink(page, last.title).first()).toBeVisible()
    await expect(titleLink(page, other.title)).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText(draft.title)
  },

  search: async (fixtures) => {
    const { page, expect, open, element } = fixtures
    const { given } = fixtures
    const wanted = given.word('wanted')
    const [titled, telling, other, draft] = ['titled', 'telling', 'other', 'hidden'].map((key) =>
      postOf(fixtures, `${key} post`),
    ) as [Post, Post, Post, Post]
    const posts: Post[] = [
      { ...titled, title: `${titled.title} ${wanted}` },
      { ...telling, text: `${telling.text} ${wanted.toUpperCase()}!` },
      { ...other, text: `${other.text} ${wanted.slice(0, 4)} ${wanted.slice(4)}` },
    ]
    await signInAndWrite(fixtures, [...posts, { ...draft, title: `${wanted} ${draft.title}` }])
    await publish(fixtures, posts)
    await fixtures.forget()
    await open('home_url')
    await expect(titleLink(page, other.title).first()).toBeVisible()
    await (await element('search_field')).fill(wanted.slice(0, 1).toUpperCase() + wanted.slice(1))
    await (await element('search_button')).click()
    await expect(titleLink(page, other.title)).toHaveCount(0)
    await expect(titleLink(page, titled.title).first()).toBeVisible()
    await expect(titleLink(page, telling.title).first()).toBeVisible()
    await expect(titleLink(page, other.title)).toHaveCount(0)
    await expect(page.locator('body')).not.toContainText(draft.title)
  },

  'read-post': async (fixtures) => {
    const { page, expect, given, rows } = fixtures
    const [one, two] = [given.sentence('one half'), given.sentence('other half')]
    const tag = given.word('tag of halves')
    const post: Post = { title: given.title('halves'), text: `${one}\n\n${two}`, tags: tag }
    await writeAndPublish(fixtures, [post])
    await fixtures.forget()
    await read(fixtures, post)
    await expect(shown(page, post.title).first()).toBeVisible()
    await expect(tagLink(page, tag).first()).toBeVisible()
    await expect(rows([one, two])).toHaveCount(1)
    const paragraphs = new RegExp(String.raw`${escaped(one)}[^\S\n]*\n\s*${escaped(two)}`)
    await expect.poll(() => rows([one, two]).innerText()).toMatch(paragraphs)
  },

  'hostile-text': async (fixtures) => {
    const { page, expect, element, dialogs } = fixtures
    const image = '<img src="/none" onerror="alert(\'run\')">'
    const tag = `<i>${fixtures.given.word('hostile tag')}</i>`
    const post: Post = { title: hostile(fixtures, 'title', image), text: hostile(fixtures, 'text', image), tags: tag }
    await signInAndWrite(fixtures, [post])
    await editControl(postRow(fixtures, post.title)).click()
    await expect(await element('edit_title_field')).toHaveValue(post.title)
    await expect(await element('edit_text_field')).toHaveValue(post.text)
    await (await element('edit_save_button')).click()
    await publish(fixtures, [post])
    await fixtures.forget()
    await read(fixtures, post)
    for (const text of [post.title, post.text, tag]) await expect(shown(page, text).first()).toBeVisible()
    expect(dialogs, 'dialogues that the texts opened').toHaveLength(0)
  },

  'send-comment': async (fixtures) => {
    const { page, expect, load } = fixtures
    const post = postOf(fixtures, 'your opinion')
    const sent = commentOf(fixtures, 'says: i am all for it')
    await writeAndPublish(fixtures, [post])
    await fixtures.forget()
    const address = await read(fixtures, post)
    await fixtures.refusal('comment_message', APPROVAL, () => submitComment(fixtures, sent))
    await fixtures.forget()
    await load(address)
    await expect(shown(page, post.text).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(sent.text)
  },

  'refuse-comment': async (fixtures) => {
    const { page, expect, open, load } = fixtures
    const post = postOf(fixtures, 'empty words')
    const good = commentOf(fixtures, 'says: well said indeed')
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [good])
    await load(address)
    const nameless: Comment = { ...commentOf(fixtures, 'has no name'), name: '  ' }
    await fixtures.refusal('comment_error', /\bname\b/i, () => submitComment(fixtures, nameless))
    await load(address)
    const wordless: Comment = { ...commentOf(fixtures, 'has no words'), text: '   ' }
    await fixtures.refusal('comment_error', /\bcomment\b/i, () => submitComment(fixtures, wordless))
    if (!(await becomeAdministrator(fixtures, 'comments_url'))) await open('comments_url')
    await expect(commentRow(fixtures, good)).toBeVisible()
    await expect(shown(page, nameless.text)).toHaveCount(0)
    await expect(shown(page, wordless.name)).toHaveCount(0)
  },

  'approve-comment': async (fixtures) => {
    const { page, expect, load } = fixtures
    const post = postOf(fixtures, 'two voices')
    const heard = commentOf(fixtures, 'says: it is me')
    const unheard = commentOf(fixtures, 'says: not me at all')
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [heard, unheard])
    await approve(fixtures, [heard])
    await expect(pendingRow(fixtures, unheard)).toBeVisible()
    await fixtures.forget()
    await load(address)
    await expect(shown(page, heard.text).first()).toBeVisible()
    await expect(shown(page, heard.name).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(unheard.text)
  },

  'count-comments': async (fixtures) => {
    const { expect, load } = fixtures
    const post = postOf(fixtures, 'a long talk')
    const first = commentOf(fixtures, 'says: i begin')
    const second = commentOf(fixtures, 'says: i follow')
    await writeAndPublish(fixtures, [post])
    await fixtures.forget()
    const address = await read(fixtures, post)
    await expectCount(fixtures, 0)
    await comment(fixtures, address, [first, second])
    await approve(fixtures, [second])
    await fixtures.forget()
    await load(address)
    await expectCount(fixtures, 1)
    await approve(fixtures, [first])
    await fixtures.forget()
    await load(address)
    await expectCount(fixtures, 2)
    await expect.poll(() => inReadingOrder(fixtures, [second.text, first.text])).toEqual([first.text, second.text])
  },

  'hostile-comment': async (fixtures) => {
    const { page, expect, dialogs, load } = fixtures
    const script = "<script>alert('run')</script>"
    const post = postOf(fixtures, 'wild comments')
    const sent: Comment = { name: hostile(fixtures, 'name', script), text: hostile(fixtures, 'comment', script) }
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
    const post = postOf(fixtures, 'mind your tongue')
    const kind = commentOf(fixtures, 'says: how lovely')
    const rude = commentOf(fixtures, 'says: how dreadful')
    const calm = commentOf(fixtures, 'says: how quiet')
    await writeAndPublish(fixtures, [post])
    const address = await commentOn(fixtures, post, [kind, rude, calm])
    await approve(fixtures, [kind, rude, calm])
    await fixtures.confirming(() => deleteControl(commentRow(fixtures, rude)).click())
    await expect(shown(page, rude.text)).toHaveCount(0)
    await open('comments_url')
    for (const kept of [kind, calm]) await expect(commentRow(fixtures, kept)).toBeVisible()
    await load(address)
    for (const kept of [kind, calm]) await expect(shown(page, kept.text).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(rude.text)
  },

  'refuse-password': async (fixtures) => {
    const { page, expect, open } = fixtures
    await fixtures.forget()
    await open('sign_in_url')
    const wrong = `open-the-${fixtures.given.word('wrong password')}`
    await fixtures.refusal('sign_in_error', /\bpassword\b/i, () => givePassword(fixtures, wrong))
    await expect(signOutControl(page)).toHaveCount(0)
    await signIn(fixtures)
    await open('posts_url')
    await expect(signOutControl(page).first()).toBeVisible()
  },

  'keep-visitors-out': async (fixtures) => {
    const { page, expect, open, url } = fixtures
    const secret = postOf(fixtures, 'behind the curtain')
    await signInAndWrite(fixtures, [secret])
    await open('new_post_url')
    const field = await fixtures.element('title_field')
    await expect(field).toBeVisible()
    await fixtures.forget()
    await fixtures.peek(url('posts_url'))
    await expect(page.locator('body')).not.toContainText(secret.title)
    await fixtures.peek(url('new_post_url'))
    await expect(field).toBeHidden()
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await expect(postRow(fixtures, secret.title)).toBeVisible()
  },

  'sign-out': async (fixtures) => {
    const { page, expect, open, url } = fixtures
    const secret = postOf(fixtures, 'under the carpet')
    await signInAndWrite(fixtures, [secret])
    await open('posts_url')
    await expect(postRow(fixtures, secret.title)).toBeVisible()
    await signOutControl(page).first().click()
    await expect(signOutControl(page)).toHaveCount(0)
    await fixtures.peek(url('posts_url'))
    await expect(page.locator('body')).not.toContainText(secret.title)
    await open('sign_in_url')
    await expect(await fixtures.element('password_field')).toBeVisible()
  },

  'lost-session': async (fixtures) => {
    const { page, expect, open } = fixtures
    const post = postOf(fixtures, 'hands off')
    const draft = postOf(fixtures, 'not yet')
    const intruder = postOf(fixtures, 'i was here')
    await signInAndWrite(fixtures, [post, draft])
    await open('posts_url')
    await expect(postRow(fixtures, post.title)).toBeVisible()
    await afterSigningOut(fixtures, () =>
      fixtures.confirming(() => pressIfThere(deleteControl(postRow(fixtures, post.title)))),
    )
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await afterSigningOut(fixtures, () => pressIfThere(publishControl(postRow(fixtures, draft.title))))
    if (!(await becomeAdministrator(fixtures))) await open('new_post_url')
    await fillPost(fixtures, intruder)
    const save = await fixtures.element('save_button')
    await afterSigningOut(fixtures, () => pressIfThere(save))
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await expect(postRow(fixtures, post.title)).toBeVisible()
    await expect(publishControl(postRow(fixtures, draft.title)), `"Publish" at "${draft.title}"`).toBeVisible()
    await expect(page.locator('body')).not.toContainText(intruder.title)
  },

  'refuse-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const good = postOf(fixtures, 'something at least')
    const [headless, bodiless] = [postOf(fixtures, 'headless'), postOf(fixtures, 'bodiless')]
    if (!(await becomeAdministrator(fixtures))) await open('new_post_url')
    await fixtures.refusal('post_error', /\btitle\b/i, () => submitPost(fixtures, { ...headless, title: '  ' }))
    await open('new_post_url')
    await fixtures.refusal('post_error', /\btext\b/i, () => submitPost(fixtures, { ...bodiless, text: '  ' }))
    await write(fixtures, [good])
    await open('posts_url')
    await expect(postRow(fixtures, good.title)).toBeVisible()
    await expect(page.locator('body')).not.toContainText(bodiless.title)
    await expect(page.locator('body')).not.toContainText(headless.text)
  },

  'edit-post': async (fixtures) => {
    const { page, expect, open, element, given } = fixtures
    const old: Post = { ...postOf(fixtures, 'old'), tags: given.word('old tag') }
    const later = postOf(fixtures, 'written afterwards')
    const corrected: Post = { ...postOf(fixtures, 'corrected'), tags: given.word('corrected tag') }
    const said = commentOf(fixtures, 'says: you misspelt it')
    await writeAndPublish(fixtures, [old, later])
    await commentOn(fixtures, old, [said])
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await editControl(postRow(fixtures, old.title)).click()
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
    await expect(unpublishControl(postRow(fixtures, corrected.title))).toBeVisible()
    await open('comments_url')
    await expect(commentRow(fixtures, said)).toBeVisible()
    await fixtures.forget()
    await open('home_url')
    await expect(titleLink(page, corrected.title).first()).toBeVisible()
    await expect
      .poll(() => inReadingOrder(fixtures, [corrected.title, later.title]))
      .toEqual([later.title, corrected.title])
    await expect(tagLink(page, corrected.tags ?? '').first()).toBeVisible()
    await read(fixtures, corrected)
    await expect(shown(page, corrected.text).first()).toBeVisible()
    await expect(page.locator('body')).not.toContainText(old.text)
  },

  'delete-post': async (fixtures) => {
    const { page, expect, open } = fixtures
    const kept = postOf(fixtures, 'to be kept')
    const gone = postOf(fixtures, 'to be dropped')
    const below = commentOf(fixtures, 'says: keep this one')
    const lost = commentOf(fixtures, 'says: drop this one')
    await writeAndPublish(fixtures, [kept, gone])
    await commentOn(fixtures, kept, [below])
    const address = await read(fixtures, gone)
    await comment(fixtures, address, [lost])
    await becomeAdministrator(fixtures)
    await open('posts_url')
    await fixtures.confirming(() => deleteControl(postRow(fixtures, gone.title)).click())
    await expect(shown(page, gone.title)).toHaveCount(0)
    await expect(postRow(fixtures, kept.title)).toBeVisible()
    await open('comments_url')
    await expect(commentRow(fixtures, below)).toBeVisible()
    await expect(shown(page, lost.text)).toHaveCount(0)
    await fixtures.forget()
    await fixtures.peek(address)
    await expect(page.locator('body')).not.toContainText(gone.text)
  },
} satisfies WebsiteTestcodes
