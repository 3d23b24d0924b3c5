/** Finds the handler of a request and answers for it when it fails. */
import { HttpError } from './http-error.js'
import { messagePage } from './pages/message-page.js'
import { sendPage } from './responses.js'
import { ROUTES } from './routes.js'

/** Splits the target of a request into its path and its query. */
function readTarget(target) {
  const [path, query = ''] = target.split(/\?(.*)/s)
  return { path, query: new URLSearchParams(query) }
}

/** Finds the handler for a path and a method, or says why there is none. */
function findHandler(path, method) {
  for (const route of ROUTES) {
    const match = route.path.exec(path)
    if (match === null) continue
    const handler = route.methods[method === 'HEAD' ? 'GET' : method]
    if (handler !== undefined) return { handler, id: match.groups?.id }
    const allow = Object.keys(route.methods).join(', ')
    throw new HttpError(405, 'Not possible', `This address answers to ${allow} only.`, { allow })
  }
  throw new HttpError(404, 'Not found', 'There is no such page.')
}

/** Tells the user what went wrong; what nobody foresaw is also written to the log. */
function sendError(response, error) {
  const known = error instanceof HttpError
  if (!known) console.error(error)
  if (response.headersSent) {
    response.destroy()
    return
  }
  const { status, title, message, headers } = known ? error : new HttpError(500, 'Sorry', 'Something went wrong here.')
  sendPage(response, messagePage(title, message), status, headers)
}

/** Makes the function that answers every request, over one store. */
export function createApp(store) {
  return async (request, response) => {
    try {
      const { path, query } = readTarget(request.url)
      const { handler, id } = findHandler(path, request.method)
      await handler({ request, response, store, query, id })
    } catch (error) {
      sendError(response, error)
    }
  }
}
