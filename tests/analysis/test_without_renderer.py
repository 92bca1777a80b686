"""The analysis runs where nothing can draw and nothing can ask."""

import subprocess
import sys

CODE = """
import importlib, pkgutil, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split('.')[0] in {'cairocffi', 'fontTools', 'uharfbuzz', 'httpx'}:
            raise ImportError(f'{name} is blocked')
        return None

sys.meta_path.insert(0, Blocked())
import eyechart.analysis
# Only what draws figures may need more: Matplotlib itself loads fontTools.
DRAW = tuple('eyechart.analysis.' + name for name in ('figures', 'page', 'report'))
loaded = 0
for module in pkgutil.walk_packages(eyechart.analysis.__path__, 'eyechart.analysis.'):
    if not module.name.startswith(DRAW):
        importlib.import_module(module.name)
        loaded += 1
assert loaded > 40
assert 'matplotlib' not in sys.modules

import pandas as pd
from eyechart.analysis.audit import fit
from eyechart.analysis.comparing.compare import compare

stimuli = [
    dict(stimulus_id=f'd{i}', kind='degraded', dimension='blur', role='instructed',
         magnitude=1.3 ** i) for i in range(20)
] + [dict(stimulus_id=f'f{i}', kind='flawless', magnitude=0.0) for i in range(20)]
said = [
    dict(stimulus_id=s['stimulus_id'], judge='m', framing='instruction',
         criterion='text', score=3 if s['magnitude'] > 9 else 5, scale_min=1,
         scale_max=5) for s in stimuli
]
frames = pd.DataFrame(said), pd.DataFrame(stimuli)
print(fit(*frames).onsets[0].status, len(compare(*frames, replicates=99).roles))
"""


def test_blocked_renderers_and_clients_are_not_missed():
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["separated", "0"]
