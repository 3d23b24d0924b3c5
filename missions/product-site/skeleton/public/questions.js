/** Questions whose answers fold out and in. */

/** Shows the answer of a question, or hides it where it is on view. */
function toggle(question) {
  // Shows the answer of a question, or hides it where it is on view.
}

// The program’s start belongs here: what runs when this file is loaded.
