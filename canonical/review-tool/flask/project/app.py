"""Review tool: products and their reviews, with JSON import and export, kept in SQLite."""

import json
import os
import re
import secrets
import sqlite3
from contextlib import contextmanager

from flask import Flask, Response, abort, flash, g, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException

BASE = os.path.dirname(os.path.abspath(__file__))
DATABASE = os.path.join(BASE, "data", "reviews.sqlite3")
RATINGS = (1, 2, 3, 4, 5)
MAX_PLACES = 20  # wrong places of an imported file that one message lists

SCHEMA = """
CREATE TABLE IF NOT EXISTS products (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE
);
CREATE TABLE IF NOT EXISTS reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id INTEGER NOT NULL REFERENCES products(id),
    author TEXT NOT NULL,
    author_key TEXT NOT NULL,
    rating INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    text TEXT NOT NULL,
    UNIQUE (product_id, author_key)
);
"""

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 64 * 1024 * 1024
app.config["MAX_FORM_MEMORY_SIZE"] = app.config["MAX_CONTENT_LENGTH"]
app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
app.secret_key = secrets.token_bytes(32)  # signs only the notice that is shown once after a redirect


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


def key(text):
    """What names are compared by: without regard to case and to spaces around them."""
    return text.strip().casefold()


def find_product(connection, name):
    row = connection.execute("SELECT id FROM products WHERE name_key = ?", (key(name),)).fetchone()
    return None if row is None else row["id"]


def insert_product(connection, name):
    return connection.execute("INSERT INTO products (name, name_key) VALUES (?, ?)",
                              (name.strip(), key(name))).lastrowid


def insert_review(connection, product_id, author, rating, text):
    """True if the review was added, False if its author has reviewed the product already."""
    return connection.execute(
        "INSERT INTO reviews (product_id, author, author_key, rating, text) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (product_id, author_key) DO NOTHING",
        (product_id, author, key(author), rating, text)).rowcount == 1


# ----------------------------------------------------------------- ratings

