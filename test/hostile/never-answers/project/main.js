require("node:net")
  .createServer((socket) => socket.on("error", () => undefined))
  .listen(process.env.PORT ?? 8000);
