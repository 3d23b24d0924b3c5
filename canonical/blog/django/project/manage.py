#!/usr/bin/env python3
"""Django's command line. The environment variable PORT, if set, names the port of "runserver"."""
import os
import re
import sys


def with_port_from_environment(argv):
    port = os.environ.get("PORT", "").strip()
    if len(argv) < 2 or argv[1] != "runserver" or not re.fullmatch(r"[0-9]{1,5}", port):
        return argv
    result = argv[:2]
    replaced = False
    for argument in argv[2:]:
        match = re.fullmatch(r"(.*:)?[0-9]+", argument)
        if match and not replaced:
            argument = (match.group(1) or "") + port
            replaced = True
        result.append(argument)
    if not replaced:
        result.append("0.0.0.0:" + port)
    return result


def main():
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(with_port_from_environment(sys.argv))


if __name__ == "__main__":
    main()
