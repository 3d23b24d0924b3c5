"""The pages that everybody can see."""
from django.contrib import messages
from django.core.paginator import Paginator
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from .forms import CommentForm
from .models import Post

POSTS_PER_PAGE = 3


def published_posts():
    return Post.objects.filter(published=True)


@never_cache
@require_safe
def index(request):
    page = Paginator(published_posts(), POSTS_PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "blog/index.html", {"posts": page.object_list, "page": page})


@never_cache
@require_safe
def search(request):
    words = request.GET.get("q", "")
    if not words:
        return redirect("index")
    posts = [post for post in published_posts() if post.contains(words)]
    return render(request, "blog/search.html", {"posts": posts, "words": words})


@never_cache
@require_safe
def tag(request):
    name = request.GET.get("name", "")
    if not name:
        return redirect("index")
    posts = [post for post in published_posts() if name in post.tag_list]
    return render(request, "blog/tag.html", {"posts": posts, "tag": name})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def post(request, post_id):
    post = get_object_or_404(published_posts(), pk=post_id)
    form = CommentForm()
    if request.method == "POST":
        form = CommentForm.from_request(request.POST)
        if not form.problems:
            post.comments.create(**form.values)
            messages.success(request, "Thank you! Your comment awaits approval and will be seen here once it was approved.")
            return redirect("post", post.pk)
    comments = list(post.comments.filter(approved=True))
    return render(request, "blog/post.html", {"post": post, "comments": comments, "form": form})
