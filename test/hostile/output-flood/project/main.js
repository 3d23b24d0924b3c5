const line = 'passed '.repeat(10_000)

// Bounded if nothing stops it: 4 GB.
let left = 60_000
function print() {
  while (left > 0) {
    left -= 1
    process.stderr.write('x')
    if (!process.stdout.write(line)) return process.stdout.once('drain', print)
  }
}
print()
