from django.urls import path, register_converter

from blog import administration, views


class IdConverter:
    """Numbers that fit into a database key, so that none can make the database fail."""

    regex = "[0-9]{1,18}"

    def to_python(self, value):
        return int(value)

    def to_url(self, value):
        return str(value)


register_converter(IdConverter, "id")

urlpatterns = [
    path("", views.index, name="index"),
    path("search/", views.search, name="search"),
    path("tag/", views.tag, name="tag"),
    path("posts/<id:post_id>/", views.post, name="post"),
    path("admin/", administration.posts, name="admin-posts"),
    path("admin/sign-in/", administration.sign_in, name="sign-in"),
    path("admin/sign-out/", administration.sign_out, name="sign-out"),
    path("admin/posts/new/", administration.new_post, name="admin-new-post"),
    path("admin/posts/<id:post_id>/edit/", administration.edit_post, name="admin-edit-post"),
    path("admin/posts/<id:post_id>/publish/", administration.publish_post, {"published": True}, name="admin-publish-post"),
    path("admin/posts/<id:post_id>/unpublish/", administration.publish_post, {"published": False}, name="admin-unpublish-post"),
    path("admin/posts/<id:post_id>/delete/", administration.delete_post, name="admin-delete-post"),
    path("admin/comments/", administration.comments, name="admin-comments"),
    path("admin/comments/<id:comment_id>/approve/", administration.approve_comment, name="admin-approve-comment"),
    path("admin/comments/<id:comment_id>/delete/", administration.delete_comment, name="admin-delete-comment"),
]
