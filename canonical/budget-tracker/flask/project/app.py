"""Budget tracker: accounts, transactions and a monthly report, kept in SQLite."""

import os
import re
import sqlite3
from contextlib import contextmanager
from datetime import date

from flask import Flask, abort, g, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException

BASE = os.path.dirname(os.path.abspath(__file__))
DATABASE = os.path.join(BASE, "data", "budget.sqlite3")
KINDS = ("Expense", "Income")
TRANSFER = "Transfer"
MAX_DIGITS = 12  # digits before the decimal point of one sum
CHART_WIDTH = 640
CHART_ROW = 48
CHART_LABEL = 48  # characters of a category that fit above its bar

SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    opening INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS transactions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    date TEXT NOT NULL,
    account_id INTEGER NOT NULL REFERENCES accounts(id) ON DELETE RESTRICT,
    category TEXT NOT NULL,
    note TEXT NOT NULL,
    cents INTEGER NOT NULL,
    transfer_id INTEGER
);
CREATE INDEX IF NOT EXISTS transactions_by_account ON transactions(account_id);
CREATE INDEX IF NOT EXISTS transactions_by_transfer ON transactions(transfer_id);
"""

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 4 * 1024 * 1024
app.config["MAX_FORM_MEMORY_SIZE"] = app.config["MAX_CONTENT_LENGTH"]


# ---------------------------------------------------------------- database

def db():
    if "db" not in g:
        os.makedirs(os.path.dirname(DATABASE), exist_ok=True)
        g.db = sqlite3.connect(DATABASE, timeout=15, isolation_level=None)
        g.db.row_factory = sqlite3.Row
        g.db.executescript(SCHEMA)
        g.db.execute("PRAGMA foreign_keys = ON")
    return g.db


@app.teardown_appcontext
def close_db(_error):
    connection = g.pop("db", None)
    if connection is not None:
        connection.close()


@contextmanager
def writing():
    """One write transaction; what is checked inside still holds when it is written."""
    connection = db()
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


# ------------------------------------------------------------------- money

def money(cents):
    sign = "-" if cents < 0 else ""
    cents = abs(cents)
    return "%s%d.%02d" % (sign, cents // 100, cents % 100)


app.add_template_filter(money)


class NotASum(ValueError):
    pass


def parse_sum(text, what):
    """Cents of a typed sum such as -1234.50; NotASum says what is wrong with it."""
    text = text.strip().replace("\u2212", "-")
    match = re.fullmatch(r"([+-]?)([0-9]*)(?:\.([0-9]*))?", text)
    if not match or not (match.group(2) or match.group(3)):
        raise NotASum("The %s must be written like 1234.50, without other signs." % what)
    sign, whole, decimals = match.group(1), match.group(2).lstrip("0"), match.group(3) or ""
    if len(decimals) > 2:
        raise NotASum("The %s may have at most two decimals." % what)
    if len(whole) > MAX_DIGITS:
        raise NotASum("The %s may have at most %d digits before the point." % (what, MAX_DIGITS))
    cents = int(whole or "0") * 100 + int(decimals.ljust(2, "0"))
    return -cents if sign == "-" else cents


# -------------------------------------------------------------- form input

def field(name):
    return request.form.get(name, "")


def read_date(errors):
    text = field("date").strip()
    if not text:
        errors.append("Enter a date.")
        return None
    try:
        if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        errors.append("The date must be a day of the calendar, such as 2031-05-09.")
        return None


def read_amount(errors):
    text = field("amount")
    if not text.strip():
        errors.append("Enter an amount.")
        return None
    try:
        cents = parse_sum(text, "amount")
    except NotASum as error:
        errors.append(str(error))
        return None
    if cents <= 0:
        errors.append("The amount must be above zero.")
        return None
    return cents


def read_account(connection, name, errors, missing):
    text = field(name)
    row = None
    if re.fullmatch(r"[0-9]{1,18}", text):
        row = connection.execute("SELECT id FROM accounts WHERE id = ?", (int(text),)).fetchone()
    if row is None:
        errors.append(missing)
        return None
    return row["id"]


# ---------------------------------------------------------------- accounts

def load_accounts():
    rows = db().execute(
        "SELECT a.id, a.name, a.opening, a.opening + COALESCE(SUM(t.cents), 0) AS balance"
        " FROM accounts a LEFT JOIN transactions t ON t.account_id = a.id GROUP BY a.id").fetchall()
    return sorted(rows, key=lambda row: (row["name"].casefold(), row["name"]))


def accounts_page(errors=(), typed=None, status=200):
    accounts = load_accounts()
    total = sum(account["balance"] for account in accounts)
    return render_template("accounts.html", section="accounts", accounts=accounts, total=total,
                           errors=errors, typed=typed or {}), status


@app.get("/")
def accounts():
    return accounts_page()


@app.post("/")
def add_account():
    errors = []
    name = field("name").strip()
    opening = 0
    if field("opening").strip():
        try:
            opening = parse_sum(field("opening"), "opening balance")
        except NotASum as error:
            errors.append(str(error))
    with writing() as connection:
        if not name:
            errors.insert(0, "Enter a name for the account.")
        elif connection.execute("SELECT 1 FROM accounts WHERE name = ?", (name,)).fetchone():
            errors.insert(0, "This name is taken: another account has it already.")
        if not errors:
            connection.execute("INSERT INTO accounts (name, opening) VALUES (?, ?)", (name, opening))
    if errors:
        return accounts_page(errors, request.form, 422)
    return redirect(url_for("accounts"), 303)


@app.post("/accounts/<int(max=999999999999999999):account_id>/delete")
def delete_account(account_id):
    refused = False
    with writing() as connection:
        if connection.execute("SELECT 1 FROM transactions WHERE account_id = ?", (account_id,)).fetchone():
            refused = True
        else:
            connection.execute("DELETE FROM accounts WHERE id = ?", (account_id,))
    if refused:
        return accounts_page(["This account cannot be deleted, because it has transactions."], status=409)
    return redirect(url_for("accounts"), 303)


@app.get("/accounts/<int(max=999999999999999999):account_id>/delete")
def deleted_account(account_id):
    return redirect(url_for("accounts"))


# ------------------------------------------------------------ transactions

def load_transactions(account_id=None):
    where, values = ("", ()) if account_id is None else ("WHERE t.account_id = ?", (account_id,))
    return db().execute(
        "SELECT t.id, t.date, a.name AS account, t.category, t.note, t.cents"
        " FROM transactions t JOIN accounts a ON a.id = t.account_id %s"
        " ORDER BY t.date DESC, t.id DESC" % where, values).fetchall()


def transactions_page(errors=(), typed=None, moved=None, status=200):
    return render_template("transactions.html", section="transactions", accounts=load_accounts(),
                           transactions=load_transactions(), kinds=KINDS, errors=errors,
                           typed=typed or {}, moved=moved or {}), status


@app.get("/transactions")
def transactions():
    return transactions_page()


@app.post("/transactions")
def add_transaction():
    errors = []
    with writing() as connection:
        day = read_date(errors)
        account = read_account(connection, "account", errors, "Choose an account.")
        kind = field("kind")
        if kind not in KINDS:
            errors.append("Choose a kind: Expense or Income.")
        category = field("category").strip()
        if not category:
            errors.append("Enter a category.")
        cents = read_amount(errors)
        if not errors:
            connection.execute(
                "INSERT INTO transactions (date, account_id, category, note, cents) VALUES (?, ?, ?, ?, ?)",
                (day, account, category, field("note"), cents if kind == "Income" else -cents))
    if errors:
        return transactions_page(errors, typed=request.form, status=422)
    return redirect(url_for("transactions"), 303)


@app.post("/transfers")
def add_transfer():
    errors = []
    with writing() as connection:
        day = read_date(errors)
        source = read_account(connection, "from", errors, "Choose the account that the money leaves.")
        target = read_account(connection, "to", errors, "Choose the account that the money goes to.")
        if source is not None and source == target:
            errors.append("Choose two different accounts: money cannot go from an account to itself.")
        cents = read_amount(errors)
        if not errors:
            insert = ("INSERT INTO transactions (date, account_id, category, note, cents, transfer_id)"
                      " VALUES (?, ?, ?, '', ?, ?)")
            first = connection.execute(insert, (day, source, TRANSFER, -cents, None)).lastrowid
            connection.execute("UPDATE transactions SET transfer_id = ? WHERE id = ?", (first, first))
            connection.execute(insert, (day, target, TRANSFER, cents, first))
    if errors:
        return transactions_page(errors, moved=request.form, status=422)
    return redirect(url_for("transactions"), 303)


@app.get("/transfers")
def transfers():
    return redirect(url_for("transactions"))


@app.post("/transactions/<int(max=999999999999999999):transaction_id>/delete")
def delete_transaction(transaction_id):
    with writing() as connection:
        row = connection.execute("SELECT transfer_id FROM transactions WHERE id = ?",
                                 (transaction_id,)).fetchone()
        if row is not None and row["transfer_id"] is not None:
            connection.execute("DELETE FROM transactions WHERE transfer_id = ?", (row["transfer_id"],))
        else:
            connection.execute("DELETE FROM transactions WHERE id = ?", (transaction_id,))
    back = field("back_to_account")
    if re.fullmatch(r"[0-9]{1,18}", back):
        return redirect(url_for("account_transactions", account_id=int(back)), 303)
    return redirect(url_for("transactions"), 303)


@app.get("/transactions/<int(max=999999999999999999):transaction_id>/delete")
def deleted_transaction(transaction_id):
    return redirect(url_for("transactions"))


@app.get("/accounts/<int(max=999999999999999999):account_id>")
def account_transactions(account_id):
    account = next((row for row in load_accounts() if row["id"] == account_id), None)
    if account is None:
        abort(404)
    return render_template("account.html", section="", account=account,
                           transactions=load_transactions(account_id))


# ------------------------------------------------------------------ report

def draw_chart(categories):
    """Bars of the chart: made of the categories and their sums, and of nothing else."""
    largest = max((cents for _, cents in categories), default=0)
    bars = []
    for index, (category, cents) in enumerate(categories):
        label = category if len(category) <= CHART_LABEL else category[:CHART_LABEL - 1] + "\u2026"
        bars.append({"category": category, "label": label, "cents": cents, "top": index * CHART_ROW,
                     "width": "%.4f" % (CHART_WIDTH * cents / largest)})
    return {"bars": bars, "width": CHART_WIDTH, "height": max(1, len(bars)) * CHART_ROW}


@app.get("/report")
def report():
    month = request.args.get("month", date.today().strftime("%Y-%m")).strip()
    if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", month):
        return render_template("report.html", section="report", month=month, chosen=False,
                               errors=["Choose a month, such as 2031-05."]), 400
    rows = db().execute("SELECT category, cents FROM transactions"
                        " WHERE transfer_id IS NULL AND substr(date, 1, 7) = ?", (month,)).fetchall()
    income = sum(row["cents"] for row in rows if row["cents"] > 0)
    sums = {}
    for row in rows:
        if row["cents"] < 0:
            sums[row["category"]] = sums.get(row["category"], 0) - row["cents"]
    categories = sorted(sums.items(), key=lambda item: (-item[1], item[0].casefold(), item[0]))
    return render_template("report.html", section="report", month=month, chosen=True, errors=(),
                           income=income, expenses=sum(sums.values()), categories=categories,
                           chart=draw_chart(categories))


# ------------------------------------------------------------------- other

@app.errorhandler(HTTPException)
def show_error(error):
    code = error.code or 500
    return render_template("error.html", section="", code=code, title=error.name), code


@app.after_request
def always_fresh(response):
    if request.endpoint != "static":
        response.headers["Cache-Control"] = "no-store"
    return response


def port():
    text = os.environ.get("PORT", "").strip()
    return int(text) if re.fullmatch(r"[0-9]{1,5}", text) and 0 < int(text) < 65536 else 8000


if __name__ == "__main__":
    app.run(host="0.0.0.0", port=port(), threaded=True, debug=False)
