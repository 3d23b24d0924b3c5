/** Posts and comments, held in memory and kept in one JSON file. */
import { randomUUID } from 'node:crypto'
import { KeptFile } from './kept-file.js'

/**
 * @typedef {object} Post
 * @property {string} id
 * @property {string} title
 * @property {string} text
 * @property {string[]} tags
 * @property {boolean} published
 */

/**
 * @typedef {object} Comment
 * @property {string} id
 * @property {string} postId
 * @property {string} name
 * @property {string} text
 * @property {boolean} approved
 */

const EMPTY = { posts: [], comments: [] }

/** Keeps a blog over restarts; every change is on disk before its promise resolves. */
export class BlogStore {
  /** @type {KeptFile} */
  #file
  /** @type {{ posts: Post[], comments: Comment[] }} both in the order in which they were written */
  #blog

  /** Holds the given blog and keeps it in the given file from now on. */
  constructor(file, blog) {
    this.#file = file
    this.#blog = blog
  }

  /** Opens the store of a file; a missing file means that nothing was written yet. */
  static async open(path) {
    const file = new KeptFile(path)
    return new BlogStore(file, await file.read(EMPTY))
  }

  /** Lists all posts, the one that was written last first. */
  posts() {
    return this.#blog.posts.toReversed()
  }

  /** Lists the published posts in the same order. */
  publishedPosts() {
    return this.posts().filter((post) => post.published)
  }

  /** Finds a post, or gives undefined. */
  post(id) {
    return this.#blog.posts.find((post) => post.id === id)
  }

  /** Lists all comments, the oldest first. */
  comments() {
    return [...this.#blog.comments]
  }

  /** Lists the approved comments of a post, the oldest first. */
  approvedComments(postId) {
    return this.#blog.comments.filter((comment) => comment.postId === postId && comment.approved)
  }

  /** Finds a comment, or gives undefined. */
  comment(id) {
    return this.#blog.comments.find((comment) => comment.id === id)
  }

  /** Adds a post as a draft. */
  async addPost({ title, text, tags }) {
    this.#blog.posts.push({ id: randomUUID(), title, text, tags, published: false })
    await this.#save()
  }

  /** Changes some properties of a post, which keeps its place. */
  async changePost(id, changes) {
    this.#blog.posts = this.#blog.posts.map((post) => (post.id === id ? { ...post, ...changes } : post))
    await this.#save()
  }

  /** Removes a post with its comments. */
  async removePost(id) {
    this.#blog.posts = this.#blog.posts.filter((post) => post.id !== id)
    this.#blog.comments = this.#blog.comments.filter((comment) => comment.postId !== id)
    await this.#save()
  }

  /** Adds a comment that awaits approval. */
  async addComment({ postId, name, text }) {
    this.#blog.comments.push({ id: randomUUID(), postId, name, text, approved: false })
    await this.#save()
  }

  /** Approves a comment. */
  async approveComment(id) {
    const approve = (comment) => (comment.id === id ? { ...comment, approved: true } : comment)
    this.#blog.comments = this.#blog.comments.map(approve)
    await this.#save()
  }

  /** Removes a comment. */
  async removeComment(id) {
    this.#blog.comments = this.#blog.comments.filter((comment) => comment.id !== id)
    await this.#save()
  }

  /** Writes the blog to the file. */
  async #save() {
    await this.#file.save(this.#blog)
  }
}
