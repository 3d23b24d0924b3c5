"""The administration: nothing of it can be seen or done without the password."""
from functools import wraps

from django.conf import settings
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from .forms import PostForm
from .models import Comment, Post

SIGNED_IN = "signed_in"


def signed_in_only(view):
    @never_cache
    @wraps(view)
    def guarded(request, *args, **kwargs):
        if not request.session.get(SIGNED_IN):
            return redirect("sign-in")
        return view(request, *args, **kwargs)

    return guarded


def action(list_name):
    """A view that changes something when a button is pressed, and leads to a list then."""

    def decorate(view):
        @signed_in_only
        @wraps(view)
        def act(request, *args, **kwargs):
            if request.method == "POST":
                view(request, *args, **kwargs)
            return redirect(list_name)

        return act

    return decorate


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in(request):
    if request.method != "POST":
        if request.session.get(SIGNED_IN):
            return redirect("admin-posts")
        return render(request, "blog/sign_in.html")
    if constant_time_compare(request.POST.get("password", ""), settings.ADMINISTRATION_PASSWORD):
        request.session.cycle_key()
        request.session[SIGNED_IN] = True
        return redirect("admin-posts")
    return render(request, "blog/sign_in.html", {"problem": "This is not the right password."})


@never_cache
def sign_out(request):
    if request.method == "POST":
        request.session.flush()
        return redirect("sign-in")
    return redirect("admin-posts")


@signed_in_only
@require_safe
def posts(request):
    return render(request, "blog/admin_posts.html", {"posts": Post.objects.all(), "here": "posts"})


@signed_in_only
@require_http_methods(["GET", "HEAD", "POST"])
def new_post(request):
    form = PostForm()
    if request.method == "POST":
        form = PostForm.from_request(request.POST)
        if not form.problems:
            Post.objects.create(**form.values)
            return redirect("admin-posts")
    return render(request, "blog/admin_post_form.html", {"form": form, "heading": "Write a post", "here": "new"})


@signed_in_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_post(request, post_id):
    post = get_object_or_404(Post, pk=post_id)
    form = PostForm(title=post.title, text=post.text, tags=post.tags)
    if request.method == "POST":
        form = PostForm.from_request(request.POST)
        if not form.problems:
            Post.objects.filter(pk=post_id).update(**form.values)
            return redirect("admin-posts")
    return render(request, "blog/admin_post_form.html", {"form": form, "heading": "Edit the post"})


@action("admin-posts")
def publish_post(request, post_id, published):
    Post.objects.filter(pk=post_id).update(published=published)


@action("admin-posts")
def delete_post(request, post_id):
    Post.objects.filter(pk=post_id).delete()


@signed_in_only
@require_safe
def comments(request):
    # Those that await approval come first, then the newest.
    comments = Comment.objects.select_related("post").order_by("approved", "-id")
    return render(request, "blog/admin_comments.html", {"comments": comments, "here": "comments"})


@action("admin-comments")
def approve_comment(request, comment_id):
    Comment.objects.filter(pk=comment_id).update(approved=True)


@action("admin-comments")
def delete_comment(request, comment_id):
    Comment.objects.filter(pk=comment_id).delete()
