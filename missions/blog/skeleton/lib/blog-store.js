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
    // Holds the given blog and keeps it in the given file from now on.
  }

  /** Opens the store of a file; a missing file means that nothing was written yet. */
  static async open(path) {
    // Opens the store of a file; a missing file means that nothing was written yet.
  }

  /** Lists all posts, the one that was written last first. */
  posts() {
    // Lists all posts, the one that was written last first.
  }

  /** Lists the published posts in the same order. */
  publishedPosts() {
    // Lists the published posts in the same order.
  }

  /** Finds a post, or gives undefined. */
  post(id) {
    // Finds a post, or gives undefined.
  }

  /** Lists all comments, the oldest first. */
  comments() {
    // Lists all comments, the oldest first.
  }

  /** Lists the approved comments of a post, the oldest first. */
  approvedComments(postId) {
    // Lists the approved comments of a post, the oldest first.
  }

  /** Finds a comment, or gives undefined. */
  comment(id) {
    // Finds a comment, or gives undefined.
  }

  /** Adds a post as a draft. */
  async addPost({ title, text, tags }) {
    // Adds a post as a draft.
  }

  /** Changes some properties of a post, which keeps its place. */
  async changePost(id, changes) {
    // Changes some properties of a post, which keeps its place.
  }

  /** Removes a post with its comments. */
  async removePost(id) {
    // Removes a post with its comments.
  }

  /** Adds a comment that awaits approval. */
  async addComment({ postId, name, text }) {
    // Adds a comment that awaits approval.
  }

  /** Approves a comment. */
  async approveComment(id) {
    // Approves a comment.
  }

  /** Removes a comment. */
  async removeComment(id) {
    // Removes a comment.
  }

  /** Writes the blog to the file. */
  async #save() {
    // Writes the blog to the file.
  }
}
