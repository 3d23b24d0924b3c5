"""k-means with fixed centroids and one that moves, apart from the harness: from every point, of which the best result counts.

Reads a JSON list of {"points", "fixed", "onSphere"} and prints a list of {"clusters", "inertia"}; -1 is outside of all fixed centroids.
The argument says which library finds the nearest centroids: numpy or sklearn.
"""

import json
import sys

import numpy as np


def by_numpy(points, centroids):
    return ((points[:, None, :] - centroids[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)


def by_sklearn(points, centroids):
    from sklearn.metrics import pairwise_distances_argmin

    return pairwise_distances_argmin(points, centroids)


def inertia_of(points, centroids, labels):
    return float(((points - centroids[labels]) ** 2).sum())


def centre_of(points, on_sphere):
    mean = points.mean(axis=0)
    return mean / np.linalg.norm(mean) if on_sphere else mean


def solve(points, fixed, on_sphere, nearest):
    last = len(fixed)
    labels = nearest(points, fixed)
    best = (inertia_of(points, fixed, labels), labels)
    for start in points:
        centroids = np.vstack([fixed, start])
        labels = nearest(points, centroids)
        while (labels == last).any():
            centroids = np.vstack([fixed, centre_of(points[labels == last], on_sphere)])
            moved = nearest(points, centroids)
            if (moved == labels).all():
                break
            labels = moved
        inertia = inertia_of(points, centroids, labels)
        if inertia < best[0] - 1e-12:
            best = (inertia, labels)
    clusters = [-1 if label == last else int(label) for label in best[1]]
    return {"clusters": clusters, "inertia": best[0]}


nearest = {"numpy": by_numpy, "sklearn": by_sklearn}[sys.argv[1]]
cases = json.load(sys.stdin)
results = [solve(np.array(case["points"]), np.array(case["fixed"]), case["onSphere"], nearest) for case in cases]
print(json.dumps(results))
