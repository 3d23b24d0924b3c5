"""The rules for expense claims, independent of the web."""
import re
from datetime import date

PEOPLE = ("ann", "ben", "cleo", "dora")
APPROVERS = ("cleo", "dora")
PASSWORD = "receipts"
ONE_APPROVAL_UP_TO = 50000  # cents

DRAFT, SUBMITTED, APPROVED, REJECTED = "Draft", "Submitted", "Approved", "Rejected"


class Refusal(Exception):
    def __init__(self, status, *messages):
        super().__init__(" ".join(messages))
        self.status = status
        self.messages = list(messages)


def money(cents):
    return f"{cents // 100}.{cents % 100:02d}"


def parse_amount(text):
    """The cents that a text means, or None unless it is above zero with at most two decimals."""
    text = text.strip()
    if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{0,2})?|\.[0-9]{1,2}", text):
        return None
    whole, _, decimals = text.partition(".")
    cents = int(whole or 0) * 100 + int(decimals.ljust(2, "0"))
    return cents or None


def is_date(text):
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def total(claim):
    return sum(item["cents"] for item in claim["items"])


def may_see(person, claim):
    if claim["claimant"] == person:
        return True
    return person in APPROVERS and claim["state"] != DRAFT


def may_edit(person, claim):
    return claim["claimant"] == person and claim["state"] in (DRAFT, REJECTED)


def may_decide(person, claim):
    return (
        person in APPROVERS
        and claim["claimant"] != person
        and claim["state"] == SUBMITTED
        and person not in claim["approvals"]
    )


class Claims:
    """All claims, on top of a plain dictionary that can be stored as JSON."""

    def __init__(self, data):
        self.data = data

    def _number(self):
        self.data["last_number"] += 1
        return self.data["last_number"]

    def own(self, person):
        return [c for c in reversed(self.data["claims"]) if c["claimant"] == person]

    def to_decide(self, person):
        claims = [c for c in self.data["claims"] if may_decide(person, c)]
        return sorted(claims, key=lambda c: c["submission"])

    def find(self, person, claim_id):
        for claim in self.data["claims"]:
            if claim["id"] == claim_id and may_see(person, claim):
                return claim
        raise Refusal(404, "There is no such claim.")

    def begin(self, person, title):
        if not title.strip():
            raise Refusal(422, "Please enter a title.")
        claim = {
            "id": self._number(),
            "claimant": person,
            "title": title,
            "state": DRAFT,
            "items": [],
            "submission": 0,
            "approvals": [],
            "rejection": None,
        }
        self.data["claims"].append(claim)
        return claim

    def _editable(self, person, claim_id):
        claim = self.find(person, claim_id)
        if not may_edit(person, claim):
            raise Refusal(409, "This claim cannot be changed now.")
        return claim

    def add_item(self, person, claim_id, day, description, amount):
        claim = self._editable(person, claim_id)
        messages = []
        if not is_date(day):
            messages.append("Please enter a date.")
        if not description.strip():
            messages.append("Please enter a description.")
        cents = parse_amount(amount)
        if cents is None:
            messages.append("Please enter an amount above zero with at most two decimals.")
        if messages:
            raise Refusal(422, *messages)
        claim["items"].append(
            {"id": self._number(), "date": day, "description": description, "cents": cents}
        )
        return claim

    def remove_item(self, person, claim_id, item_id):
        claim = self._editable(person, claim_id)
        claim["items"] = [item for item in claim["items"] if item["id"] != item_id]
        return claim

    def submit(self, person, claim_id):
        claim = self._editable(person, claim_id)
        if not claim["items"]:
            raise Refusal(422, "Please add an item before you submit the claim.")
        claim.update(state=SUBMITTED, submission=self._number(), approvals=[], rejection=None)
        return claim

    def _decidable(self, person, claim_id, submission):
        claim = self.find(person, claim_id)
        if not may_decide(person, claim) or claim["submission"] != submission:
            raise Refusal(409, "This claim has changed in the meantime. Please look at it again.")
        return claim

    def approve(self, person, claim_id, submission):
        claim = self._decidable(person, claim_id, submission)
        claim["approvals"].append(person)
        needed = 1 if total(claim) <= ONE_APPROVAL_UP_TO else 2
        if len(claim["approvals"]) >= needed:
            claim["state"] = APPROVED
        return claim

    def reject(self, person, claim_id, submission, reason):
        claim = self._decidable(person, claim_id, submission)
        if not reason.strip():
            raise Refusal(422, "Please enter a reason for the rejection.")
        claim.update(state=REJECTED, rejection={"by": person, "reason": reason})
        return claim
