const http = require('node:http')

const page = `<!doctype html><title>Numbers</title><style>
  #words i { display: none }
  #words.n0 i:nth-child(1), #words.n1 i:nth-child(2), #words.n2 i:nth-child(3), #words.n3 i:nth-child(4) { display: inline }
</style><h1>Numbers</h1>
${['slow', 'fast', 'store', 'questions', 'style', 'elements'].map((id) => `<button id="${id}">Go</button>`).join('')}
<p>Result: <b id="out"></b></p><p>Result: <b id="words"><i>31.2</i><i>11.5</i><i>44.8</i><i>23.4</i></b></p>
<script>
  const NUMBERS = ['31.2', '11.5', '44.8', '23.4']
  const timer = (end) => new Promise((resolve) => setTimeout(resolve, end - performance.now()))
  const questions = async (end) => {
    while (performance.now() < end)
      await Promise.all(Array.from({ length: 300 }, () => navigator.permissions.query({ name: 'geolocation' })))
  }
  const write = (number) => { document.querySelector('#out').textContent = number }
  const runs = (button, milliseconds, until, show = write) => {
    document.querySelector(button).onclick = async () => {
      for (const [index, number] of NUMBERS.entries()) {
        show(number, index)
        await until(performance.now() + milliseconds)
      }
    }
  }
  runs('#slow', 1100, timer)
  runs('#fast', 450, timer)
  runs('#store', 700, timer, (number) => { navigator.storage.estimate(); write(number) })
  runs('#questions', 450, questions)
  runs('#style', 450, questions, (_, index) => { document.querySelector('#words').className = 'n' + index })
  runs('#elements', 450, questions, (number) => { document.querySelector('#out').outerHTML = '<b id="out">' + number + '</b>' })
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
