import json
import os
import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import money
from store import Store

HERE = os.path.dirname(os.path.abspath(__file__))
PUBLIC = os.path.join(HERE, 'public')
PORT = int(os.environ.get('PORT') or 8000)
BODY_LIMIT = 100_000

FILES = {
    '/': ('index.html', 'text/html; charset=utf-8'),
    '/style.css': ('style.css', 'text/css; charset=utf-8'),
    '/main.js': ('main.js', 'text/javascript; charset=utf-8'),
    '/converter.js': ('converter.js', 'text/javascript; charset=utf-8'),
    '/rates.js': ('rates.js', 'text/javascript; charset=utf-8'),
    '/tools.js': ('tools.js', 'text/javascript; charset=utf-8'),
}

store = Store(os.path.join(HERE, 'data', 'state.json'))


class Refusal(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def get_conversions(_body):
    return {'conversions': store.conversions}


def post_conversion(body):
    amount = body.get('amount')
    amount = amount.strip() if isinstance(amount, str) else ''
    source, target = body.get('from'), body.get('to')
    if source not in money.CURRENCIES or target not in money.CURRENCIES:
        raise Refusal(400, 'Please choose two of the currencies.')
    if not amount:
        raise Refusal(400, 'Please enter an amount.')
    if amount.startswith('-'):
        raise Refusal(400, 'Please enter an amount that is not negative.')
    if len(amount) > money.LONGEST:
        raise Refusal(400, f'Please enter an amount of at most {money.LONGEST} characters.')
    if money.parse(amount) is None:
        raise Refusal(400, 'Please enter the amount in digits, with a point before decimals.')
    conversion = store.add_conversion(lambda rates: money.convert(amount, source, target, rates))
    return {'conversion': conversion, 'conversions': store.conversions}


def get_rates(_body):
    return {'rates': store.rates}


def put_rates(body):
    rates = {}
    for code in store.rates:
        text = body.get(code)
        rates[code] = text.strip() if isinstance(text, str) else ''
    wrong = [code for code, text in rates.items() if not money.parse(text)]
    if wrong:
        raise Refusal(400, f'Please enter a rate above zero, in digits with a point before decimals, for {", ".join(wrong)}.')
    store.save_rates(rates)
    return {'rates': rates}


ROUTES = {
    ('GET', '/api/conversions'): get_conversions,
    ('POST', '/api/conversions'): post_conversion,
    ('GET', '/api/rates'): get_rates,
    ('PUT', '/api/rates'): put_rates,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def send(self, status, content_type, content, cache):
        self.send_response(status)
        self.send_header('Content-Type', content_type)
        self.send_header('Content-Length', str(len(content)))
        self.send_header('Cache-Control', cache)
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(content)

    def send_json(self, status, value):
        self.send(status, 'application/json; charset=utf-8', json.dumps(value).encode(), 'no-store')

    def read_body(self):
        try:
            length = int(self.headers.get('Content-Length') or 0)
        except ValueError:
            length = -1
        if not 0 <= length <= BODY_LIMIT:
            self.close_connection = True  # what is left unread must not be taken for a request
            raise Refusal(413, 'That is too long.')
        try:
            body = json.loads(self.rfile.read(length) or b'{}')
        except ValueError:
            body = None
        if not isinstance(body, dict):
            raise Refusal(400, 'JSON expected.')
        return body

    def answer(self):
        path = urlsplit(self.path).path
        try:
            body = self.read_body()
            route = ROUTES.get((self.command, path))
            if route:
                self.send_json(200, route(body))
            elif path in FILES and self.command in ('GET', 'HEAD'):
                name, content_type = FILES[path]
                with open(os.path.join(PUBLIC, name), 'rb') as file:
                    self.send(200, content_type, file.read(), 'no-cache')
            else:
                raise Refusal(404, 'There is nothing here.')
        except Refusal as refusal:
            self.send_json(refusal.status, {'error': str(refusal)})

    do_GET = do_HEAD = do_POST = do_PUT = answer

    def log_message(self, *_arguments):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def server_bind(self):
        if self.address_family == socket.AF_INET6:
            self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # IPv4 too
        super().server_bind()


if __name__ == '__main__':
    if socket.has_dualstack_ipv6():
        Server.address_family = socket.AF_INET6
    with Server(('', PORT), Handler) as server:
        print(f'Currency converter on http://localhost:{PORT}/', flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass
