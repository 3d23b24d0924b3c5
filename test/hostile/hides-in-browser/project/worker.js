let held = ''
onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data }) => {
    if (data === 'ask') port.postMessage(held)
    else held = data
  }
}
