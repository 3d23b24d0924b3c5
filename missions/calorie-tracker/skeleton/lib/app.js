/** Finds the handler of a request and answers for it when it fails. */
import { HttpError } from './http-error.js'
import { messagePage } from './pages/message-page.js'
import { sendPage } from './responses.js'
import { ROUTES } from './routes.js'

/** Splits the target of a request into its path and its query. */
function readTarget(target) {
  // Splits the target of a request into its path and its query.
}

/** Finds the handler for a path and a method, or says why there is none. */
function findHandler(path, method) {
  // Finds the handler for a path and a method, or says why there is none.
}

/** Tells the user what went wrong; what nobody foresaw is also written to the log. */
function sendError(response, error) {
  // Tells the user what went wrong; what nobody foresaw is also written to the log.
}

/** Makes the function that answers every request, over one store. */
export function createApp(store) {
  // Makes the function that answers every request, over one store.
}
