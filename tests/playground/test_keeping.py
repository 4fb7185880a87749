"""The playground's folder: kept, read again, refused."""

import pickle
from datetime import timedelta
from pathlib import Path

import pytest
import simcord

from bot.playground.keeping import DISCORD, Kept, read


def test_a_new_folder_holds_nothing_yet(tmp_path: Path) -> None:
    assert read(tmp_path) == Kept()


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    kept = Kept({"users": {}}, timedelta(days=2), {7: "zh-CN"})
    (tmp_path / DISCORD).write_bytes(pickle.dumps(kept))
    assert read(tmp_path) == kept


def test_a_folder_of_another_simcord_is_refused_and_left_alone(tmp_path: Path) -> None:
    other = pickle.dumps(Kept(version="1.0.0"))
    (tmp_path / DISCORD).write_bytes(other)
    with pytest.raises(simcord.SetupError, match="another version"):
        read(tmp_path)
    assert (tmp_path / DISCORD).read_bytes() == other
