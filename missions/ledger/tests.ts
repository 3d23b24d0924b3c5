import type { Draw, DrawnPoint } from '../../harness/benchmarks/judge/points.ts'

class Book {
  readonly accounts = new Map<string, bigint>()
  sum = 0n

  say(line: string): string | undefined {
    const [what = '', one = '', two = '', three = ''] = line.split(' ')
    const balance = this.accounts.get(one)
    if (what === 'add') {
      this.sum += BigInt(two)
      this.accounts.set(one, (balance ?? 0n) + BigInt(two))
    } else if (what === 'total') return `${String(this.accounts.size)} ${String(this.sum)}`
    else if (what === 'crash') return undefined
    else if (balance === undefined) return `no account ${one}`
    else if (what === 'show') return String(balance)
    else if (what === 'close') {
      this.sum -= balance
      this.accounts.delete(one)
    } else {
      const other = this.accounts.get(two)
      if (other === undefined) return `no account ${two}`
      if (balance < BigInt(three)) return 'not enough'
      this.accounts.set(one, balance - BigInt(three))
      this.accounts.set(two, (this.accounts.get(two) ?? 0n) + BigInt(three))
    }
    return undefined
  }
}

function lines(draw: Draw, count: number, names: number): string[] {
  const name = () => `n${String(draw(names))}`
  return Array.from({ length: count }, () => {
    const kind = draw(10)
    if (kind < 4) return `add ${name()} ${String(draw(2000) - 700)}`
    if (kind < 6) return `move ${name()} ${name()} ${String(draw(500))}`
    if (kind < 8) return `show ${name()}`
    return kind === 8 ? `close ${name()}` : 'total'
  })
}

function group(id: string, runs: readonly (readonly string[])[]): DrawnPoint[] {
  const book = new Book()
  return runs.map((each, index) => ({
    id: `${id}-${String(index + 1)}`,
    group: id,
    input: `${each.join('\n')}\n`,
    expected: each
      .map((line) => book.say(line))
      .filter((told) => told !== undefined)
      .map((told) => `${told}\n`)
      .join(''),
  }))
}

export default function points(draw: Draw): DrawnPoint[] {
  const many = Array.from({ length: 20_000 }, (_, each) => `add m${String(each)} ${String(draw(1000))}`)
  return [
    ...group('small', [lines(draw, 60, 8), lines(draw, 60, 8), ['total', 'show n1', 'show n2', 'show nobody']]),
    ...group('crash', [
      ['add a 5', 'add b 7', 'move a a 3', 'show a', 'crash'],
      ['show a', 'move a b 6', 'move b a 9000000000', 'close c', 'add b 9000000000', 'total', 'crash'],
      ['total', 'close a', 'crash'],
      ['total', 'show a'],
    ]),
    ...group('many', [many, [...lines(draw, 5000, 300), 'total'], ['total', 'show m19999']]),
  ]
}
