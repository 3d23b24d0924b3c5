"""Names of the project come from the project alone, also if a library of the same name is installed."""
import sys
from importlib.machinery import PathFinder


def install(names, root):
    names = frozenset(names)

    class ProjectFinder:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if path is not None or name not in names:
                return None
            found = PathFinder.find_spec(name, [root])
            if found is None:
                raise ModuleNotFoundError(f'No module named {name!r}', name=name)
            return found

        @staticmethod
        def invalidate_caches():
            PathFinder.invalidate_caches()

    for name in [each for each in sys.modules if each.partition('.')[0] in names]:
        del sys.modules[name]
    sys.meta_path.insert(0, ProjectFinder)
