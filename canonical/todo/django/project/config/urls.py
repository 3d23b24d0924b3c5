from django.urls import path, register_converter

from tasks import views


class IdConverter:
    """Numbers that fit into a database key, so that none can make the database fail."""

    regex = "[0-9]{1,18}"

    def to_python(self, value):
        return int(value)

    def to_url(self, value):
        return str(value)


register_converter(IdConverter, "id")

urlpatterns = [
    path("", views.task_list, name="task-list"),
    path("statistics/", views.statistics, name="statistics"),
    path("tasks/<id:task_id>/done/", views.mark, {"done": True}, name="task-done"),
    path("tasks/<id:task_id>/reopen/", views.mark, {"done": False}, name="task-reopen"),
    path("tasks/<id:task_id>/edit/", views.edit, name="task-edit"),
    path("tasks/<id:task_id>/delete/", views.delete, name="task-delete"),
]
