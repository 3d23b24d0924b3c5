const text =
  '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u001b[2J\u001b]0;owned\u0007\u202eturned\u009b2J';

console.log(text);
console.error(text);
require("node:fs").writeFileSync("<script>alert(1)<script>.txt", text);
