const HTML = "content-type: text/html\r\nconnection: close\r\n";
const ANSWERS = {
  "/": `HTTP/1.1 200 OK\r\n${HTML}\r\n<!doctype html><p>Home</p>`,
  "/garbage": "\u0000\u0001\u0002 passed passed passed",
  "/header-flood": `HTTP/1.1 200 OK\r\n${HTML}${"x: y\r\n".repeat(100_000)}\r\n<p>x</p>`,
  "/long-header": `HTTP/1.1 200 OK\r\n${HTML}x: ${"y".repeat(4_000_000)}\r\n\r\n<p>x</p>`,
  "/short-body": `HTTP/1.1 200 OK\r\n${HTML}content-length: 1000000\r\n\r\n<p>x</p>`,
  "/odd-status": `HTTP/1.1 999 <b>\r\n${HTML}\r\n<p>x</p>`,
  "/nothing": "",
};

require("node:net")
  .createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (data) =>
      socket.end(ANSWERS[data.toString().split(" ")[1]] ?? ANSWERS["/"]),
    );
  })
  .listen(process.env.PORT ?? 8000);
