import datetime
import re
from urllib.parse import urlencode

from django.db.models import Count, Q
from django.http import HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from .models import Task

PRIORITY_NAMES = [name for name, label in Task.PRIORITIES]
FILTERS = [("all", "All tasks"), ("open", "Open tasks"), ("done", "Done tasks")]


def chosen_filter(values):
    show = values.get("show", "all")
    return show if show in ("open", "done") else "all"


def back_to_list(show, **more):
    query = dict(more)
    if show != "all":
        query["show"] = show
    address = reverse("task-list")
    return HttpResponseRedirect(address + ("?" + urlencode(query) if query else ""))


def parse_date(text):
    """The date that a date field sends (2031-05-09), or None for anything else."""
    if not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def count_tasks():
    counts = Task.objects.aggregate(
        total=Count("id"),
        done=Count("id", filter=Q(done=True)),
        low=Count("id", filter=Q(priority="low")),
        normal=Count("id", filter=Q(priority="normal")),
        high=Count("id", filter=Q(priority="high")),
    )
    counts["open"] = counts["total"] - counts["done"]
    return counts


def show_list(request, show, entry=None, problems=(), editing=None, edit_title=None, edit_problem=""):
    tasks = Task.objects.all()
    if show != "all":
        tasks = tasks.filter(done=(show == "done"))
    tasks = list(tasks)
    for task in tasks:
        task.editing = task.pk == editing
        task.edit_title = task.title if edit_title is None else edit_title
    return render(
        request,
        "tasks/list.html",
        {
            "tasks": tasks,
            "show": show,
            "filters": FILTERS,
            "counts": count_tasks(),
            "priorities": PRIORITY_NAMES,
            "entry": entry or {"title": "", "due": "", "priority": "normal"},
            "problems": problems,
            "edit_problem": edit_problem,
        },
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def task_list(request):
    if request.method == "POST":
        return add(request)
    editing = request.GET.get("edit", "")
    editing = int(editing) if re.fullmatch(r"[0-9]{1,18}", editing) else None
    return show_list(request, chosen_filter(request.GET), editing=editing)


def add(request):
    show = chosen_filter(request.POST)
    title = request.POST.get("title", "")
    due_text = request.POST.get("due", "").strip()
    priority = request.POST.get("priority", "normal")
    due = parse_date(due_text)
    problems = []
    if not title.strip():
        problems.append(("title", "Please give the task a title."))
    if not due_text:
        problems.append(("due", "Please choose a due date."))
    elif due is None:
        problems.append(("due", "Please choose a valid due date."))
    if priority not in PRIORITY_NAMES:
        problems.append(("priority", "Please choose one of the priorities."))
        priority = "normal"
    if problems:
        entry = {"title": title, "due": due_text if due else "", "priority": priority}
        return show_list(request, show, entry=entry, problems=problems)
    Task.objects.create(title=title, due=due, priority=priority)
    return back_to_list(show)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mark(request, task_id, done):
    if request.method != "POST":
        return back_to_list("all")
    Task.objects.filter(pk=task_id).update(done=done)
    return back_to_list(chosen_filter(request.POST))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request, task_id):
    if request.method != "POST":
        return back_to_list("all", edit=task_id)
    show = chosen_filter(request.POST)
    title = request.POST.get("title", "")
    if not title.strip():
        # Should the row have left the chosen list meanwhile, show it in the list of all.
        task = Task.objects.filter(pk=task_id).first()
        if task is not None and show != "all" and task.done != (show == "done"):
            show = "all"
        return show_list(
            request, show, editing=task_id, edit_title=title,
            edit_problem="The title cannot be blank.",
        )
    Task.objects.filter(pk=task_id).update(title=title)
    return back_to_list(show)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request, task_id):
    if request.method != "POST":
        return back_to_list("all")
    Task.objects.filter(pk=task_id).delete()
    return back_to_list(chosen_filter(request.POST))


@never_cache
@require_safe
def statistics(request):
    counts = count_tasks()
    total, done = counts["total"], counts["done"]
    percent = (200 * done + total) // (2 * total) if total else 0  # halves are rounded up
    highest = max(counts["open"], done, 1)
    bars = []
    for index, (name, label) in enumerate([("open", "Open"), ("done", "Done")]):
        height = (counts[name] * 320 + highest) // (2 * highest)  # at most 160
        x = 70 + index * 120
        bars.append({
            "name": name, "label": label, "value": counts[name],
            "x": x, "y": 200 - height, "height": height,
            "middle": x + 35, "value_y": 192 - height,
        })
    return render(request, "tasks/statistics.html", {"counts": counts, "percent": percent, "bars": bars})
