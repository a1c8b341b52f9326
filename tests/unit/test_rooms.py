"""Finding the studies by their rooms."""

import types

import pytest

from ns2studies.errors import ConfigError
from ns2studies.studies import rooms


def test_studies_are_found_by_their_rooms() -> None:
    assert {"ceas", "mpls"} <= set(rooms.available()) <= set(rooms.known())
    assert rooms.definition_of("mpls").config.__name__ == "MplsConfig"


def test_a_room_without_a_definition_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "import_module", lambda name: types.SimpleNamespace(DEFINITION=1))
    with pytest.raises(ConfigError, match=r"reports/mpls/study\.py: DEFINITION is missing"):
        rooms.definition_of("mpls")
