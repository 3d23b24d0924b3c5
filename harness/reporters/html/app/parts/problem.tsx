import { href } from '../route.ts'

export function NotHere({ what }: { readonly what: string }) {
  return (
    <section class="page">
      <h1 tabIndex={-1}>Not in this report</h1>
      <p>{what}</p>
      <p>
        <a href={href([])}>To the overview</a>
      </p>
    </section>
  )
}

export function Problem({ error }: { readonly error: unknown }) {
  return (
    <p class="problem" role="alert">
      This could not be shown: {error instanceof Error ? error.message : String(error)}
    </p>
  )
}
