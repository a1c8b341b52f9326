"""Finding the studies by their directories."""

import types
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ns2studies.basics import paths
from ns2studies.basics.errors import ConfigError
from ns2studies.config import registry, study_files


def test_available_finds_study_directories() -> None:
    assert {"ceas", "mpls"} <= set(study_files.available()) <= set(study_files.known())
    assert study_files.definition_of("mpls").config.__name__ == "MplsConfig"


def test_definition_of_names_missing_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        study_files, "import_module", lambda name: types.SimpleNamespace(DEFINITION=1)
    )
    with pytest.raises(ConfigError, match=r"reports/mpls/study\.py: DEFINITION is missing"):
        study_files.definition_of("mpls")


@pytest.mark.parametrize("name", ["a b", "$(touch x)", "a;b", "A", "1a", "a-b", "a_b", "é", "a'b"])
def test_known_refuses_names_with_other_meanings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """It becomes a word of commands, of files' names, of SQL, of Python and of Tcl's library."""
    (tmp_path / name).mkdir()
    (tmp_path / name / "study.py").touch()
    monkeypatch.setattr(paths, "REPORTS", tmp_path)
    with pytest.raises(ConfigError, match="a study's name must consist of lowercase letters"):
        study_files.known()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A = 1\nif A\n", "line 2: SyntaxError: expected ':'"),
        ("\nimport nothing_of_this_name\n", "line 2: ModuleNotFoundError: No module named"),
        ("def made():\n    return {}['size']\n\nmade()\n", "line 2: KeyError: 'size'"),
    ],
)
def test_definition_of_says_where_python_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    folder = f"reports_{len(text)}"  # modules are imported once
    own = tmp_path / folder / "own" / "study.py"
    own.parent.mkdir(parents=True)
    own.write_text(text, encoding="utf-8")
    monkeypatch.setattr(paths, "REPORTS", tmp_path / folder)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ConfigError, match=f"^{own}, {said}"):
        study_files.definition_of("own")


def test_blamed_names_file_and_line_of_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own" / "study.py"
    monkeypatch.setattr(paths, "REPORTS", tmp_path)
    names: dict[str, Any] = {}
    exec(compile("def assemble():\n    return {}['size']\n", own, "exec"), names)
    message = f"{own}, line 2: KeyError: 'size'"
    with pytest.raises(ConfigError, match=message), study_files.blamed("own"):
        names["assemble"]()


def without(parameters: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in parameters.items() if name != key}


@pytest.mark.parametrize(
    ("key", "said"), [("end_s", "gives no end_s, but"), ("ends", "gives ends, but")]
)
def test_wrong_keys_from_assemble_name_its_file(
    monkeypatch: pytest.MonkeyPatch, key: str, said: str
) -> None:
    definition = study_files.definition_of("recovery")

    def assemble(*given: Any) -> dict[str, Any]:
        parameters = dict(definition.assemble(*given))
        return parameters | {key: 1.0} if key == "ends" else without(parameters, key)

    monkeypatch.setattr(
        registry, "definition_of", lambda name: replace(definition, assemble=assemble)
    )
    with pytest.raises(ConfigError, match=rf"reports/recovery/\w+\.py: for .*assemble {said}"):
        registry.load_study("recovery", "quick")
