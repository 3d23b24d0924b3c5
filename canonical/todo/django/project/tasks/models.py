from django.db import models


class Task(models.Model):
    PRIORITIES = [("low", "low"), ("normal", "normal"), ("high", "high")]

    title = models.TextField()
    due = models.DateField()
    priority = models.CharField(max_length=6, choices=PRIORITIES, default="normal")
    done = models.BooleanField(default=False)

    class Meta:
        ordering = ["due", "id"]

    def __str__(self):
        return self.title

    @property
    def due_text(self):
        return self.due.isoformat()
