/** Type and message of the last exception in a traceback of Python; undefined if there is none. */
export function uncaught(errors: string): { readonly type: string; readonly message: string } | undefined {
  const report = /^Traceback \(most recent call last\):$/m.exec(errors)
  if (!report) return /^(\s+File ".*", line \d+\n)/m.test(errors) ? lastLine(errors) : undefined
  return lastLine(errors.slice(errors.lastIndexOf('Traceback (most recent call last):')))
}

/** Parses `ValueError: no rows`. The message may have several lines; the frames before it are indented. */
function lastLine(report: string): { type: string; message: string } | undefined {
  const found = [...report.matchAll(/^([A-Za-z_][\w.]*)(?:: ([\s\S]*))?$/gm)].find(
    ([line]) => !line.startsWith('Traceback'),
  )
  return found === undefined ? undefined : { type: found[1] ?? '', message: (found[2] ?? '').trimEnd() }
}
