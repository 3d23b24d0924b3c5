/** Which posts a page shows. */

const POSTS_ON_A_PAGE = 3

/** Says whether a post has a tag. */
function hasTag(post, tag) {
  return post.tags.includes(tag)
}

/** Says whether the title or the text of a post contains some words, whatever the case of their letters. */
function mentions({ title, text }, words) {
  return [title, text].some((part) => part.toLowerCase().includes(words.toLowerCase()))
}

/** Picks the posts with the given tag and words, where there are such. */
export function selectPosts(posts, { tag, search }) {
  return posts
    .filter((post) => tag === undefined || hasTag(post, tag))
    .filter((post) => search === undefined || mentions(post, search))
}

/** Reads the number of a page; anything that is none means the first. */
export function readPageNumber(text) {
  const number = Number(text ?? 1)
  return Number.isSafeInteger(number) && number > 0 ? number : 1
}

/** Takes the posts of one page, and says whether there are older and newer ones. */
export function pageOf(posts, number) {
  const begin = (number - 1) * POSTS_ON_A_PAGE
  const end = begin + POSTS_ON_A_PAGE
  return { posts: posts.slice(begin, end), number, hasOlder: end < posts.length, hasNewer: number > 1 }
}
