const way = process.argv[2] ?? 'once'

if (way === 'once') process.stdout.write('> '.repeat(1e6))
if (way === 'lines') process.stdout.write('\n> '.repeat(1e6))
if (way === 'forever') setInterval(() => process.stdout.write('> '), 1)
// Bounded if nothing stops it: two minutes.
setTimeout(() => process.exit(), 120_000)
process.stdin.resume()
