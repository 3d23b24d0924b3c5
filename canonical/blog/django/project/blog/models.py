import re
import unicodedata

from django.db import models


def fold(text):
    """The text in a form that ignores case, in any script."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())


class Post(models.Model):
    """A post. The order of the keys is the order in which the posts were written."""

    title = models.TextField()
    text = models.TextField()
    tags = models.TextField(blank=True, default="")  # as typed, separated by commas
    published = models.BooleanField(default=False)

    class Meta:
        ordering = ["-id"]

    def __str__(self):
        return self.title

    @property
    def tag_list(self):
        tags = []
        for tag in self.tags.split(","):
            tag = tag.strip()
            if tag and tag not in tags:
                tags.append(tag)
        return tags

    @property
    def paragraphs(self):
        """The parts of the text between its empty lines."""
        parts = re.split(r"\n(?:[^\S\n]*\n)+", self.text)
        parts = [part.strip("\n") for part in parts]
        return [part for part in parts if part.strip()]

    def contains(self, words):
        wanted = fold(words)
        return wanted in fold(self.title) or wanted in fold(self.text)


class Comment(models.Model):
    post = models.ForeignKey(Post, on_delete=models.CASCADE, related_name="comments")
    name = models.TextField()
    text = models.TextField()
    approved = models.BooleanField(default=False)

    class Meta:
        ordering = ["id"]

    def __str__(self):
        return self.name
