"""Libraries of content delivery networks, served from a folder: `<package>@<version>/…`, as npm packs them."""
import json
import os
import re

NPM = r'((?:@[^/]+/)?[^/@]+)(?:@([^/]+))?(?:/(.*))?'
# Pattern of an address → package, version or None, file or None.
ADDRESSES = (
    (r'https://cdn\.jsdelivr\.net/npm/' + NPM, lambda m: (m[1], m[2], m[3])),
    (r'https://unpkg\.com/' + NPM, lambda m: (m[1], m[2], m[3])),
    (
        r'https://(?:stackpath|maxcdn|netdna)\.bootstrapcdn\.com/bootstrap/([^/]+)/(.+)',
        lambda m: ('bootstrap', m[1], 'dist/' + m[2]),
    ),
    (r'https://code\.jquery\.com/jquery-(\d+\.\d+\.\d+)(.*)', lambda m: ('jquery', m[1], 'dist/jquery' + m[2])),
    (
        r'https://cdnjs\.cloudflare\.com/ajax/libs/([^/]+)/([^/]+)/(.+)',
        lambda m: (CDNJS.get(m[1], m[1].lower()), m[2], m[3]),
    ),
)
# npm names of packages that have another name at cdnjs.
CDNJS = {'twitter-bootstrap': 'bootstrap', 'normalize': 'normalize.css'}
# Fields of package.json for the default file of a package, in order.
ENTRIES = ('jsdelivr', 'unpkg', 'browser', 'main')
TYPES = {'.css': 'text/css', '.js': 'text/javascript', '.woff2': 'font/woff2', '.woff': 'font/woff', '.ttf': 'font/ttf'}


class Libraries:
    def __init__(self, folder):
        self._folder = folder

    def find(self, address):
        """Path and MIME type of the file for an address, or None if there is none."""
        for pattern, parts in ADDRESSES:
            match = re.fullmatch(pattern, address.split('?')[0].split('#')[0])
            if match:
                return self._file(*parts(match))
        return None

    def _file(self, package, version, name):
        place = self._place(package, version or '')
        if place is None:
            return None
        for each in (name, 'dist/' + name) if name else [entry_of(place)]:
            path = os.path.realpath(os.path.join(place, each))
            kind = TYPES.get(os.path.splitext(path)[1])
            if path.startswith(place + os.sep) and kind and os.path.isfile(path):
                return path, kind
        return None

    def _place(self, package, version):
        """Folder of the newest package that matches the version, which may be a prefix."""
        parent, _, own = os.path.join(self._folder, package).rpartition(os.sep)
        names = os.listdir(parent) if os.path.isdir(parent) else []
        versions = [each[len(own) + 1 :] for each in names if each.startswith(own + '@')]
        fitting = [each for each in versions if each == version or each.startswith(version + '.' if version else '')]
        if '..' in package.split('/') or not fitting:
            return None
        newest = max(fitting, key=lambda each: [int(number) for number in re.findall(r'\d+', each)])
        return os.path.realpath(os.path.join(parent, '%s@%s' % (own, newest)))


def entry_of(place):
    try:
        with open(os.path.join(place, 'package.json'), encoding='utf-8') as file:
            about = json.load(file)
    except (OSError, ValueError):
        return ''
    entries = [about[name] for name in ENTRIES if isinstance(about.get(name), str)]
    return entries[0] if entries else ''
