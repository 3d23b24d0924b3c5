import hmac
import json
import os
import secrets
import threading
from functools import wraps
from pathlib import Path

from flask import Flask, g, jsonify, request, send_from_directory

from claims import (
    APPROVED, APPROVERS, PASSWORD, PEOPLE, Claims, Refusal, may_decide, may_edit, money, total,
)

ROOT = Path(__file__).resolve().parent
FILE = ROOT / "data" / "claims.json"
COOKIE = "expense_session"

app = Flask(__name__, static_folder=str(ROOT / "static"), static_url_path="/static")
app.config["MAX_CONTENT_LENGTH"] = 1_000_000
lock = threading.Lock()

if FILE.exists():
    data = json.loads(FILE.read_text("utf-8"))
else:
    data = {"last_number": 0, "claims": [], "sessions": {}}
claims = Claims(data)


def save():
    FILE.parent.mkdir(exist_ok=True)
    temporary = FILE.with_suffix(".new")
    temporary.write_text(json.dumps(data), "utf-8")
    os.replace(temporary, FILE)


def field(name):
    body = request.get_json(silent=True)
    value = body.get(name) if isinstance(body, dict) else None
    return value if isinstance(value, str) else ""


def submission():
    body = request.get_json(silent=True)
    return body.get("submission") if isinstance(body, dict) else None


def api(view):
    """A JSON view for those who have signed in; changes are written to the file."""

    @wraps(view)
    def wrapped(**arguments):
        with lock:
            g.person = data["sessions"].get(request.cookies.get(COOKIE, ""))
            if g.person is None:
                raise Refusal(401, "Please sign in.")
            answer = view(**arguments)
            if request.method != "GET":
                save()
        answer["me"] = {"name": g.person, "approver": g.person in APPROVERS}
        return jsonify(answer)

    return wrapped


def brief(claim):
    return {
        "id": claim["id"],
        "title": claim["title"],
        "claimant": claim["claimant"],
        "state": claim["state"],
        "total": money(total(claim)),
    }


def full(claim):
    return {
        "claim": {
            **brief(claim),
            "submission": claim["submission"],
            "approvals": claim["approvals"],
            "rejection": claim["rejection"],
            "items": [
                {**{key: item[key] for key in ("id", "date", "description")}, "amount": money(item["cents"])}
                for item in claim["items"]
            ],
            "mayEdit": may_edit(g.person, claim),
            "mayDecide": may_decide(g.person, claim),
        }
    }


@app.post("/api/session")
def sign_in():
    name, password = field("name"), field("password")
    if name not in PEOPLE or not hmac.compare_digest(password.encode(), PASSWORD.encode()):
        raise Refusal(403, "The name or the password is wrong.")
    token = secrets.token_urlsafe(32)
    with lock:
        data["sessions"].pop(request.cookies.get(COOKIE, ""), None)
        data["sessions"][token] = name
        save()
    response = jsonify({"me": {"name": name, "approver": name in APPROVERS}})
    response.set_cookie(COOKIE, token, httponly=True, samesite="Lax")
    return response


@app.delete("/api/session")
def sign_out():
    with lock:
        data["sessions"].pop(request.cookies.get(COOKIE, ""), None)
        save()
    response = jsonify({})
    response.delete_cookie(COOKIE)
    return response


@app.get("/api/claims")
@api
def get_own():
    own = claims.own(g.person)
    approved = sum(total(claim) for claim in own if claim["state"] == APPROVED)
    return {"claims": [brief(claim) for claim in own], "approvedSum": money(approved)}


@app.post("/api/claims")
@api
def post_claim():
    return full(claims.begin(g.person, field("title")))


@app.get("/api/approvals")
@api
def get_approvals():
    if g.person not in APPROVERS:
        raise Refusal(404, "There is no such page.")
    return {"claims": [brief(claim) for claim in claims.to_decide(g.person)]}


@app.get("/api/claims/<int:claim_id>")
@api
def get_claim(claim_id):
    return full(claims.find(g.person, claim_id))


@app.post("/api/claims/<int:claim_id>/items")
@api
def post_item(claim_id):
    return full(claims.add_item(g.person, claim_id, field("date"), field("description"), field("amount")))


@app.delete("/api/claims/<int:claim_id>/items/<int:item_id>")
@api
def delete_item(claim_id, item_id):
    return full(claims.remove_item(g.person, claim_id, item_id))


@app.post("/api/claims/<int:claim_id>/submission")
@api
def post_submission(claim_id):
    return full(claims.submit(g.person, claim_id))


@app.post("/api/claims/<int:claim_id>/approval")
@api
def post_approval(claim_id):
    return full(claims.approve(g.person, claim_id, submission()))


@app.post("/api/claims/<int:claim_id>/rejection")
@api
def post_rejection(claim_id):
    return full(claims.reject(g.person, claim_id, submission(), field("reason")))


@app.route("/api/<path:path>")
def no_api(path):
    raise Refusal(404, "There is nothing at this address.")


@app.errorhandler(Refusal)
def refused(refusal):
    return jsonify({"messages": refusal.messages}), refusal.status


@app.get("/")
@app.get("/<path:path>")
def page(path=""):
    return send_from_directory(ROOT / "static", "index.html")


@app.after_request
def do_not_keep(response):
    response.headers["Cache-Control"] = "no-store" if request.path.startswith("/api/") else "no-cache"
    return response


if __name__ == "__main__":
    app.run(host="0.0.0.0", port=int(os.environ.get("PORT") or 8000), threaded=True)
