"""What the forms send, checked. Texts are kept exactly as typed; only line ends are unified."""


def typed(values, name):
    return values.get(name, "").replace("\r\n", "\n").replace("\r", "\n")


class Form:
    fields = ()
    required = {}

    def __init__(self, **values):
        self.values = {name: values.get(name, "") for name in self.fields}
        self.problems = []

    @classmethod
    def from_request(cls, values):
        form = cls(**{name: typed(values, name) for name in cls.fields})
        form.problems = [
            (name, message) for name, message in cls.required.items() if not form.values[name].strip()
        ]
        return form


class PostForm(Form):
    fields = ("title", "text", "tags")
    required = {"title": "Please give the post a title.", "text": "Please write the text of the post."}


class CommentForm(Form):
    fields = ("name", "text")
    required = {"name": "Please give your name.", "text": "Please write a comment."}
