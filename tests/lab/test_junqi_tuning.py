"""The file of weights says truly where they come from."""

import json

import pytest

from lab.tuning.library import TUNERS
from lab.tuning.tuner import write_document


@pytest.mark.slow
def test_the_weights_in_the_file_come_out_again() -> None:
    tuner = TUNERS["junqi-dark"]
    document = json.loads(tuner.file.read_text("utf-8"))
    origin = document["provenance"]["layouts"]
    weights, report = tuner.tune("layouts", origin["games"], origin["seed"])
    assert weights == document["weights"]["layouts"]
    assert report.items() <= origin.items()
    assert write_document(document) == tuner.file.read_text("utf-8")
