/** What each address does. */
import { ADMINISTRATION_ROUTES } from './administration-routes.js'
import { PUBLIC_ROUTES } from './public-routes.js'

/** The addresses, and for each of them its methods; a group named `id` is handed to the handler. */
export const ROUTES = [...PUBLIC_ROUTES, ...ADMINISTRATION_ROUTES]
