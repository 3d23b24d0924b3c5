"""The global names that testcodes can use, by the published contract."""
import calendar
import csv
import datetime
import importlib
import string
import time

from by import By
from clipboard import pyperclip_of
from element import Select
from faults import HarnessTrouble
from paths import Module, Files, os_of, reading
from program import Console, runpy_of, utils_of
from types import SimpleNamespace

# Similarity above which the contract treats two texts as equal.
THRESHOLD = 0.65
PACKAGES = {'pandas': 'python3-pandas', 'openpyxl': 'python3-openpyxl'}
PANDAS_READERS = ('read_csv', 'read_excel', 'read_json', 'read_html', 'read_xml', 'read_table', 'ExcelFile')


def loader(name):
    """Loads a package on first use. A missing package is the fault of the set-up."""

    def load():
        try:
            return importlib.import_module(name)
        except ImportError as error:
            package = PACKAGES.get(name, name)
            raise HarnessTrouble('this Python has no %s (%s); on Debian: apt-get install %s' % (name, error, package))

    return load


def names_for(channel, home, browser):
    """Creates a new namespace for each testcode, so that no testcode sees names that an earlier one has rebound."""
    files = Files(channel, home)
    names = {
        'time': time,
        'string': string,
        'os': os_of(files),
        'open': files.open,
        'csv': csv,
        'utils': utils_of(channel, files),
        'datetime': datetime.datetime,
        'calendar': calendar,
        'By': By,
        'ui': SimpleNamespace(Select=Select),
        'pd': reading(loader('pandas'), files, PANDAS_READERS),
        'openpyxl': reading(loader('openpyxl'), files, ('load_workbook',)),
        'runpy': runpy_of(channel),
        'threshold': THRESHOLD,
        '_subprocess': Console(channel),
        'pyperclip': pyperclip_of(browser) if browser else Module(lambda: SimpleNamespace()),
    }
    return names
