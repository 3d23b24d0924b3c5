const http = require('node:http')

// Its server has an address reserved for documentation, which does not exist.
const page = `<!doctype html><title>Peer</title><h1>Real</h1><p id="result">looking</p>
<script>
  const learned = new Set()
  const OWN = /^(127\\.|::1$|0\\.0\\.0\\.0$|.*\\.local$)/
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:192.0.2.1:3478' }] })
  peer.createDataChannel('secret')
  peer.onicecandidate = ({ candidate }) => {
    const address = candidate?.candidate.split(' ')[4]
    if (address && !OWN.test(address)) learned.add(address)
  }
  peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  setTimeout(() => {
    document.querySelector('#result').textContent = 'learned: ' + ([...learned].join(', ') || 'nothing')
  }, 3000)
</script>`

http
  .createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(page)
  })
  .listen(process.env.PORT ?? 8000)
