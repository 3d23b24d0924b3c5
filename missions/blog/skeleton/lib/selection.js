/** Which posts a page shows. */

const POSTS_ON_A_PAGE = 3

/** Says whether a post has a tag. */
function hasTag(post, tag) {
  // Says whether a post has a tag.
}

/** Says whether the title or the text of a post contains some words, whatever the case of their letters. */
function mentions({ title, text }, words) {
  // Says whether the title or the text of a post contains some words, whatever the case of their
  // letters.
}

/** Picks the posts with the given tag and words, where there are such. */
export function selectPosts(posts, { tag, search }) {
  // Picks the posts with the given tag and words, where there are such.
}

/** Reads the number of a page; anything that is none means the first. */
export function readPageNumber(text) {
  // Reads the number of a page; anything that is none means the first.
}

/** Takes the posts of one page, and says whether there are older and newer ones. */
export function pageOf(posts, number) {
  // Takes the posts of one page, and says whether there are older and newer ones.
}
