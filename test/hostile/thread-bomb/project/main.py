import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def bomb():
    # Bounded if nothing stops it: 5000 attempts, and a minute per thread.
    for _ in range(5000):
        try:
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/bomb":
            bomb()
        body = b"<!doctype html><title>Home</title><p>Home</p>"
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8000))), Handler).serve_forever()
