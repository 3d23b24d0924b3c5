process.stderr.write(
  '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u001b[2J\u001b]0;owned\u0007\u202eturned',
);
process.exitCode = 7;