def summary(total, count):
    """Such as "4.3 (3 reviews)"; the average is rounded half up, in whole numbers."""
    if not count:
        return "no reviews"
    tenths = (20 * total + count) // (2 * count)
    return "%d.%d (%d reviews)" % (tenths // 10, tenths % 10, count)


def load_products(search=""):
    rows = db().execute(
        "SELECT p.id, p.name, COALESCE(SUM(r.rating), 0) AS total, COUNT(r.id) AS count"
        " FROM products p LEFT JOIN reviews r ON r.product_id = p.id GROUP BY p.id").fetchall()
    wanted = search.casefold()
    rows = [row for row in rows if wanted in row["name"].casefold()]

    def order(row):
        # Quotients of equal fractions of small whole numbers are equal floats.
        average = row["total"] / row["count"] if row["count"] else 0
        return -average, row["name"].casefold(), row["name"]

    return [{"id": row["id"], "name": row["name"], "summary": summary(row["total"], row["count"])}
            for row in sorted(rows, key=order)]


# ---------------------------------------------------------------- products

def field(name):
    """A form field as it was typed: browsers send line breaks as CR LF."""
    return request.form.get(name, "").replace("\r\n", "\n")


def products_page(errors=(), typed="", status=200):
    search = request.args.get("q", "")
    return render_template("products.html", products=load_products(search), search=search,
                           errors=errors, typed=typed), status


@app.get("/")
def products():
    return products_page()


@app.post("/")
def add_product():
    name = field("name")
    error = None
    with writing() as connection:
        if not name.strip():
            error = "Enter a name for the product."
        elif find_product(connection, name) is not None:
            error = "Another product has this name already."
        else:
            insert_product(connection, name)
    if error:
        return products_page([error], name, 422)
    return redirect(url_for("products"), 303)


# ----------------------------------------------------------------- reviews

def review_page(product_id, errors=(), typed=None, status=200):
    connection = db()
    product = connection.execute("SELECT id, name FROM products WHERE id = ?", (product_id,)).fetchone()
    if product is None:
        abort(404)
    reviews = connection.execute("SELECT id, author, rating, text FROM reviews"
                                 " WHERE product_id = ? ORDER BY id", (product_id,)).fetchall()
    counts = dict.fromkeys(reversed(RATINGS), 0)
    for review in reviews:
        counts[review["rating"]] += 1
    average = summary(sum(review["rating"] for review in reviews), len(reviews))
    return render_template("product.html", product=product, reviews=reviews, counts=counts,
                           summary=average, ratings=RATINGS, errors=errors, typed=typed or {}), status


@app.get("/products/<int(max=999999999999999999):product_id>")
def product(product_id):
    return review_page(product_id)


@app.post("/products/<int(max=999999999999999999):product_id>")
def add_review(product_id):
    author, rating, text = field("author"), field("rating"), field("text")
    errors = []
    with writing() as connection:
        if connection.execute("SELECT 1 FROM products WHERE id = ?", (product_id,)).fetchone() is None:
            abort(404)
        if not author.strip():
            errors.append("Enter an author.")
        elif connection.execute("SELECT 1 FROM reviews WHERE product_id = ? AND author_key = ?",
                                (product_id, key(author))).fetchone():
            errors.append("This author has reviewed the product already.")
        if rating not in [str(number) for number in RATINGS]:
            errors.append("Choose a rating from 1 to 5.")
        if not text.strip():
            errors.append("Enter a text.")
        if not errors:
            insert_review(connection, product_id, author, int(rating), text)
    if errors:
        return review_page(product_id, errors, {"author": author, "rating": rating, "text": text}, 422)
    return redirect(url_for("product", product_id=product_id), 303)


@app.post("/products/<int(max=999999999999999999):product_id>/reviews/<int(max=999999999999999999):review_id>/delete")
def delete_review(product_id, review_id):
    with writing() as connection:
        connection.execute("DELETE FROM reviews WHERE id = ? AND product_id = ?", (review_id, product_id))
    return redirect(url_for("product", product_id=product_id), 303)


@app.get("/products/<int(max=999999999999999999):product_id>/reviews/<int(max=999999999999999999):review_id>/delete")
def deleted_review(product_id, review_id):
    return redirect(url_for("product", product_id=product_id))


# ------------------------------------------------------- import and export

def read_json(data):
    """The content of a JSON file; ValueError if it is not JSON."""
    def no_constant(name):
        raise ValueError("%s is not JSON" % name)

    def whole_number(digits):
        return int(digits) if len(digits) < 20 else float("inf")

    text = data.decode(json.detect_encoding(data))
    try:
        return json.loads(text, parse_constant=no_constant, parse_int=whole_number)
    except RecursionError:
        raise ValueError("nested too deeply")


def is_filled(value):
    return isinstance(value, str) and bool(value.strip())


def is_rating(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value in RATINGS


def storable(text):
    """Half characters, which JSON can name but no text can hold, become replacement marks."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def check_import(content):
    """The products of an imported file and a list of what is wrong with it."""
    if not isinstance(content, dict) or not isinstance(content.get("products"), list):
        return [], ['The JSON file must hold an object with a list "products".']
    products, wrong = [], []
    for number, entry in enumerate(content["products"], 1):
        place = "product %d" % number
        if not isinstance(entry, dict):
            wrong.append("%s is not an object." % place)
            continue
        if not is_filled(entry.get("name")):
            wrong.append("%s has no name." % place)
        reviews = entry.get("reviews", [])
        if not isinstance(reviews, list):
            wrong.append("%s: its reviews are not a list." % place)
            continue
        checked = []
        for review_number, review in enumerate(reviews, 1):
            review_place = "%s, review %d" % (place, review_number)
            if not isinstance(review, dict):
                wrong.append("%s is not an object." % review_place)
                continue
            if not is_filled(review.get("author")):
                wrong.append("%s has no author." % review_place)
            if not is_rating(review.get("rating")):
                wrong.append("%s: its rating is not a whole number from 1 to 5." % review_place)
            if not is_filled(review.get("text")):
                wrong.append("%s has no text." % review_place)
            checked.append((review.get("author"), review.get("rating"), review.get("text")))
        products.append((entry.get("name"), checked))
    return products, wrong


@app.post("/import")
def import_file():
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        return products_page(["Choose a JSON file first."], status=422)
    try:
        content = read_json(upload.read())
    except ValueError:
        return products_page(["Nothing was imported: this file is not JSON."], status=422)
    entries, wrong = check_import(content)
    if wrong:
        lines = ["Nothing was imported, because something in the file is wrong:"] + wrong[:MAX_PLACES]
        if len(wrong) > MAX_PLACES:
            lines.append("… and %d more." % (len(wrong) - MAX_PLACES))
        return products_page(lines, status=422)
    new_products = new_reviews = 0
    with writing() as connection:
        for name, reviews in entries:
            name = storable(name)
            product_id = find_product(connection, name)
            if product_id is None:
                product_id = insert_product(connection, name)
                new_products += 1
            for author, rating, text in reviews:
                new_reviews += insert_review(connection, product_id, storable(author), int(rating), storable(text))
    flash("%d products and %d reviews imported" % (new_products, new_reviews))
    return redirect(url_for("products"), 303)


@app.get("/import")
def imported():
    return redirect(url_for("products"))


@app.get("/export")
def export_file():
    connection = db()
    connection.execute("BEGIN")  # both queries see the same state
    products = {row["id"]: {"name": row["name"], "reviews": []}
                for row in connection.execute("SELECT id, name FROM products ORDER BY id")}
    for row in connection.execute("SELECT product_id, author, rating, text FROM reviews ORDER BY id"):
        products[row["product_id"]]["reviews"].append(
            {"author": row["author"], "rating": row["rating"], "text": row["text"]})
    connection.execute("COMMIT")
    text = json.dumps({"products": list(products.values())}, ensure_ascii=False, indent=2) + "\n"
    return Response(text, mimetype="application/json",
                    headers={"Content-Disposition": 'attachment; filename="reviews.json"'})


# ------------------------------------------------------------------- other

@app.errorhandler(HTTPException)
def show_error(error):
    code = error.code or 500
    return render_template("error.html", code=code, title=error.name), code


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
