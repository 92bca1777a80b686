"""Measure how wrong an image edit must be before an AI judge notices.

Examples
--------
>>> import eyechart
>>> found = eyechart.fit_onset(
...     magnitude=[1, 2, 4, 8], below=[1, 4, 9, 10], total=[10] * 4, controls=(2, 40)
... )
>>> round(found.onset, 2)
2.96
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .analysis.audit import Audit, fit
    from .analysis.comparing.compare import Comparisons, compare
    from .analysis.mixed.fit import fit_mixed
    from .analysis.onset import fit_onset
    from .analysis.results.mixed_fit import MixedFit
    from .analysis.results.onset_fit import OnsetFit
    from .analysis.sensitivity.abbott import abbott_onset
    from .analysis.sensitivity.area_onset import area_onset
    from .analysis.sensitivity.table import Sensitivity, sensitivity
    from .cards.corpus import Corpus
    from .cards.hub.load import load
    from .generator.errors import EyechartError
    from .judging.vision.effective import effective_magnitude

__all__ = [
    "Audit",
    "Comparisons",
    "Corpus",
    "EyechartError",
    "MixedFit",
    "OnsetFit",
    "Sensitivity",
    "__version__",
    "abbott_onset",
    "area_onset",
    "compare",
    "effective_magnitude",
    "fit",
    "fit_mixed",
    "fit_onset",
    "load",
    "sensitivity",
]

__version__ = "0.1.0"

_HOMES = {
    "Audit": "analysis.audit",
    "fit": "analysis.audit",
    "Comparisons": "analysis.comparing.compare",
    "compare": "analysis.comparing.compare",
    "MixedFit": "analysis.results.mixed_fit",
    "fit_mixed": "analysis.mixed.fit",
    "Sensitivity": "analysis.sensitivity.table",
    "sensitivity": "analysis.sensitivity.table",
    "abbott_onset": "analysis.sensitivity.abbott",
    "area_onset": "analysis.sensitivity.area_onset",
    "OnsetFit": "analysis.results.onset_fit",
    "fit_onset": "analysis.onset",
    "Corpus": "cards.corpus",
    "load": "cards.hub.load",
    "EyechartError": "generator.errors",
    "effective_magnitude": "judging.vision.effective",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted(__all__)
