"""Computes the golden numbers of the statistics with scipy and statsmodels: golden.py > golden.json."""

import json
import math
import sys

import numpy as np
import scipy.stats as stats
import statsmodels.api as sm
from scipy.special import comb
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import TTestPower
from statsmodels.stats.proportion import proportion_confint

rng = np.random.default_rng(7)


def pairs_of(missions, equal_totals):
    """Points of two agents on the same missions, as [passed a, total a, passed b, total b]."""
    rows = []
    for _ in range(missions):
        total = 13 if equal_totals else int(rng.integers(8, 20))
        ease = rng.beta(2, 2)
        a = int(rng.binomial(total, min(1, ease + 0.1)))
        other = total if equal_totals else int(rng.integers(8, 20))
        rows.append([a, total, int(rng.binomial(other, ease)), other])
    return rows


def difference(rows):
    rows = np.asarray(rows)
    return rows[:, 0].sum() / rows[:, 1].sum() - rows[:, 2].sum() / rows[:, 3].sum()


def permutation_p(rows):
    """scipy swaps numbers between two samples; here the numbers are indices of rows."""
    flat = np.asarray([r[:2] for r in rows] + [r[2:] for r in rows])
    n = len(rows)

    def statistic(a, b):
        a, b = flat[a.astype(int)], flat[b.astype(int)]
        return a[:, 0].sum() / a[:, 1].sum() - b[:, 0].sum() / b[:, 1].sum()

    result = stats.permutation_test(
        (np.arange(n), np.arange(n, 2 * n)), statistic, permutation_type="samples", n_resamples=np.inf, vectorized=False
    )
    return float(result.pvalue)


def clustered_error(rows):
    """One observation for each point, regressed on whose it is, with errors clustered on missions."""
    y, x, groups = [], [], []
    for mission, (pa, ta, pb, tb) in enumerate(rows):
        y += [1] * pa + [0] * (ta - pa) + [1] * pb + [0] * (tb - pb)
        x += [1] * ta + [0] * tb
        groups += [mission] * (ta + tb)
    model = sm.OLS(y, sm.add_constant(x))
    fit = model.fit(cov_type="cluster", cov_kwds={"groups": np.asarray(groups), "use_correction": False})
    n = len(rows)
    return float(fit.bse[1] * math.sqrt(n / (n - 1)))


def bootstrap_interval(rows, tail):
    """Percentiles of drawn missions, by scipy."""
    rows = np.asarray(rows)
    n = len(rows)

    def statistic(index, axis=-1):
        picked = rows[index.astype(int)]
        total = picked.sum(axis=-2)
        return total[..., 0] / total[..., 1] - total[..., 2] / total[..., 3]

    result = stats.bootstrap(
        (np.arange(n),),
        statistic,
        vectorized=True,
        n_resamples=50_000,
        batch=10_000,
        confidence_level=1 - 2 * tail,
        method="percentile",
        random_state=np.random.default_rng(11),
    )
    return [float(result.confidence_interval.low), float(result.confidence_interval.high)]


def expanded_tail(tail, n):
    return float(stats.norm.cdf(stats.t.ppf(tail, n - 1) * math.sqrt(n / (n - 1))))


def comparison(missions, equal_totals, exact=True):
    rows = pairs_of(missions, equal_totals)
    tail = expanded_tail(0.025, missions)
    return {
        "rows": rows,
        "difference": float(difference(rows)),
        "p": permutation_p(rows) if exact else None,
        "error": clustered_error(rows),
        "pairedError": float(np.std([r[0] / r[1] - r[2] / r[3] for r in rows], ddof=1) / math.sqrt(missions))
        if equal_totals
        else None,
        "tail": tail,
        "interval": bootstrap_interval(rows, tail),
    }


def p_values():
    cases = [[0.01, 0.04, 0.03, 0.005], [0.2], [0.5, 0.5, 0.5], [1e-6, 0.9, 0.02, 0.02, 0.6]]
    return [{"p": p, "holm": multipletests(p, method="holm")[1].tolist()} for p in cases]


golden = {
    "normalCdf": [[float(x), float(stats.norm.cdf(x))] for x in [-37, -9.5, -4.0001, -3.9999, -1.96, 0, 0.3, 2.5, 4, 8]],
    "normalQuantile": [[p, float(stats.norm.ppf(p))] for p in [1e-300, 1e-10, 0.001, 0.025, 0.2, 0.5, 0.8, 0.975, 0.9999]],
    "studentCdf": [
        [t, df, float(stats.t.cdf(t, df))] for t in [-30, -2.1, -0.4, 0, 1, 12.7] for df in [1, 2, 3, 4, 19, 20, 199]
    ],
    "studentQuantile": [
        [p, df, float(stats.t.ppf(p, df))] for p in [0.0125, 0.025, 0.2, 0.5, 0.8, 0.975] for df in [1, 2, 3, 9, 19, 200]
    ],
    "wilson": [
        [k, n, level, *map(float, proportion_confint(k, n, alpha=1 - level, method="wilson"))]
        for k, n in [(81, 263), (15, 148), (0, 20), (1, 29), (29, 29), (1, 1), (5000, 10000)]
        for level in [0.8, 0.95, 0.99]
    ],
    "holm": p_values(),
    "comparisons": [comparison(5, True), comparison(9, False), comparison(11, True), comparison(12, False),
                    comparison(40, False, exact=False)],
    "detectable": [
        [n, alpha, power, float(TTestPower().solve_power(nobs=n, alpha=alpha, power=power))]
        for n in [8, 20, 50, 200] for alpha in [0.05, 0.01] for power in [0.8, 0.9]
    ],
    "passAtK": [
        [n, c, k, float(1 - comb(n - c, k, exact=True) / comb(n, k, exact=True)),
         float(comb(c, k, exact=True) / comb(n, k, exact=True))]
        for n, c in [(1, 0), (1, 1), (5, 0), (5, 2), (5, 5), (10, 3), (200, 30), (1000, 997)] for k in [1, 2, 5, 100]
        if k <= n
    ],
}
json.dump(golden, sys.stdout, indent=1)
print()
