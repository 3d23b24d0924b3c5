/** A name that a narrow column breaks between its words: after `_`, `.`, `/`, `::` and the like. */
export function Breakable({ name }: { readonly name: string }) {
  return (
    <>
      {name.split(AFTER_SIGN).map((part, index) => (
        <>
          {index > 0 && <wbr />}
          {part}
        </>
      ))}
    </>
  )
}

/** Between a sign that separates words and the next word. */
const AFTER_SIGN = /(?<=[_./:,\]-])(?=[^_./:,\]-])|(?=\[)/
